"""The turning point: a card that everybody saw the winner get, and that lies open at the end."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.core.event import Moved
from meldroom.core.rng import SEED_SIZE
from meldroom.core.showdown import Showdown, ShownGroup, ShownHand
from meldroom.core.view import events
from meldroom.games import GAMES
from meldroom.match.match import Match
from meldroom.match.showdown import hand_result
from meldroom.match.turning_point import Gain, HandGains, TurningPoint, turning_point
from tests.levels import only

DECK = GAMES["scorzo"].deck
MAX_PLIES = 600


def shown(*winners: int) -> Showdown:
    """Show a hand of seat 1 with a meld and a card left over."""
    meld, loose = ShownGroup("meld", DECK.cards("S7 Q7 T7")), ShownGroup("loose", DECK.cards("H2"))
    return Showdown("", winners=winners, hands=(ShownHand(1, (meld, loose)),))


def gains(*cards: str, seat: int = 1) -> list[Gain]:
    """Let a seat get cards, one a ply."""
    return [Gain(ply, seat, DECK.card(card)) for ply, card in enumerate(cards, 1)]


def test_it_is_the_last_card_that_the_winner_got_and_melded() -> None:
    found = turning_point(DECK, shown(1), gains("S7", "Q7", "H2", "C9"))
    sentence = f"{{1}} got the {DECK.words[DECK.card('Q7')]}, and kept it to the end."
    assert found == TurningPoint(2, 1, DECK.card("Q7"), sentence)


def test_there_is_none_without_one_winner_or_without_such_a_card() -> None:
    assert turning_point(DECK, shown(), gains("S7")) is None
    assert turning_point(DECK, shown(0, 1), gains("S7")) is None
    assert turning_point(DECK, shown(1), gains("C9", "H2")) is None
    assert turning_point(DECK, shown(1), gains("S7", seat=0)) is None


@pytest.mark.parametrize("key", only(GAMES, ["scorzo"]))
def test_only_what_everybody_saw_is_a_gain(key: str) -> None:
    random, game = Random(key), GAMES[key]
    match, hand = Match(game, {}, game.players[0], random.randbytes(SEED_SIZE)), HandGains()
    counted = 0
    while match.to_act and len(match.moves) < MAX_PLIES:
        start, before = match.hand_start, match.state
        seat = random.choice(match.to_act)
        match.play(seat, random.choice(list(match.legal(seat))))
        found = hand.follow((match.state,))
        public = [event for event in events(match.state, None) if isinstance(event, Moved)]
        for gain in found:
            if gain.ply == match.state.ply:
                counted += 1
                assert any(gain.card in event.cards for event in public)
        ended = hand_result(game, start, before, [match.state], found)
        if ended is not None and ended.turning is not None:
            assert ended.turning.seat in ended.showdown.winners
    assert counted or key == "victory-rummy"


def test_what_is_taken_back_is_no_gain() -> None:
    game = GAMES["scorzo"]
    match, hand = Match(game, {}, 2, bytes(SEED_SIZE)), HandGains()
    seat = match.to_act[0]
    match.play(seat, "take")
    assert len(hand.follow((match.state,))) == 1
    hand.undo(match.state.ply - 1)
    assert hand.follow(()) == []
