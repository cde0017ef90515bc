"""Nothing is cut, covered or pushed off the page, from left to right or from right to left."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meldroom.games import GAMES
from tests.web.guest import Guest

Guests = Callable[..., Guest]
MIDDLE = 6  # so many actions are done before a table is looked at
TURNED = """document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.dir = "rtl";
})"""
ASTRAY = """() => {
  const found = new Set();
  const tell = (what, e) => {
    const cls = e.className?.baseVal ?? e.className;
    found.add(`${what}: ${cls} "${e.textContent.trim().slice(0, 40)}"`);
  };
  const seen = (where) =>
    [...document.querySelectorAll(where)].filter((e) => e.checkVisibility());
  const scroller = (e) => {
    for (let up = e.parentElement; up; up = up.parentElement) {
      const flow = getComputedStyle(up);
      if (/auto|scroll/.test(flow.overflowY + flow.overflowX)) return up;
    }
    return null;
  };
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) tell("too wide", page);
  const fixed = ".bar .btn, .bar h1, .plate, .pile, .hand .card, .acts .btn, .under .btn, .do .btn";
  for (const e of seen(`${fixed}, h2`)) {
    const box = e.getBoundingClientRect();
    const off = box.left < -1 || box.right > innerWidth + 1;
    if (off && !scroller(e)) tell("off the page", e);
  }
  for (const e of seen(".bar h1, .plate b, .plate small, .cap b, .cap small, .acts .btn")) {
    const inline = getComputedStyle(e).display === "inline";
    if (e.scrollWidth > e.clientWidth + 1 && !inline) tell("cut", e);
  }
  for (const e of seen("button.pile, .hand .card, .acts .btn, .bar .btn, .under .btn")) {
    const box = e.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const port = scroller(e)?.getBoundingClientRect();
    if (port && (y > port.bottom || y < port.top || x < port.left || x > port.right)) continue;
    const top = document.elementFromPoint(x, y);
    if (!top || !(e.contains(top) || top.contains(e))) tell("covered", e);
  }
  const mine = document.querySelector(".mine")?.getBoundingClientRect();
  if (mine) {
    const others = document.querySelector(".seats").getBoundingClientRect();
    for (const e of seen(".centre .pile, .centre .card, .centre .cap, .centre figcaption")) {
      const box = e.getBoundingClientRect();
      if (box.bottom > mine.top + 1 && !scroller(e)) tell("under the hand", e);
      if (box.top < others.bottom - 6 && !scroller(e)) tell("over the others", e);
    }
    if (mine.bottom > innerHeight + 1) tell("below the page", document.querySelector(".mine"));
  }
  return [...found];
}"""


def astray(guest: Guest) -> list[str]:
    """Name what is not where it can be seen and touched."""
    told: list[str] = guest.page.evaluate(ASTRAY)
    return told


def sit(guest: Guest, key: str, seats: int = 4) -> None:
    """Play into the middle of a game."""
    guest.open_table(key, seats=min(seats, GAMES[key].players[-1]))
    for _ in range(MIDDLE):
        guest.wait_for_turn()
        ply = guest.look()["ply"]
        if not guest.step("mouse"):
            break
        guest.wait_for_turn(ply)


@pytest.mark.parametrize("way", ["ltr", "rtl"])
@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("key", list(GAMES))
def test_a_table_has_everything_in_its_place(key: str, size: str, way: str, guests: Guests) -> None:
    guest = guests(size=size)
    if way == "rtl":
        guest.page.add_init_script(TURNED)
    guest.open_table(key, seats=min(4, GAMES[key].players[-1]))
    guest.wait_for_turn()
    assert astray(guest) == []
    sit(guest, key)
    assert guest.page.evaluate("() => getComputedStyle(document.body).direction") == way
    assert astray(guest) == []


@pytest.mark.parametrize("way", ["ltr", "rtl"])
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_home_rules_and_settings_have_everything_in_their_places(
    size: str, way: str, guests: Guests
) -> None:
    guest = guests(size=size)
    if way == "rtl":
        guest.page.add_init_script(TURNED)
    for path in ("/", "/settings", f"/rules/{next(iter(GAMES))}"):
        guest.visit(path)
        guest.page.wait_for_selector(".game .object .card, .samples .card, .rule-text")
        assert astray(guest) == [], path


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_fullest_table_has_everything_in_its_place(size: str, guests: Guests) -> None:
    guest = guests(size=size)
    for key, game in GAMES.items():
        guest.open_table(key, seats=game.players[-1])
        guest.wait_for_turn()
        assert astray(guest) == [], key


@pytest.mark.parametrize("way", ["ltr", "rtl"])
def test_arrow_keys_go_where_they_point(way: str, guests: Guests) -> None:
    guest = guests()
    if way == "rtl":
        guest.page.add_init_script(TURNED)
    for key in GAMES:
        guest.open_table(key)
        guest.wait_for_turn()
        guest.page.keyboard.press("h")
        first = "ArrowRight" if way == "ltr" else "ArrowLeft"
        left = "() => document.activeElement.getBoundingClientRect().left"
        places = [guest.page.evaluate(left)]
        for arrow in (first, first, "ArrowLeft" if way == "ltr" else "ArrowRight"):
            guest.page.keyboard.press(arrow)
            places.append(guest.page.evaluate(left))
        one, two, three, back = places
        assert (one < two < three) == (way == "ltr"), key
        assert (one > two > three) == (way == "rtl"), key
        assert abs(back - two) < 1


def test_a_dragged_card_lands_where_it_is_let_go_from_right_to_left(guest: Guest) -> None:
    guest.page.add_init_script(TURNED)
    guest.open_table(next(iter(GAMES)))
    guest.wait_for_turn()
    cards = guest.page.locator(".hand [data-hand]")
    last, first = cards.last.bounding_box(), cards.first.bounding_box()
    moved = cards.last.get_attribute("data-slot")
    guest.drag(
        (last["x"] + 20, last["y"] + 30),
        (first["x"] + 40, first["y"] + 30),
        (first["x"] + first["width"] - 4, first["y"] + 30),
    )
    assert guest.page.locator(".hand [data-hand]").first.get_attribute("data-slot") == moved
