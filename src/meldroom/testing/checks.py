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
from meldroom.testing.difference import difference
from meldroom.testing.random_games import Ply

MAX_LISTED = 5  # actions that a message names


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
        assert not legal or seat in acting, f"{_who(seat)} may not act, yet has legal actions"


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
            f"the view of {_who(seat)} reads back from JSON with {difference(seen, read)}"
        )


def check_view(game: AnyGame, state: AnyState, rng: Rng) -> None:
    """A world that a seat cannot rule out gives it the same bytes: view and legal actions."""
    for seat in (*range(state.seats), None):
        seen = view(state, seat)
        world = resample(seen, game.deck.pack_for(state.seats), rng)
        check_conserved(game, world)
        _check_same(_sight(game, state, seat), _sight(game, world, seat), f"{_who(seat)} sees more")


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
                    f"{_who(seat)} is told of a hidden card that went"
                    f" from {event.source} to {event.target}"
                )


def check_leaks(game: AnyGame, ply: Ply, rng: Rng) -> int:
    """Two worlds that differ only in what a seat cannot know stay the same to it after an action.

    Gives how many worlds were compared.
    """
    compared = 0
    for seat in (*range(ply.after.seats), None):
        twin, rng = twin_ply(game, ply, seat, rng)
        if twin is None:
            continue
        here, there = ply.after, twin.after
        _check_same(_told(game, here, seat), _told(game, there, seat), f"{_who(seat)} hears more")
        _check_same(_sight(game, here, seat), _sight(game, there, seat), f"{_who(seat)} sees more")
        compared += 1
    return compared


def twin_ply(game: AnyGame, ply: Ply, seat: Seat | None, rng: Rng) -> tuple[Ply | None, Rng]:
    """Take the same action in a world that the seat cannot tell from this one, if there is any.

    A world in which the action is not possible, in which the rules themselves tell something else
    (`reveals`), or in which the seat sees other cards move is no such world.
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


def _sight(game: AnyGame, state: AnyState, seat: Seat | None) -> dict[str, Any]:
    """Give all that a seat is shown."""
    seen = view(state, seat)
    wording = wording_of(game)
    return {
        "view": plain_view(seen, game.deck),
        "legal": sorted(game.text(action) for action in game.legal(seen)),
        "prompt": wording.prompt(seen),
        "worth": wording.worth(seen),
    }


def _told(game: AnyGame, state: AnyState, seat: Seat | None) -> dict[str, Any]:
    return {"events": [plain_event(event, game.deck) for event in events(state, seat)]}


def _check_same(here: dict[str, Any], there: dict[str, Any], complaint: str) -> None:
    """Compare what a seat gets in this world and in one that differs in hidden cards only."""
    assert canonical(here) == canonical(there), (
        f"{complaint} than it can know: in another world it gets {difference(here, there)}"
    )


def _who(seat: Seat | None) -> str:
    return "a watcher" if seat is None else f"seat {seat}"


def _listed(texts: set[str]) -> str:
    """List a few of the texts."""
    few = sorted(texts)[:MAX_LISTED]
    more = f" and {len(texts) - len(few)} more" if len(texts) > len(few) else ""
    return ", ".join(map(repr, few)) + more


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
