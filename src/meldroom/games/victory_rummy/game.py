"""Victory Rummy: dot dot dot dash V in one colour, or five Axis cards; first to 500."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from meldroom.core.action import Action, Card, Word
from meldroom.core.cards import Seat
from meldroom.core.game import Game, Result, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.state import (
    drawn_lot,
    gather,
    move,
    note,
    seat_to_the_left,
    shuffled,
    tell,
    top,
)
from meldroom.core.zone import Sight, Zone
from meldroom.games.victory_rummy.deck import AXIS, COLOURS, DECK
from meldroom.games.victory_rummy.facts import (
    CARDS_DEALT,
    DISCARD,
    EMPTYINGS_TO_VOID,
    HANDS,
    MAX_DEALS,
    STOCK,
    Facts,
    Options,
    State,
    View,
    hand,
    laid,
)
from meldroom.games.victory_rummy.melds import (
    CAPTURE,
    MELD_CARDS,
    MELD_NAMES,
    MELD_SYMBOLS,
    completes,
    holds,
    meld_of,
)
from meldroom.games.victory_rummy.pad import (
    LINE_RULES,
    PadLine,
    blank_pad,
    lines_for_going_out,
    lines_for_meld,
    with_line,
)


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Pick the top card of the pack."""

    verb = "draw"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Pick the top card of the discard pile, to lay it down at once."""

    verb = "take"


@dataclass(frozen=True, slots=True)
class Victory(Action):
    """Lay down three dots, a dash and a V of one colour."""

    verb = "victory"
    colour: Annotated[str, Word(*COLOURS)]


@dataclass(frozen=True, slots=True)
class Capture(Action):
    """Lay down five Axis cards."""

    verb = "capture"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a card, which ends the turn."""

    verb = "discard"
    card: Card


DRAW, TAKE = Draw(), Take()
DRAW_ONLY, DRAW_OR_TAKE = (DRAW,), (DRAW, TAKE)
MELD_ACTIONS: tuple[Action, ...] = (*map(Victory, COLOURS), Capture())
DISCARDS = tuple(Discard(card) for card in range(len(DECK.codes)))


class VictoryRummy(Game[Facts, Options]):
    """The referee of Victory Rummy."""

    key = "victory-rummy"
    name = "Victory Rummy"
    year = "1942"
    about = "Signal a V for victory, dot dot dot dash, in red, white and blue; or capture the Axis."
    rules = "1"
    prefix = "VR"
    players = range(2, 5)
    deck = DECK
    actions = (Draw, Take, Victory, Capture, Discard)
    options = Options
    topped = ("discard",)

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        """Draw lots for the first dealer and deal (Q16)."""
        stock = Zone("stock", None, Sight.NONE, fan=False, cards=DECK.pack)
        discard = Zone("discard", None, Sight.ALL, fan=False)
        places: list[Zone] = []
        for seat in range(seats):
            places.append(Zone("hand", seat, Sight.OWNER, fan=True))
            places.append(Zone("laid", seat, Sight.ALL, fan=False))
        facts = Facts(
            dealer=0,
            turn=0,
            picked=False,
            taken=b"",
            deal=0,
            emptied=0,
            pad=blank_pad(seats),
            reason="",
        )
        state = State((stock, discard, *places), facts, options, seats, rng)
        dealer, state = drawn_lot(state, seats)
        return deal(state, dealer)

    def to_act(self, public: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn (Q8)."""
        return () if public.reason else (public.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Give what the seat may do: pick (R4, R5), then meld or discard (R4, Q5, Q6)."""
        facts = seen.public
        cards = seen.zones[HANDS + 2 * facts.turn].cards
        if not facts.picked:
            return DRAW_OR_TAKE if completes(cards, seen.zones[DISCARD].cards[-1]) else DRAW_ONLY
        if facts.taken:
            return (MELD_ACTIONS[meld_of(facts.taken[0])],)
        actions = [action for meld, action in enumerate(MELD_ACTIONS) if holds(cards, meld)]
        actions += [DISCARDS[card] for card in dict.fromkeys(cards)]
        return actions

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        facts = seen.public
        cards = seen.zones[hand(facts.turn)].cards
        if facts.taken:
            return _other_than_the_meld(facts.taken[0], action)
        match action:
            case Draw() | Take() if facts.picked:
                return Violation("R4", "you have picked already: discard a card")
            case Take():
                upcard = seen.top(DISCARD)[0]
                return None if completes(cards, upcard) else _no_take(upcard)
            case Victory() | Capture() if not facts.picked:
                return Violation("Q6", "pick a card before you lay down a meld")
            case Victory(colour) if not holds(cards, MELD_SYMBOLS.index(colour)):
                needs = f"three dots, a dash and a V in {COLOURS[colour]}"
                return Violation("R6", f"a Victory needs {needs}")
            case Capture() if not holds(cards, CAPTURE):
                return Violation("R7", "a Capture needs five Axis cards")
            case Discard() if not facts.picked:
                return Violation("R4", "pick a card first")
            case Discard(card) if card not in cards:
                return Violation("R4", f"there is no {DECK.words[card]} in your hand")
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the cards, and end the turn after a discard, the deal after the last card (Q3)."""
        match action:
            case Draw():
                state = tell(move(state, top(state, STOCK), STOCK, hand(seat)), picked=True)
                return state if state.zones[STOCK].cards else renew_pack(state)
            case Discard(card):
                state = move(state, bytes([card]), hand(seat), DISCARD)
                if not state.zones[hand(seat)].cards:
                    return go_out(state, seat)
                return tell(state, turn=seat_to_the_left(seat, state.seats), picked=False)
            case Take():
                upcard = top(state, DISCARD)
                state = move(state, upcard, DISCARD, hand(seat))
                return tell(state, picked=True, taken=upcard)
            case _:
                return lay_down(state, seat, MELD_ACTIONS.index(action))

    def result(self, seen: State | View) -> Result | None:
        """Rank by points (R17, Q12)."""
        facts = seen.public
        return ranked(facts.pad.scores, facts.reason, facts.pad.scores) if facts.reason else None


def _other_than_the_meld(taken: int, action: Action) -> Violation | None:
    """Forbid all but the meld with the card that was taken (Q5)."""
    meld = meld_of(taken)
    if action == MELD_ACTIONS[meld]:
        return None
    return Violation("Q5", f"first lay down {MELD_NAMES[meld]} with the {DECK.words[taken]}")


def _no_take(upcard: int) -> Violation:
    if upcard == AXIS:
        return Violation("Q18", "you may take an Axis card only to complete a Capture")
    return Violation("Q5", f"you may take the {DECK.words[upcard]} only to complete a Victory")


def deal(state: State, dealer: Seat) -> State:
    """Shuffle all cards, deal ten to each from the dealer's left on, and turn one up (R3, R10)."""
    state = note(state, "R10", f"{{{dealer}}} deals")
    state = shuffled(gather(state, STOCK), STOCK)
    first = seat_to_the_left(dealer, state.seats)
    for dealt in range(CARDS_DEALT * state.seats):
        state = move(state, top(state, STOCK), STOCK, hand((first + dealt) % state.seats))
    state = move(state, top(state, STOCK), STOCK, DISCARD)
    number = state.public.deal + 1
    return tell(state, dealer=dealer, turn=first, picked=False, deal=number, emptied=0)


def renew_pack(state: State) -> State:
    """Shuffle the discards into a new pack and turn one up (R15, Q14), or void the deal (Q15)."""
    emptied = state.public.emptied + 1
    if emptied == EMPTYINGS_TO_VOID:
        void = "the pack is empty for the third time without a meld: the deal is void"
        return end_deal(note(state, "Q15", void))
    state = note(state, "R15", "the pack is empty: the discards are shuffled")
    state = move(state, state.zones[DISCARD].cards, DISCARD, STOCK)
    state = shuffled(state, STOCK)
    state = move(state, top(state, STOCK), STOCK, DISCARD)
    return tell(state, emptied=emptied)


def lay_down(state: State, seat: Seat, meld: int) -> State:
    """Lay five cards down and enter all that they earn (R6, R7, R12, R13)."""
    state = move(state, MELD_CARDS[meld], hand(seat), laid(seat))
    state = tell(state, taken=b"", emptied=0)
    lines = lines_for_meld(state.public.pad, seat, MELD_SYMBOLS[meld], state.options.order_bonus)
    state = enter(state, lines)
    is_grand = len(lines) > 1
    if is_grand and state.options.win_at == "tally" and _target_reached(state):
        target = state.options.target
        over = f"a player has {target} points at a Grand Victory: the game is over"
        return tell(note(state, "Q12", over), reason="VR-12")
    return state


def go_out(state: State, seat: Seat) -> State:
    """Enter the Axis cards in the other hands for the player who is out, and end the deal (R9)."""
    state = note(state, "R9", f"{{{seat}}} goes out")
    state = enter(state, lines_for_going_out(seat, axis_in_other_hands(state, seat)))
    return state if state.public.reason else end_deal(state)


def axis_in_other_hands(state: State, seat: Seat) -> int:
    """Count the Axis cards in the hands of a seat's opponents (Q9)."""
    others = (other for other in range(state.seats) if other != seat)
    return sum(state.zones[hand(other)].cards.count(AXIS) for other in others)


def enter(state: State, lines: tuple[PadLine, ...]) -> State:
    """Enter lines on the pad one by one, up to the one that wins (Q12, Q20)."""
    for line in lines:
        rule, name = LINE_RULES[line.symbol]
        state = tell(state, pad=with_line(state.public.pad, line))
        state = note(state, rule, f"{{{line.seat}}} scores {line.points} for {name}")
        if state.options.win_at == "once" and _target_reached(state):
            state = note(state, "Q12", f"{{{line.seat}}} reaches {state.options.target} points")
            return tell(state, reason="VR-12")
    return state


def _target_reached(state: State) -> bool:
    return max(state.public.pad.scores) >= state.options.target


def end_deal(state: State) -> State:
    """Pass the deal to the left, or end the game after the last deal (R10, Q15)."""
    facts = state.public
    if facts.deal == MAX_DEALS:
        state = note(state, "Q15", f"{MAX_DEALS} deals are played: the game is over")
        return tell(state, reason="VR-15")
    return deal(state, seat_to_the_left(facts.dealer, state.seats))
