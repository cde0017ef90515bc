"""Environments in other worlds: what a seat gets must be the same where it cannot tell them apart.

A twin plays a whole episode again, with other cards wherever the seat has not looked. A resampled
episode is only like this one now, so that it serves where moves depend on hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.rng import Rng, below
from meldroom.core.view import resample, view
from meldroom.envs.episode import Episode
from meldroom.testing.random_games import Ply, Setup
from meldroom.testing.twins import TwinGames, World, exchanged

E = TypeVar("E")


class Door(NamedTuple, Generic[E]):
    """How an environment is dealt, compiled or not, and acted in, and what it gives a seat."""

    deal: Callable[[bool], E]
    act: Callable[[E, int], object]
    sent: Callable[[E, Seat], object]
    episode: Callable[[E], Episode] = attrgetter("episode")


def assert_no_leak(door: Door[E], steps: int) -> E:
    """Play at random for so many steps or to the end, and after 1, 2, 4 ... steps in other worlds.

    All that a seat got until then must be the same. Returns the environment.
    """
    env = door.deal(True)
    episode = door.episode(env)
    setup = Setup(episode.game, episode.seats, episode.options)
    state = setup.game.start(setup.options, setup.seats, Rng(episode.state.rng.seed))
    twins, rng = TwinGames(setup, state.rng.seed), Rng(b"numbers")
    numbers: list[int] = []
    worlds = 0
    while (mover := episode.seat) is not None and len(numbers) < steps:
        legal = episode.legal_numbers()
        at, rng = below(rng, len(legal))
        spelled = (*episode.spelled, legal[at])
        door.act(env, legal[at])
        numbers.append(legal[at])
        if not episode.spelled:
            action = episode.encoding.action(spelled)
            after = setup.game.apply(state, mover, action)
            twins.add(Ply(state, mover, action, after))
            state = after
        if len(numbers).bit_count() == 1 or len(numbers) == steps or episode.seat is None:
            # What a player spells may be illegal with other cards: only that player compares.
            for seat in [mover] if episode.spelled else range(setup.seats):
                world = twins.world(seat, Rng(b"twin", 8 * len(numbers) + seat))
                if world is not None:
                    _assert_same(door, numbers, world, seat)
                    worlds += 1
    assert worlds, "no world could be compared"
    return env


def _assert_same(door: Door[E], numbers: list[int], world: World, seat: Seat) -> None:
    """Play both worlds side by side."""
    env = door.deal(True)
    with exchanged(world.exchange):
        other = door.deal(False)
    for step, number in enumerate([None, *numbers]):
        if number is not None:
            door.act(env, number)
        sent = door.sent(env, seat)
        with exchanged(world.exchange):
            if number is not None:
                door.act(other, number)
            assert door.sent(other, seat) == sent, f"step {step} reveals hidden cards"
    assert door.episode(other).state == world.state


def resampled_for(episode: Episode, seat: Seat, step: int) -> Episode:
    """Give the episode in another world that the seat cannot rule out, computed afresh."""
    other = copy(episode.referee)
    seen = view(episode.state, seat)
    other.state = resample(seen, episode.game.deck.pack_for(episode.seats), Rng(b"twin", step))
    if seat == episode.seat:
        other.seen = view(other.state, seat)
        other.legal = other.game.legal(other.seen)
        other._continuations = _continuations(other)
        position = len(other.spelled)
        other.next_numbers = other.encoding.next_numbers(other._continuations, position)
    return other


def _continuations(episode: Episode) -> list[Action]:
    """Give the legal actions that begin with what has been spelled."""
    numbers, spelled = episode.encoding.numbers, episode.spelled
    return [
        action
        for action in episode.legal
        if not spelled or numbers(action)[: len(spelled)] == spelled
    ]
