"""Positions in the middle of a game, by lot."""

from __future__ import annotations

from random import Random

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.match.match import Match
from meldroom.testing.random_games import Ply, Setup
from meldroom.testing.twins import TwinGames, exchanged


def some_position(game: AnyGame, lots: Random) -> Match:
    """Give a match some plies after its deal, in which the first seat to act has a choice."""
    match = Match(game, {}, lots.choice(list(game.players)), lots.randbytes(SEED_SIZE))
    for _ in range(lots.randrange(3, 25)):
        seat = lots.choice(match.to_act)
        match.apply_legal(seat, lots.choice(match.legal(seat)))
        if not match.to_act:
            return some_position(game, lots)
    return match if len(match.legal(match.to_act[0])) > 1 else some_position(game, lots)


def twin_position(game: AnyGame, lots: Random) -> tuple[Match, Match]:
    """Return some position twice, in worlds that the first seat to act cannot tell apart."""
    match = some_position(game, lots)
    other = twin_of(match, match.to_act[0], lots)
    return twin_position(game, lots) if other is None else (match, other)


def twin_of(match: Match, seat: Seat | None, lots: Random) -> Match | None:
    """Play a match again with other cards wherever a seat has not looked, if it may not notice."""
    game = match.game
    twins = TwinGames(Setup(game, match.state.seats, match.options), match.seed)
    state = game.start(match.options, match.state.seats, Rng(match.seed))
    for mover, text in match.moves:
        ply = Ply(state, mover, game.parse(text), game.apply(state, mover, game.parse(text)))
        twins.add(ply)
        state = ply.after
    world = twins.world(seat, Rng(lots.randbytes(SEED_SIZE)))
    if world is None:
        return None
    with exchanged(world.exchange):
        other = Match(game, match.options, match.state.seats, match.seed)
        other.catch_up(match.moves)
    assert other.state.zones != match.state.zones
    return other
