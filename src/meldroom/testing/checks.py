"""Checks of one state or one action of any game; each raises AssertionError where it fails."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil
from typing import Any

from meldroom.bots.rows import has_row, row
from meldroom.core import action as notation
from meldroom.core.action import Action
from meldroom.core.cards import BACK, Seat
from meldroom.core.codec import Reader, canonical, plain_view
from meldroom.core.event import Moved
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.showdown import HandEnd
from meldroom.core.skill import Lots
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, events, resample, view
from meldroom.games.companions import conformance_of, consequences_of, skill_of, wording_of
from meldroom.testing.companion_checks import ACTIONS_TOLD
from meldroom.testing.difference import difference
from meldroom.testing.random_games import Ply
from meldroom.testing.twins import TwinGames, leak, who

MAX_LISTED = 5  # actions that a message names
WORLDS_PER_PLY = 8  # that are compared at least, where there are so many


def check_conserved(game: AnyGame, state: AnyState) -> None:
    """Every card of the pack is in just one zone, and what is known of a zone is in it."""
    cards = b"".join([zone.cards for zone in state.zones])
    assert bytes(sorted(cards)) == game.deck.pack_for(state.seats), "cards were lost or made"
    for zone in state.zones:
        for card in set(zone.known):
            assert zone.known.count(card) <= zone.cards.count(card), "known, but not there"


def check_to_act(game: AnyGame, state: AnyState) -> None:
    """There is a result exactly when nobody acts, and only seats that may act have choices."""
    acting = game.to_act(state.public)
    ended = game.result(state)
    assert not (acting and ended), f"to_act names seats {acting}, yet there is a result: {ended}"
    assert acting or ended, "to_act names nobody, yet there is no result"
    for seat in (*range(state.seats), None):
        legal = game.legal(view(state, seat))
        assert legal or seat not in acting, f"seat {seat} has no legal action: a dead end"
        assert not legal or seat in acting, f"{who(seat)} may not act, yet has legal actions"


def check_legal(game: AnyGame, state: AnyState) -> None:
    """For every seat, `legal` is exactly what `check` lets through, each action once."""
    for seat in range(state.seats):
        seen = view(state, seat)
        legal = list(game.legal(seen))
        twice = {game.text(action) for action in legal if legal.count(action) > 1}
        assert not twice, f"seat {seat}: choices offers an action twice: {_listed(twice)}"
        for action in legal:
            violation = game.check(seen, action)
            assert violation is None, (
                f"legal is not what check lets through: seat {seat} is offered"
                f" {game.text(action)!r}, but forbids says {violation}"
            )
        written = conformance_of(game).candidates(seen)
        brute = {action for action in written if game.check(seen, action) is None}
        unoffered = {game.text(action) for action in brute - set(legal)}
        assert not unoffered, (
            f"legal is not what check lets through: choices does not offer seat {seat}"
            f" what forbids allows: {_listed(unoffered)}"
        )
        unwritten = {game.text(action) for action in set(legal) - brute}
        assert not unwritten, (
            f"choices offers seat {seat} what the conformance candidates leave out:"
            f" {_listed(unwritten)}"
        )


def check_forms(game: AnyGame, state: AnyState) -> None:
    """Text and JSON of every legal action read back as the same action."""
    for seat in game.to_act(state.public):
        for action in game.legal(view(state, seat)):
            text = game.text(action)
            read = game.parse(text)
            assert read == action, f"the text {text!r} of {action} reads back as {read}"
            form = notation.as_json(action, game.deck)
            read = notation.from_json(form, game.actions, game.deck)
            assert read == action, f"the JSON {form} of {action} reads back as {read}"


def check_reading(reader: Reader[Any, Any], game: AnyGame, state: AnyState) -> None:
    """What is written of a view for any seat reads back as the same view."""
    for seat in (*range(state.seats), None):
        seen = view(state, seat)
        read = reader.read(json.loads(canonical(plain_view(seen, game.deck))))
        assert read == seen, (
            f"the view of {who(seat)} reads back from JSON with {difference(seen, read)}"
        )


def check_view(game: AnyGame, state: AnyState, rng: Rng) -> None:
    """A world that is sampled for a seat gives it the same view, of the same pack."""
    for seat in (*range(state.seats), None):
        seen = view(state, seat)
        world = resample(seen, game.deck.pack_for(state.seats), rng)
        check_conserved(game, world)
        assert view(world, seat) == seen, (
            f"a world that is sampled for {who(seat)} has {difference(seen, view(world, seat))}"
        )


def check_events(ply: Ply) -> None:
    """A card in an event that a seat is told of was in a zone that it may look into."""
    for seat in (*range(ply.after.seats), None):
        for event in events(ply.after, seat):
            if isinstance(event, Moved) and set(event.cards) != {BACK} and event.cards:
                assert any(
                    zone.open_to(seat)
                    for state in (ply.before, ply.after)
                    for zone in state.zones
                    if (zone.name, zone.owner)
                    in ((event.source, event.source_owner), (event.target, event.target_owner))
                ), (
                    f"{who(seat)} is told of a hidden card that went"
                    f" from {event.source} to {event.target}"
                )


def check_leaks(twins: TwinGames, rng: Rng) -> int:
    """Nobody gets anything else in a world that differs in what they have not seen so far.

    Returns how many worlds were compared.
    """
    game, last = twins.setup.game, twins.plies[-1]
    # All before the first twin is played, lest a game that keeps a state of its own mixes them up.
    sights = {seat: _sight(game, last.before, last.after, seat) for seat in twins.everyone}
    compared = 0
    for seat, here in [*sights.items()] * ceil(WORLDS_PER_PLY / len(sights)):
        seed, rng = fresh_seed(rng)
        world = twins.world(seat, Rng(seed))
        if world is not None:
            there = _sight(game, world.before, world.state, seat)
            if here != there:
                raise leak(seat, "gets", here, there)
            compared += 1
    return compared


def _sight(game: AnyGame, before: AnyState, after: AnyState, seat: Seat | None) -> dict[str, Any]:
    """Return all that a seat gets besides its view, and what bots make of it."""
    seen = view(after, seat)
    wording, consequences = wording_of(game), consequences_of(game)
    ended = wording.ends_hand(before, after)
    legal = game.legal(seen)
    return {
        "legal": [game.text(action) for action in legal],
        "prompt": wording.prompt(seen),
        "worth": wording.worth(seen),
        "display": wording.display(seen),
        "showdown": wording.showdown(HandEnd(before, before, after)) if ended else None,
        "consequences": [[*consequences.of(seen, action)] for action in legal[:ACTIONS_TOLD]],
        "row": row(game, seen) if seat is not None and has_row(game) else None,
        "bots": _bots(game, seen, legal) if len(legal) > 1 else {},
    }


def _bots(game: AnyGame, seen: AnyView, legal: Sequence[Action]) -> dict[str, Any]:
    """Return what bots choose, and how many lots they draw, which is how long they think."""
    skill, chosen = skill_of(game), {}
    for name, choose in (("house", skill.house), ("novice", skill.novice)):
        lots = Lots(b"bot")
        chosen[name] = {"choice": game.text(choose(seen, legal, lots)), "lots": lots.rng.calls}
    return chosen


def _listed(texts: set[str]) -> str:
    """List a few of the texts."""
    few = sorted(texts)[:MAX_LISTED]
    more = f" and {len(texts) - len(few)} more" if len(texts) > len(few) else ""
    return ", ".join(map(repr, few)) + more
