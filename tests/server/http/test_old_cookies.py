"""Cookies of version 0.1: deleted once there are so many that they do harm."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from meldroom.server.http.old_cookies import MAX_OLD_COOKIES, DeleteOldCookies
from meldroom.server.sessions import Sessions
from meldroom.server.tokens import new_table_key


async def set_cookies(sessions: Sessions, sent: list[str]) -> list[str]:
    """Make a request with cookies, and give the cookies that the response sets."""
    app = Starlette(routes=[Route("/", lambda _: PlainTextResponse("here"))])
    transport = httpx.ASGITransport(DeleteOldCookies(app, sessions))
    header = "; ".join(f"{name}=x" for name in sent)
    async with httpx.AsyncClient(transport=transport, base_url="http://room") as http:
        answer = await http.get("/", headers={"Cookie": header})
    assert answer.text == "here"
    return answer.headers.get_list("set-cookie")


@pytest.mark.parametrize(("secure", "end"), [(False, ""), (True, "; Secure")])
def test_many_old_cookies_are_deleted_and_a_few_are_kept(secure: bool, end: str) -> None:
    sessions = Sessions(secure)
    names = [f"{sessions.cookie}-{new_table_key()}" for _ in range(MAX_OLD_COOKIES + 1)]
    others = [sessions.cookie, "theme", f"{sessions.cookie}-short"]
    assert asyncio.run(set_cookies(sessions, [*names[1:], *others])) == []
    deleted = [f"{name}=; Max-Age=0; Path=/{end}" for name in names]
    assert asyncio.run(set_cookies(sessions, [*names, *others])) == deleted
