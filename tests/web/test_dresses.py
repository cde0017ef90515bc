"""A game's own table shows what is particular to the game, and what it shows can be touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meldroom.games import GAMES
from tests.web.guest import Guest


def at_turn(guest: Guest, game: str, seats: int = 3, **wish: Any) -> Guest:
    """Sit down and wait until it is the guest's turn."""
    guest.open_table(game, seats=seats, **wish)
    guest.wait_for_turn()
    return guest


def test_every_game_lies_on_the_shelf_as_a_thing_of_its_own(guest: Guest) -> None:
    guest.visit("/")
    guest.page.wait_for_selector(".o-scorzo .f4")
    for part in (
        ".o-victory-rummy .slip",
        ".o-thumbs-up .rack",
        ".o-rummy-battle .rb-THIEF",
        ".o-victor-or-victim .fork",
    ):
        assert guest.page.locator(part).first.is_visible(), part


def test_scorzo_has_a_staircase_with_the_present_step_raised(guest: Guest) -> None:
    at_turn(guest, "scorzo")
    steps = guest.page.locator(".rail .steps li")
    assert steps.all_inner_texts() == list("87654345678")
    assert guest.page.locator(".rail .steps [aria-current=step]").inner_text() == "8"
    assert guest.page.locator(".centre .pile[data-stage=draw]").is_visible()


def test_victor_or_victim_has_a_fork_for_each_colour_and_names_who_is_next(guest: Guest) -> None:
    at_turn(guest, "victor-or-victim")
    assert guest.page.locator(".mine .fork").count() == 3
    spoken = guest.page.locator(".seat .forks").first.get_attribute("aria-label")
    assert " has " in str(spoken)
    if guest.look()["lit"]:
        guest.pick(guest.look()["lit"][0], "mouse")
        if guest.look()["acts"]:
            following = guest.page.locator(".seat:has(.vv-next) .plate b").inner_text()
            assert guest.page.locator(".acts .go").inner_text().split("\n")[0].endswith(following)


def test_victory_rummy_has_the_printed_pad_with_two_columns_for_each_player(
    guest: Guest,
) -> None:
    at_turn(guest, "victory-rummy")
    heads = guest.page.locator(".rail .vpad .sub th")
    assert heads.all_inner_texts() == ["Score", "Sym."] * 3
    assert guest.page.locator(".rail .vpad .sum td").all_inner_texts() == ["0"] * 3
    assert "missing" in guest.page.locator(".vr-period").inner_text()


def test_rummy_battle_tells_what_each_depth_of_the_row_obliges_to(guest: Guest) -> None:
    at_turn(guest, "rummy-battle")
    for _ in range(60):
        deep = guest.page.locator(".rb-line button.card[data-stage^=take]")
        if deep.count():
            break
        ply = guest.look()["ply"]
        guest.step("mouse")
        guest.wait_for_turn(ply)
    else:
        raise AssertionError("nothing could be taken from the row")
    wanted = deep.first.get_attribute("data-stage")
    deep.first.click()
    assert guest.look()["acts"] == [wanted]
    told = guest.page.locator(".rowname").inner_text()
    assert "must be played at once" in told or "owe nothing" in told
    taken = guest.page.locator(".rb-line .card.sel").count()
    assert wanted == f"take {taken}"
    guest.page.keyboard.press("Escape")
    assert guest.page.locator(".rb-line .card.sel").count() == 0
    assert "Marker in" in guest.page.locator(".centre .pile .cap").first.inner_text()


def test_a_full_table_of_rummy_battle_needs_no_scrolling_at_a_desk(
    guests: Callable[..., Guest],
) -> None:
    guest = at_turn(guests(size="laptop"), "rummy-battle", seats=4)
    melds = guest.page.locator(".meld:not(.off)")
    for _ in range(60):
        if melds.count() >= 8:
            break
        ply = guest.look()["ply"]
        guest.step("mouse")
        guest.wait_for_turn(ply)
    assert melds.count() >= 8
    hidden = guest.page.evaluate(
        """() => [...document.querySelectorAll(".centre, .rb-before, .rb-roll, .hand")]
        .map((e) => [e.className, e.scrollHeight - e.clientHeight])
        .filter(([, more]) => more > 16)"""  # less than a line of text
    )
    assert hidden == []


def test_a_card_that_the_sentence_names_is_drawn_and_stands_out(guest: Guest) -> None:
    for game in ("thumbs-up", "scorzo", "victor-or-victim"):
        at_turn(guest, game)
        named, told = guest.page.locator(".ask .named"), guest.page.locator(".log .named")
        for _ in range(20):
            if named.count() and told.count():
                break
            ply = guest.look()["ply"]
            guest.step("mouse")
            guest.wait_for_turn(ply)
        word = named.first.inner_text().split("\n")[-1]
        code = named.first.locator(".card").get_attribute("data-code")
        deck = GAMES[game].deck
        assert word == deck.words[deck.codes.index(str(code))]
        assert told.first.is_visible()


def test_melds_of_the_hand_are_marked_otherwise_than_what_is_loose(guest: Guest) -> None:
    at_turn(guest, "scorzo")
    kinds = {"whole": ("set", "run", "wilds"), "near": ("nearly",), "loose": ("loose",)}
    lines = set()
    for _ in range(40):
        for group in guest.page.locator(".grp.told").all():
            (kind,) = set(str(group.get_attribute("class")).split()) & set(kinds)
            label = group.locator(".label")
            assert label.inner_text().startswith(kinds[kind])
            lines.add((kind, label.evaluate("(e) => getComputedStyle(e).borderTop")))
        if len(lines) == len(kinds):
            break
        ply = guest.look()["ply"]
        guest.step("mouse")
        guest.wait_for_turn(ply)
    assert len({line for _, line in lines}) == len(kinds)
