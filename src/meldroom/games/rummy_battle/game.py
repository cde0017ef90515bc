"""The referee of Rummy Battle: draw or take, meld, lay off, discard, and go out after the Marker.

The deal and the score are in `rounds`, the action cards in `action_cards`.
"""

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
    LAY_OFFS,
    SECOND_CHANCE,
    TAKES,
    Bonus,
    Discard,
    Done,
    Draw,
    Hoard,
    LayOff,
    MakeMeld,
    SecondChance,
    Take,
)
from meldroom.games.rummy_battle.deck import (
    DECK,
    HOARD,
    JOKER,
    JOKER_AS,
    REAL_CARD,
    Placed,
    real_cards,
)
from meldroom.games.rummy_battle.facts import (
    DRAWN,
    HAND,
    ROW,
    STOCK,
    TABLE,
    USED,
    Facts,
    Options,
    State,
    View,
    fresh_round,
    meld_rules,
    must_play_deepest,
    zones,
)
from meldroom.games.rummy_battle.meld_finder import in_order, melds_in, melds_with, playable_takes
from meldroom.games.rummy_battle.melds import (
    RUN,
    MeldRules,
    forbids_meld,
    new_meld,
    replaced,
    with_lay_off,
)
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
        no_points = (0,) * seats
        facts = Facts(
            dealer=0, turn=0, totals=no_points, ledger=(), reason="", **fresh_round(seats)
        )
        state = State(zones(seats), facts, options, seats, rng)
        dealer, state = drawn_lot(state, seats)
        return deal(tell(state, dealer=dealer))

    def to_act(self, facts: Facts) -> tuple[Seat, ...]:
        """Name the seat on turn."""
        return () if facts.reason else (facts.turn,)

    def choices(self, seen: View) -> Sequence[Action]:
        """Give everything that the seat on turn may do, in the order of the actions' numbers."""
        facts = seen.public
        held = hand_on_turn(seen)
        if not held:  # Q11
            return (BONUS, DONE)
        rules = meld_rules(seen.options)
        if facts.duty:  # Q7
            melds = in_order(melds_with(held, facts.duty[0], rules))
            return [*melds, *_lay_offs(facts, set(facts.duty))]
        with_action_cards = max(held) > HOARD  # Q14
        actions: list[Action] = []
        if facts.drawn:
            distinct = set(held)
            if facts.again:  # R22
                actions.append(SECOND_CHANCE)
            if facts.bonus:  # R8
                actions.append(BONUS)
            if with_action_cards:
                actions += action_cards.choices(seen, held)
            actions += [DISCARDS[card] for card in sorted(distinct)]
            actions += in_order(melds_in(held, rules))
            if facts.melds:
                actions += _lay_offs(facts, distinct)
        else:  # R4
            actions.append(DRAW)
            if seen.zones[ROW].cards:
                actions += _from_row(seen, held, rules)
            if with_action_cards:
                actions += action_cards.choices(seen, held)
        if with_action_cards:
            actions += action_cards.choices_on_melds(seen, held)
        return actions

    def forbids(self, seen: View, action: Action) -> Violation | None:
        """Name the rule that forbids the seat on turn to do this."""
        facts = seen.public
        held = hand_on_turn(seen)
        match action:
            case Bonus():
                late = Violation("Q10", "you draw a bonus card only right after a new meld")
                return None if facts.bonus else late
            case Done():
                return Violation("Q11", "you still have cards") if held else None
            case _ if not held:
                return Violation("Q11", "your hand is empty: draw the bonus card or go out")
            case _ if facts.duty and facts.duty[0] not in _cards_played(action):
                return Violation("Q7", f"you must play the {DECK.words[facts.duty[0]]} first")
            case Draw() | Take() | Hoard() if facts.drawn:
                return Violation("R4", "you have already drawn")
            case Draw():
                return None
            case Take(many):
                return _forbids_take(seen, held, many)
            case Hoard(many):
                return _forbids_hoard(seen, held, many)
            case SecondChance():
                return None if facts.again else _forbids_second_chance(facts)
            case MakeMeld() | LayOff() | Discard() if not facts.drawn:
                return Violation("R4", "draw or take first")
            case MakeMeld(placed):
                not_held = _forbids_playing(held, real_cards(placed))
                return not_held or forbids_meld(placed, meld_rules(seen.options))
            case LayOff(card, number):
                not_held = _forbids_playing(held, bytes([REAL_CARD[card]]))
                return not_held or _forbids_lay_off(facts, card, number)
            case Discard(card):
                return _forbids_playing(held, bytes([card]))
            case _:
                return action_cards.forbids(seen, action, held)

    def carry_out(self, state: State, seat: Seat, action: Action) -> State:
        """Move the cards, say what changed, and end the turn or the round where it ends."""
        if state.public.again:
            if isinstance(action, SecondChance):
                return second_chance(state, seat)
            # R22: the two cards join the hand once another action is chosen.
            state = move(state, state.zones[DRAWN[seat]].cards, DRAWN[seat], HAND[seat])
        match action:
            case Draw():
                return draw_two(state, seat)
            case Take(many):
                return take(state, seat, many)
            case Hoard(many):
                return hoard(state, seat, many)
            case MakeMeld(placed):
                return make_meld(state, seat, placed)
            case Bonus():
                return tell(draw(state, 1, HAND[seat]), bonus=False)
            case Done():
                return go_out(state, (seat,))
            case LayOff(placed, number):
                return lay_off(state, seat, placed, number)
            case Discard(card):
                return discard(state, seat, card)
            case _:
                return action_cards.carry_out(state, seat, action)

    def result(self, seen: State | View) -> Result | None:
        """Rank by total once the last round is scored (R13)."""
        facts = seen.public
        return ranked(facts.totals, facts.reason, facts.totals) if facts.reason else None


def hand_on_turn(seen: View) -> Cards:
    """Name the cards that the seat on turn holds, those just drawn too, in the order they came."""
    facts = seen.public
    cards = seen.zones[HAND[facts.turn]].cards
    return cards + seen.zones[DRAWN[facts.turn]].cards if facts.again else cards


# The draw: R4, R17, R22, Q7, Q8.


def _from_row(seen: View, held: Cards, rules: MeldRules) -> list[Action]:
    actions: list[Action] = [TAKES[many] for many in _takes(seen, held, rules)]
    if HOARD in held and action_cards.may_play_another(seen):
        actions += HOARDS[1 : len(seen.zones[ROW].cards) + 1]
    return actions


def _takes(seen: View, held: Cards, rules: MeldRules) -> list[int]:
    """Give how many cards of the row the seat on turn may take (Q7, Q8)."""
    facts = seen.public
    if not must_play_deepest(facts):
        return [1]
    fits = b"".join([meld.fits for meld in facts.melds]) if facts.opened[facts.turn] else b""
    return playable_takes(held, seen.zones[ROW].cards, fits, rules)


def _forbids_take(seen: View, held: Cards, many: int) -> Violation | None:
    if many > len(seen.zones[ROW].cards):
        return Violation("R4", "the row does not have that many cards")
    if many not in _takes(seen, held, meld_rules(seen.options)):
        return Violation("Q7", "you could not play the deepest of them at once")
    return None


def _forbids_hoard(seen: View, held: Cards, many: int) -> Violation | None:
    if HOARD not in held:
        return Violation("R10", "you do not hold Hoard")
    if not action_cards.may_play_another(seen):
        return action_cards.one_a_turn()
    if many > len(seen.zones[ROW].cards):
        return Violation("R17", "the row does not have that many cards")
    return None


def _forbids_second_chance(facts: Facts) -> Violation:
    if not facts.chances[facts.turn]:
        return Violation("R22", "you have used your 2nd Chance for this round")
    return Violation("R22", "the 2nd Chance comes right after drawing two, with two left to draw")


def draw_two(state: State, seat: Seat) -> State:
    """Draw two cards, kept apart from the hand while the 2nd Chance can follow (R4, R22)."""
    again = state.public.chances[seat] and len(state.zones[STOCK].cards) >= 4
    target = DRAWN[seat] if again else HAND[seat]
    return tell(draw(state, 2, target), drawn=True, again=again)


def second_chance(state: State, seat: Seat) -> State:
    """Put the two cards under the stock, the one drawn first going first, and draw two (R22)."""
    for card in state.zones[DRAWN[seat]].cards:
        state = move(state, bytes([card]), DRAWN[seat], STOCK, at=0)
    facts = state.public
    chances = tuple(left and owner != seat for owner, left in enumerate(facts.chances))
    state = tell(state, chances=chances, marker=facts.marker + 2, again=False)  # R23
    return draw(state, 2, HAND[seat])


def take(state: State, seat: Seat, many: int) -> State:
    """Take cards from the end of the row; the deepest must be played (R4, Q7)."""
    cards = top(state, ROW, many)
    duty = cards[:1] if must_play_deepest(state.public) else b""
    return tell(move(state, cards, ROW, HAND[seat]), drawn=True, duty=duty)


def hoard(state: State, seat: Seat, many: int) -> State:
    """Play Hoard: take cards from the end of the row, and none must be played (R17)."""
    state = action_cards.put_on_used_pile(state, seat, HOARD)
    return tell(move(state, top(state, ROW, many), ROW, HAND[seat]), drawn=True)


# Playing and discarding: R5, R6, R8, R9, R11, Q7, Q11, Q18.


def _cards_played(action: Action) -> Cards:
    """Name the cards that a meld or a lay-off plays (Q7)."""
    match action:
        case MakeMeld(placed):
            return real_cards(placed)
        case LayOff(placed):
            return bytes([REAL_CARD[placed]])
        case _:
            return b""


def _forbids_playing(held: Cards, cards: Cards) -> Violation | None:
    for card in cards:
        if cards.count(card) > held.count(card):
            return Violation("R5", f"you do not hold {_one(card, another=card in held)}")
    return None


def _one(card: int, another: bool) -> str:
    word = DECK.words[card]
    if another:
        return f"another {word}"
    return f"a {word}" if card == JOKER else word if card > JOKER else f"the {word}"


def make_meld(state: State, seat: Seat, placed: Placed) -> State:
    """Lay a new meld, which opens and earns a bonus draw while the stock lasts (R6, R8)."""
    facts = state.public
    state = move(state, real_cards(placed), HAND[seat], TABLE[seat])
    meld = new_meld(len(facts.melds) + 1, seat, placed, meld_rules(state.options).distinct)
    opened = tuple(was or owner == seat for owner, was in enumerate(facts.opened))
    bonus = bool(state.zones[STOCK].cards)
    melds = (*facts.melds, meld)
    state = tell(state, melds=melds, opened=opened, bonus=bonus, again=False, duty=b"")
    if bonus or state.zones[HAND[seat]].cards:
        return state
    return go_out(state, (seat,))  # Q11


def _lay_offs(facts: Facts, held: set[int]) -> list[Action]:
    if not facts.opened[facts.turn]:  # R9
        return []
    found: list[Action] = []
    for meld in facts.melds:
        for card in meld.fits:
            if card not in held:
                continue
            lay_offs = LAY_OFFS[meld.number]
            if card == JOKER and meld.kind == RUN:
                found += [lay_offs[JOKER_AS + end] for end in meld.fits[:-1]]
            else:
                found.append(lay_offs[card])
    return found


def _forbids_lay_off(facts: Facts, placed: int, number: int) -> Violation | None:
    if not facts.opened[facts.turn]:
        return Violation("R9", "open with a meld of your own first")
    if number > len(facts.melds):
        return Violation("Q18", f"there is no meld #{number}")
    meld = facts.melds[number - 1]
    named = placed >= JOKER_AS
    # Q5: a joker is named with what it stands for on a run, and only there.
    wrongly_named = placed == JOKER if meld.kind == RUN else named
    card = placed - JOKER_AS if named else placed
    if wrongly_named or card not in meld.fits:
        return Violation("Q18", f"it does not fit on #{number}")
    return None


def lay_off(state: State, seat: Seat, placed: int, number: int) -> State:
    """Lay a card off on a meld; with the last card the seat goes out at once (R9, Q11)."""
    melds = state.public.melds
    state = move(state, bytes([REAL_CARD[placed]]), HAND[seat], TABLE[seat])
    distinct = meld_rules(state.options).distinct
    melds = replaced(melds, with_lay_off(melds[number - 1], seat, placed, distinct))
    state = tell(state, melds=melds, bonus=False, again=False, duty=b"")
    return state if state.zones[HAND[seat]].cards else go_out(state, (seat,))


def discard(state: State, seat: Seat, card: int) -> State:
    """Discard to the row, or an action card to the used pile, and end the turn (R11, R12)."""
    state = move(state, bytes([card]), HAND[seat], USED if card > JOKER else ROW)
    return end_turn(state) if state.zones[HAND[seat]].cards else go_out(state, (seat,))
