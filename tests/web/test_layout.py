"""Layout: nothing is cut, covered or off the page, left to right or right to left."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from meldroom.games import GAMES
from meldroom.games.rummy_battle.deck import DECK
from tests.games.rummy_battle_positions import position
from tests.levels import as_long, covering, few, only
from tests.scenario import deal
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.positions import in_play, opening
from tests.web.still_table import StillTable

RIGHT_TO_LEFT = """document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.dir = "rtl";
})"""
FIND_MISPLACED = """() => {
  const found = new Set();
  const report = (what, e) => {
    const cls = e.className?.baseVal ?? e.className;
    found.add(`${what}: ${cls} "${e.textContent.trim().slice(0, 40)}"`);
  };
  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const scroller = (e) => {
    for (let up = e.parentElement; up; up = up.parentElement) {
      const flow = getComputedStyle(up);
      if (/auto|scroll/.test(flow.overflowY + flow.overflowX)) return up;
    }
    return null;
  };
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) report("too wide", page);
  const buttons = ".acts .btn, .top-bar .btn, .hand-footer .btn";
  const others = ".top-bar h1, .name-plate, .pile, .hand .card, .game-actions .btn, h2";
  for (const e of visible(`${buttons}, ${others}`)) {
    const box = e.getBoundingClientRect();
    const off = box.left < -1 || box.right > innerWidth + 1;
    if (off && !scroller(e)) report("off the page", e);
  }
  const texts = ".top-bar h1, .name-plate :is(b, small), .caption :is(b, small), .acts .btn";
  for (const e of visible(texts)) {
    const inline = getComputedStyle(e).display === "inline";
    if (e.scrollWidth > e.clientWidth + 1 && !inline) report("cut", e);
  }
  for (const e of visible(`button.pile, .hand .card, ${buttons}`)) {
    const box = e.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const port = scroller(e)?.getBoundingClientRect();
    if (port && (y > port.bottom || y < port.top || x < port.left || x > port.right)) continue;
    const top = document.elementFromPoint(x, y);
    if (!top || !(e.contains(top) || top.contains(e))) report("covered", e);
  }
  const ownSide = document.querySelector(".own-side");
  const around = document.querySelector(".seats");
  if (ownSide && around) {
    const own = ownSide.getBoundingClientRect();
    const seats = around.getBoundingClientRect();
    for (const e of visible(".centre .pile, .centre .card, .centre .caption, .centre figcaption")) {
      const box = e.getBoundingClientRect();
      if (box.bottom > own.top + 1 && !scroller(e)) report("under the hand", e);
      if (box.top < seats.bottom - 6 && !scroller(e)) report("over the others", e);
    }
    if (own.bottom > innerHeight + 1) report("below the page", ownSide);
  }
  return [...found];
}"""


def misplaced(user: BrowserUser) -> list[str]:
    """Name what cannot be seen or touched."""
    found: list[str] = user.page.evaluate(FIND_MISPLACED)
    return found


@pytest.mark.parametrize(
    ("key", "size", "direction"),
    [
        ("rummy-battle", "phone", "ltr"),
        as_long(("rummy-battle", "laptop", "rtl")),
        *(
            as_long((key, *how))
            for key in GAMES
            if key != "rummy-battle"
            for how in (("phone", "rtl"), ("laptop", "ltr"))
        ),
    ],
)
def test_nothing_on_a_table_is_cut_covered_or_off_the_page(
    key: str, size: str, direction: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    if direction == "rtl":
        user.page.add_init_script(RIGHT_TO_LEFT)
    StillTable(opening(key, 4)).show(user)
    assert misplaced(user) == []
    StillTable(in_play(key, 4)).show(user)
    assert user.page.evaluate("() => getComputedStyle(document.body).direction") == direction
    assert misplaced(user) == []


@pytest.mark.parametrize(("size", "direction"), covering(["phone", "laptop"], ["rtl", "ltr"]))
def test_nothing_on_home_rules_and_settings_is_cut_covered_or_off_the_page(
    size: str, direction: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    if direction == "rtl":
        user.page.add_init_script(RIGHT_TO_LEFT)
    for path in ("/", "/settings", f"/rules/{next(iter(GAMES))}"):
        user.visit(path)
        user.page.wait_for_selector(".game .game-art .card, .samples .card, .rule-text")
        assert misplaced(user) == [], path


@pytest.mark.long
@pytest.mark.parametrize(("key", "size"), covering(GAMES, ["phone", "laptop"]))
def test_nothing_on_a_full_table_is_cut_covered_or_off_the_page(
    key: str, size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    StillTable(opening(key, GAMES[key].players[-1])).show(user)
    assert misplaced(user) == []


@pytest.mark.parametrize(
    ("key", "direction"),
    few([("scorzo", "rtl"), ("thumbs-up", "ltr")], keep=1),
)
def test_arrow_keys_move_the_focus_where_they_point(
    key: str, direction: str, new_user: NewUser
) -> None:
    user = new_user()
    if direction == "rtl":
        user.page.add_init_script(RIGHT_TO_LEFT)
    StillTable(opening(key)).show(user)
    user.page.keyboard.press("h")
    first = "ArrowRight" if direction == "ltr" else "ArrowLeft"
    left = "() => document.activeElement.getBoundingClientRect().left"
    positions = [user.page.evaluate(left)]
    for arrow in (first, first, "ArrowLeft" if direction == "ltr" else "ArrowRight"):
        user.page.keyboard.press(arrow)
        positions.append(user.page.evaluate(left))
    one, two, three, back = positions
    assert (one < two < three) == (direction == "ltr")
    assert (one > two > three) == (direction == "rtl")
    assert abs(back - two) < 1


@pytest.mark.long
def test_a_card_dragged_in_a_right_to_left_page_lands_where_it_is_dropped(
    user: BrowserUser,
) -> None:
    user.page.add_init_script(RIGHT_TO_LEFT)
    StillTable(opening(next(iter(GAMES)))).show(user)
    cards = user.page.locator(".hand [data-hand]")
    last, first = cards.last.bounding_box(), cards.first.bounding_box()
    moved = cards.last.get_attribute("data-slot")
    user.drag(
        (last["x"] + 20, last["y"] + 30),
        (first["x"] + 40, first["y"] + 30),
        (first["x"] + first["width"] - 4, first["y"] + 30),
    )
    assert user.page.locator(".hand [data-hand]").first.get_attribute("data-slot") == moved


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "laptop"])
def test_a_hand_of_sixteen_cards_is_readable_and_its_hints_are_whole(
    size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    hand = "hand0: 2s 2h 7d 8d 9d 10c Jk 6h As Kd Kh Qc 3c 4c THIEF LUCKY"
    StillTable(position(hand, players=2)).show(user)
    cards = user.page.evaluate(
        """() => [...document.querySelectorAll(".hand .card")].map((card) =>
        card.getBoundingClientRect()).map(({x, width}) => [x, width])"""
    )
    assert min(width for _, width in cards) >= 50
    assert min(abs(b - a) for (a, _), (b, _) in pairwise(cards)) >= 24
    clipped = user.page.evaluate(
        """() => [...document.querySelectorAll(".group-label")]
        .filter((label) => label.scrollHeight > label.clientHeight + 1
          || label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent)"""
    )
    assert clipped == []


HIDDEN_CARDS = """() => {
  const hand = document.querySelector(".hand");
  hand.scrollIntoView({block: "center"});
  const seen = (card, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top?.closest(".card") === card || Boolean(top?.closest(".card-flag"));
  };
  return [...hand.querySelectorAll(".card")].filter((card) => {
    const {left, top, width} = card.getBoundingClientRect();
    return !seen(card, left + width * .2, top + 9) || !seen(card, left + width / 2, top + 12);
  }).map((card) => card.getAttribute("aria-label"));
}"""
HIDDEN_FLAGS = """() => [...document.querySelectorAll(".hand .card-flag")].filter((flag) => {
  flag.parentElement.style.pointerEvents = flag.style.pointerEvents = "auto";
  const {left, right, top, bottom} = flag.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return seen !== flag;
}).length"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height"), few([(390, 844), (320, 568), (320, 640), (720, 450)], keep=1)
)
def test_thirty_cards_on_a_phone_hide_no_hint_and_leave_room_for_the_centre(
    width: int, height: int, new_user: NewUser
) -> None:
    user = new_user(size="phone")
    user.page.set_viewport_size({"width": width, "height": height})
    StillTable(position(f"hand0: {' '.join(DECK.codes[:30])}", players=4)).show(user)
    assert len(user.observe()["hand"]) == 30
    assert user.page.evaluate(HIDDEN_CARDS) == []
    assert user.page.evaluate(HIDDEN_FLAGS) == 0
    centre = user.page.locator(".centre").bounding_box()
    assert centre["height"] >= 90
    assert user.page.locator(".centre [data-zone] .card").first.bounding_box()["height"] > 40
    button = user.page.locator(".acts .btn").last
    button.click(trial=True)
    if height > 600:
        box = button.bounding_box()
        assert box["y"] + box["height"] <= height + 40


COVERED_BY_THE_THUMB = """() => {
  const thumb = document.querySelector(".tu-raised-thumb").getBoundingClientRect();
  const covers = (box) => box.left < thumb.right && box.right > thumb.left
    && box.top < thumb.bottom && box.bottom > thumb.top;
  const own = document.querySelector(".tu-raised-thumb").closest(".name-plate");
  const found = [];
  for (const plate of document.querySelectorAll(".name-plate")) {
    if (plate !== own && covers(plate.getBoundingClientRect())) found.push(plate.textContent);
    for (const text of plate.querySelectorAll("b, small > span")) {
      const range = document.createRange();
      range.selectNodeContents(text);
      if (covers(range.getBoundingClientRect())) found.push(text.textContent);
    }
  }
  if (thumb.left < 0 || thumb.right > innerWidth) found.push("off the page");
  return found;
}"""


@pytest.mark.parametrize(("size", "seats"), only(product(["desk", "phone"], [4, 8]), []))
def test_a_raised_thumb_covers_no_name_plate(size: str, seats: int, new_user: NewUser) -> None:
    user = new_user(size=size)
    racks = ("rack0: R. R. R- RL G-", "rack1: B. B. B. B- BL")
    table = StillTable(deal(GAMES["thumbs-up"], *racks, turn=1, players=seats))
    table.show(user)
    table.play("thumb")
    user.page.wait_for_selector(".tu-raised-thumb")
    assert user.page.evaluate(COVERED_BY_THE_THUMB) == []


@pytest.mark.long
def test_no_thumb_is_up_when_the_game_is_over(new_user: NewUser) -> None:
    user = new_user()
    racks = ("rack0: B. B. B. B- BL", "rack1: R. R. R- RL G-")
    options = {"hands": 3}
    ledger = ((10, -10), (-10, 10))
    last = deal(GAMES["thumbs-up"], *racks, players=2, options=options, ledger=ledger)
    table = StillTable(last, options=options)
    table.show(user)
    table.play("thumb")
    user.continue_after_hand()
    user.page.wait_for_selector(".game-over")
    assert user.page.locator(".name-plate").count() == 1
    assert user.page.locator(".tu-raised-thumb").count() == 0
