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
    DEALS,
    DEALT,
    DISCARD,
    EMPTYINGS,
    HANDS,
    STOCK,
    Facts,
    Options,
    State,
    View,
    hand,
    laid,
)
from meldroom.games.victory_rummy.melds import (
    FIVES,
    KINDS,
    NAMES,
    RUNS,
    WANTED,
    completes,
    holds,
    kind_of,
)
from meldroom.games.victory_rummy.pad import (
    PadLine,
    blank,
    booked,
    lines_for_going_out,
    lines_for_meld,
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
    """Throw a card, which ends the turn."""

    verb = "discard"
    card: Card


DRAW, TAKE, CAPTURE = Draw(), Take(), Capture()
DRAW_ONLY, DRAW_OR_TAKE = (DRAW,), (DRAW, TAKE)
LAYS: tuple[Action, ...] = (*map(Victory, COLOURS), CAPTURE)  # as KINDS
LAY_ONLY = tuple((lay,) for lay in LAYS)
LAYS_BY_RUN = tuple((run, last, lay) for (run, last), lay in zip(RUNS, LAYS, strict=True))
DISCARDS = tuple(Discard(card) for card in range(len(DECK.codes)))

# How the log names a line of the pad, and the rule that grants it.
GRANTED = {
    **{colour: ("R6", f"a Victory in {ink}") for colour, ink in COLOURS.items()},
    "C": ("R7", "a Capture"),
    "G": ("R12", "a Grand Victory"),
    "X": ("R13", "Red, White and Blue in order"),
    "A": ("R9", "Axis cards in other hands"),
}


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
        table = Facts(
            dealer=0,
            turn=0,
            picked=False,
            taken=b"",
            deal=0,
            emptied=0,
            pad=blank(seats),
            reason="",
        )
        state = State((stock, discard, *places), table, options, seats, rng)
        dealer, state = drawn_lot(state, seats)
        return deal(state, dealer)

    def to_act(self, table: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if table.reason else (table.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Generate what the seat may do."""
        table = seen.public
        cards = seen.zones[HANDS + 2 * table.turn].cards
        if not table.picked:
            run, last = WANTED[seen.zones[DISCARD].cards[-1]]
            return DRAW_OR_TAKE if run in cards and last in cards else DRAW_ONLY
        if table.taken:
            return LAY_ONLY[kind_of(table.taken[0])]
        actions: list[Action] = [DISCARDS[card] for card in dict.fromkeys(cards)]
        for run, last, lay in LAYS_BY_RUN:
            if run in cards and last in cards:
                actions.append(lay)
        return actions

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        table = seen.public
        cards = seen.zones[hand(table.turn)].cards
        if table.taken:
            return _duty(table.taken[0], action)
        match action:
            case Draw() | Take() if table.picked:
                return Violation("R4", "you have picked already: discard a card")
            case Take():
                card = seen.top(DISCARD)[0]
                return None if completes(cards, card) else _useless(card)
            case Victory() | Capture() if not table.picked:
                return Violation("Q6", "pick a card first: melds are laid down after the pick")
            case Victory(colour) if not holds(cards, KINDS.index(colour)):
                needs = f"three dots, a dash and a V in {COLOURS[colour]}"
                return Violation("R6", f"a Victory needs {needs}")
            case Capture() if not holds(cards, kind_of(AXIS)):
                return Violation("R7", "a Capture needs five Axis cards")
            case Discard() if not table.picked:
                return Violation("R4", "pick a card first")
            case Discard(card) if card not in cards:
                return Violation("R4", f"there is no {DECK.words[card]} in your hand")
            case _:
                return None

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the cards and say what changed."""
        match action:
            case Draw():
                state = tell(move(state, top(state, STOCK), STOCK, hand(seat)), picked=True)
                return state if state.zones[STOCK].cards else pack_is_empty(state)
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
                return meld(state, seat, LAYS.index(action))

    def result(self, seen: State | View) -> Result | None:
        """Rank by points."""
        table = seen.public
        return ranked(table.pad.scores, table.reason, table.pad.scores) if table.reason else None


def _duty(taken: int, action: Action) -> Violation | None:
    """Q5: nothing comes between a take and the meld with the card that was taken."""
    if action == LAYS[kind_of(taken)]:
        return None
    return Violation("Q5", f"first lay down {NAMES[kind_of(taken)]} with the {DECK.words[taken]}")


def _useless(card: int) -> Violation:
    if card == AXIS:
        return Violation("Q18", "an Axis card is taken only to complete a Capture")
    return Violation("Q5", f"the {DECK.words[card]} makes no Victory with your hand")


def deal(state: State, dealer: Seat) -> State:
    """Shuffle all cards, give ten to each hand from the dealer's left on, turn one up (R3)."""
    state = note(state, "R10", f"{{{dealer}}} deals")
    state = shuffled(gather(state, STOCK), STOCK)
    first = seat_to_the_left(dealer, state.seats)
    for turn in range(DEALT * state.seats):
        state = move(state, top(state, STOCK), STOCK, hand((first + turn) % state.seats))
    state = move(state, top(state, STOCK), STOCK, DISCARD)
    number = state.public.deal + 1
    return tell(state, dealer=dealer, turn=first, picked=False, deal=number, emptied=0)


def pack_is_empty(state: State) -> State:
    """Shuffle the discards before the drawer adds to them (Q14), or void the deal (Q15)."""
    emptied = state.public.emptied + 1
    if emptied == EMPTYINGS:
        void = "the pack is empty for the third time since a meld: the deal is void"
        return deal_over(note(state, "Q15", void))
    state = note(state, "R15", "the pack is empty: the discards are shuffled")
    state = move(state, state.zones[DISCARD].cards, DISCARD, STOCK)
    state = shuffled(state, STOCK)
    state = move(state, top(state, STOCK), STOCK, DISCARD)
    return tell(state, emptied=emptied)


def meld(state: State, seat: Seat, kind: int) -> State:
    """Lay five cards down and book all that they bring (R6, R7, R12, R13)."""
    state = move(state, FIVES[kind], hand(seat), laid(seat))
    state = tell(state, taken=b"", emptied=0)
    lines = lines_for_meld(state.public.pad, seat, KINDS[kind], state.options.order_bonus)
    state = book(state, lines)
    grand = len(lines) > 1
    if grand and state.options.win_at == "tally" and _reached(state):
        state = note(state, "Q12", f"the tally has {state.options.target} points: the game is over")
        return tell(state, reason="VR-12")
    return state


def go_out(state: State, seat: Seat) -> State:
    """Book the Axis cards in the other hands for the one who scored all cards (R9)."""
    state = note(state, "R9", f"{{{seat}}} goes out")
    state = book(state, lines_for_going_out(seat, axis_against(state, seat)))
    return state if state.public.reason else deal_over(state)


def axis_against(state: State, seat: Seat) -> int:
    """Count the Axis cards in the hands of a seat's opponents (Q9)."""
    others = (other for other in range(state.seats) if other != seat)
    return sum(state.zones[hand(other)].cards.count(AXIS) for other in others)


def book(state: State, lines: tuple[PadLine, ...]) -> State:
    """Write the lines on the pad one by one, up to the one that wins (Q20)."""
    for line in lines:
        rule, name = GRANTED[line.symbol]
        state = tell(state, pad=booked(state.public.pad, line))
        state = note(state, rule, f"{{{line.seat}}} scores {line.points} for {name}")
        if state.options.win_at == "once" and _reached(state):
            state = note(state, "Q12", f"{{{line.seat}}} has {state.options.target} points")
            return tell(state, reason="VR-12")
    return state


def _reached(state: State) -> bool:
    return max(state.public.pad.scores) >= int(state.options.target)


def deal_over(state: State) -> State:
    """Pass the deal to the left, or end the game after the last one (R10, Q15)."""
    table = state.public
    if table.deal == DEALS:
        state = note(state, "Q15", f"{DEALS} deals are played: the game is over")
        return tell(state, reason="VR-15")
    return deal(state, seat_to_the_left(table.dealer, state.seats))
