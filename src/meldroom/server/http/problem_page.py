"""Failed requests for a page, as a small page that says what to do next."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from meldroom.server.addresses import Address

STYLE = """
body { margin: 0; padding: 2rem 1rem; background: #efe6d6; color: #2a211b; font: 1.1rem/1.5 serif }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem; background: #fdf8ef; border-radius: 1rem }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.2 }
p { margin: .75rem 0 0; overflow-wrap: anywhere }
a { color: #8a3a1c }
@media (prefers-color-scheme: dark) {
  body { background: #1d1814; color: #f0e6d4 }
  main { background: #2a231d }
  a { color: #f0b48a }
}
"""
STYLE_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()
CONTENT_SECURITY_POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def wants_page(scope: Scope) -> bool:
    """Say whether a person asks, who cannot read problem details: a browser wants a page."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    if scope["path"] == "/api" or scope["path"].startswith("/api/"):
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")


def problem_page(status: int, title: str, *paragraphs: str) -> Response:
    """Make a page of paragraphs that are HTML already."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title} · Meldroom</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style><main><h1>{title}</h1>{text}</main></html>",
        status,
        headers={"Content-Security-Policy": CONTENT_SECURITY_POLICY},
    )


def not_found_page() -> Response:
    """Say that an address is none of ours."""
    return problem_page(404, "Page not found", 'Go to the <a href="/">home page</a>.')


def wrong_host_page(host: str, path: str, known: list[Address]) -> Response:
    """Say how to open the server from another machine than its own."""
    opened = f"You opened <b>{escape(host)}</b>, but this Meldroom has another address."
    others = [address.url for address in known if address.scope != "machine"]
    if others:
        url = escape(others[0])
        link = f'Open it at <a href="{url}{escape(path)}">{url}</a>.'
        return problem_page(403, "Wrong address", opened, link)
    return problem_page(
        403,
        "Only its own computer can open it",
        "This Meldroom runs for one computer alone.",
        "To let phones and other computers in, start it there with <b>./play --lan</b> (or "
        "<b>meldroom serve --lan</b>) and open the address that it prints.",
    )


def limit_page() -> Response:
    """Say that an address has asked for too much."""
    again = "Wait a few seconds, then load the page again."
    return problem_page(429, "Too many requests from your network", again)
