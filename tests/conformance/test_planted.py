"""The suite bites: faults that are planted in a game are caught."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import pytest

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.event import Moved
from meldroom.core.record import Divergence, record, replay
from meldroom.core.rng import Rng
from meldroom.core.showdown import gathers
from meldroom.core.state import lay_open, note, tell, top
from meldroom.games.thumbs_up.deck import DECK
from meldroom.games.thumbs_up.facts import POOL, Options, State, View, rack
from meldroom.games.thumbs_up.game import DRAW, ThumbsUp
from meldroom.testing import suite
from meldroom.testing.checks import (
    check_conserved,
    check_events,
    check_legal,
    check_to_act,
)
from meldroom.testing.random_games import Setup, random_game, record_moves, seeds


class Leaking(ThumbsUp):
    """Does something to the state that depends on the block that was just drawn blindly."""

    def __init__(self, leak: Callable[[State, int], State]) -> None:
        self.leak = leak

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        drawn = top(state, POOL) if action == DRAW else b""
        state = super().carry_out(state, seat, action)
        return self.leak(state, drawn[0]) if drawn else state


class NamingADealtBlock(ThumbsUp):
    """Names a block of one seat when it deals."""

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        state = super().opening(options, seats, rng)
        return tell(state, voids=state.zones[rack(0)].cards[0])


class TellingUnshownBlocks(ThumbsUp):
    """Tells the sum of a rack when a hand is over, void ones included."""

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        unshown = sum(state.zones[rack(0)].cards)
        state = super().carry_out(state, seat, action)
        return tell(state, voids=unshown) if gathers(state.journal) else state


class Remembering(ThumbsUp):
    """Remembers the block on top of the pool, and orders its offers by that."""

    top_block = 0

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        state = super().carry_out(state, seat, action)
        self.top_block = top(state, POOL)[0]
        return state

    def choices(self, seen: View) -> Sequence[Action]:
        return super().choices(seen)[:: -1 if self.top_block % 2 else 1]


FACT = "sees more than it can know: in another world it gets view.public.voids"
LEAKS = {
    "a block that is held": (
        Leaking(lambda state, _: tell(state, voids=state.zones[rack(1)].cards[0])),
        FACT,
    ),
    "the drawn block": (Leaking(lambda state, drawn: tell(state, voids=drawn)), FACT),
    "whether it is the red V": (
        Leaking(lambda state, drawn: tell(state, voids=int(drawn == DECK.card("RV")))),
        FACT,
    ),
    "a block that was dealt": (NamingADealtBlock(), f"{FACT}.*, since move 0"),
    "the blocks of a void hand": (TellingUnshownBlocks(), FACT),
    "the length of a message": (
        Leaking(lambda state, drawn: note(state, "R5", "drawn" + "!" * (drawn % 2))),
        r"hears more .* gets events\[1\].text 'drawn!?' instead of 'drawn!?'",
    ),
    "the order of the actions": (Remembering(), r"gets more .* gets legal\[\d\]"),
    "whether a rack is laid open": (
        Leaking(lambda state, drawn: lay_open(state, rack(0)) if drawn % 4 == 0 else state),
        r"hears more .* gets events\[1\]",
    ),
}


class Open(ThumbsUp):
    """Is played with open racks and an open pool."""

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        return self.opened(super().opening(options, seats, rng))

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        return self.opened(super().carry_out(state, seat, action))

    def opened(self, state: State) -> State:
        for zone in range(len(state.zones)):
            state = lay_open(state, zone)
        return state


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


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("game", "said"), LEAKS.values(), ids=list(LEAKS))
def test_a_leak_is_caught(game: ThumbsUp, said: str, seats: int) -> None:
    with pytest.raises(AssertionError, match=said):
        suite.nothing_leaks(Setup(game, seats, {}))


def test_a_game_in_which_nothing_is_hidden_has_no_worlds_to_compare() -> None:
    with pytest.raises(AssertionError, match="no world could be compared"):
        suite.nothing_leaks(Setup(Open(), 2, {}))


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
