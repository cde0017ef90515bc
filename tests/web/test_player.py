"""The table as a player uses it: prompt, highlights, piles, sorting, clock, log, animation."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.games.rummy_battle_positions import position
from tests.levels import as_long, covering, few
from tests.short_options import short_options
from tests.web.browser_user import BrowserUser, NewUser, take_seat
from tests.web.positions import hand_ends, in_play, opening, with_choice
from tests.web.still_table import StillTable

ANY = next(iter(GAMES))
HAND = ".hand [data-hand]"


def whose_turn(ada: BrowserUser, bruno: BrowserUser) -> BrowserUser:
    """Find which of the two players of a table is on turn."""
    ada.page.wait_for_selector(".own-side.on-turn, .seat.is-turn")
    return ada if ada.observe()["turn"] else bruno


def hand_codes(user: BrowserUser) -> list[str]:
    """Read the hand in the order shown."""
    codes: list[str] = user.page.locator(HAND).evaluate_all(
        "(cards) => cards.map((card) => card.dataset.code)"
    )
    return codes


def drag_last_to_front(user: BrowserUser) -> None:
    """Move the last card of the hand before the first."""
    cards = user.page.locator(HAND)
    last, first = cards.last.bounding_box(), cards.first.bounding_box()
    user.drag(
        (last["x"] + 20, last["y"] + 30),
        (first["x"] + 40, first["y"] + 30),
        (first["x"] + 4, first["y"] + 30),
    )


@pytest.mark.long
def test_the_prompt_says_whose_turn_it_is_and_what_to_do(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno")
    take_seat(bruno, ada.open_table(ANY), ada)
    first = whose_turn(ada, bruno)
    second = bruno if first is ada else ada
    assert first.page.inner_text(".prompt .turn-badge") == "Your turn"
    assert first.page.inner_text(".prompt").endswith(".")
    assert f"{first.name} is choosing." in second.page.inner_text(".prompt")
    assert second.page.locator(f".is-turn .name-plate b:text-is('{first.name}')").count() == 1


@pytest.mark.long
def test_legal_cards_are_highlighted_and_picking_narrows_them(user: BrowserUser) -> None:
    for key in GAMES:
        StillTable(with_choice(key)).show(user)
        seen = user.observe()
        user.pick(seen["legal"][0], "mouse")
        after = user.observe()
        assert after["picked"] == [seen["legal"][0]], key
        assert after["acts"] or after["fits"], key
        assert not set(after["fits"]) - set(seen["legal"]), key
        user.page.keyboard.press("Escape")
        assert user.observe()["legal"] == seen["legal"], key


def test_a_pile_is_selected_by_a_tap_and_drawn_from_by_the_next(user: BrowserUser) -> None:
    StillTable(opening(ANY)).show(user)
    ply, size = user.observe()["ply"], len(hand_codes(user))
    pile = user.page.locator(".pile[data-select=draw]")
    pile.click()
    assert user.page.locator(".pile .card.picked").count() == 1
    assert (user.observe()["acts"], user.observe()["ply"]) == (["draw"], ply)
    user.page.keyboard.press("Escape")
    assert user.page.locator(".pile .card.picked").count() == 0
    pile.click()
    pile.click()
    user.wait_for_turn(ply)
    assert len(hand_codes(user)) == size + 1


@pytest.mark.long
def test_a_card_is_drawn_by_dragging_the_pile_to_the_hand(user: BrowserUser) -> None:
    StillTable(opening(ANY)).show(user)
    ply, size = user.observe()["ply"], len(hand_codes(user))
    pile = user.page.locator(".pile[data-select=draw]").bounding_box()
    hand = user.page.locator(".hand").bounding_box()
    user.drag((pile["x"] + 40, pile["y"] + 40), (hand["x"] + 200, hand["y"] + 60))
    user.wait_for_turn(ply)
    assert len(hand_codes(user)) == size + 1


@pytest.mark.long
def test_the_hand_can_be_sorted_at_any_time_and_its_order_survives_a_reload(
    new_user: NewUser,
) -> None:
    idle = new_user("Bruno")
    hand = "hand1: 2s 7d 8d 10c 6h As Kd 3c 9h 7c"
    StillTable(position(hand, players=2), "Ada", "Bruno").show(idle, seat=1)
    orders = {}
    for _ in range(4):
        orders[idle.page.inner_text("[data-command=sort]")] = tuple(hand_codes(idle))
        idle.page.keyboard.press("o")
    assert sorted(orders) == ["By meld", "By run", "By set", "Manual"]
    assert len({tuple(sorted(order)) for order in orders.values()}) == 1
    suits, ranks = ([code[-1] for code in orders["By run"]], [c[:-1] for c in orders["By set"]])
    for row in (suits, ranks):
        assert sum(a != b for a, b in itertools.pairwise(row)) == len(set(row)) - 1
    drag_last_to_front(idle)
    order = hand_codes(idle)
    assert order != list(orders["By meld"])
    idle.page.reload()
    idle.page.wait_for_selector(HAND)
    assert hand_codes(idle) == order


@pytest.mark.long
def test_discards_are_listed_oldest_first(user: BrowserUser) -> None:
    table = StillTable(opening(ANY, 2))
    table.show(user)
    for _ in range(3):
        table.play_turn()
    user.page.locator(".discards .card").nth(1).wait_for()
    discards = user.page.locator(".discards .card").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.code)"
    )
    top = user.page.locator(".centre .pile .card[data-code]:not([data-code=''])")
    assert len(discards) > 1
    assert discards[-1] == top.last.get_attribute("data-code")


@pytest.mark.long
@pytest.mark.parametrize(("key", "hints"), covering(GAMES, ["on", "off"]))
def test_the_worth_of_the_hand_is_shown_unless_hints_are_off(
    key: str, hints: str, new_user: NewUser
) -> None:
    user = new_user(hints=hints)
    StillTable(opening(key)).show(user)
    assert bool(user.page.inner_text(".worth").strip()) == (hints == "on")


@pytest.mark.long
def test_the_cards_are_dealt_without_a_refusal(user: BrowserUser) -> None:
    user.open_table(ANY)
    user.wait_for_turn()
    assert not user.page.query_selector(".refusal")


@pytest.mark.long
def test_the_clock_runs_and_an_absent_player_is_marked(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno")
    take_seat(bruno, ada.open_table(ANY, clock="60s"), ada)
    first = whose_turn(ada, bruno)
    first.page.wait_for_selector(".clock")
    assert int(first.page.inner_text(".clock").split()[0]) <= 60
    bruno.page.goto("about:blank")
    ada.page.wait_for_selector(".is-away .name-plate:has-text('away')")


@pytest.mark.long
def test_the_log_shows_what_happened_since_the_last_turn_and_links_rules(user: BrowserUser) -> None:
    shown, last = hand_ends("scorzo")
    table = StillTable(shown)
    table.show(user)
    table.play(last)
    user.continue_after_hand()
    table.play_turn()
    table.play_turn()
    user.page.locator(".log li .avatar").nth(1).wait_for()
    user.page.click("[data-command=whole-log]")
    rule = user.page.locator(".log a.rule-link").first
    number = rule.inner_text()
    assert rule.get_attribute("href") == f"/rules/scorzo#{number}"
    whole = user.page.locator(".log li").count()
    user.page.click("[data-command=whole-log]")
    assert user.page.locator(".log li").count() < whole


RECORD_TRANSITIONS = """window.transitions = [];
const begin = document.startViewTransition?.bind(document);
document.startViewTransition = (change) => {
  const names = [...document.querySelectorAll(".card, [data-zone]")]
    .map((e) => e.style.getPropertyValue("view-transition-name")).filter(Boolean);
  window.transitions.push(names.length);
  return begin(change);
};"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("speed", "reduced_motion", "animated"),
    [
        ("normal", False, True),
        as_long(("fast", False, True)),
        as_long(("off", False, False)),
        ("slow", True, False),
    ],
)
def test_moving_cards_are_animated_unless_turned_off(
    speed: str, reduced_motion: bool, animated: bool, new_user: NewUser
) -> None:
    user = new_user(speed=speed)
    user.page.emulate_media(reduced_motion="reduce" if reduced_motion else "no-preference")
    user.page.add_init_script(RECORD_TRANSITIONS)
    StillTable(opening(ANY)).show(user)
    for ply in (1, 2):
        user.act("mouse")
        user.wait_for_ply(ply)
    transitions = user.page.evaluate("() => window.transitions")
    assert any(cards > 0 for cards in transitions) == animated
    length = "() => getComputedStyle(document.documentElement).getPropertyValue('--move-time')"
    wanted = (
        "0ms" if reduced_motion or speed == "off" else {"normal": "260ms", "fast": "150ms"}[speed]
    )
    assert user.page.evaluate(length) == wanted


@pytest.mark.long
def test_what_happens_is_announced_to_screen_readers(user: BrowserUser) -> None:
    table = StillTable(with_choice("scorzo"))
    table.show(user)
    table.play("discard H9")
    table.play_others()
    user.page.wait_for_selector(".own-side.on-turn")
    announcer = user.page.locator("#announcer")
    assert (announcer.get_attribute("role"), announcer.get_attribute("aria-live")) == (
        "status",
        "polite",
    )
    announced = announcer.inner_text()
    assert f"{table.table.names[2]} discarded the star 7." in announced
    assert user.page.inner_text(".prompt").removeprefix("Your turn").split()[0] in announced


@pytest.mark.parametrize("key", few(GAMES, keep=1))
def test_every_zone_and_pile_has_an_accessible_name(key: str, user: BrowserUser) -> None:
    StillTable(in_play(key)).show(user)
    unnamed = user.page.evaluate(
        """() => [...document.querySelectorAll(".board [data-zone]")]
        .filter((zone) => zone.querySelector(".card") && !zone.closest("[aria-hidden=true]"))
        .filter((zone) => !zone.ariaLabel
          && [...zone.querySelectorAll(".card")].some((card) => !card.closest("[aria-label]")))
        .map((zone) => zone.className)"""
    )
    assert unnamed == []


@pytest.mark.long
def test_the_focus_stays_on_the_players_side(user: BrowserUser) -> None:
    table = StillTable(opening(ANY))
    table.show(user)
    user.page.keyboard.press("h")
    for _ in range(5):
        ply = user.observe()["ply"]
        user.act("keys")
        user.wait_for_ply(ply + 1)
        table.play_others()
        user.wait_for_turn(ply)
        assert user.page.evaluate("() => Boolean(document.activeElement.closest('.own-side'))")


NO_ACTIONS = ("Cancel", "Undo", "More", "Fewer", "Sort hand", "What would you do?")
PREFERRED = ("Raise", "I see", "Lay down", "Victory", "Capture", "Call", "Discard")
BUTTON = re.compile(r'^( *)- \'?button "([^"]*)"(.*)$', re.MULTILINE)


def preference(name: str) -> int:
    """Rank a button by its first word, the preferred first."""
    return next((at for at, word in enumerate(PREFERRED) if name.startswith(word)), len(PREFERRED))


class ScreenReaderUser:
    """Plays from the accessibility tree alone: by roles, names and states."""

    def __init__(self, page: Any) -> None:
        self.own_side = page.get_by_role("region", name="Your side of the table")
        self.centre = page.get_by_role("group", name="Centre of the table")

    def buttons(self, region: Any) -> list[tuple[str, bool]]:
        """Name the enabled buttons of a region, and whether they are cards of the hand."""
        tree = region.aria_snapshot()
        return [
            (name, len(depth) > 2)
            for depth, name, state in BUTTON.findall(tree)
            if "[disabled]" not in state and "[pressed]" not in state
        ]

    def press(self, region: Any, name: str) -> None:
        """Press a button by its name."""
        region.get_by_role("button", name=name, exact=True).first.click()

    def act(self) -> None:
        """Do one action."""
        for _ in range(14):
            seen = self.buttons(self.own_side)
            acts = [
                name for name, is_card in seen if not is_card and not name.startswith(NO_ACTIONS)
            ]
            if acts:
                self.press(self.own_side, min(acts, key=preference))
                return
            cards = [name for name, is_card in seen if is_card]
            region, names = (
                (self.own_side, cards)
                if cards
                else (self.centre, [name for name, _ in self.buttons(self.centre)])
            )
            self.press(region, names[-1])
        raise AssertionError("nothing could be done")


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_played_from_the_accessibility_tree_alone(
    key: str, user: BrowserUser
) -> None:
    user.open_table(key, seats=2, options=short_options(key))
    reader = ScreenReaderUser(user.page)
    for _ in range(900):
        user.wait_for_turn()
        if user.page.get_by_role("button", name="Rematch").count():
            break
        ply = user.observe()["ply"]
        reader.act()
        user.wait_for_turn(ply)
    assert user.page.get_by_role("region", name="Game over").count() == 1
    assert user.page.get_by_role("row").count() > 2
