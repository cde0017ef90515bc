"""Scorzo: pick a card, throw one, and call when the hand is all melds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldroom.core.action import Action, Card
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import (
    Game,
    Result,
    Violation,
    ranked,
)
from meldroom.core.rng import Rng
from meldroom.core.state import lay_open, move, note, tell, top
from meldroom.core.zone import Sight, Zone
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.facts import (
    ANSWER,
    CHARTS,
    DISCARD,
    HANDS,
    PICK,
    STOCK,
    THROW,
    Facts,
    Options,
    State,
    View,
    fresh_round,
    hand,
    kept_back,
)
from meldroom.games.scorzo.melds import (
    is_complete,
)
from meldroom.games.scorzo.rounds import deal, end_turn, first_dealer


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Pick the top card of the stock."""

    verb = "draw"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Pick the top card of the discard pile."""

    verb = "take"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Throw a card, which ends the turn unless the hand is all melds."""

    verb = "discard"
    card: Card


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Call Scorzo: the hand is all melds, and the others have one last turn."""

    verb = "call"


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Play on with a hand that is all melds."""

    verb = "wait"


PICKS = (Draw(), Take())
ANSWERS = (Call(), Wait())
DISCARDS = tuple(Discard(card) for card in range(len(DECK.codes)))


class Scorzo(Game[Facts, Options]):
    """The referee of Scorzo."""

    key = "scorzo"
    name = "Scorzo"
    year = "2021"
    about = "Bring your whole hand into sets and runs, with wilds, and call; fewest points win."
    rules = "1"
    prefix = "SZ"
    players = range(2, 7)
    deck = DECK
    actions = (Draw, Take, Discard, Call, Wait)
    options = Options
    topped = ("discard",)

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        """Draw for the first deal and deal the first round (R5, Q16)."""
        hands = [Zone("hand", seat, Sight.OWNER, fan=True) for seat in range(seats)]
        stock = Zone("stock", None, Sight.NONE, fan=False, cards=DECK.pack)
        discard = Zone("discard", None, Sight.ALL, fan=False)
        playing, nothing = tuple(range(seats)), (0,) * seats
        table = Facts(
            dealer=0, turn=0, playing=playing, totals=nothing, ledger=(), reason="", **fresh_round()
        )
        state = State((stock, discard, *hands), table, options, seats, rng)
        return deal(first_dealer(state))

    def to_act(self, table: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if table.reason else (table.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Generate what the seat may do."""
        table = seen.public
        if table.phase == PICK:
            return PICKS
        if table.phase == ANSWER:
            return ANSWERS
        cards = seen.zones[HANDS + table.turn].cards
        kept = kept_back(seen, cards) if table.taken else b""
        return [DISCARDS[card] for card in dict.fromkeys(cards) if card not in kept]

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        table = seen.public
        cards = seen.zones[hand(table.turn)].cards
        match action:
            case Call() | Wait():
                return None if table.phase == ANSWER else _no_call_now(table)
            case _ if table.phase == ANSWER:
                return Violation("R10", "your hand is all melds: call, or wait")
            case Draw() | Take():
                if table.phase == PICK:
                    return None
                return Violation("R7", "you have picked already: throw a card")
            case Discard() if table.phase == PICK:
                return Violation("R7", "pick a card first")
            case Discard(card) if card not in cards:
                return Violation("R7", f"there is no {DECK.words[card]} in your hand")
            case Discard(card) if card in kept_back(seen, cards):
                return Violation("Q8", "a card just taken is not thrown back")
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the cards and say what changed."""
        match action:
            case Draw():
                state = move(state, top(state, STOCK), STOCK, hand(seat))
                return tell(state, phase=THROW)
            case Take():
                card = top(state, DISCARD)
                state = move(state, card, DISCARD, hand(seat))
                return tell(state, phase=THROW, taken=card)
            case Discard(card):
                state = move(state, bytes([card]), hand(seat), DISCARD)
                if may_call(state, state.zones[hand(seat)].cards):
                    return tell(state, phase=ANSWER)
                return end_turn(state)
            case Call():
                state = lay_open(note(state, "R10", f"{{{seat}}} calls Scorzo"), hand(seat))
                return end_turn(tell(state, caller=seat))
            case _:
                return end_turn(state)

    def result(self, seen: State | View) -> Result | None:
        """Rank by the fewest points in all, then by those of each tie round (R12, Q19)."""
        table = seen.public
        if not table.reason:
            return None
        rounds = (table.totals, *table.ledger[len(CHARTS[seen.options.rounds]) :])
        standings = [tuple([-(row[seat] or 0) for row in rounds]) for seat in range(seen.seats)]
        return ranked(standings, table.reason, table.totals)


def may_call(state: State, cards: Cards) -> bool:
    if state.public.caller is not None:  # Q11
        return False
    return is_complete(cards, state.options.all_wild_melds == "yes")


def _no_call_now(table: Facts) -> Violation:
    if table.caller is not None:
        return Violation("Q11", "the round has been called")
    return Violation("R10", "one calls after throwing a card, with a hand that is all melds")
