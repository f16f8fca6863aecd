"""Every request goes through here: who asks, under which name, from where; and the headers of every answer."""

from __future__ import annotations

from html import escape
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .passes import Pass

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""No script and no style that stands in the page, and nothing from any other host."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE: Final = ("GET", "HEAD")

_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Solitaire engine</title>
<h1>This table is private</h1>
<p>{what}</p>
<p>Use the link that <code>solitaire serve</code> has printed where it was started; it has a token.
Started again, it prints the link again.</p>
<p>If you came by a link from elsewhere and this browser knows the table: <a href="{here}">open it</a>.</p>
</html>
"""


class Guard:
    """Lets through to `app` who has the cookie, or exchanges the token of the link for it."""

    def __init__(self, app: ASGIApp, wanted: Pass) -> None:
        self.app, self.wanted = app, wanted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let `app` answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        answer = self._refusal(scope)
        if answer is None:
            await self.app(scope, receive, headed)
        elif scope["type"] == "websocket":
            # Closed before it is accepted: an answer 403.
            await send({"type": "websocket.close", "code": 1008, "reason": "not allowed"})
        else:
            await answer(scope, receive, headed)

    def _refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that is not let through; None for one that is."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self.wanted.takes_host(host):
            return Response("This server is not asked under this name.\n", 400, media_type="text/plain")
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if (origin is None and changes) or (origin is not None and not self.wanted.takes_origin(origin, host)):
            return JSONResponse({"error": "this comes from another page than the table's own"}, 403)
        path = quote(scope["path"], safe="/:@!$&'()*+,;=~-._")
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        token = next((value for name, value in query if name == "token"), None)
        rest = urlencode([pair for pair in query if pair[0] != "token"])
        here = f"/{path.lstrip('/')}{f'?{rest}' if rest else ''}"
        if token is not None and not changes:
            if not self.wanted.knows(token):
                return HTMLResponse(_PAGE.format(what="The token of this link is not valid.", here=escape(here)), 403)
            return RedirectResponse(here, 303, {"Set-Cookie": self.wanted.set_cookie})
        if self.wanted.knows(HTTPConnection(scope).cookies.get(self.wanted.cookie, "")):
            return None
        if scope["path"].startswith(("/api/", "/static/")) or changes:
            return JSONResponse({"error": "open the table with the link that solitaire serve has printed"}, 403)
        return HTMLResponse(_PAGE.format(what="This browser does not know it yet.", here=escape(here)), 403)
