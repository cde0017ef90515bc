"""Checks of what lies beside a game: its wording, timing, bots, environments and lesson."""

from __future__ import annotations

import re

from meldroom.core.cards import BACK, Seat
from meldroom.core.codec import canonical
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.skill import Lots
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, view
from meldroom.core.wording import Group
from meldroom.games.companions import (
    consequences_of,
    env_facts_of,
    skill_of,
    timing_of,
    wording_of,
)
from meldroom.games.lesson import lesson_of

ACTIONS_TOLD = 3  # of which consequences are looked at, in each position


def check_wording(game: AnyGame, state: AnyState) -> None:
    """What each seat and a watcher read is well formed and shows cards that they can see."""
    wording = wording_of(game)
    acting = game.to_act(state.public)
    for seat in (*range(state.seats), None):
        seen = view(state, seat)
        prompt = wording.prompt(seen)
        assert bool(prompt) == (seat in acting), (
            f"wording.prompt says {prompt!r} to {'a watcher' if seat is None else f'seat {seat}'}"
        )
        assert isinstance(wording.worth(seen), str), "wording.worth gives no text"
        _check_cards("hand", wording.hand(seen), seen, seat)
        for other in range(state.seats):
            _check_cards("melds", wording.melds(seen, other), seen, other)
        canonical(wording.display(seen))
        _check_pad(game, seen)


def _check_cards(name: str, groups: tuple[Group, ...], seen: AnyView, owner: Seat | None) -> None:
    shown = b"".join(group.cards for group in groups)
    there = b"".join(zone.cards for zone in seen.zones if zone.owner == owner is not None)
    assert BACK not in shown, f"wording.{name} shows a card face down"
    more = [card for card in set(shown) if shown.count(card) > there.count(card)]
    assert not more, f"wording.{name} shows cards that seat {owner} does not have: {more}"


def _check_pad(game: AnyGame, seen: AnyView) -> None:
    pad = wording_of(game).pad(seen)
    for row in pad.rows:
        assert len(row.cells) == len(pad.columns), (
            f"wording.pad has {len(pad.columns)} columns, but a row of {len(row.cells)} cells"
        )
        assert all(isinstance(cell, str) for cell in row.cells), f"no text: {row.cells}"


def check_skill(game: AnyGame, state: AnyState) -> None:
    """Bots choose legal actions, silent seats have verbs, and every seat has a standing."""
    skill, verbs = skill_of(game), {action.verb for action in game.actions}
    for seat in game.to_act(state.public):
        seen = view(state, seat)
        unknown = set(timing_of(game).default_verbs(seen)) - verbs
        assert not unknown, f"timing.default_verbs names no verb of the game: {unknown}"
        legal = game.legal(seen)
        if len(legal) < 2:
            continue
        for name, choose in (("house", skill.house), ("novice", skill.novice)):
            action = choose(seen, legal, Lots(b"bot"))
            assert action in legal, f"{name} chooses {game.text(action)!r}, which is not legal"
    for seat in range(state.seats):
        chance = skill.prospect(state, seat)
        assert 0 <= chance <= 1, f"the prospect of seat {seat} is {chance}, not from 0 to 1"
    standings = env_facts_of(game).standings(state)
    assert len(standings) == state.seats, f"{len(standings)} standings for {state.seats} seats"


def check_consequences(game: AnyGame, state: AnyState) -> None:
    """What actions lead to is told once for each kind, with its number, of players at the table."""
    for seat in game.to_act(state.public):
        seen = view(state, seat)
        for action in game.legal(seen)[:ACTIONS_TOLD]:
            told = list(consequences_of(game).of(seen, action))
            kinds = [each.kind for each in told]
            text = game.text(action)
            assert len(set(kinds)) == len(kinds), f"{text!r}: a kind is told twice: {kinds}"
            for each in told:
                assert each.text, f"{text!r}: {each.kind} has no text"
                assert each.number in each.text, f"{each.text!r} does not say {each.number!r}"
                named = {int(number) for number in re.findall(r"\{(\d+)\}", each.text)}
                assert named <= set(range(state.seats)), f"{each.text!r} names no seat at the table"


def check_lesson(game: AnyGame) -> None:
    """Every move of the lesson, if there is one, is legal as it is written."""
    lesson = lesson_of(game)
    if lesson is None:
        return
    state = game.start(lesson.options, lesson.seats, Rng(lesson.seed))
    for seat, text in lesson.moves:
        legal = {game.text(action): action for action in game.legal(view(state, seat))}
        assert text in legal, (
            f"lesson.toml: {text!r} is not legal for seat {seat} at move {state.ply + 1};"
            f" legal are {', '.join(legal) or 'none'}"
        )
        state = game.apply(state, seat, legal[text])
