"""The suite bites: faults that are planted in a game are caught."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import pytest

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.event import Moved
from meldroom.core.record import Divergence, record, replay
from meldroom.core.rng import Rng
from meldroom.core.state import tell
from meldroom.games.thumbs_up.facts import POOL, State, View, rack
from meldroom.games.thumbs_up.game import ThumbsUp
from meldroom.testing.checks import (
    check_conserved,
    check_events,
    check_leaks,
    check_legal,
    check_to_act,
)
from meldroom.testing.random_games import Setup, random_game, record_moves, seeds


class Leaking(ThumbsUp):
    """Copies a hidden block of the next seat into the public facts."""

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        state = super().carry_out(state, seat, action)
        return tell(state, taken=state.zones[rack((seat + 1) % state.seats)].cards[:1])


class Gossiping(ThumbsUp):
    """Tells everyone which block was drawn blindly."""

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        state = super().carry_out(state, seat, action)
        heard = [e._replace(eyes=None) if isinstance(e, Moved) else e for e in state.journal]
        return state._replace(journal=tuple(heard))


class Stuck(ThumbsUp):
    """Forgets that one may always draw."""

    def choices(self, seen: View) -> Sequence[Action]:
        return [action for action in super().choices(seen) if action.verb != "draw"]


class Lossy(ThumbsUp):
    """Drops a block under the table at every seventh ply."""

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        state = super().carry_out(state, seat, action)
        pool = state.zones[POOL]
        if state.ply % 7 == 0:
            state = state._replace(zones=(pool._replace(cards=pool.cards[1:]), *state.zones[1:]))
        return state


class Lax(ThumbsUp):
    """Judges more strictly than it offers."""

    def choices(self, seen: View) -> Sequence[Action]:
        return [*super().choices(seen)][:1]


class Unsteady(ThumbsUp):
    """Shuffles by chance that is not in the seed."""

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        rng = Rng(secrets.token_bytes(32)) if state.ply == 1 else state.rng
        return super().carry_out(state._replace(rng=rng), seat, action)


def a_table(game: ThumbsUp) -> Setup:
    return Setup(game, 3, {"hands": 3})


def test_a_hidden_card_in_the_public_facts_is_caught() -> None:
    [seed] = seeds("planted", 1)
    with pytest.raises(AssertionError, match="sees more"):
        for ply in random_game(a_table(Leaking()), seed, most=60):
            check_leaks(Leaking(), ply, Rng(seed, ply.after.ply))


def test_an_event_that_names_a_hidden_card_is_caught() -> None:
    [seed] = seeds("planted", 1)
    with pytest.raises(AssertionError, match="told of a hidden card"):
        for ply in random_game(a_table(Gossiping()), seed, most=60):
            check_events(ply)


def test_a_dead_end_is_caught() -> None:
    [seed] = seeds("planted", 1)
    with pytest.raises(AssertionError, match="a dead end"):
        list(random_game(a_table(Stuck()), seed))
    with pytest.raises(AssertionError, match="a dead end"):
        check_to_act(Stuck(), Stuck().start({}, 3, Rng(seed)))


def test_a_lost_card_is_caught() -> None:
    [seed] = seeds("planted", 1)
    with pytest.raises(AssertionError, match="lost or made"):
        for ply in random_game(a_table(Lossy()), seed, most=60):
            check_conserved(Lossy(), ply.after)


def test_a_legal_action_that_is_not_offered_is_caught() -> None:
    [seed] = seeds("planted", 1)
    with pytest.raises(AssertionError, match="not what check lets through"):
        for ply in random_game(a_table(Lax()), seed, most=60):
            check_legal(Lax(), ply.after)


def test_an_unstable_shuffle_is_caught() -> None:
    [seed] = seeds("planted", 1)
    game = Unsteady()
    plys = list(random_game(a_table(game), seed))
    names = ["Ada", "Elif", "Noor"]
    form = record(game, {"hands": 3}, names, seed, record_moves(game, plys), plys[-1].after)
    with pytest.raises(Divergence):
        list(replay(form, lambda key: game))
