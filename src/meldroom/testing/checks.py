"""Checks of one state or one action of any game; each raises AssertionError where it fails."""

from __future__ import annotations

import json
from typing import Any

from meldroom.core import action as notation
from meldroom.core.cards import BACK, Seat
from meldroom.core.codec import Reader, canonical, plain_event, plain_view
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown, masked
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, shuffle
from meldroom.core.state import AnyState
from meldroom.core.view import events, resample, view
from meldroom.games.companions import conformance_of, wording_of
from meldroom.testing.random_games import Ply


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
    assert (game.result(state) is None) == bool(acting)
    for seat in (*range(state.seats), None):
        assert bool(game.legal(view(state, seat))) == (seat in acting), "a dead end"


def check_legal(game: AnyGame, state: AnyState) -> None:
    """For every seat, `legal` is exactly what `check` lets through, each action once."""
    for seat in range(state.seats):
        seen = view(state, seat)
        legal = list(game.legal(seen))
        assert len(set(legal)) == len(legal), "an action is offered twice"
        written = conformance_of(game).candidates(seen)
        brute = {action for action in written if game.check(seen, action) is None}
        assert set(legal) == brute, "legal is not what check lets through"


def check_forms(game: AnyGame, state: AnyState) -> None:
    """Text and JSON of every legal action read back as the same action."""
    for seat in game.to_act(state.public):
        for action in game.legal(view(state, seat)):
            text = game.text(action)
            assert game.parse(text) == action, text
            form = notation.as_json(action, game.deck)
            assert notation.from_json(form, game.actions, game.deck) == action, text


def check_reading(reader: Reader[Any, Any], game: AnyGame, state: AnyState) -> None:
    """What is written of a view for any seat reads back as the same view."""
    for seat in (*range(state.seats), None):
        seen = view(state, seat)
        assert reader.read(json.loads(canonical(plain_view(seen, game.deck)))) == seen


def check_view(game: AnyGame, state: AnyState, rng: Rng) -> None:
    """A world that a seat cannot rule out gives it the same bytes: view and legal actions."""
    for seat in (*range(state.seats), None):
        seen = view(state, seat)
        world = resample(seen, game.deck.pack_for(state.seats), rng)
        check_conserved(game, world)
        assert _sight(game, world, seat) == _sight(game, state, seat), f"seat {seat} sees more"


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
                ), f"seat {seat} is told of a hidden card"


def check_leaks(game: AnyGame, ply: Ply, rng: Rng) -> int:
    """Two worlds that differ only in what a seat cannot know stay the same to it after an action.

    Gives how many worlds were compared.
    """
    compared = 0
    for seat in (*range(ply.after.seats), None):
        twin, rng = twin_ply(game, ply, seat, rng)
        if twin is None:
            continue
        after = twin.after
        assert _told(game, after, seat) == _told(game, ply.after, seat), f"seat {seat} hears more"
        assert _sight(game, after, seat) == _sight(game, ply.after, seat), f"seat {seat} sees more"
        compared += 1
    return compared


def twin_ply(game: AnyGame, ply: Ply, seat: Seat | None, rng: Rng) -> tuple[Ply | None, Rng]:
    """Take the same action in a world that the seat cannot tell from this one, if there is any.

    A world in which the action is not possible, in which the rules themselves tell something else
    (`betrays`), or in which the seat sees other cards move is no such world.
    """
    world, rng = _twin(ply, seat, rng)
    mover, action = ply.seat, ply.action
    if world == ply.before or game.check(view(world, mover), action) is not None:
        return None, rng
    reveals = conformance_of(game).reveals
    if reveals(world, mover, action) != reveals(ply.before, mover, action):
        return None, rng
    after = game.apply(world, mover, action)
    if _moves(after, seat) != _moves(ply.after, seat):
        return None, rng
    return Ply(world, mover, action, after), rng


def _sight(game: AnyGame, state: AnyState, seat: Seat | None) -> bytes:
    seen = view(state, seat)
    legal = sorted(game.text(action) for action in game.legal(seen))
    return canonical(
        [
            plain_view(seen, game.deck),
            legal,
            wording_of(game).prompt(seen),
            wording_of(game).worth(seen),
        ]
    )


def _told(game: AnyGame, state: AnyState, seat: Seat | None) -> bytes:
    return canonical([plain_event(event, game.deck) for event in events(state, seat)])


def _moves(state: AnyState, seat: Seat | None) -> list[Event]:
    return [masked(event, seat) for event in state.journal if not isinstance(event, Noted)]


def _twin(ply: Ply, seat: Seat | None, rng: Rng) -> tuple[AnyState, Rng]:
    """Exchange hidden cards that the action neither moves nor shows, as far as the seat can see."""
    zones = ply.before.zones
    touched = _touched(ply.after.journal)
    places = [
        (at, index)
        for at, zone in enumerate(zones)
        if not zone.open_to(seat)
        for index, card in enumerate(zone.cards)
        if card not in zone.known
        and (zone.name, zone.owner, card) not in touched
        and (zone.name, zone.owner, BACK) not in touched
    ]
    mixed, rng = shuffle(rng, bytes(zones[at].cards[index] for at, index in places))
    piles = [bytearray(zone.cards) for zone in zones]
    for (at, index), card in zip(places, mixed, strict=True):
        piles[at][index] = card
    exchanged = [
        zone._replace(cards=bytes(sorted(pile) if zone.fan else pile))
        for zone, pile in zip(zones, piles, strict=True)
    ]
    # Chance to come is hidden too; the chance of this very action is not, once it is known.
    return ply.before._replace(zones=tuple(exchanged)), rng


def _touched(journal: tuple[Event, ...]) -> set[tuple[str, Seat | None, int]]:
    """Name zone and card of what moves, and BACK for the whole of a zone that is shown."""
    touched: set[tuple[str, Seat | None, int]] = set()
    for event in journal:
        match event:
            case Moved(cards, source, owner):
                touched |= {(source, owner, card) for card in cards}
            case Shown(zone, owner):
                touched.add((zone, owner, BACK))
            case Gathered():
                break
    return touched
