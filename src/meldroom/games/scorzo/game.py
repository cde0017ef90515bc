"""Scorzo: pick a card, discard one, and call when your hand is all melds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldroom.core.action import Action, Card
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Game, Result, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.state import lay_open, move, note, tell, top
from meldroom.core.zone import Sight, Zone
from meldroom.games.scorzo.deck import DECK
from meldroom.games.scorzo.facts import (
    ANSWERING,
    CHARTS,
    DISCARD,
    DISCARDING,
    HANDS,
    PICKING,
    STOCK,
    Facts,
    Options,
    State,
    View,
    fresh_round,
    hand,
    may_not_return,
)
from meldroom.games.scorzo.melds import is_complete
from meldroom.games.scorzo.rounds import deal, draw_for_first_deal, end_turn


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
    """Discard a card, which ends the turn unless the hand is all melds."""

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


DRAW, TAKE, CALL, WAIT = Draw(), Take(), Call(), Wait()
PICKS = (DRAW, TAKE)
ANSWERS = (CALL, WAIT)
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
        stock = Zone("stock", None, Sight.NONE, fan=False, cards=self.deck.pack)
        discard = Zone("discard", None, Sight.ALL, fan=False)
        hands = [Zone("hand", seat, Sight.OWNER, fan=True) for seat in range(seats)]
        facts = Facts(
            dealer=0,
            turn=0,
            playing=tuple(range(seats)),
            totals=(0,) * seats,
            ledger=(),
            reason="",
            **fresh_round(),
        )
        state = State((stock, discard, *hands), facts, options, seats, rng)
        return deal(draw_for_first_deal(state))

    def to_act(self, public: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if public.reason else (public.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Give what the seat may do: pick (R7), discard (R7, Q8), or call or wait (Q9)."""
        facts = seen.public
        if facts.phase == PICKING:
            return PICKS
        if facts.phase == ANSWERING:
            return ANSWERS
        cards = seen.zones[HANDS + facts.turn].cards
        barred = may_not_return(seen, cards) if facts.taken else b""
        return [DISCARDS[card] for card in dict.fromkeys(cards) if card not in barred]

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        facts = seen.public
        cards = seen.zones[hand(facts.turn)].cards
        match action:
            case Call() | Wait():
                return None if facts.phase == ANSWERING else _no_call_now(facts)
            case _ if facts.phase == ANSWERING:
                return Violation("R10", "your hand is all melds: call or wait")
            case Draw() | Take():
                if facts.phase == PICKING:
                    return None
                return Violation("R7", "you have picked already: discard a card")
            case Discard() if facts.phase == PICKING:
                return Violation("R7", "pick a card first")
            case Discard(card) if card not in cards:
                return Violation("R7", f"there is no {DECK.words[card]} in your hand")
            case Discard(card) if card in may_not_return(seen, cards):
                taken = DECK.words[card]
                return Violation("Q8", f"you just took a {taken}: discard a different card")
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the cards, and end the turn after a discard or an answer."""
        match action:
            case Draw():
                state = move(state, top(state, STOCK), STOCK, hand(seat))
                return tell(state, phase=DISCARDING)
            case Take():
                upcard = top(state, DISCARD)
                state = move(state, upcard, DISCARD, hand(seat))
                return tell(state, phase=DISCARDING, taken=upcard)
            case Discard(card):
                state = move(state, bytes([card]), hand(seat), DISCARD)
                if may_call(state, state.zones[hand(seat)].cards):
                    return tell(state, phase=ANSWERING)
                return end_turn(state)
            case Call():
                # Q11: the caller's hand lies open from now on.
                state = lay_open(note(state, "R10", f"{{{seat}}} calls Scorzo"), hand(seat))
                return end_turn(tell(state, caller=seat))
            case _:
                return end_turn(state)

    def result(self, seen: State | View) -> Result | None:
        """Rank by the fewest points, then by those of each tie round (R12, Q19)."""
        facts = seen.public
        if not facts.reason:
            return None
        tie_rounds = facts.ledger[len(CHARTS[seen.options.rounds]) :]
        standings = [
            tuple([-(row[seat] or 0) for row in (facts.totals, *tie_rounds)])
            for seat in range(seen.seats)
        ]
        return ranked(standings, facts.reason, facts.totals)


def may_call(state: State, cards: Cards) -> bool:
    """Say whether a player who keeps these cards after the discard may call (R10, Q11)."""
    if state.public.caller is not None:
        return False
    return is_complete(cards, state.options.all_wild_melds == "yes")


def _no_call_now(facts: Facts) -> Violation:
    if facts.caller is not None:
        return Violation("Q11", "this round has been called already")
    return Violation("R10", "call or wait only after your discard, with a hand that is all melds")
