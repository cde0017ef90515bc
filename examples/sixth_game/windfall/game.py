"""Windfall: pick a card, fill baskets, discard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from meldroom.core.action import Action, Card, SomeCards
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Game, Result, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.state import (
    drawn_lot,
    gather,
    lay_open,
    move,
    note,
    seat_to_the_left,
    shuffled,
    tell,
    top,
)
from meldroom.core.zone import Sight, Zone
from windfall.deck import DECK, baskets, is_basket, points
from windfall.facts import DISCARD, STOCK, Facts, Options, State, View, hand, laid

HAND_SIZE = 5  # R3
GOING_OUT = 10  # R8


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Pick the top card of the stock."""

    verb = "draw"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Pick the top card of the discard pile."""

    verb = "take"


@dataclass(frozen=True, slots=True)
class Meld(Action):
    """Lay a basket down."""

    verb = "meld"
    cards: Annotated[Cards, SomeCards(3)]


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a card, which ends the turn."""

    verb = "discard"
    card: Card


class Windfall(Game[Facts, Options]):
    """The referee of Windfall."""

    key = "windfall"
    name = "Windfall"
    year = "2025"
    about = "Fill baskets of three, and take what others let fall if it completes one."
    rules = "1"
    prefix = "WF"
    players = range(2, 5)
    deck = DECK
    actions = (Draw, Take, Meld, Discard)
    options = Options
    topped = ("discard",)

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        """Set the table, draw the first player by lot and deal (Q1)."""
        zones = [
            Zone("stock", None, Sight.NONE, fan=False, cards=DECK.pack),
            Zone("discard", None, Sight.ALL, fan=False),
        ]
        for seat in range(seats):
            zones.append(Zone("hand", seat, Sight.OWNER, fan=True))
            zones.append(Zone("baskets", seat, Sight.ALL, fan=False))
        facts = Facts(
            first=0, turn=0, picked=False, taken=b"", totals=(0,) * seats, ledger=(), reason=""
        )
        first, state = drawn_lot(State(tuple(zones), facts, options, seats, rng), seats)
        return deal(state, first)

    def to_act(self, facts: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if facts.reason else (facts.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Generate what the seat on turn may do."""
        facts = seen.public
        cards = seen.zones[hand(facts.turn)].cards
        if not facts.picked:
            return [Draw(), Take()] if may_take(seen, cards) else [Draw()]
        found = baskets(cards, seen.options.sets == "mixed")
        melds = [Meld(basket) for basket in found if facts.taken in basket]
        return melds if facts.taken else [*melds, *map(Discard, dict.fromkeys(cards))]

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        facts = seen.public
        cards = seen.zones[hand(facts.turn)].cards
        match action:
            case Draw() | Take() if facts.picked:
                return Violation("R4", "you have picked a card already")
            case Take() if not may_take(seen, cards):
                return Violation("R5", "the top discard makes no basket with your cards")
            case Meld() | Discard() if not facts.picked:
                return Violation("R4", "pick a card first")
            case Discard() if facts.taken:
                return Violation("R5", "meld the card that you took first")
            case Discard(card) if card not in cards:
                return Violation("R4", f"there is no {DECK.words[card]} in your hand")
            case Meld(trio) if any(trio.count(card) > cards.count(card) for card in trio):
                return Violation("R6", "you do not hold these cards")
            case Meld(trio) if not is_basket(trio, seen.options.sets == "mixed"):
                return Violation("R6", "these cards are no basket")
            case Meld(trio) if facts.taken not in trio:
                return Violation("R5", "meld the card that you took first")
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the cards and say what changed."""
        match action:
            case Draw():
                state = move(state, top(state, STOCK), STOCK, hand(seat))
                return tell(state, picked=True)
            case Take():
                card = top(state, DISCARD)
                state = move(state, card, DISCARD, hand(seat))
                return tell(state, picked=True, taken=card)
            case Meld(cards):
                state = tell(move(state, cards, hand(seat), laid(seat)), taken=b"")
                return state if state.zones[hand(seat)].cards else score(state, out=seat)
            case Discard(card):
                state = move(state, bytes([card]), hand(seat), DISCARD)
                if not state.zones[STOCK].cards:
                    return score(note(state, "R7", "the stock is empty"), out=None)
                return tell(state, turn=seat_to_the_left(seat, state.seats), picked=False)
            case _:
                raise AssertionError(action)

    def result(self, seen: State | View) -> Result | None:
        """Rank by the totals once the last hand is scored (R9)."""
        facts = seen.public
        return ranked(facts.totals, facts.reason, facts.totals) if facts.reason else None


def may_take(seen: View, cards: Cards) -> bool:
    """Say whether the top discard makes a basket with two cards of the hand (R5)."""
    card = seen.top(DISCARD)
    found = baskets(bytes(sorted(cards + card)), seen.options.sets == "mixed")
    return any(card in basket for basket in found)


def deal(state: State, first: Seat) -> State:
    """Shuffle all cards, deal five to each from the first player on, and turn one up (R3)."""
    state = shuffled(gather(state, STOCK), STOCK)
    for turn in range(HAND_SIZE * state.seats):
        seat = (first + turn) % state.seats
        state = move(state, top(state, STOCK), STOCK, hand(seat))
    state = move(state, top(state, STOCK), STOCK, DISCARD)
    return tell(state, first=first, turn=first, picked=False, taken=b"")


def score(state: State, out: Seat | None) -> State:
    """Score the hand (R8), then deal the next one or end the game (R9)."""
    facts = state.public
    scored = []
    for seat in range(state.seats):
        if seat != out:
            state = lay_open(state, hand(seat))
        zones = state.zones
        gain = points(zones[laid(seat)].cards) - points(zones[hand(seat)].cards)
        scored.append(gain + GOING_OUT if seat == out else gain)
        state = note(state, "R8", f"{{{seat}}} scores {scored[seat]}")
    totals = tuple(old + new for old, new in zip(facts.totals, scored, strict=True))
    ledger = (*facts.ledger, tuple(scored))
    state = tell(state, totals=totals, ledger=ledger)
    if len(ledger) == state.options.hands:
        return tell(state, reason="WF-3")
    return deal(state, seat_to_the_left(facts.first, state.seats))
