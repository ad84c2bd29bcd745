"""The JSON API: a module a page, each with a `router`. Routes only call mendax.service."""

from mendax.web.api import about, explore, jobs, lab, papers, train

ROUTERS = (
    about.router,
    explore.router,
    jobs.router,
    lab.router,
    papers.router,
    train.router,
)
