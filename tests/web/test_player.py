"""What a player can rely on at the table: one line, light, piles, order, clock, log, movement."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.web.guest import Guest, sit_down
from tests.web.test_games import short_options

ANY = next(iter(GAMES))
Guests = Callable[..., Guest]
HAND = ".hand [data-hand]"


def turns(guest: Guest, many: int) -> None:
    """Do some actions."""
    for _ in range(many):
        guest.wait_for_turn()
        ply = guest.look()["ply"]
        guest.step("mouse")
        guest.wait_for_turn(ply)


def on_turn(*people: Guest) -> Guest:
    """Find the one of them whose turn it is."""
    for _ in range(150):
        for one in people:
            if one.look()["turn"]:
                return one
        people[0].page.wait_for_timeout(100)
    raise AssertionError("it is nobody's turn")


def until_lit(guest: Guest) -> None:
    """Go on until a card of the hand is wanted."""
    guest.wait_for_turn()
    while not guest.look()["lit"]:
        turns(guest, 1)


def codes(guest: Guest) -> list[str]:
    """Read the hand as it lies."""
    told: list[str] = guest.page.locator(HAND).evaluate_all(
        "(cards) => cards.map((card) => card.dataset.code)"
    )
    return told


def drag_last_to_front(guest: Guest) -> None:
    """Move the last card of the hand before the first."""
    cards = guest.page.locator(HAND)
    last, first = cards.last.bounding_box(), cards.first.bounding_box()
    guest.drag(
        (last["x"] + 20, last["y"] + 30),
        (first["x"] + 40, first["y"] + 30),
        (first["x"] + 4, first["y"] + 30),
    )


def test_one_line_says_whose_turn_it_is_and_what_is_asked(guests: Guests) -> None:
    ada, bruno = guests("Ada"), guests("Bruno")
    sit_down(bruno, ada.open_table(ANY))
    first = on_turn(ada, bruno)
    second = bruno if first is ada else ada
    assert first.page.inner_text(".ask .you") == "Your turn"
    assert first.page.inner_text(".ask").endswith(".")
    assert f"{first.name} is choosing." in second.page.inner_text(".ask")
    assert second.page.locator(f".is-turn .plate b:text-is('{first.name}')").count() == 1


def test_what_may_be_done_is_lit_and_choosing_narrows_it(guest: Guest) -> None:
    for key in GAMES:
        guest.open_table(key)
        until_lit(guest)
        seen = guest.look()
        guest.pick(seen["lit"][0], "mouse")
        after = guest.look()
        assert after["picked"] == [seen["lit"][0]], key
        assert after["acts"] or after["fits"], key
        assert not set(after["fits"]) - set(seen["lit"]), key
        guest.page.keyboard.press("Escape")
        assert guest.look()["lit"] == seen["lit"], key


def test_a_pile_is_held_ready_by_a_tap_and_drawn_from_by_the_next(guest: Guest) -> None:
    guest.open_table(ANY)
    guest.wait_for_turn()
    ply, many = guest.look()["ply"], len(codes(guest))
    pile = guest.page.locator(".pile[data-stage=draw]")
    pile.click()
    assert guest.page.locator(".pile .card.sel").count() == 1
    assert (guest.look()["acts"], guest.look()["ply"]) == (["draw"], ply)
    guest.page.keyboard.press("Escape")
    assert guest.page.locator(".pile .card.sel").count() == 0
    pile.click()
    pile.click()
    guest.wait_for_turn(ply)
    assert len(codes(guest)) == many + 1


def test_a_card_is_drawn_by_dragging_the_pile_to_the_hand(guest: Guest) -> None:
    guest.open_table(ANY)
    guest.wait_for_turn()
    ply, many = guest.look()["ply"], len(codes(guest))
    pile = guest.page.locator(".pile[data-stage=draw]").bounding_box()
    hand = guest.page.locator(".hand").bounding_box()
    guest.drag((pile["x"] + 40, pile["y"] + 40), (hand["x"] + 200, hand["y"] + 60))
    guest.wait_for_turn(ply)
    assert len(codes(guest)) == many + 1


def test_the_hand_is_sorted_off_turn_too_and_kept_over_a_reload(guests: Guests) -> None:
    ada, bruno = guests("Ada"), guests("Bruno")
    sit_down(bruno, ada.open_table("rummy-battle"))
    idle = bruno if on_turn(ada, bruno) is ada else ada
    orders = {}
    for _ in range(4):
        orders[idle.page.inner_text("[data-do=sort]")] = tuple(codes(idle))
        idle.page.keyboard.press("o")
    assert sorted(orders) == ["By meld", "By run", "By set", "Free"]
    assert len({tuple(sorted(order)) for order in orders.values()}) == 1
    suits, ranks = ([code[-1] for code in orders["By run"]], [c[:-1] for c in orders["By set"]])
    for row in (suits, ranks):
        assert sum(a != b for a, b in itertools.pairwise(row)) == len(set(row)) - 1
    drag_last_to_front(idle)
    order = codes(idle)
    assert order != list(orders["By meld"])
    idle.page.reload()
    idle.page.wait_for_selector(HAND)
    assert codes(idle) == order


def test_what_was_thrown_stands_in_a_row_oldest_first(guest: Guest) -> None:
    guest.open_table(ANY, seats=2)
    turns(guest, 6)
    thrown = guest.page.locator(".thrown .card").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.code)"
    )
    top = guest.page.locator(".centre .pile[data-drop] .card[data-code]:not([data-code=''])")
    assert len(thrown) > 1
    assert thrown[-1] == top.last.get_attribute("data-code")


def test_the_worth_of_the_hand_is_told_and_can_be_put_away(guests: Guests) -> None:
    for hints in ("on", "off"):
        guest = guests(hints=hints)
        for key in GAMES:
            guest.open_table(key)
            guest.wait_for_turn()
            assert bool(guest.page.inner_text(".worth").strip()) == (hints == "on"), key


def test_the_cards_are_dealt_without_a_refusal(guest: Guest) -> None:
    guest.open_table(ANY)
    guest.wait_for_turn()
    assert not guest.page.query_selector(".refused")


def test_the_clock_runs_and_an_empty_chair_is_told(guests: Guests) -> None:
    ada, bruno = guests("Ada"), guests("Bruno")
    sit_down(bruno, ada.open_table(ANY, clock="60s"))
    first = on_turn(ada, bruno)
    first.page.wait_for_selector(".clock")
    assert int(first.page.inner_text(".clock").split()[0]) <= 60
    bruno.page.goto("about:blank")
    ada.page.wait_for_selector(".is-away .plate:has-text('away')")


def test_the_log_tells_what_happened_since_and_the_rule_of_every_booking(guest: Guest) -> None:
    guest.open_table("scorzo", seats=3)
    turns(guest, 4)
    assert guest.page.locator(".log li .disc").count() >= 2
    guest.page.click("[data-do=whole]")
    rule = guest.page.locator(".log a.rule").first
    number = rule.inner_text()
    assert rule.get_attribute("href") == f"/rules/scorzo#{number}"
    whole = guest.page.locator(".log li").count()
    guest.page.click("[data-do=whole]")
    assert guest.page.locator(".log li").count() < whole


WATCH = """window.moves = [];
const begin = document.startViewTransition?.bind(document);
document.startViewTransition = (change) => {
  const names = [...document.querySelectorAll(".card, [data-zone]")]
    .map((e) => e.style.getPropertyValue("view-transition-name")).filter(Boolean);
  window.moves.push(names.length);
  return begin(change);
};"""


@pytest.mark.parametrize(
    ("speed", "calm", "moves"),
    [("normal", False, True), ("fast", False, True), ("off", False, False), ("slow", True, False)],
)
def test_cards_are_seen_moving_unless_that_is_not_wanted(
    speed: str, calm: bool, moves: bool, guests: Guests
) -> None:
    guest = guests(speed=speed)
    guest.page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    guest.page.add_init_script(WATCH)
    guest.open_table(ANY)
    turns(guest, 2)
    told = guest.page.evaluate("() => window.moves")
    assert any(many > 0 for many in told) == moves
    length = "() => getComputedStyle(document.documentElement).getPropertyValue('--move')"
    wanted = "0ms" if calm or speed == "off" else {"normal": "260ms", "fast": "150ms"}[speed]
    assert guest.page.evaluate(length) == wanted


def test_what_happens_is_announced_politely(guest: Guest) -> None:
    guest.open_table("scorzo", seats=3)
    turns(guest, 3)
    said = guest.page.locator("#said")
    assert (said.get_attribute("role"), said.get_attribute("aria-live")) == ("status", "polite")
    told = said.inner_text()
    assert guest.page.locator(".plate b").first.inner_text() in told or "You " in told
    assert guest.page.inner_text(".ask").removeprefix("Your turn").split()[0] in told


def test_every_zone_and_pile_has_a_spoken_name(guest: Guest) -> None:
    for key in GAMES:
        guest.open_table(key, seats=3)
        turns(guest, 3)
        mute = guest.page.evaluate(
            """() => [...document.querySelectorAll(".board [data-zone]")]
            .filter((zone) => zone.querySelector(".card") && !zone.closest("[aria-hidden=true]"))
            .filter((zone) => !zone.ariaLabel
              && [...zone.querySelectorAll(".card")].some((card) => !card.closest("[aria-label]")))
            .map((zone) => zone.className)"""
        )
        assert mute == [], key


def test_focus_stays_where_it_is_played_from(guest: Guest) -> None:
    guest.open_table(ANY)
    guest.wait_for_turn()
    guest.page.keyboard.press("h")
    for _ in range(5):
        ply = guest.look()["ply"]
        guest.step("keys")
        guest.wait_for_turn(ply)
        assert guest.page.evaluate("() => Boolean(document.activeElement.closest('.mine'))")


IDLE = ("Put back", "Undo", "More", "Fewer", "Sort the hand")
BEST = ("Raise", "I see", "Lay down", "Victory", "Capture", "Call", "Discard", "Throw")
BUTTON = re.compile(r'^( *)- \'?button "([^"]*)"(.*)$', re.MULTILINE)


def dearness(name: str) -> int:
    """Rank a button by its first word."""
    return next((at for at, word in enumerate(BEST) if name.startswith(word)), len(BEST))


class Listener:
    """One who plays from the accessibility tree alone: by roles, names and states."""

    def __init__(self, page: Any) -> None:
        self.side = page.get_by_role("region", name="Your side of the table")
        self.middle = page.get_by_role("group", name="The middle of the table")

    def buttons(self, where: Any) -> list[tuple[str, bool]]:
        """Name the buttons of a part that can be pressed, and whether they lie in the hand."""
        told = where.aria_snapshot()
        return [
            (name, len(depth) > 2)
            for depth, name, state in BUTTON.findall(told)
            if "[disabled]" not in state and "[pressed]" not in state
        ]

    def press(self, where: Any, name: str) -> None:
        """Press a button by its name."""
        where.get_by_role("button", name=name, exact=True).first.click()

    def move(self) -> None:
        """Do one action."""
        for _ in range(14):
            seen = self.buttons(self.side)
            acts = [name for name, held in seen if not held and not name.startswith(IDLE)]
            if acts:
                self.press(self.side, min(acts, key=dearness))
                return
            cards = [name for name, held in seen if held]
            where, names = (
                (self.side, cards)
                if cards
                else (self.middle, [name for name, _ in self.buttons(self.middle)])
            )
            self.press(where, names[-1])
        raise AssertionError("nothing could be done")


@pytest.mark.parametrize("key", list(GAMES))
def test_a_whole_game_is_played_from_the_accessibility_tree_alone(key: str, guest: Guest) -> None:
    guest.open_table(key, seats=2, options=short_options(key))
    listener = Listener(guest.page)
    for _ in range(900):
        guest.wait_for_turn()
        if guest.page.get_by_role("button", name="Rematch").count():
            break
        ply = guest.look()["ply"]
        listener.move()
        guest.wait_for_turn(ply)
    assert guest.page.get_by_role("region", name="The end").count() == 1
    assert guest.page.get_by_role("row").count() > 2
