"""The JSON API: a module a page, each with a `router`. Routes only call mendax.service."""

from mendax.web.api import about, play

ROUTERS = (about.router, play.router)
