"""Rummy Battle: draw two or take from the row, meld, steal, and go out after the Marker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Game, Group, Pad, Question, Result, Setting, Violation, ranked
from meldroom.core.rng import Rng
from meldroom.core.skill import Skill
from meldroom.core.state import State, drawn_lot, move, tell, top
from meldroom.core.view import View
from meldroom.games.rummy_battle import action_cards, wording
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
from meldroom.games.rummy_battle.conformance import writable
from meldroom.games.rummy_battle.deck import DECK, FOR, HOARD, JOKER, REAL
from meldroom.games.rummy_battle.env import BoundedFacts, outlined
from meldroom.games.rummy_battle.facts import (
    FRESH,
    FRONT,
    HAND,
    ROW,
    STOCK,
    USED,
    Facts,
    Options,
    bounds,
    fresh_round,
    zones,
)
from meldroom.games.rummy_battle.hand_value import best_melds
from meldroom.games.rummy_battle.meld_finder import honourable, melds_in, melds_with
from meldroom.games.rummy_battle.melds import RUN, Bounds, fault, laid_on, made
from meldroom.games.rummy_battle.rounds import deal, draw, end_turn, go_out


class RummyBattle(Game[Facts]):
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
    options = {
        "rounds": (5, 3),
        "pickpocket": ("table", "hand"),
        "joker_limit": ("two_naturals", "any"),
        "set_duplicates": ("allowed", "distinct_suits"),
        "deck_empty": ("end", "reshuffle"),
        "actions_per_turn": ("any", "one"),
    }
    shy = ("draw", "discard")
    questions = (
        Question("every meld", 12, lambda cards: melds_in(cards, Bounds(2, False))),
        Question("every meld", 24, lambda cards: melds_in(cards, Bounds(2, False))),
        Question("the best melds", 12, lambda cards: best_melds(cards, Bounds(2, False))),
    )

    def candidates(self, seen: View[Facts]) -> Iterator[Action]:
        """Give whatever can be written with the cards held and the melds that lie there."""
        return writable(seen)

    def opening(self, options: Mapping[str, Setting], seats: int, rng: Rng) -> State[Facts]:
        """Draw lots for the first dealer and deal the first round (Q31)."""
        chosen: Any = options
        nothing = (0,) * seats
        table = Facts(dealer=0, turn=0, totals=nothing, ledger=(), reason="", **fresh_round(seats))
        state = State(zones(seats), table, Options(**chosen), seats, rng)
        dealer, state = drawn_lot(state, seats)
        return deal(tell(state, dealer=dealer))

    def to_act(self, table: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if table.reason else (table.turn,)

    def choices(self, seen: View[Facts]) -> Sequence[Action]:
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

    def forbids(self, seen: View[Facts], action: Action) -> Violation | None:
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

    def carry_out(self, state: State[Facts], seat: Seat, action: Action) -> State[Facts]:
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

    def result(self, seen: State[Facts] | View[Facts]) -> Result | None:
        """Rank by total once the last round is scored."""
        table = seen.public
        return ranked(table.totals, table.reason, table.totals) if table.reason else None

    def standings(self, seen: State[Facts] | View[Facts]) -> tuple[int, ...]:
        """Give the totals of the rounds that are over."""
        return seen.public.totals

    def outline(self, seen: View[Facts]) -> BoundedFacts:
        """Give the facts with the melds told shortly."""
        return outlined(seen.public)

    def shyness(self, seen: View[Facts]) -> tuple[str, ...]:
        """Take the bonus card with an empty hand before the Marker is seen, not after it (Q35)."""
        return (*self.shy, "done" if seen.public.marker_seen else "bonus")

    def skill(self) -> Skill[Facts]:
        """Tell the bots how the game is played well."""
        from meldroom.games.rummy_battle.bot import RummyBattleSkill  # which plays our actions

        return RummyBattleSkill()

    def asks(self, seen: View[Facts]) -> str:
        """Say what the seat is asked to do."""
        return wording.asks(seen, self.legal(seen))

    def arranged(self, seen: View[Facts]) -> tuple[Group, ...]:
        """Lay the hand out: melds, what lacks one card, the rest, action cards."""
        return wording.arranged(seen)

    def laid(self, seen: View[Facts], seat: Seat) -> tuple[Group, ...]:
        """Lay out by their melds the cards that lie before a seat."""
        return wording.laid(seen, seat)

    def worth(self, seen: View[Facts]) -> str:
        """Say what lies before the seat and what its hand would cost."""
        return wording.worth(seen)

    def pad(self, seen: State[Facts] | View[Facts]) -> Pad:
        """Give the score pad."""
        return wording.pad(seen.public)


def holding(seen: View[Facts]) -> Cards:
    """Name all cards in the hand of the seat on turn, in the order in which they came."""
    table = seen.public
    cards = seen.zones[HAND[table.turn]].cards
    return cards + seen.zones[FRESH[table.turn]].cards if table.again else cards


def _from_row(seen: View[Facts], held: Cards, limits: Bounds) -> list[Action]:
    actions: list[Action] = [TAKES[many] for many in _takes(seen, held, limits)]
    if HOARD in held and action_cards.may_act(seen):
        actions += HOARDS[1 : len(seen.zones[ROW].cards) + 1]
    return actions


def _takes(seen: View[Facts], held: Cards, limits: Bounds) -> list[int]:
    table = seen.public
    if table.turns == 0:
        return [1]  # Q8
    fits = b"".join([meld.fits for meld in table.melds]) if table.opened[table.turn] else b""
    return honourable(held, seen.zones[ROW].cards, fits, limits)


def _take_forbidden(seen: View[Facts], held: Cards, many: int) -> Violation | None:
    if many > len(seen.zones[ROW].cards):
        return Violation("R4", "so many cards do not lie in the row")
    if many not in _takes(seen, held, bounds(seen.options)):
        return Violation("Q7", "the deepest of them could not be played at once")
    return None


def _hoard_forbidden(seen: View[Facts], held: Cards, many: int) -> Violation | None:
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


def draw_two(state: State[Facts], seat: Seat) -> State[Facts]:
    """Draw two cards one by one, apart from the hand while the 2nd Chance can follow (R22)."""
    size = len(state.zones[STOCK].cards)
    again = state.public.chances[seat] and size >= 4
    target = FRESH[seat] if again else HAND[seat]
    return tell(draw(state, 2, target), drawn=True, again=again)


def second_chance(state: State[Facts], seat: Seat) -> State[Facts]:
    """Put the card drawn first under the stock, the other under that, and draw two (R22)."""
    for card in state.zones[FRESH[seat]].cards:
        state = move(state, bytes([card]), FRESH[seat], STOCK, at=0)
    table = state.public
    chances = tuple(left and owner != seat for owner, left in enumerate(table.chances))
    state = tell(state, chances=chances, marker=table.marker + 2, again=False)
    return draw(state, 2, HAND[seat])


def new_meld(state: State[Facts], seat: Seat, placed: bytes) -> State[Facts]:
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


def lay_off(state: State[Facts], seat: Seat, number: int, numbered: int) -> State[Facts]:
    """Lay a card off; with the last card the seat is out at once (R9, Q11)."""
    table = state.public
    state = move(state, bytes([REAL[number]]), HAND[seat], FRONT[seat])
    meld = laid_on(table.melds[numbered - 1], seat, number, bounds(state.options).distinct)
    melds = action_cards.exchanged(table.melds, meld)
    state = tell(state, melds=melds, bonus=False, again=False, duty=b"")
    return state if state.zones[HAND[seat]].cards else go_out(state, (seat,), by_luck=False)
