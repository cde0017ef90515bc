"""What an action is said to lead to is what the referee then does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from meldroom.core.action import Action
from meldroom.core.consequences import Consequence
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
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
from tests.positions import some_position

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
            told = {each.kind: each for each in consequences_of(game).of(seen, action)}
            yield match, action, told, game.apply(match.state, seat, action)


def test_scorzo_counts_the_points_that_a_discard_leaves() -> None:
    checked = 0
    for match, action, told, after in told_and_done(find("scorzo")):
        if action.verb == "discard" and len(after.public.ledger) == len(match.state.public.ledger):
            left = points(after, match.to_act[0])
            assert ("all_melds" in told) == (left == 0)
            assert left == 0 or told["points"].number == str(left)
            checked += 1
    assert checked


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
