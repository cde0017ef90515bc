"""Resampled episodes: a seat cannot tell them apart, so its observations must be equal."""

from __future__ import annotations

from copy import copy

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.rng import Rng
from meldroom.core.view import resample, view
from meldroom.envs.episode import Episode


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
