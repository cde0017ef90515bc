"""Pages that say what went wrong: each tells what to do next, and runs nothing."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from starlette.responses import Response

from meldroom.room.limits import Limits, Rate
from meldroom.server import admission
from meldroom.server.addresses import Address
from meldroom.server.http.responses import (
    STYLE,
    limit_page,
    not_found_page,
    problem_page,
    wants_page,
    wrong_host_page,
)
from tests.server.local_room import local_server
from tests.server.socket_client import http_client


def main_part(response: Response) -> str:
    """Give what a page shows."""
    return bytes(response.body).decode().split("<main>")[1].removesuffix("</main></html>")


def test_a_page_is_complete_and_its_policy_allows_its_own_style_alone() -> None:
    page = problem_page(418, "Tea", "One", "<b>Two</b>")
    assert page.status_code == 418
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert bytes(page.body).decode() == (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tea · Meldroom</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style><main><h1>Tea</h1><p>One</p><p><b>Two</b></p></main></html>"
    )
    style_hash = b64encode(sha256(STYLE.encode()).digest()).decode()
    assert page.headers["Content-Security-Policy"] == (
        f"default-src 'none'; style-src 'sha256-{style_hash}'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    )


def test_an_unknown_address_leads_home() -> None:
    page = not_found_page()
    assert page.status_code == 404
    assert main_part(page) == '<h1>Page not found</h1><p>Go to the <a href="/">home page</a>.</p>'


def test_a_wrong_host_is_told_the_right_address_and_nothing_it_sent_is_markup() -> None:
    own, other = Address("http://localhost:1", "machine"), Address("http://10.0.0.7:1", "network")
    page = wrong_host_page("<b>", '/t/"x"', [own, other])
    assert page.status_code == 403
    assert main_part(page) == (
        "<h1>Wrong address</h1>"
        "<p>You opened <b>&lt;b&gt;</b>, but this Meldroom has another address.</p>"
        '<p>Open it at <a href="http://10.0.0.7:1/t/&quot;x&quot;">http://10.0.0.7:1</a>.</p>'
    )


def test_a_server_for_one_computer_says_how_to_let_others_in() -> None:
    page = wrong_host_page("evil", "/", [Address("http://localhost:1", "machine")])
    assert page.status_code == 403
    assert main_part(page) == (
        "<h1>Only its own computer can open it</h1>"
        "<p>This Meldroom runs for one computer alone.</p>"
        "<p>To let phones and other computers in, start it there with <b>./play --lan</b> (or "
        "<b>meldroom serve --lan</b>) and open the address that it prints.</p>"
    )


@pytest.mark.parametrize(
    ("method", "path", "accept", "wanted"),
    [
        ("GET", "/t/x", "text/html,*/*", True),
        ("HEAD", "/", "text/html", True),
        ("POST", "/", "text/html", False),
        ("GET", "/", "application/json", False),
        ("GET", "/api", "text/html", False),
        ("GET", "/api/games", "text/html", False),
        ("GET", "/apiary", "text/html", True),
    ],
)
def test_a_browser_gets_a_page_and_a_program_a_problem(
    method: str, path: str, accept: str, wanted: bool
) -> None:
    headers = [(b"accept", accept.encode())]
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    assert wants_page(scope) is wanted
    assert not wants_page({**scope, "type": "websocket"})


async def test_who_asks_for_too_many_pages_is_told_so_on_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.0)
    limits = Limits(gets=Rate(1, 3600.0), this_machine=1)
    async with (
        local_server(tmp_path / "db", limits) as origin,
        http_client(origin, Accept="text/html") as http,
    ):
        assert (await http.get("/")).status_code == 200
        refused = await http.get("/")
        assert refused.status_code == 429
        assert refused.content == limit_page().body
        assert (await http.get("/api/games")).json()["rule"] == "P-11"
    assert main_part(limit_page()) == (
        "<h1>Too many requests from your network</h1>"
        "<p>Wait a few seconds, then load the page again.</p>"
    )
