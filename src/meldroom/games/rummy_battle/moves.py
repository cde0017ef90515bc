"""What a network chooses from in Rummy Battle; its twin is in fast/csrc/rummy_battle_moves.h.

The actions are far too many to number, so each move of a short list stands for one of them, or for
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards
from meldroom.core.state import seat_to_the_left
from meldroom.games.rummy_battle.action_numbers import number_of_spelled, placed_run, placed_set
from meldroom.games.rummy_battle.actions import (
    Bonus,
    Discard,
    Done,
    Draw,
    Hoard,
    LayOff,
    LuckyDay,
    MakeMeld,
    Pickpocket,
    PickpocketHand,
    SecondChance,
    Switcheroo,
    Take,
    Thief,
)
from meldroom.games.rummy_battle.card_bits import HeldCards, cards_in, places_of
from meldroom.games.rummy_battle.deck import JOKER, REAL_CARD, VALUES, Placed, value
from meldroom.games.rummy_battle.facts import HAND, ROW, View, meld_rules
from meldroom.games.rummy_battle.game import hand_on_turn
from meldroom.games.rummy_battle.melds import MAX_RUN, Meld

MAX_TAKES = 6
HOARD_DEPTHS = (1, 2, 3, 4, 6, 8, 12)  # cards that a move with Hoard takes; a last one takes all
RUNS_OF_SUIT = 2
KINDS = 58

DRAW = 0
TAKE = 1  # the takes that are legal, from the shallowest on
HOARD = TAKE + MAX_TAKES
SECOND = HOARD + len(HOARD_DEPTHS) + 1
BONUS, DONE, THIEF, SWITCH, PICK, LUCKY = range(SECOND + 1, SECOND + 7)
OTHER = LUCKY + 1  # the first legal action, where no other move stands for any
SET = OTHER + 1  # all natural cards of a rank
RUN = SET + 13  # natural cards of a suit, as long as possible
JOKER_SET = RUN + 4 * RUNS_OF_SUIT  # the dearest of two natural cards and a joker
JOKER_RUN = JOKER_SET + 1
LAY_OFF = JOKER_RUN + 1  # a plain card, or a joker, on the first meld that takes it
DISCARD = LAY_OFF + JOKER + 1
MOVES = DISCARD + KINDS

SINGLE_MOVES: dict[type[Action], int] = {
    Draw: DRAW,
    SecondChance: SECOND,
    Bonus: BONUS,
    Done: DONE,
    LuckyDay: LUCKY,
}


def moves(seen: View, legal: Sequence[Action]) -> dict[int, Action]:
    """Give the actions that moves stand for, of a seat that may act."""
    if not legal:
        return {}
    found: dict[int, Action] = {}
    takes = sorted([action.cards for action in legal if isinstance(action, Take)])
    for slot, cards in enumerate(takes[:MAX_TAKES]):
        found[TAKE + slot] = Take(cards)
    if any(isinstance(action, Hoard) for action in legal):
        for slot, cards in hoard_depths(len(seen.zones[ROW].cards)):
            found[HOARD + slot] = Hoard(cards)
    for action in legal:
        if type(action) in SINGLE_MOVES:
            found[SINGLE_MOVES[type(action)]] = action
        elif isinstance(action, Discard):
            found[DISCARD + action.card] = action
    found |= _stolen(seen, legal)
    if any(isinstance(action, MakeMeld) for action in legal):
        held, distinct = HeldCards.of(hand_on_turn(seen)), meld_rules(seen.options).distinct
        for move, placed in melds_of(held, distinct, seen.public.duty).items():
            found[move] = MakeMeld(placed)
    lay_offs = [action for action in legal if isinstance(action, LayOff)]
    for lay_off in sorted(lay_offs, key=number_of_spelled):
        found.setdefault(LAY_OFF + REAL_CARD[lay_off.card], lay_off)
    return found or {OTHER: min(legal, key=number_of_spelled)}


def hoard_depths(row: int) -> Iterator[tuple[int, int]]:
    """Give how many cards each move with Hoard takes, with the move's place."""
    for slot, cards in enumerate(HOARD_DEPTHS):
        if cards < row:
            yield slot, cards
    yield len(HOARD_DEPTHS), row


def melds_of(held: HeldCards, distinct: bool, duty: Cards) -> dict[int, Placed]:
    """Give the new melds that moves stand for, with the card that must be used (Q7)."""
    found = {}
    two, three = held.ranks(distinct)
    for rank in cards_in(three):
        found[SET + rank] = placed_set(rank, held.copies_for_set(rank, distinct), 0)
    for suit in range(4):
        for which, run in enumerate(_natural_runs(held, suit)):
            if which < RUNS_OF_SUIT:
                found[RUN + RUNS_OF_SUIT * suit + which] = run
    if held.jokers:
        sets = [
            placed_set(rank, held.copies_for_set(rank, distinct), 1)
            for rank in cards_in(two & ~three)
        ]
        for move, melds in ((JOKER_SET, sets), (JOKER_RUN, [*_joker_runs(held)])):
            fitting = [meld for meld in melds if _uses(meld, duty)]
            if fitting:  # the first of the dearest
                found[move] = max(fitting, key=natural_value)
    return {move: placed for move, placed in found.items() if _uses(placed, duty)}


def natural_value(placed: Placed) -> int:
    """Add up what the natural cards of a new meld are worth."""
    return value(bytes([card for card in placed if card < JOKER]))


def _uses(placed: Placed, duty: Cards) -> bool:
    return all(card in placed or (card == JOKER and max(placed) > JOKER) for card in duty)


def _natural_runs(held: HeldCards, suit: int) -> Iterator[Placed]:
    """Give the natural runs of a suit, each as long as possible, from the lowest on."""
    places = places_of(held.once) >> 16 * suit & 0x3FFF
    starts = places & places >> 1 & places >> 2
    while starts:
        low, length = (starts & -starts).bit_length() - 1, 3
        while length < MAX_RUN and places >> low + length & 1:
            length += 1
        yield placed_run(suit, low, length, 0)
        starts = starts >> low + length - 2 << low + length - 2  # not those within this run


def _joker_runs(held: HeldCards) -> Iterator[Placed]:
    """Give the runs of two natural cards and a joker."""
    places = places_of(held.once)
    for suit in range(4):
        for low in range(12):
            lie = places >> 16 * suit + low & 7
            if lie in (3, 5, 6):
                yield placed_run(suit, low, 3, 7 & ~lie)


def _stolen(seen: View, legal: Sequence[Action]) -> dict[int, Action]:
    """Give the best use of Thief, Switcheroo and Pickpocket."""
    found: dict[int, Action] = {}
    melds = seen.public.melds
    thefts = [action.meld for action in legal if isinstance(action, Thief)]
    if thefts:
        found[THIEF] = Thief(min(thefts, key=lambda n: (-owners_value(melds[n - 1]), n)))
    switches = [action for action in legal if isinstance(action, Switcheroo)]
    if switches:
        own = min([each.own for each in switches], key=lambda n: (owners_value(melds[n - 1]), n))
        other = min(
            [each.other for each in switches], key=lambda n: (-owners_value(melds[n - 1]), n)
        )
        found[SWITCH] = Switcheroo(own, other)
    picks = [action for action in legal if isinstance(action, Pickpocket)]
    if picks:
        found[PICK] = min(
            picks, key=lambda each: (-VALUES[REAL_CARD[each.card]], number_of_spelled(each))
        )
    if any(isinstance(action, PickpocketHand) for action in legal):
        found[PICK] = PickpocketHand(_fullest_hand(seen))
    return found


def _fullest_hand(seen: View) -> int:
    """Name the opponent with most cards, the nearest to the left of those."""
    others = []
    seat = seat_to_the_left(seen.public.turn, seen.seats)
    while seat != seen.public.turn:
        others.append(seat)
        seat = seat_to_the_left(seat, seen.seats)
    return max(others, key=lambda other: len(seen.zones[HAND[other]].cards))


def owners_value(meld: Meld) -> int:
    """Count what moves with a set: cards that others laid off stay theirs (R18)."""
    return value(meld.cards_of(meld.owner))
