"""The JSON API: a module a page, each with a `router`. Routes only call mendax.service."""

from mendax.web.api import about, explore, jobs, lab, papers, people, play, review, train

ROUTERS = (
    about.router,
    play.router,
    review.router,
    people.router,
    explore.router,
    jobs.router,
    lab.router,
    papers.router,
    train.router,
)
