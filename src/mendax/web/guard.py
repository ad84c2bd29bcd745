"""What every request passes: is it addressed to us, does it come from our own pages, whose is it, and is it small?

Plain ASGI, so that streams and sockets pass through untouched. It puts the browser's id into `scope["state"]["player"]`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "mendax"
YEAR = 365 * 24 * 3600
MAX_BODY = 4 * 1024 * 1024  # bytes; an import of games is the largest
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "connect", "font", "manifest")),
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """hosts: by which names the server may be addressed; secret: signs cookies."""

    def __init__(self, app: ASGIApp, *, hosts: tuple[str, ...], secret: bytes) -> None:
        self.app, self.hosts, self.secret = app, hosts, secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        reason = self.refuses(scope, headers)
        if reason and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
            return
        player = read_cookie(headers.get("cookie", ""), self.secret)
        new = player is None
        player = player or secrets.token_urlsafe(12)
        scope.setdefault("state", {})["player"] = player

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    told.setdefault(name, value)
                if new:
                    told.append("set-cookie", write_cookie(player, self.secret, secure=scope["scheme"] == "https"))
            await send(message)

        if reason:
            await JSONResponse({"error": reason}, status_code=413 if "large" in reason else 403)(
                scope, receive, dressed
            )
            return
        await self.app(scope, limited(receive), dressed if scope["type"] == "http" else send)

    def refuses(self, scope: Scope, headers: Headers) -> str:
        """Why, or nothing."""
        host = headers.get("host", "")
        if "*" not in self.hosts and _name(f"//{host}") not in self.hosts:
            return "this server is not addressed by that name; start it with --host NAME"
        origin = headers.get("origin")
        asks = scope["type"] == "websocket" or scope["method"] not in SAFE
        if asks and origin is not None and urlsplit(origin).netloc != host:
            return "requests come from our own pages only"
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > MAX_BODY:
            return f"too large: at most {MAX_BODY:,} bytes"
        return ""


def limited(receive: Receive) -> Receive:
    """Bodies that do not say how long they are end at the limit too, as if the client had gone."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MAX_BODY:
                return {"type": "http.disconnect"}
        return message

    return counted


def write_cookie(player: str, secret: bytes, *, secure: bool) -> str:
    """Lax, so that who follows a link to a room is still who he is."""
    flags = f"Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"
    return f"{COOKIE}={player}.{_sign(player, secret)}; {flags}"


def read_cookie(text: str, secret: bytes) -> str | None:
    """The browser's id, if the cookie is one that we signed."""
    try:
        morsel = SimpleCookie(text).get(COOKIE)
    except CookieError:
        return None
    found = re.fullmatch(r"([\w-]{16})\.([0-9a-f]{64})", morsel.value) if morsel else None
    if found is None or not hmac.compare_digest(found[2], _sign(found[1], secret)):
        return None
    return found[1]


def _sign(player: str, secret: bytes) -> str:
    return hmac.new(secret, player.encode(), hashlib.sha256).hexdigest()


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
