"""Scorzo: pick a card, throw one, and call when the hand is all melds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meldroom.core.action import Action, Card
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.game import (
    Game,
    Group,
    Pad,
    Question,
    Result,
    Setting,
    Violation,
    ranked,
)
from meldroom.core.rng import Rng
from meldroom.core.skill import Skill
from meldroom.core.state import State, lay_open, move, note, tell, top
from meldroom.core.view import View
from meldroom.core.zone import Sight, Zone
from meldroom.games.scorzo import wording
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
    fresh_round,
    hand,
    kept_back,
)
from meldroom.games.scorzo.melds import (
    arrangement,
    is_complete,
    least_after_discard,
    least_deadwood,
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


class Scorzo(Game[Facts]):
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
    options = {
        "rounds": ("full", "down", "up"),
        "all_wild_melds": ("yes", "no"),
        "return_taken": ("yes", "no"),
        "lay_off": ("no", "yes"),
        "recycle": ("flip", "shuffle"),
    }
    shy = ("draw", "discard", "wait")
    topped = ("discard",)
    questions = (
        Question("least deadwood", 8, lambda cards: least_deadwood(cards, True)),
        Question("least deadwood", 11, lambda cards: least_deadwood(cards, True)),
        Question("is it complete", 8, lambda cards: is_complete(cards, True)),
        Question("what each throw leaves", 9, lambda cards: least_after_discard(cards, True)),
        Question("the arrangement", 8, lambda cards: arrangement(cards, True)),
    )

    def opening(self, options: Mapping[str, Setting], seats: int, rng: Rng) -> State[Facts]:
        """Draw for the first deal and deal the first round (R5, Q16)."""
        hands = [Zone("hand", seat, Sight.OWNER, fan=True) for seat in range(seats)]
        stock = Zone("stock", None, Sight.NONE, fan=False, cards=DECK.pack)
        discard = Zone("discard", None, Sight.ALL, fan=False)
        playing, nothing = tuple(range(seats)), (0,) * seats
        table = Facts(
            dealer=0, turn=0, playing=playing, totals=nothing, ledger=(), reason="", **fresh_round()
        )
        chosen: Any = options
        state = State((stock, discard, *hands), table, Options(**chosen), seats, rng)
        return deal(first_dealer(state))

    def to_act(self, table: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if table.reason else (table.turn,)

    def choices(self, seen: View[Facts]) -> Sequence[Action]:
        """Generate what the seat may do."""
        table = seen.public
        if table.phase == PICK:
            return PICKS
        if table.phase == ANSWER:
            return ANSWERS
        cards = seen.zones[HANDS + table.turn].cards
        kept = kept_back(seen, cards) if table.taken else b""
        return [DISCARDS[card] for card in dict.fromkeys(cards) if card not in kept]

    def forbids(self, seen: View[Facts], action: Action) -> Violation | None:
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

    def carry_out(self, state: State[Facts], seat: Seat, action: Action) -> State[Facts]:
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
                if _may_call(state, state.zones[hand(seat)].cards):
                    return tell(state, phase=ANSWER)
                return end_turn(state)
            case Call():
                state = lay_open(note(state, "R10", f"{{{seat}}} calls Scorzo"), hand(seat))
                return end_turn(tell(state, caller=seat))
            case _:
                return end_turn(state)

    def betrays(self, state: State[Facts], seat: Seat, action: Action) -> object:
        """Tell all whether a throw leaves a hand of melds: its holder is asked to call (R10)."""
        if not isinstance(action, Discard):
            return None
        return _may_call(state, without(state.zones[hand(seat)].cards, bytes([action.card])))

    def result(self, seen: State[Facts] | View[Facts]) -> Result | None:
        """Rank by the fewest points in all, then by those of each tie round (R12, Q19)."""
        table = seen.public
        if not table.reason:
            return None
        rounds = (table.totals, *table.ledger[len(CHARTS[seen.options.rounds]) :])
        standings = [tuple([-(row[seat] or 0) for row in rounds]) for seat in range(seen.seats)]
        return ranked(standings, table.reason, table.totals)

    def skill(self) -> Skill[Facts]:
        """Tell the bots how the game is played well."""
        from meldroom.games.scorzo.bot import ScorzoSkill  # which plays with our actions

        return ScorzoSkill()

    def standings(self, seen: State[Facts] | View[Facts]) -> tuple[int, ...]:
        """Give the totals, taken as losses: fewest is best."""
        return tuple([-total for total in seen.public.totals])

    def asks(self, seen: View[Facts]) -> str:
        """Say what the seat is asked to do."""
        return wording.asks(seen, self.to_act(seen.public))

    def arranged(self, seen: View[Facts]) -> tuple[Group, ...]:
        """Lay the hand out: melds, what is nearly one, and the rest."""
        return wording.arranged(seen)

    def worth(self, seen: View[Facts]) -> str:
        """Say how many points lie outside melds."""
        return wording.worth(seen)

    def pad(self, seen: State[Facts] | View[Facts]) -> Pad:
        """Give the score pad."""
        return wording.pad(seen.public, seen.options)


def _may_call(state: State[Facts], cards: Cards) -> bool:
    if state.public.caller is not None:  # Q11
        return False
    return is_complete(cards, state.options.all_wild_melds == "yes")


def _no_call_now(table: Facts) -> Violation:
    if table.caller is not None:
        return Violation("Q11", "the round has been called")
    return Violation("R10", "one calls after throwing a card, with a hand that is all melds")
