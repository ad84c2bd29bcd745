"""The JSON API: a module a page, each with a `router`. Routes only call mendax.service."""

from mendax.web.api import about, people, play, review

ROUTERS = (about.router, play.router, review.router, people.router)
