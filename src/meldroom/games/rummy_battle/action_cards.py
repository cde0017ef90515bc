"""What the action cards do; the rulebook breaks off before it says so (R17 to R22)."""

from __future__ import annotations

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Violation
from meldroom.core.state import drawn_lot, move, tell
from meldroom.games.rummy_battle.actions import (
    PLAY_LUCKY_DAY,
    THEFTS,
    LuckyDay,
    Pickpocket,
    PickpocketHand,
    Switcheroo,
    Thief,
    pickpocket,
    switcheroo,
)
from meldroom.games.rummy_battle.deck import (
    DECK,
    LUCKY_DAY,
    PICKPOCKET,
    REAL_CARD,
    SWITCHEROO,
    THIEF,
)
from meldroom.games.rummy_battle.facts import HAND, TABLE, USED, Facts, State, View, meld_rules
from meldroom.games.rummy_battle.melds import (
    MIN_MELD,
    SET,
    can_spare,
    place_of,
    placed_at,
    replaced,
    with_holder,
    with_owner,
)
from meldroom.games.rummy_battle.rounds import go_out

CARD_PLAYED: dict[type[Action], int] = {
    Pickpocket: PICKPOCKET,
    PickpocketHand: PICKPOCKET,
    Thief: THIEF,
    Switcheroo: SWITCHEROO,
    LuckyDay: LUCKY_DAY,
}


def may_play_another(seen: View) -> bool:
    """Say whether an action card may still be played for its effect this turn (Q14)."""
    return not (seen.public.acted and seen.options.actions_per_turn == "one")


def choices(seen: View, held: Cards) -> list[Action]:
    """Give the ways to play an action card on a player or a set, except Hoard (R10)."""
    facts = seen.public
    if not may_play_another(seen):
        return []
    found: list[Action] = []
    if facts.opened[facts.turn]:  # Q15
        if PICKPOCKET in held and seen.options.pickpocket == "hand":
            found += _picks_from_hands(seen)
        if THIEF in held:
            found += [THEFTS[number] for number in _sets(facts, own=False)]
    if LUCKY_DAY in held:
        found.append(PLAY_LUCKY_DAY)
    return found


def choices_on_melds(seen: View, held: Cards) -> list[Action]:
    """Give the ways to play Pickpocket on a card of a meld, and Switcheroo on two sets (R10)."""
    facts = seen.public
    if not facts.opened[facts.turn] or not may_play_another(seen):  # Q15
        return []
    found: list[Action] = []
    if PICKPOCKET in held and seen.options.pickpocket == "table":
        found += _picks_from_melds(seen)
    if SWITCHEROO in held:
        others = _sets(facts, own=False)
        found += [switcheroo(own, other) for own in _sets(facts, own=True) for other in others]
    return found


def _sets(facts: Facts, own: bool) -> list[int]:
    """Give the numbers of the sets that the seat on turn owns, or of all others."""
    sets = [meld for meld in facts.melds if meld.kind == SET]
    return [meld.number for meld in sets if (meld.owner == facts.turn) == own]


def _picks_from_hands(seen: View) -> list[PickpocketHand]:
    return [
        PickpocketHand(victim)
        for victim in range(seen.seats)
        if victim != seen.public.turn and len(seen.zones[HAND[victim]].cards) >= 2
    ]


def _picks_from_melds(seen: View) -> list[Pickpocket]:
    naturals = meld_rules(seen.options).naturals
    seat = seen.public.turn
    found = {
        (meld.number, placed_at(meld, at), holder)
        for meld in seen.public.melds
        if len(meld.cards) > MIN_MELD  # the owner cannot spare one of three
        for at, holder in enumerate(meld.holders)
        if holder != seat and can_spare(meld, at, naturals)
    }
    return [pickpocket(placed, number, holder) for number, placed, holder in sorted(found)]


def forbids(seen: View, action: Action, held: Cards) -> Violation | None:
    """Name the rule that forbids playing an action card for its effect, except Hoard."""
    facts = seen.public
    card = CARD_PLAYED[type(action)]
    if card not in held:
        return Violation("R10", f"you do not hold {DECK.words[card]}")
    if not may_play_another(seen):
        return one_a_turn()
    if card != LUCKY_DAY and not facts.opened[facts.turn]:
        return Violation("Q15", f"you must open before you play {DECK.words[card]}")
    match action:
        case Pickpocket() | PickpocketHand():
            return _forbids_pick(seen, action)
        case Thief(number):
            return _forbids_theft(facts, number, "R18")
        case Switcheroo(own, other):
            if not _is_set(facts, own) or facts.melds[own - 1].owner != facts.turn:
                return Violation("R19", f"#{own} is not a set of yours")
            return _forbids_theft(facts, other, "R19")
        case _:
            return None


def one_a_turn() -> Violation:
    """Refuse a second action card in one turn, where the option allows only one (Q14)."""
    return Violation("Q14", "you may play only one action card a turn")


def _is_set(facts: Facts, number: int) -> bool:
    return number <= len(facts.melds) and facts.melds[number - 1].kind == SET


def _forbids_theft(facts: Facts, number: int, rule: str) -> Violation | None:
    if not _is_set(facts, number):
        return Violation(rule, f"#{number} is not a set")
    if facts.melds[number - 1].owner == facts.turn:
        return Violation(rule, f"#{number} is already yours")
    return None


def _forbids_pick(seen: View, action: Pickpocket | PickpocketHand) -> Violation | None:
    facts = seen.public
    from_hand = seen.options.pickpocket == "hand"
    if isinstance(action, PickpocketHand) != from_hand:
        where = "a hand" if from_hand else "a meld"
        return Violation("R20", f"with these options Pickpocket takes a card from {where}")
    if action.victim == facts.turn or action.victim >= seen.seats:
        return Violation("R20", "Pickpocket takes a card from an opponent")
    if isinstance(action, PickpocketHand):
        if len(seen.zones[HAND[action.victim]].cards) < 2:
            return Violation("R20", "Pickpocket never takes a player's last card")
        return None
    if action.meld > len(facts.melds):
        return Violation("R20", f"there is no meld #{action.meld}")
    meld = facts.melds[action.meld - 1]
    at = place_of(meld, action.card, action.victim)
    if at is None:
        return Violation("R20", f"that player does not have this card of #{action.meld}")
    if not can_spare(meld, at, meld_rules(seen.options).naturals):
        return Violation("R20", "what is left would not be a meld")
    return None


def carry_out(state: State, seat: Seat, action: Action) -> State:
    """Play an action card for its effect, except Hoard; an empty hand goes out at once (Q11)."""
    state = put_on_used_pile(state, seat, CARD_PLAYED[type(action)])
    match action:
        case Pickpocket(placed, number, victim):
            state = pick_from_meld(state, seat, placed, number, victim)
        case PickpocketHand(victim):
            state = draw_unseen(state, victim, seat)
        case Thief(number):
            state = steal(state, seat, number)
        case Switcheroo(own, other):
            state = swap(state, seat, own, other)
        case _:
            return lucky_day(state, seat)
    return state if state.zones[HAND[seat]].cards else go_out(state, (seat,))


def put_on_used_pile(state: State, seat: Seat, card: int) -> State:
    """Put an action card played for its effect on the used pile."""
    state = move(state, bytes([card]), HAND[seat], USED)
    return tell(state, acted=True, bonus=False, again=False)


def pick_from_meld(state: State, seat: Seat, placed: int, number: int, victim: Seat) -> State:
    """Move a card of a meld from in front of a victim to in front of a seat (R20)."""
    melds = state.public.melds
    meld = melds[number - 1]
    at = place_of(meld, placed, victim)
    assert at is not None
    state = move(state, bytes([REAL_CARD[placed]]), TABLE[victim], TABLE[seat])
    return tell(state, melds=replaced(melds, with_holder(meld, at, seat)))


def draw_unseen(state: State, victim: Seat, seat: Seat) -> State:
    """Draw a card by lot from a victim's hand; only the two of them see which (R20, R21)."""
    held = bytes(sorted(state.zones[HAND[victim]].cards))
    lot, state = drawn_lot(state, len(held))
    return move(state, held[lot : lot + 1], HAND[victim], HAND[seat])


def steal(state: State, seat: Seat, number: int) -> State:
    """Give a seat a set with its owner's cards; cards that others laid off stay theirs (R18)."""
    melds = state.public.melds
    meld = melds[number - 1]
    state = move(state, meld.cards_of(meld.owner), TABLE[meld.owner], TABLE[seat])
    return tell(state, melds=replaced(melds, with_owner(meld, seat)))


def swap(state: State, seat: Seat, own: int, other: int) -> State:
    """Swap a seat's set for an opponent's, each with its owner's cards (R19)."""
    melds = state.public.melds
    given, got = melds[own - 1], melds[other - 1]
    opponent = got.owner
    state = move(state, given.cards_of(seat), TABLE[seat], TABLE[opponent])
    state = move(state, got.cards_of(opponent), TABLE[opponent], TABLE[seat])
    melds = replaced(melds, with_owner(given, opponent))
    return tell(state, melds=replaced(melds, with_owner(got, seat)))


def lucky_day(state: State, seat: Seat) -> State:
    """Draw a card from every opponent, from the left on; empty hands end the round (R15, R21)."""
    opponents = [(seat + left) % state.seats for left in range(1, state.seats)]
    for opponent in opponents:
        state = draw_unseen(state, opponent, seat)
    out = tuple(sorted(each for each in opponents if not state.zones[HAND[each]].cards))
    return go_out(state, out, by_lucky_day=True) if out else state
