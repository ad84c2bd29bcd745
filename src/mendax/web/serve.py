"""The server process."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable

import uvicorn

from mendax.errors import MendaxError
from mendax.service.config import Config
from mendax.web.app import create_app

GRACE = 2  # seconds that open streams have when the server stops; uvicorn waits for ever by default
MAX_FRAME = 16 * 1024  # bytes of a message on a socket


def run(config: Config, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until told to stop; `ready` is called with the address when connections are taken."""
    app = create_app(config)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise MendaxError(f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port") from None
        shown = f"[{host}]" if ":" in host else host
        settings = uvicorn.Config(
            app,
            log_level="warning",
            timeout_graceful_shutdown=GRACE,
            ws_max_size=MAX_FRAME,
            server_header=False,
            ws_per_message_deflate=False,
            ws="websockets-sansio",
        )
        listener.listen(2048)
        gc.collect()
        gc.freeze()  # what was imported stays: no collection need look at it while a move waits
        ready(f"http://{shown}:{listener.getsockname()[1]}/")
        uvicorn.Server(settings).run(sockets=[listener])
