"""What an action is said to lead to is what the referee then does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from meldroom.core.action import Action
from meldroom.core.consequences import Consequence, Consequences
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games import find
from meldroom.games.companions import consequences_of
from meldroom.games.rummy_battle.deck import value as value_of_cards
from meldroom.games.rummy_battle.facts import HAND, TABLE
from meldroom.games.scorzo.points import points
from meldroom.games.thumbs_up.consequences import missing_blocks
from meldroom.games.thumbs_up.deck import bill, wins
from meldroom.games.thumbs_up.facts import rack
from meldroom.games.victor_or_victim.deck import COLOURS, missing_letters
from meldroom.games.victor_or_victim.facts import letters
from meldroom.match.match import Match
from tests.games.rummy_battle_positions import position
from tests.positions import some_position
from tests.scenario import Scenario, deal

POSITIONS = 12

Told = tuple[Match, Action, dict[str, Consequence], AnyState]


def told_and_done(game: AnyGame, many: int = POSITIONS) -> Iterator[Told]:
    """Give actions in some positions with what is told of them, and the state that follows."""
    lots = Random(f"{game.key} told")
    for _ in range(many):
        match = some_position(game, lots)
        seat = match.to_act[0]
        seen = match.view(seat)
        for action in match.legal(seat):
            by_kind = {each.kind: each for each in consequences_of(game).of(seen, action)}
            yield match, action, by_kind, game.apply(match.state, seat, action)


def test_scorzo_counts_the_points_that_a_discard_leaves() -> None:
    checked = 0
    for match, action, told, after in told_and_done(find("scorzo")):
        if action.verb == "discard" and len(after.public.ledger) == len(match.state.public.ledger):
            left = points(after, match.to_act[0])
            assert ("all_melds" in told) == (left == 0)
            assert left == 0 or told["points"].number == str(left)
            checked += 1
    assert checked


def test_scorzo_says_who_takes_a_wild() -> None:
    game = find("scorzo")
    for upcard, is_wild in (("WW", True), ("S1", False)):
        table = deal(game, f"discard: {upcard}", players=2)
        seen, take = view(table.state, table.to_act[0]), game.parse("take")
        told = {each.kind for each in consequences_of(game).of(seen, take)}
        assert ("wild" in told) == is_wild


def test_thumbs_up_counts_what_a_rack_needs_and_risks() -> None:
    checked = 0
    for match, action, told, after in told_and_done(find("thumbs-up")):
        if action.verb == "discard":
            blocks = after.zones[rack(match.to_act[0])].cards
            assert told["bill"].number == str(bill(blocks))
            assert ("winning_hand" in told) == wins(blocks) == (missing_blocks(blocks) == 0)
            assert wins(blocks) or told["missing"].number == str(missing_blocks(blocks))
            checked += 1
    assert checked


def test_victor_or_victim_counts_the_letters_that_everybody_needs() -> None:
    game = find("victor-or-victim")
    checked = 0
    for match, _, told, after in told_and_done(game):
        before, seats = match.state.public, range(match.state.seats)
        assert "out" not in told or after.public.fallen != before.fallen
        assert "wins" not in told or after.public.winner is not None
        if after.public.reason or after.public.fallen != before.fallen:
            continue
        following = after.public.turn  # has drawn a letter meanwhile
        for seat in set(seats) - {following, *before.fallen}:
            cards = after.zones[letters(seat)].cards
            for word, (colour, ink) in product(("VICTOR", "VICTIM"), enumerate(COLOURS)):
                missing = len(missing_letters(cards, colour, word))
                assert told[f"{word.lower()}_{seat}_{ink}"].number == str(missing)
                checked += 1
    assert checked


def test_victory_rummy_counts_the_points_that_a_meld_scores() -> None:
    game, checked = find("victory-rummy"), 0
    for match, action, told, after in told_and_done(game, 60):
        if action.verb in ("victory", "capture"):
            scored = sum(after.public.pad.scores) - sum(match.state.public.pad.scores)
            assert told["points_scored"].text.startswith(f"scores {scored} points")
            checked += 1
        if action.verb == "discard":
            assert {"missing_R", "missing_W", "missing_B", "missing_C", "risk"} <= set(told)
    assert checked


def test_rummy_battle_counts_points_in_hand_and_on_the_table() -> None:
    game, checked = find("rummy-battle"), set[str]()
    for match, action, told, after in told_and_done(game, 40):
        seat, before = match.to_act[0], match.state
        if len(after.public.ledger) > len(before.public.ledger):
            continue
        if action.verb == "discard":
            in_hand = value_of_cards(after.zones[HAND[seat]].cards)
            assert told["points_in_hand"].number == str(in_hand)
            checked.add("discard")
        if action.verb in ("meld", "lay"):
            laid = value_of_cards(after.zones[TABLE[seat]].cards)
            laid -= value_of_cards(before.zones[TABLE[seat]].cards)
            assert told["laid_down"].text == f"lays down {laid} points"
            checked.add("meld")
    assert checked == {"discard", "meld"}


def told(table: Scenario, text: str, seat: int = 0) -> dict[str, str]:
    """Give what is told of an action, by kind."""
    consequences = consequences_of(table.game)
    every = consequences.of(view(table.state, seat), table.game.parse(text))
    return {each.kind: each.text for each in every}


def test_a_game_that_tells_nothing_is_asked_in_vain() -> None:
    table = position("hand0: Kc 3d", drawn=True)
    tells_nothing = Consequences(table.game)
    assert not [*tells_nothing.of(view(table.state, 0), table.game.parse("discard Kc"))]


def test_rummy_battle_tells_what_going_out_counts() -> None:
    early, late = "goes out before the Marker, which counts -100", "goes out, which counts 10"
    assert told(position("hand0: Kc", drawn=True), "discard Kc") == {"going_out": early}
    melds = ["0: Kd Kh Ks"]
    last = position("hand0: Kc", melds=melds, drawn=True, marker_seen=True)
    assert told(last, "lay Kc #1")["going_out"] == late
    empty = position("hand0:", drawn=True, bonus=True, marker_seen=True)
    assert told(empty, "done") == {"going_out": late}


def test_rummy_battle_tells_from_whom_a_card_is_picked() -> None:
    table = position("hand0: Qc PICK", melds=["0: 2c 2d 2h", "1: Kc Kd Kh Jk=K"], drawn=True)
    assert told(table, "pick Jk #2 1") == {"gained": "gains 20 points from {1}"}


def test_thumbs_up_tells_when_a_hand_wins_and_nothing_of_a_look_at_it() -> None:
    game = find("thumbs-up")
    winning = deal(game, "rack0: R. R. R. R- RV", "discard: K.", players=2)
    assert told(winning, "thumb") == {"wins_hand": "wins the hand"}
    assert told(winning, "seen") == {}
    six = deal(game, "rack0: R. R. R. R- RV K.", "discard:", players=2, picked=True)
    assert told(six, "discard K.")["winning_hand"] == "leaves a winning hand"


def test_victor_or_victim_tells_what_a_neighbour_can_do() -> None:
    game = find("victor-or-victim")
    drawn = game.deck.cards("RI")
    letters = "letters0: RR BV", "letters1: RV RI RC RT RO"
    table = deal(game, *letters, players=2, drawn=drawn)
    assert told(table, "pass RR")["wins"] == "lets {1} win the game"
    letters = "letters0: RM BV", "letters1: RV RI RI RC RT"
    table = deal(game, *letters, players=2, drawn=drawn)
    assert told(table, "pass RM")["out"] == "puts {1} out"
    table = deal(game, "letters0: RV RI RI RC RT BV", "letters1: RM BI", players=2, drawn=drawn)
    assert told(table, "pass BV")["deadly_letter"].startswith("lets {1} complete VICTIM here")


def test_victory_rummy_tells_of_going_out() -> None:
    table = deal(find("victory-rummy"), "hand0: R.", "discard: B.", players=2, picked=True)
    assert told(table, "discard R.") == {"goes_out": "goes out"}
