"""Fonts: the two vendored faces are used, and nothing shifts when they arrive."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.server.http.static_files import WEB_FOLDER
from tests.levels import few, only
from tests.web.browser_user import NewUser

FONTS = sorted((WEB_FOLDER / "fonts").glob("*.woff2"))
FACES = {"h1": "Vollkorn", ".btn": "Libre Franklin"}
PAGES = {"home": "/", "settings": "/settings"}
DRAWN = ".game-list:not(:has(.game-art:empty)) .card, .samples .card"
BLOCKS = "h1, h2, h3, p, li, section, article, fieldset, .btn"
MEASURE = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const { top, height } = element.getBoundingClientRect();
  return [element.textContent.trim().slice(0, 40), top, height];
})"""


def test_the_fonts_are_at_most_120_kilobytes_with_their_licences_beside_them() -> None:
    assert sum(path.stat().st_size for path in FONTS) <= 120_000
    for path in FONTS:
        family = path.name.rpartition("-")[0]
        licence = path.with_name(f"{family}.LICENSE").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence


@pytest.mark.parametrize("size", few(["phone", "desk"], keep=1))
@pytest.mark.parametrize("name", only(PAGES, ["home"]))
def test_nothing_shifts_when_the_fonts_arrive(name: str, size: str, new_user: NewUser) -> None:
    user = new_user(size=size)
    page = user.page
    held: list[Any] = []
    page.route("**/fonts/*", lambda route: held.append(route))
    page.goto(user.server_url + PAGES[name], wait_until="commit")
    page.wait_for_selector(DRAWN)
    page.wait_for_selector(".placeholder", state="detached")  # the lists have come
    page.wait_for_function("() => document.fonts.status === 'loading'")
    before = page.evaluate(MEASURE, BLOCKS)
    assert len(held) == len(FONTS)
    for route in held:
        route.continue_()
    page.wait_for_function(
        "(faces) => faces.every((face) => document.fonts.check(`700 16px '${face}'`))",
        arg=[*FACES.values()],
    )
    after = page.evaluate(MEASURE, BLOCKS)
    moved = [
        (was, now)
        for was, now in zip(before, after, strict=True)
        if max(abs(was[1] - now[1]), abs(was[2] - now[2])) > 1
    ]
    assert moved == []
