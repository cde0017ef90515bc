"""Rummy Battle: draw two or take from the row, meld, steal, and go out after the Marker."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Game, Result, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.state import drawn_lot, move, tell, top
from meldroom.games.rummy_battle import action_cards
from meldroom.games.rummy_battle.actions import (
    ACTIONS,
    BONUS,
    DISCARDS,
    DONE,
    DRAW,
    HOARDS,
    LAYS,
    SECOND,
    TAKES,
    Bonus,
    Discard,
    Done,
    Draw,
    Hoard,
    Lay,
    MakeMeld,
    Second,
    Take,
)
from meldroom.games.rummy_battle.deck import DECK, FOR, HOARD, JOKER, REAL
from meldroom.games.rummy_battle.facts import (
    FRESH,
    FRONT,
    HAND,
    ROW,
    STOCK,
    USED,
    Facts,
    Options,
    State,
    View,
    bounds,
    fresh_round,
    zones,
)
from meldroom.games.rummy_battle.meld_finder import honourable, melds_in, melds_with
from meldroom.games.rummy_battle.melds import RUN, Bounds, fault, laid_on, made
from meldroom.games.rummy_battle.rounds import deal, draw, end_turn, go_out


class RummyBattle(Game[Facts, Options]):
    """The referee of Rummy Battle."""

    key = "rummy-battle"
    name = "Rummy Battle"
    year = "undated"
    about = "Meld, lay off and steal for points, and do not go out before the Marker is seen."
    rules = "1"
    prefix = "RB"
    players = range(2, 7)
    deck = DECK
    actions = ACTIONS
    options = Options

    def opening(self, options: Options, seats: int, rng: Rng) -> State:
        """Draw lots for the first dealer and deal the first round (Q31)."""
        nothing = (0,) * seats
        table = Facts(dealer=0, turn=0, totals=nothing, ledger=(), reason="", **fresh_round(seats))
        state = State(zones(seats), table, options, seats, rng)
        dealer, state = drawn_lot(state, seats)
        return deal(tell(state, dealer=dealer))

    def to_act(self, table: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if table.reason else (table.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Generate what the seat may do."""
        table = seen.public
        held = holding(seen)
        if not held:
            return (BONUS, DONE)
        limits = bounds(seen.options)
        if table.duty:
            return [*melds_with(held, table.duty[0], limits), *_lays(table, set(table.duty))]
        if table.drawn:
            distinct = set(held)
            actions: list[Action] = [DISCARDS[card] for card in distinct]
            if table.bonus:
                actions.append(BONUS)
            if table.again:
                actions.append(SECOND)
            actions += melds_in(held, limits)
            if table.melds:
                actions += _lays(table, distinct)
        else:
            actions = [DRAW]
            if seen.zones[ROW].cards:
                actions += _from_row(seen, held, limits)
        if max(held) > HOARD:
            actions += action_cards.effects(seen, held)
        return actions

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the action."""
        table = seen.public
        held = holding(seen)
        match action:
            case Bonus():
                return None if table.bonus else Violation("Q10", "no new meld was just laid")
            case Done():
                return Violation("Q11", "you still have cards") if held else None
            case _ if not held:
                return Violation("Q11", "your hand is empty: take the bonus card or be done")
            case _ if table.duty and table.duty[0] not in _played(action):
                return Violation("Q7", f"the {DECK.words[table.duty[0]]} must be played first")
            case Draw() | Take() | Hoard() if table.drawn:
                return Violation("R4", "you have drawn already")
            case Draw():
                return None
            case Take(many):
                return _take_forbidden(seen, held, many)
            case Hoard(many):
                return _hoard_forbidden(seen, held, many)
            case Second():
                return None if table.again else Violation("R22", "it answers a draw of two at once")
            case MakeMeld() | Lay() | Discard() if not table.drawn:
                return Violation("R4", "draw or take first")
            case MakeMeld(placed):
                return _missing(held, placed.translate(REAL)) or fault(placed, bounds(seen.options))
            case Lay():
                return _missing(held, bytes([REAL[action.card]])) or _lay_forbidden(table, action)
            case Discard(card):
                return _missing(held, bytes([card]))
            case _:
                return action_cards.forbids(seen, action, held)

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the cards and say what changed."""
        if state.public.again:
            if isinstance(action, Second):
                return second_chance(state, seat)
            drawn = state.zones[FRESH[seat]].cards
            state = move(state, drawn, FRESH[seat], HAND[seat])
        match action:
            case Discard(card):
                target = USED if card > JOKER else ROW
                state = move(state, bytes([card]), HAND[seat], target)
                if not state.zones[HAND[seat]].cards:
                    return go_out(state, (seat,), by_luck=False)
                return end_turn(state)
            case Draw():
                return draw_two(state, seat)
            case Take(many):
                taken = top(state, ROW, many)
                state = move(state, taken, ROW, HAND[seat])
                free = state.public.turns == 0  # Q8
                return tell(state, drawn=True, duty=b"" if free else taken[:1])
            case Hoard(many):
                state = action_cards.used(state, seat, HOARD)
                state = move(state, top(state, ROW, many), ROW, HAND[seat])
                return tell(state, drawn=True)
            case MakeMeld(placed):
                return new_meld(state, seat, placed)
            case Lay(number, numbered):
                return lay_off(state, seat, number, numbered)
            case Bonus():
                return tell(draw(state, 1, HAND[seat]), bonus=False)
            case Done():
                return go_out(state, (seat,), by_luck=False)
            case _:
                return action_cards.carry_out(state, seat, action)

    def result(self, seen: State | View) -> Result | None:
        """Rank by total once the last round is scored."""
        table = seen.public
        return ranked(table.totals, table.reason, table.totals) if table.reason else None


def holding(seen: View) -> Cards:
    """Name all cards in the hand of the seat on turn, in the order in which they came."""
    table = seen.public
    cards = seen.zones[HAND[table.turn]].cards
    return cards + seen.zones[FRESH[table.turn]].cards if table.again else cards


def _from_row(seen: View, held: Cards, limits: Bounds) -> list[Action]:
    actions: list[Action] = [TAKES[many] for many in _takes(seen, held, limits)]
    if HOARD in held and action_cards.may_act(seen):
        actions += HOARDS[1 : len(seen.zones[ROW].cards) + 1]
    return actions


def _takes(seen: View, held: Cards, limits: Bounds) -> list[int]:
    table = seen.public
    if table.turns == 0:
        return [1]  # Q8
    fits = b"".join([meld.fits for meld in table.melds]) if table.opened[table.turn] else b""
    return honourable(held, seen.zones[ROW].cards, fits, limits)


def _take_forbidden(seen: View, held: Cards, many: int) -> Violation | None:
    if many > len(seen.zones[ROW].cards):
        return Violation("R4", "so many cards do not lie in the row")
    if many not in _takes(seen, held, bounds(seen.options)):
        return Violation("Q7", "the deepest of them could not be played at once")
    return None


def _hoard_forbidden(seen: View, held: Cards, many: int) -> Violation | None:
    if HOARD not in held:
        return Violation("R10", "you do not hold Hoard")
    if not action_cards.may_act(seen):
        return Violation("Q14", "one action card a turn is all")
    if many > len(seen.zones[ROW].cards):
        return Violation("R17", "so many cards do not lie in the row")
    return None


def _played(action: Action) -> Cards:
    """Name the cards with which an action honours a duty (Q7)."""
    match action:
        case MakeMeld(placed):
            return placed.translate(REAL)
        case Lay(number):
            return bytes([REAL[number]])
        case _:
            return b""


def _missing(held: Cards, wanted: Cards) -> Violation | None:
    for card in wanted:
        if wanted.count(card) > held.count(card):
            return Violation("R5", f"you do not hold the {DECK.words[card]} for that")
    return None


def _lays(table: Facts, held: set[int]) -> list[Action]:
    if not table.opened[table.turn]:
        return []
    found: list[Action] = []
    for meld in table.melds:
        for card in meld.fits:
            if card not in held:
                continue
            lays = LAYS[meld.number]
            if card == JOKER and meld.kind == RUN:
                found += [lays[FOR + end] for end in meld.fits[:-1]]
            else:
                found.append(lays[card])
    return found


def _lay_forbidden(table: Facts, action: Lay) -> Violation | None:
    if not table.opened[table.turn]:
        return Violation("R9", "open with a meld of your own first")
    if action.meld > len(table.melds):
        return Violation("Q18", f"there is no meld #{action.meld}")
    meld = table.melds[action.meld - 1]
    stands = action.card - FOR if action.card >= FOR else action.card
    # A joker says what it is on a run, and only there.
    told = (action.card == JOKER) if meld.kind == RUN else (action.card >= FOR)
    if told or stands not in meld.fits:
        return Violation("Q18", f"it does not fit to #{action.meld}")
    return None


def draw_two(state: State, seat: Seat) -> State:
    """Draw two cards one by one, apart from the hand while the 2nd Chance can follow (R22)."""
    size = len(state.zones[STOCK].cards)
    again = state.public.chances[seat] and size >= 4
    target = FRESH[seat] if again else HAND[seat]
    return tell(draw(state, 2, target), drawn=True, again=again)


def second_chance(state: State, seat: Seat) -> State:
    """Put the card drawn first under the stock, the other under that, and draw two (R22)."""
    for card in state.zones[FRESH[seat]].cards:
        state = move(state, bytes([card]), FRESH[seat], STOCK, at=0)
    table = state.public
    chances = tuple(left and owner != seat for owner, left in enumerate(table.chances))
    state = tell(state, chances=chances, marker=table.marker + 2, again=False)
    return draw(state, 2, HAND[seat])


def new_meld(state: State, seat: Seat, placed: bytes) -> State:
    """Lay a new meld, which opens and brings a bonus draw (R6, R8)."""
    table = state.public
    state = move(state, placed.translate(REAL), HAND[seat], FRONT[seat])
    meld = made(len(table.melds) + 1, seat, placed, bounds(state.options).distinct)
    opened = tuple(was or owner == seat for owner, was in enumerate(table.opened))
    bonus = bool(state.zones[STOCK].cards)
    melds = (*table.melds, meld)
    state = tell(state, melds=melds, opened=opened, bonus=bonus, again=False, duty=b"")
    if bonus or state.zones[HAND[seat]].cards:
        return state
    return go_out(state, (seat,), by_luck=False)  # Q11


def lay_off(state: State, seat: Seat, number: int, numbered: int) -> State:
    """Lay a card off; with the last card the seat is out at once (R9, Q11)."""
    table = state.public
    state = move(state, bytes([REAL[number]]), HAND[seat], FRONT[seat])
    meld = laid_on(table.melds[numbered - 1], seat, number, bounds(state.options).distinct)
    melds = action_cards.exchanged(table.melds, meld)
    state = tell(state, melds=melds, bonus=False, again=False, duty=b"")
    return state if state.zones[HAND[seat]].cards else go_out(state, (seat,), by_luck=False)
