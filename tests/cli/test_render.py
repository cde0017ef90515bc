"""Cards, zones, pads and results are drawn from the view and readable without colour."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

import pytest
from rich.console import Console, RenderableType

from meldroom.cli.cards import Boxes, coloured, face, row
from meldroom.cli.local_match import MatchStep
from meldroom.cli.names import player_names
from meldroom.cli.narration import NarratedLine, face_up
from meldroom.cli.render import Renderer, ended_by, grouped, pad_is_news, winners
from meldroom.core.cards import BACK
from meldroom.core.event import Gathered
from meldroom.core.game import AnyGame, Result
from meldroom.core.rng import Rng
from meldroom.core.view import resample, view
from meldroom.core.wording import Column, Pad, PadRow, score_columns
from meldroom.games import find
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import rules
from meldroom.games.rummy_battle.melds import new_meld
from meldroom.testing.random_games import Setup, random_game
from tests.conformance.tables import EVERY_GAME
from tests.levels import few
from tests.scenario import deal

GAME = find("thumbs-up")
DECK = GAME.deck
NAMES = ["Ada", "Bruno", "Chidi"]
RENDERER = Renderer(GAME, NAMES)


def drawn(thing: RenderableType, width: int = 80, encoding: str = "utf-8", **more: Any) -> str:
    """Render it as text."""
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    console = Console(file=file, width=width, highlight=False, **more)
    console.print(thing)
    file.seek(0)
    return file.read()


def lines(thing: RenderableType, width: int = 80) -> list[str]:
    """Render it as lines."""
    return drawn(thing, width).splitlines()


def test_a_card_is_its_code_in_its_colour() -> None:
    assert face(DECK.card("R."), DECK).plain == "R."
    assert "red" in str(face(DECK.card("R."), DECK).style)
    assert face(BACK, DECK).plain == "▒▒"


def test_black_keeps_the_terminal_s_own_colour() -> None:
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


def test_boxes_wrap_at_the_width_and_no_row_begins_with_a_gap() -> None:
    groups = [DECK.cards("R. R."), DECK.cards("KV")]
    assert [line.strip() for line in lines(Boxes(groups, DECK), 9)][1::3] == ["│R.││R.│", "│KV│"]


def test_a_terminal_without_box_characters_gets_ascii() -> None:
    assert drawn(Boxes([DECK.cards("R.")], DECK), encoding="ascii") == "+--+\n|R.|\n+--+\n"


def test_no_cards_give_no_boxes() -> None:
    assert lines(Boxes([], DECK)) == []


def test_the_table_shows_the_others_from_the_left_the_piles_and_the_own_cards() -> None:
    table = deal(
        GAME,
        "rack0: R. R. G- KV OL",
        "rack1: B. B. B. B. B.",
        "rack2: G. G. G. G. G.",
        "discard: R- K-",
    )
    assert lines(RENDERER.table(view(table.state, 1))) == [
        "    2 Chidi rack 5 ▒▒ ▒▒ ▒▒ ▒▒ ▒▒",
        "  ▸ 0 Ada   rack 5 ▒▒ ▒▒ ▒▒ ▒▒ ▒▒",
        "",
        "    pool 33 ▒▒     discard 2 K- black dash",
        "",
        "  Bruno (you) · you would pay 0",
        "  ╭──╮╭──╮╭──╮╭──╮╭──╮",
        "  │B.││B.││B.││B.││B.│",
        "  ╰──╯╰──╯╰──╯╰──╯╰──╯",
        "  blue dot ×5: needs 1 dash, 1 V",
    ]


def test_x5_a_card_that_everyone_saw_enter_a_rack_is_shown_there() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL", "discard: R-").play("take", "discard KV")
    assert "0 Ada   rack 5 R- ▒▒ ▒▒ ▒▒ ▒▒" in drawn(RENDERER.table(view(table.state, 1)))


def test_an_empty_pile_says_so() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL")
    assert "discard 0 empty" in drawn(RENDERER.piles(view(table.state, 0)))


def test_a_watcher_sees_all_seats_and_no_own_hand() -> None:
    text = drawn(RENDERER.table(view(deal(GAME).state, None)))
    assert all(name in text for name in NAMES)
    assert "(you)" not in text


def test_a_face_up_state_shows_the_next_cards() -> None:
    state = face_up(deal(GAME, "pool: KV R- G.").state)
    text = drawn(RENDERER.table(view(state, None)))
    assert "next G. R- KV" in text
    assert " …" in text
    assert "▒▒" not in text


def test_the_melds_of_a_seat_are_drawn_in_groups() -> None:
    battle = find("rummy-battle")
    meld = new_meld(1, 1, battle.deck.cards("7h 8h 9h"), False)
    zones = ("hand0: 2c 3d", "melds1: 7h 8h 9h")
    seen = view(deal(battle, *zones, melds=(meld,)).state, 0)
    assert "#1 7h 8h 9h" in drawn(Renderer(battle, NAMES).others(seen))


def test_the_log_sets_the_referee_apart_and_names_the_rule() -> None:
    log = RENDERER.log(
        [
            NarratedLine("Ada", "thumb"),
            NarratedLine("", "Bruno pays 5", "R9"),
            NarratedLine("", "shuffled"),
        ]
    )
    assert lines(log) == ["  Ada: thumb", "    Bruno pays 5 (R9)", "    shuffled"]


def test_choices_are_grouped_by_verb() -> None:
    texts = ["draw", "discard R.", "take", "discard KV", "pass R. KV", "pass R. R."]
    assert lines(RENDERER.choices(texts)) == [
        "  draw · take",
        "  discard R. KV",
        "  pass R. KV · R. R.",
    ]
    assert list(grouped(["draw", "draw 2"])) == [("draw", ["", "2"])]


def test_long_lists_of_choices_are_cut_short_unless_all_are_wanted() -> None:
    texts = [f"take {number}" for number in range(1, 31)]
    assert "16 … and 14 more; type: moves take" in drawn(RENDERER.choices(texts))
    assert "more" not in drawn(RENDERER.choices(texts, every=True))


def test_a_pad_has_names_and_ruled_rows() -> None:
    rows = (PadRow("round", ("1", "+5", "-5"), ruled=True), PadRow("total", ("all", "5", "-5")))
    pad = Pad("Points", score_columns("hand", 2), rows, "most wins")
    assert lines(RENDERER.pad(pad)) == [
        "  Points · most wins",
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
    assert lines(RENDERER.result(result)) == [
        "  1.  Bruno  30",
        "  2.  Chidi  20",
        "  3.  Ada    10",
    ]
    assert winners(result, NAMES) == "Bruno wins."
    shared = result._replace(winners=(0, 1, 2))
    assert winners(shared, NAMES) == "Ada, Bruno and Chidi share the win."


def test_the_end_is_named_by_the_rule_number_of_the_rules_page() -> None:
    result = Result((10, 30, 20), (3, 1, 2), (1,), "TU-23")
    assert ended_by(GAME, result).plain == f"Ended by Q23: {rules(GAME)['Q23'].title}."


def test_the_pad_is_shown_after_a_deal_or_when_it_has_new_rows() -> None:
    one, two = PadRow("round", ("1",)), PadRow("round", ("2",))
    old = Pad("", (Column("label"),), (one,))
    changed, longer = old._replace(rows=(two,)), old._replace(rows=(one, two))
    state = GAME.start({}, 3, Rng(bytes(32)))._replace(journal=())
    quiet = [MatchStep(0, "draw", state)]
    dealt = [*quiet, MatchStep(0, "thumb", state._replace(journal=(Gathered("pool"),)))]
    assert not pad_is_news(old, old, dealt)
    assert not pad_is_news(old, changed, quiet)
    assert pad_is_news(old, changed, dealt)
    assert pad_is_news(old, longer, quiet)


def test_a_name_is_never_read_as_markup() -> None:
    renderer = Renderer(GAME, ["[red]Ada", "[/]", "\\["])
    state = deal(GAME).state
    text = drawn(renderer.table(view(state, 0))) + drawn(renderer.pad(wording_of(GAME).pad(state)))
    assert "[red]Ada (you)" in text
    assert "1 [/]" in text


def test_no_color_turns_colours_off(monkeypatch: pytest.MonkeyPatch) -> None:
    table = RENDERER.table(view(deal(GAME, "rack0: R. R. R. R. R.").state, 0))
    assert "\x1b[1;31m" in drawn(table, force_terminal=True, color_system="standard")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in drawn(table, force_terminal=True, color_system="standard")


@pytest.mark.parametrize("stride", few([20, 6], keep=1))
@EVERY_GAME
def test_worlds_that_a_seat_cannot_tell_apart_look_alike(game: AnyGame, stride: int) -> None:
    seats = game.players[-1]
    renderer = Renderer(game, player_names(seats))
    plies = random_game(Setup(game, seats, {}), bytes(32))
    for number, ply in enumerate(islice(plies, 0, 60, stride)):
        for seat in (0, seats - 1, None):
            seen = view(ply.after, seat)
            world = resample(seen, game.deck.pack_for(seats), Rng(bytes([number] * 32)))
            assert drawn(renderer.table(seen)) == drawn(renderer.table(view(world, seat)))
            assert not any(line.endswith(" ") for line in lines(renderer.table(seen)))
