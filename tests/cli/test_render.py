"""Cards, zones, pads and results are drawn from the view, legible without colour."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console, RenderableType

from meldroom.cli.cards import Boxes, coloured, face, row
from meldroom.cli.local_match import MatchStep
from meldroom.cli.names import named
from meldroom.cli.narration import NarratedStep, opened
from meldroom.cli.render import Renderer, grouped, page_turned, winners
from meldroom.core.cards import BACK, Seat
from meldroom.core.event import Gathered
from meldroom.core.game import Game, Group, Pad, Result
from meldroom.core.rng import Rng
from meldroom.core.view import View, resample, view
from meldroom.games import find
from tests.cli.test_local_match import sit
from tests.conformance.tables import EVERY_GAME
from tests.scenario import deal

GAME = find("thumbs-up")
DECK = GAME.deck
NAMES = ["Ada", "Bruno", "Chidi"]
PAINT = Renderer(GAME, NAMES)


def drawn(thing: RenderableType, width: int = 80, encoding: str = "utf-8", **more: Any) -> str:
    """Draw it as text."""
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    console = Console(file=file, width=width, highlight=False, **more)
    console.print(thing)
    file.seek(0)
    return file.read()


def lines(thing: RenderableType, width: int = 80) -> list[str]:
    """Draw it as lines."""
    return drawn(thing, width).splitlines()


def test_a_card_is_its_code_in_its_ink() -> None:
    assert face(DECK.card("R."), DECK).plain == "R."
    assert "red" in str(face(DECK.card("R."), DECK).style)
    assert face(BACK, DECK).plain == "▒▒"


def test_black_keeps_the_colour_of_the_terminal() -> None:
    assert str(face(DECK.card("K."), DECK).style) == "bold"


def test_many_backs_are_counted() -> None:
    assert row(bytes([BACK]) * 10, DECK).plain == " ".join(["▒▒"] * 10)
    assert row(DECK.cards("KV") + bytes([BACK]) * 11, DECK).plain == "KV ▒▒ ×11"


def test_only_codes_are_coloured() -> None:
    text = coloured("discard R. now", DECK)
    assert text.plain == "discard R. now"
    assert [text.plain[span.start : span.end] for span in text.spans] == ["R."]


def test_groups_are_boxes_with_a_gap_between_them() -> None:
    assert lines(Boxes([DECK.cards("R. R."), DECK.cards("KV")], DECK)) == [
        "╭──╮╭──╮  ╭──╮",
        "│R.││R.│  │KV│",
        "╰──╯╰──╯  ╰──╯",
    ]


def test_boxes_break_where_the_screen_ends_and_never_begin_with_a_gap() -> None:
    groups = [DECK.cards("R. R."), DECK.cards("KV")]
    assert [line.strip() for line in lines(Boxes(groups, DECK), 9)][1::3] == ["│R.││R.│", "│KV│"]


def test_a_terminal_without_box_signs_gets_plain_ones() -> None:
    assert drawn(Boxes([DECK.cards("R.")], DECK), encoding="ascii") == "+--+\n|R.|\n+--+\n"


def test_no_cards_are_no_boxes() -> None:
    assert lines(Boxes([], DECK)) == []


def test_a_table_shows_others_from_the_left_piles_and_the_own_cards() -> None:
    table = deal(
        GAME,
        "rack0: R. R. G- KV OL",
        "rack1: B. B. B. B. B.",
        "rack2: G. G. G. G. G.",
        "discard: R- K-",
    )
    assert lines(PAINT.table(view(table.state, 1))) == [
        "    2 Chidi rack 5 ▒▒ ▒▒ ▒▒ ▒▒ ▒▒",
        "  ▸ 0 Ada   rack 5 ▒▒ ▒▒ ▒▒ ▒▒ ▒▒",
        "",
        "    pool 33 ▒▒     discard 2 K- black dash",
        "",
        "  Bruno (you) · you would pay 0",
        "  ╭──╮╭──╮╭──╮╭──╮╭──╮",
        "  │B.││B.││B.││B.││B.│",
        "  ╰──╯╰──╯╰──╯╰──╯╰──╯",
        "  blue dot ×5: lacks 1 dash, 1 V",
    ]


def test_x5_a_card_that_everyone_saw_enter_a_rack_is_shown_there() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL", "discard: R-").play("take", "discard KV")
    assert "0 Ada   rack 5 R- ▒▒ ▒▒ ▒▒ ▒▒" in drawn(PAINT.table(view(table.state, 1)))


def test_empty_piles_are_said_to_be_empty() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL")
    assert "discard 0 empty" in drawn(PAINT.piles(view(table.state, 0)))


def test_a_watcher_sees_all_seats_and_no_hand_of_his_own() -> None:
    text = drawn(PAINT.table(view(deal(GAME).state, None)))
    assert all(name in text for name in NAMES)
    assert "(you)" not in text


def test_all_open_shows_what_comes_next() -> None:
    state = opened(deal(GAME, "pool: KV R- G.").state)
    text = drawn(PAINT.table(view(state, None)))
    assert "next G. R- KV" in text
    assert " …" in text
    assert "▒▒" not in text


class Melding(type(GAME)):  # type: ignore[misc]
    """A game whose seats have laid something out."""

    def laid(self, seen: View[Any], seat: Seat) -> tuple[Group, ...]:
        """Lay out two groups before seat 1."""
        return (Group(DECK.cards("R. R."), "#1"), Group(DECK.cards("KV"), "")) if seat == 1 else ()


def test_what_a_game_lays_out_before_a_seat_is_drawn_in_groups() -> None:
    paint = Renderer(Melding(), NAMES)
    state = deal(GAME, "rack1: B. B. B. B. B.").state
    assert "1 Bruno rack 5 ▒▒ ▒▒ ▒▒ ▒▒ ▒▒   #1 R. R.    KV" in drawn(paint.others(view(state, 0)))
    assert "\n  #1 R. R.    KV\n" in drawn(paint.own(view(state, 1)))
    assert GAME.laid(view(state, 0), 0) == ()


def test_the_log_sets_the_referee_apart_and_names_the_rule() -> None:
    log = PAINT.log(
        [
            NarratedStep("Ada", "thumb"),
            NarratedStep("", "Bruno pays 5", "R9"),
            NarratedStep("", "shuffled"),
        ]
    )
    assert lines(log) == ["  Ada: thumb", "    Bruno pays 5 (R9)", "    shuffled"]


def test_choices_of_one_verb_stand_together() -> None:
    texts = ["draw", "discard R.", "take", "discard KV", "pass R. KV", "pass R. R."]
    assert lines(PAINT.choices(texts)) == [
        "  draw · take",
        "  discard R. KV",
        "  pass R. KV · R. R.",
    ]
    assert list(grouped(["draw", "draw 2"])) == [("draw", ["", "2"])]


def test_very_many_choices_are_cut_short_unless_all_are_wanted() -> None:
    texts = [f"take {number}" for number in range(1, 31)]
    assert "16 … and 14 more: moves take" in drawn(PAINT.choices(texts))
    assert "more" not in drawn(PAINT.choices(texts, every=True))


def test_a_pad_has_names_and_lines_under_rows() -> None:
    pad = Pad(
        "Points of {0}", ("hand", "{0}", "{1}"), (("1", "+5", "-5"), ("all", "5", "-5")), (0,)
    )
    assert lines(PAINT.pad(pad)) == [
        "  Points of Ada",
        "  ╭──────┬─────┬───────╮",
        "  │ hand │ Ada │ Bruno │",
        "  ├──────┼─────┼───────┤",
        "  │ 1    │  +5 │    -5 │",
        "  ├──────┼─────┼───────┤",
        "  │ all  │   5 │    -5 │",
        "  ╰──────┴─────┴───────╯",
    ]


def test_a_result_lists_the_best_first_and_names_who_won() -> None:
    result = Result((10, 30, 20), (3, 1, 2), (1,), "R1")
    assert lines(PAINT.result(result)) == ["  1.  Bruno  30", "  2.  Chidi  20", "  3.  Ada    10"]
    assert winners(result, NAMES) == "Bruno wins."
    shared = result._replace(winners=(0, 1, 2))
    assert winners(shared, NAMES) == "Ada, Bruno and Chidi share the win."


def test_the_pad_is_shown_after_a_deal_or_when_it_has_new_lines() -> None:
    old = Pad("", ("",), (("1",),))
    changed, longer = old._replace(rows=(("2",),)), old._replace(rows=(("1",), ("2",)))
    state = GAME.start({}, 3, Rng(bytes(32)))._replace(journal=())
    quiet = [MatchStep(0, "draw", state)]
    dealt = [*quiet, MatchStep(0, "thumb", state._replace(journal=(Gathered("pool"),)))]
    assert not page_turned(old, old, dealt)
    assert not page_turned(old, changed, quiet)
    assert page_turned(old, changed, dealt)
    assert page_turned(old, longer, quiet)


def test_a_name_is_never_taken_for_markup() -> None:
    paint = Renderer(GAME, ["[red]Ada", "[/]", "\\["])
    state = deal(GAME).state
    text = drawn(paint.table(view(state, 0))) + drawn(paint.pad(GAME.pad(state)))
    assert "[red]Ada (you)" in text
    assert "1 [/]" in text


def test_colours_are_left_out_where_nobody_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PAINT.table(view(deal(GAME, "rack0: R. R. R. R. R.").state, 0))
    assert "\x1b[1;31m" in drawn(table, force_terminal=True, color_system="standard")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in drawn(table, force_terminal=True, color_system="standard")


@EVERY_GAME
def test_two_worlds_that_a_seat_cannot_tell_apart_look_alike(game: Game[Any]) -> None:
    seats = game.players[-1]
    paint = Renderer(game, named(seats))
    sitting = sit(game, seats)
    sitting.let_bots_play()
    for number, step in enumerate(sitting.steps[:60:6]):
        for seat in (0, seats - 1, None):
            seen = view(step.state, seat)
            world = resample(seen, game.pack(seats), Rng(bytes([number] * 32)))
            assert drawn(paint.table(seen)) == drawn(paint.table(view(world, seat)))
            assert not any(line.endswith(" ") for line in lines(paint.table(seen)))
