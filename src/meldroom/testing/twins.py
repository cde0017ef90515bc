"""Twin games: the same deal and moves in a world that differs in cards which a seat never saw.

What may look different is declared, by the sight of zones and by `reveals` of the game's
conformance; all that a seat gets besides must be the same in both worlds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import NamedTuple
from unittest.mock import patch

from meldroom.core import rng as chance
from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.codec import plain_event, plain_view
from meldroom.core.event import Event, Gathered, Moved, Shown, Shuffled, masked
from meldroom.core.rng import Rng
from meldroom.core.showdown import gathers
from meldroom.core.state import AnyState
from meldroom.core.view import events, view
from meldroom.games.companions import conformance_of
from meldroom.testing.difference import difference
from meldroom.testing.random_games import Ply, Setup

Exchange = Mapping[Rng, Sequence[int]]
"""For a chance call that shuffles a pile: the place from which each place gets its card."""


class World(NamedTuple):
    """A world that a seat cannot tell from the one in which the game is played."""

    exchange: Exchange
    before: AnyState  # the last action
    state: AnyState


class PilePlace:
    """A place in a shuffled pile, and who has seen the card that came to lie there."""

    def __init__(self, origin: PilePlace | None = None) -> None:
        self.origin = origin  # where the card lay before, in a pile that was shuffled too
        self.seen_by: set[Seat | None] = set()

    def show(self, seat: Seat | None) -> None:
        """Let a seat see the card."""
        place: PilePlace | None = self
        while place is not None:
            place.seen_by.add(seat)
            place = place.origin


class Shuffle(NamedTuple):
    """A chance call that shuffled a pile, and the places of the pile."""

    rng: Rng
    places: list[PilePlace]


class TwinGames:
    """Follows a game, and finds worlds that a seat cannot tell from it so far."""

    def __init__(self, setup: Setup, seed: bytes) -> None:
        self.setup, self.seed = setup, seed
        self.plies: list[Ply] = []
        self.everyone = (*range(setup.seats), None)
        self.just_dealt = False  # whether the last action gathered and dealt all cards
        self._dealt_by = -1  # the number from 0 of the action that did so before
        self._shuffles: list[Shuffle] = []  # since then
        self._shuffled_before = 0  # how many of them the last deal has made obsolete
        self._piles: defaultdict[tuple[str, Seat | None], list[tuple[int, PilePlace]]]
        self._piles = defaultdict(list)
        self._follow(self._start)

    def add(self, ply: Ply) -> None:
        """Follow the game by one action."""
        if self.just_dealt:  # how the hand before was settled has been compared
            self._dealt_by = len(self.plies) - 1
            del self._shuffles[: self._shuffled_before]
        self.just_dealt = gathers(ply.after.journal)
        self._shuffled_before = len(self._shuffles)
        self.plies.append(ply)
        self._follow(lambda: self._apply(ply, ply.before))

    def world(self, seat: Seat | None, rng: Rng) -> World | None:
        """Exchange what the seat has not seen and play on from the deal; None if that shows.

        It may show where a move is impossible in the other world, where the rules let all learn
        something else (`reveals`), or where a card that the seat may look at is another one.
        AssertionError if the seat gets anything else that differs.
        """
        game, exchange = self.setup.game, self._exchange(seat, rng)
        reveals = conformance_of(game).reveals
        with exchanged(exchange):
            if self._dealt_by < 0:
                here, there = self._start_state, self._start()
                if not self._same(here, there, seat):
                    return None
            else:
                here = there = self.plies[self._dealt_by].before
            before = there
            for ply in self.plies[max(0, self._dealt_by) :]:
                mover, action, before = ply.seat, ply.action, there
                if game.check(view(there, mover), action) is not None:
                    return None
                if reveals(there, mover, action) != reveals(here, mover, action):
                    return None
                here, there = ply.after, self._apply(ply, there)
                if not self._same(here, there, seat):
                    return None
        return World(exchange, before, there) if there.zones != here.zones else None

    def _exchange(self, seat: Seat | None, rng: Rng) -> Exchange:
        mixed = {}
        for shuffle in self._shuffles:
            hidden = [at for at, place in enumerate(shuffle.places) if seat not in place.seen_by]
            order, rng = chance.shuffle(rng, bytes(hidden))
            places = [*range(len(shuffle.places))]
            for at, other in zip(hidden, order, strict=True):
                places[at] = other
            mixed[shuffle.rng] = places
        return mixed

    def _start(self) -> AnyState:
        return self.setup.game.start(self.setup.options, self.setup.seats, Rng(self.seed))

    def _apply(self, ply: Ply, state: AnyState) -> AnyState:
        return self.setup.game.apply(state, ply.seat, ply.action)

    # -- what a seat gets

    def _same(self, here: AnyState, there: AnyState, seat: Seat | None) -> bool:
        """Compare what the seat gets after an action; False if it may look at another card."""
        deck = self.setup.game.deck
        told, told_there = events(here, seat), events(there, seat)
        for at, (event, other) in enumerate(zip_longest(told, told_there)):
            if event != other:
                if event and other and _shows_another_card(event, other):
                    return False
                heard = [each and plain_event(each, deck) for each in (event, other)]
                raise self._leak(seat, "hears", here.ply, f"events[{at}]", *heard)
        seen, seen_there = view(here, seat), view(there, seat)
        if seen != seen_there:
            shown = [plain_view(each, deck) for each in (seen, seen_there)]
            raise self._leak(seat, "sees", here.ply, "view", *shown)
        return True

    def _leak(
        self, seat: Seat | None, verb: str, ply: int, what: str, here: object, there: object
    ) -> AssertionError:
        since = "" if ply == len(self.plies) else f", since move {ply}"
        return leak(seat, verb, {what: here}, {what: there}, since)

    # -- who has seen what

    def _follow(self, step: Callable[[], AnyState]) -> None:
        """Take a step of the game, and note which cards everybody sees."""
        with recorded() as orders:
            state = step()
        if not self.plies:
            self._start_state = state
        shuffles = iter(orders)
        entered = set()
        for event in state.journal:
            match event:
                case Moved(cards, source, source_owner, target, target_owner):
                    for card in cards:
                        place = self._take((source, source_owner), card)
                        self._piles[target, target_owner].append((card, place))
                        entered.add((target, target_owner, card))
                        for seat in self.everyone:
                            if masked(event, seat) == masked(event._replace(eyes=None), seat):
                                place.show(seat)
                case Gathered():
                    self._piles.clear()
                case Shown(name, owner):
                    for _, place in self._piles[name, owner]:
                        for seat in self.everyone:
                            place.show(seat)
                case Shuffled(name):
                    rng, order = next(shuffles)
                    places = [PilePlace(self._take((name, None), card)) for card in order]
                    self._piles[name, None] = list(zip(order, places, strict=True))
                    self._shuffles.append(Shuffle(rng, places))
        for zone in state.zones:
            pile = self._piles[zone.name, zone.owner]
            if not zone.fan and bytes(card for card, _ in pile) != zone.cards:
                # A card went below others, so that it cannot be told from others like it.
                for card, place in pile:
                    if (zone.name, zone.owner, card) in entered:
                        for seat in self.everyone:
                            place.show(seat)

    def _take(self, zone: tuple[str, Seat | None], card: int) -> PilePlace:
        """Take the card nearest to the top of a pile."""
        pile = self._piles[zone]
        for at in reversed(range(len(pile))):
            if pile[at][0] == card:
                return pile.pop(at)[1]
        return PilePlace()  # it was not shuffled yet


@contextmanager
def exchanged(exchange: Exchange) -> Iterator[None]:
    """Let these chance calls shuffle otherwise; the rest of chance stays."""

    def shuffle(rng: Rng, cards: Cards) -> tuple[Cards, Rng]:
        order, after = usual(rng, cards)
        places = exchange.get(rng)
        return (order if places is None else bytes([order[at] for at in places])), after

    usual = chance.shuffle
    with patch.object(chance, "shuffle", shuffle):
        yield


@contextmanager
def recorded() -> Iterator[list[tuple[Rng, Cards]]]:
    """Write down every chance call that shuffles, with the order that it makes."""

    def shuffle(rng: Rng, cards: Cards) -> tuple[Cards, Rng]:
        order, after = usual(rng, cards)
        orders.append((rng, order))
        return order, after

    orders: list[tuple[Rng, Cards]] = []
    usual = chance.shuffle
    with patch.object(chance, "shuffle", shuffle):
        yield orders


def leak(
    seat: Seat | None, verb: str, here: object, there: object, since: str = ""
) -> AssertionError:
    """Return an error that names what a seat gets more of in one of two worlds."""
    return AssertionError(
        f"{who(seat)} {verb} more than it can know: in another world it gets"
        f" {difference(here, there)}{since}"
    )


def who(seat: Seat | None) -> str:
    """Name who looks at a game."""
    return "a watcher" if seat is None else f"seat {seat}"


def _shows_another_card(event: Event, other: Event) -> bool:
    """Whether other cards come from the same place; where they go may depend on them."""
    match event, other:
        case Moved(), Moved():
            same_place = event[1:3] == other[1:3]
        case Shown(), Shown():
            same_place = event[:2] == other[:2]
        case _:
            return False
    cards, others = event.cards, other.cards
    face_up = BACK not in cards + others
    return same_place and face_up and len(cards) == len(others) and cards != others
