"""The app: the guard, the API, and the pages."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import mendax
from mendax.errors import MendaxError
from mendax.service.config import Config
from mendax.service.services import services
from mendax.web.api import ROUTERS
from mendax.web.api.people import printed
from mendax.web.guard import Guard

UI = Path(__file__).parent / "ui"
WARM_AFTER = 2.0  # seconds, after which what is slow to import is imported, so that no page waits for it


def create_app(config: Config | None = None) -> FastAPI:
    """The app over the services of a configuration. The database is opened here, so that errors are told before serving."""
    config = config or Config()
    stack = ExitStack()
    opened = stack.enter_context(services(config))

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        with stack:
            warm = threading.Timer(WARM_AFTER, printed)
            warm.daemon = True
            warm.start()
            yield
            warm.cancel()

    app = FastAPI(
        title="Mendax",
        version=mendax.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.services = opened
    app.add_middleware(Guard, hosts=config.hosts, secret=opened.secret)
    app.add_exception_handler(MendaxError, _said)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    for router in ROUTERS:
        app.include_router(router, prefix="/api")

    @app.get("/api/{path:path}", include_in_schema=False)
    def no_such_api(path: str) -> JSONResponse:
        return JSONResponse({"error": f"there is no /api/{path[:80]}"}, status_code=404)

    app.mount("/ui", _Fresh(directory=UI), name="ui")

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> FileResponse:
        """Every address of a page is the same document; its script shows the page, or that there is none."""
        return FileResponse(UI / "index.html", headers={"cache-control": "no-cache"})

    return app


class _Fresh(StaticFiles):
    """Files that browsers ask about each time, and are told that nothing changed: no version is ever mixed with another."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


async def _said(_: Request, error: Exception) -> JSONResponse:
    """Bad input, in the one line that the library has for it."""
    return JSONResponse({"error": str(error)}, status_code=422)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"error": f"{where}: {first['msg']}"[:300]}, status_code=422)


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, status_code=error.status_code, headers=error.headers)
