"""What the action cards do; the rulebook breaks off before it says so (R17 to R22)."""

from __future__ import annotations

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Violation
from meldroom.core.state import drawn_lot, move, tell
from meldroom.games.rummy_battle.actions import (
    LUCK,
    THIEFS,
    Lucky,
    Pick,
    PickHand,
    Switch,
    Thief,
    a_pick,
    a_switch,
)
from meldroom.games.rummy_battle.deck import DECK, LUCKY, PICK, REAL, SWITCH, THIEF
from meldroom.games.rummy_battle.facts import FRONT, HAND, USED, Facts, State, View, bounds
from meldroom.games.rummy_battle.melds import (
    LEAST,
    SET,
    Meld,
    can_spare,
    number_at,
    passed_on,
    place_of,
    taken_over,
)
from meldroom.games.rummy_battle.rounds import go_out

CARDS: dict[type[Action], int] = {
    Pick: PICK,
    PickHand: PICK,
    Thief: THIEF,
    Switch: SWITCH,
    Lucky: LUCKY,
}


def may_act(seen: View) -> bool:
    """Say whether an action card may still be played for its effect in this turn (Q14)."""
    return not (seen.public.acted and seen.options.actions_per_turn == "one")


def effects(seen: View, held: Cards) -> list[Action]:
    """Give the ways to play an action card, Hoard apart, with the cards held."""
    table = seen.public
    seat = table.turn
    if not may_act(seen):
        return []
    found: list[Action] = [LUCK] if LUCKY in held else []
    if not table.opened[seat]:
        return found
    if PICK in held:
        found += _hands(seen) if seen.options.pickpocket == "hand" else _spare(seen)
    if THIEF in held or SWITCH in held:
        sets = [meld for meld in table.melds if meld.kind == SET]
        others = [meld.number for meld in sets if meld.owner != seat]
        if THIEF in held:
            found += [THIEFS[number] for number in others]
        if SWITCH in held:
            own = [meld.number for meld in sets if meld.owner == seat]
            found += [a_switch(mine, other) for mine in own for other in others]
    return found


def _hands(seen: View) -> list[PickHand]:
    return [
        PickHand(victim)
        for victim in range(seen.seats)
        if victim != seen.public.turn and len(seen.zones[HAND[victim]].cards) >= 2
    ]


def _spare(seen: View) -> list[Pick]:
    naturals = bounds(seen.options).naturals
    seat = seen.public.turn
    found = {
        (number_at(meld, at), meld.number, holder)
        for meld in seen.public.melds
        if len(meld.cards) > LEAST  # of three cards the owner can spare none
        for at, holder in enumerate(meld.holders)
        if holder != seat and can_spare(meld, at, naturals)
    }
    return [a_pick(*card) for card in found]


def forbids(seen: View, action: Action, held: Cards) -> Violation | None:
    """Judge how an action card, Hoard apart, is played."""
    table = seen.public
    card = CARDS[type(action)]
    if card not in held:
        return Violation("R10", f"you do not hold {DECK.words[card]}")
    if not may_act(seen):
        return Violation("Q14", "one action card a turn is all")
    if card != LUCKY and not table.opened[table.turn]:
        return Violation("Q15", f"{DECK.words[card]} waits until you have opened")
    match action:
        case Pick() | PickHand():
            return _pick_forbidden(seen, action)
        case Thief(number):
            return _steal_forbidden(table, number, "R18")
        case Switch(own, other):
            if not _is_set(table, own) or table.melds[own - 1].owner != table.turn:
                return Violation("R19", f"#{own} is no set of yours")
            return _steal_forbidden(table, other, "R19")
        case _:
            return None


def _is_set(table: Facts, number: int) -> bool:
    return number <= len(table.melds) and table.melds[number - 1].kind == SET


def _steal_forbidden(table: Facts, number: int, rule: str) -> Violation | None:
    if not _is_set(table, number):
        return Violation(rule, f"#{number} is no set")
    if table.melds[number - 1].owner == table.turn:
        return Violation(rule, f"#{number} is yours already")
    return None


def _pick_forbidden(seen: View, action: Pick | PickHand) -> Violation | None:
    table = seen.public
    if isinstance(action, Pick) == (seen.options.pickpocket == "hand"):
        where = "a hand" if isinstance(action, Pick) else "the table"
        return Violation("R20", f"Pickpocket takes a card from {where} here")
    if action.victim == table.turn or action.victim >= seen.seats:
        return Violation("R20", "Pickpocket takes from an opponent")
    if isinstance(action, PickHand):
        if len(seen.zones[HAND[action.victim]].cards) < 2:
            return Violation("R20", "Pickpocket never takes the last card of a hand")
        return None
    if action.meld > len(table.melds):
        return Violation("R20", f"there is no meld #{action.meld}")
    meld = table.melds[action.meld - 1]
    at = place_of(meld, action.card, action.victim)
    if at is None:
        return Violation("R20", f"no such card of #{action.meld} lies there")
    if not can_spare(meld, at, bounds(seen.options).naturals):
        return Violation("R20", "what is left there would be no meld")
    return None


def carry_out(state: State, seat: Seat, action: Action) -> State:
    """Play an action card, Hoard apart; a hand that it empties is out at once (Q11, Q21)."""
    state = used(state, seat, CARDS[type(action)])
    melds = state.public.melds
    match action:
        case Pick(number, numbered, victim):
            meld = melds[numbered - 1]
            at = place_of(meld, number, victim)
            assert at is not None
            state = move(state, bytes([REAL[number]]), FRONT[victim], FRONT[seat])
            state = tell(state, melds=exchanged(melds, passed_on(meld, at, seat)))
        case PickHand(victim):
            state = drawn_unseen(state, victim, seat)
        case Thief(number):
            state = steal(state, number, seat)
        case Switch(own, other):
            # Both parts change places at once: what leaves me must not come back with the other.
            mine, his = melds[own - 1], melds[other - 1]
            state = move(state, mine.of_seat(seat), FRONT[seat], FRONT[his.owner])
            state = move(state, his.of_seat(his.owner), FRONT[his.owner], FRONT[seat])
            changed = exchanged(melds, taken_over(mine, his.owner))
            state = tell(state, melds=exchanged(changed, taken_over(his, seat)))
        case _:
            others = [(seat + left) % state.seats for left in range(1, state.seats)]
            for victim in others:
                state = drawn_unseen(state, victim, seat)
            emptied = tuple(sorted(s for s in others if not state.zones[HAND[s]].cards))
            return go_out(state, emptied, by_luck=True) if emptied else state
    return state if state.zones[HAND[seat]].cards else go_out(state, (seat,), by_luck=False)


def used(state: State, seat: Seat, card: int) -> State:
    """Put an action card on the used pile, played for its effect."""
    state = move(state, bytes([card]), HAND[seat], USED)
    return tell(state, acted=True, bonus=False, again=False)


def drawn_unseen(state: State, victim: Seat, seat: Seat) -> State:
    """Draw a card by lot from a hand; only its old and its new holder see which."""
    held = bytes(sorted(state.zones[HAND[victim]].cards))
    lot, state = drawn_lot(state, len(held))
    return move(state, held[lot : lot + 1], HAND[victim], HAND[seat])


def steal(state: State, number: int, seat: Seat) -> State:
    """Make a set with its owner's cards the seat's own; what others laid off stays theirs (R18)."""
    meld = state.public.melds[number - 1]
    state = move(state, meld.of_seat(meld.owner), FRONT[meld.owner], FRONT[seat])
    return tell(state, melds=exchanged(state.public.melds, taken_over(meld, seat)))


def exchanged(melds: tuple[Meld, ...], meld: Meld) -> tuple[Meld, ...]:
    """Put a changed meld in the place of the one with its number."""
    return (*melds[: meld.number - 1], meld, *melds[meld.number :])
