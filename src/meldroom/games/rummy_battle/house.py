"""How `house` plays Rummy Battle: collect and meld, hold back the rest, and go out when it pays.

A card that can be laid off loses nothing in hand as long as nobody goes out: nobody can pick it
there, and it helps to go out all at once. A set is best stolen when it can hardly be stolen back.
Ratings are integers: the twin in fast/csrc/rummy_battle_house.h must choose the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Cards
from meldroom.games.rummy_battle import going_out
from meldroom.games.rummy_battle.action_numbers import number_of_spelled
from meldroom.games.rummy_battle.actions import (
    BONUS,
    DISCARDS,
    DRAW,
    HOARDS,
    PLAY_LUCKY_DAY,
    SECOND_CHANCE,
    TAKES,
    Hoard,
    LayOff,
    MakeMeld,
    Pickpocket,
    PickpocketHand,
    Switcheroo,
    Take,
    Thief,
)
from meldroom.games.rummy_battle.card_bits import (
    ACE,
    EVERY_SUIT,
    HeldCards,
    bit_of,
    card_of,
    cards_in,
    in_runs,
    near_runs,
    places_of,
    points,
)
from meldroom.games.rummy_battle.deck import JOKER, JOKER_AS, REAL_CARD, THIEF, VALUES, value
from meldroom.games.rummy_battle.facts import (
    HAND,
    ROW,
    STOCK,
    Facts,
    View,
    meld_rules,
)
from meldroom.games.rummy_battle.game import hand_on_turn
from meldroom.games.rummy_battle.meld_offers import MeldOffers
from meldroom.games.rummy_battle.melds import RUN, Meld

# Ratings are in tenths of a point, unless something else is said.
DRAW_GAIN = 290  # what two cards from the stock are worth; a take must gain more
MARKER_GAIN = 200  # what it is worth to see the Marker first
ROW_CARD_GAIN = 30  # for each card of the row that nobody else gets
HOARD_COST = 40
SURE, NEAR, LOOSE = 10, 8, 3  # tenths of its value that a card brings, by what it goes with
JOKER_IN_HAND = 140
ACTION_CARD_IN_HAND = 20
KEEP_JOKER = 1000
KEEP_ACTION_CARD = 300  # Thief, Switcheroo or Lucky Day; the others are soon spent or useless
KEEP_USABLE = 60  # an action card soon before the end, if it can be used
KEEP_PARTNER = 80
KEEP_FITTING = 10  # for each point of a card that the next player could lay off
KEEP_ROW_PARTNER = 20  # for each card of the row that a card goes with
KEEP_ROW_MELD = 200  # what makes a meld with cards of the row, for the next player
KEEP_DEAR = 1  # for each point of a card; soon before the end less than nothing:
KEEP_DEAR_LATE = -6
EARLY_GAIN: dict[type[Action], int] = {Thief: 25, Switcheroo: 20}  # points, while the end is far
SPENT_CARD = 5  # points that a Switcheroo costs in hand (R16)
JOKER_HAND = 5  # cards, with no more of which a joker is melded at any time
JOKER_MARKER = 40  # cards of the stock above the Marker, with no more of which it is
MIN_HAND = 3  # cards before the Marker is seen: one to discard, and two to stay in with (Q19)
NEAR_MARKER = 4  # cards of the stock above it: the end is near
CARDS_DRAWN = 2  # R4, and again by a 2nd Chance (R22)


class TurnOutlook(NamedTuple):
    """What the seat on turn knows, looked up once."""

    seen: View
    legal: Sequence[Action]
    held: HeldCards
    size: int  # of the hand
    fits: int  # plain cards that fit some meld, as bits
    above_marker: int  # cards of the stock
    left: int  # cards that stay when all that can be played is played, where going out pays
    late: bool  # the round may end soon, or now by going out
    distinct: bool

    @property
    def facts(self) -> Facts:
        """The public facts."""
        return self.seen.public

    @property
    def going_out(self) -> bool:
        """Whether the hand can be emptied, and that pays: one card can be discarded."""
        return self.left <= 1

    @property
    def offers(self) -> MeldOffers:
        """What can be melded."""
        return MeldOffers(self.held, self.distinct, self.facts.duty)

    def too_few(self, left: int) -> bool:
        """Say whether so few cards might put the seat out too early (Q19)."""
        return left < MIN_HAND and not self.facts.marker_seen and not self.going_out


def look(seen: View, legal: Sequence[Action]) -> TurnOutlook:
    """Look up what the seat on turn knows."""
    facts, cards = seen.public, hand_on_turn(seen)
    above_marker = len(seen.zones[STOCK].cards) - facts.marker
    held, fits, distinct = HeldCards.of(cards), fitting(facts), meld_rules(seen.options).distinct
    left = going_out.sweep(seen, legal, held, fits).left
    late = facts.marker_seen or above_marker <= NEAR_MARKER
    late = late or left <= 1 or going_out.may_end_soon(seen)
    return TurnOutlook(seen, legal, held, len(cards), fits, above_marker, left, late, distinct)


def choose(seen: View, legal: Sequence[Action]) -> Action:
    """Choose as a strong player does."""
    facts, outlook = seen.public, look(seen, legal)
    if not outlook.size:
        return BONUS  # it can be discarded (Q11)
    if facts.duty:
        return play_deepest(outlook)
    if facts.bonus and outlook.left != 1:
        return BONUS
    if PLAY_LUCKY_DAY in legal and lucky_day_gains(outlook):
        return PLAY_LUCKY_DAY
    if not facts.drawn:
        return best_draw(outlook)
    if facts.again and sends_back(outlook):
        return SECOND_CHANCE
    play = best_meld(outlook)
    if play is None:
        play = best_theft(outlook)
    if play is None and outlook.late:
        play = best_lay_off(outlook)
    return DISCARDS[cheapest(outlook)] if play is None else play


def fitting(facts: Facts) -> int:
    """Give the plain cards that fit some meld, as bits."""
    fits = 0
    for meld in facts.melds:
        fits |= fits_of(meld)
    return fits


def fits_of(meld: Meld) -> int:
    """Give the plain cards that fit a meld, as bits."""
    return sum(1 << bit_of(card) for card in meld.fits if card < JOKER)


def lucky_day_gains(outlook: TurnOutlook) -> bool:
    """Say whether to play Lucky Day: who is emptied pays before the Marker, and gains after it."""
    seen, facts = outlook.seen, outlook.facts
    if outlook.size == 1:
        return False
    others = [len(seen.zones[HAND[seat]].cards) for seat in range(seen.seats) if seat != facts.turn]
    return 1 not in others or not facts.marker_seen  # Q21, Q22


# The draw.


def best_draw(outlook: TurnOutlook) -> Action:
    """Take from the row to go out, or what gains more than two unknown cards do."""
    takes = {action.cards for action in outlook.legal if isinstance(action, Take)}
    to_go_out = take_to_go_out(outlook, takes)
    if to_go_out:
        return TAKES[to_go_out]
    hoards = any(isinstance(action, Hoard) for action in outlook.legal)
    best: Action = DRAW
    most = promise(outlook.held, outlook.fits, outlook.distinct) + DRAW_GAIN
    most += MARKER_GAIN if shows_marker(outlook) else 0
    held = outlook.held
    for many, card in enumerate(reversed(outlook.seen.zones[ROW].cards), 1):
        held = held.with_card(card)
        if many not in takes and not hoards:
            continue
        rating = promise(held, outlook.fits, outlook.distinct) + many * ROW_CARD_GAIN
        if many not in takes:
            rating -= HOARD_COST
        if rating > most:
            best, most = (TAKES if many in takes else HOARDS)[many], rating
    return best


def take_to_go_out(outlook: TurnOutlook, takes: set[int]) -> int:
    """Count the cards of the row with which the seat goes out and scores most; 0 if it cannot."""
    held, best, most = outlook.held, 0, -1
    for many, card in enumerate(reversed(outlook.seen.zones[ROW].cards), 1):
        held = held.with_card(card)
        if many not in takes:
            continue
        swept = going_out.sweep(outlook.seen, outlook.legal, held, outlook.fits)
        if swept.left <= 1 and swept.points > most:
            best, most = many, swept.points
    return best


def shows_marker(outlook: TurnOutlook) -> bool:
    """Say whether the seat sees the Marker if it draws, and again by its 2nd Chance (R22, R23)."""
    facts = outlook.facts
    draws = 2 if facts.chances[facts.turn] else 1
    return not facts.marker_seen and outlook.above_marker <= CARDS_DRAWN * draws


def sends_back(outlook: TurnOutlook) -> bool:
    """Say whether the 2nd Chance shows the Marker, or replaces two cards that go with nothing."""
    facts = outlook.facts
    if not facts.marker_seen and outlook.above_marker <= CARDS_DRAWN:  # R23
        return True
    if outlook.going_out:
        return False
    before = HeldCards.of(outlook.seen.zones[HAND[facts.turn]].cards)
    promised = promise(before, outlook.fits, outlook.distinct, loose_card=0)
    return promise(outlook.held, outlook.fits, outlook.distinct, loose_card=0) <= promised


def promise_with_row(outlook: TurnOutlook, many: int) -> int:
    """Rate the hand with so many cards of the row."""
    held = outlook.held
    for card in outlook.seen.zones[ROW].cards[-many:]:
        held = held.with_card(card)
    return promise(held, outlook.fits, outlook.distinct)


def promise(held: HeldCards, fits: int, distinct: bool, loose_card: int = LOOSE) -> int:
    """Rate a hand by what it will probably score: cards of a meld in full, others in part."""
    two, three = held.ranks(distinct)
    sure = in_runs(held.once) | fits | three * EVERY_SUIT
    near = (near_runs(held.once) | two * EVERY_SUIT) & ~sure
    loose = ~(sure | near)
    rating = SURE * (points(held.once & sure) + points(held.twice & sure))
    rating += NEAR * (points(held.once & near) + points(held.twice & near))
    rating += loose_card * (points(held.once & loose) + points(held.twice & loose))
    return rating + JOKER_IN_HAND * held.jokers + ACTION_CARD_IN_HAND * len(held.action_cards)


# Melds.


def leaves_too_few(outlook: TurnOutlook, placed: Cards) -> bool:
    """Say whether a meld leaves too few cards, with the bonus card (R8)."""
    bonus = bool(outlook.seen.zones[STOCK].cards)
    return outlook.too_few(outlook.size - len(placed) + bonus)


def best_meld(outlook: TurnOutlook) -> Action | None:
    """Choose the dearest natural meld; with few cards or not early, also one with a joker."""
    placed = outlook.offers.natural()
    joker_waits = outlook.above_marker > JOKER_MARKER and outlook.size > JOKER_HAND
    if not placed and (outlook.late or not joker_waits):
        placed = outlook.offers.with_joker()
    return MakeMeld(placed) if placed and not leaves_too_few(outlook, placed) else None


def play_deepest(outlook: TurnOutlook) -> Action:
    """Meld the deepest card that was taken, else lay it off, else do whatever is possible (Q7)."""
    natural = outlook.offers.natural()
    if natural and not leaves_too_few(outlook, natural):
        return MakeMeld(natural)
    lay_offs = [action for action in outlook.legal if isinstance(action, LayOff)]
    if lay_offs:
        return min(lay_offs, key=number_of_spelled)
    placed = natural or outlook.offers.with_joker()
    return MakeMeld(placed) if placed else min(outlook.legal, key=number_of_spelled)


# What waits until the Marker: action cards and laying off.


def owners_value(meld: Meld) -> int:
    """Count what moves with a set: cards that others laid off stay theirs (R18)."""
    return value(meld.cards_of(meld.owner))


def best_theft(outlook: TurnOutlook) -> Action | None:
    """Choose the best use of Thief, Switcheroo or Pickpocket, if one gains."""
    if outlook.too_few(outlook.size - 1):
        return None
    at_once = outlook.late or outlook.seen.options.actions_per_turn == "one"  # Q14
    rated = []
    for action in outlook.legal:
        gain = _gain(outlook.facts, action)
        if gain > 0 and (at_once or gain >= EARLY_GAIN.get(type(action), 0)):
            number = action.meld if isinstance(action, Thief) else number_of_spelled(action)
            rated.append((-gain, number, action))
    if rated:
        return min(rated)[2]
    if not at_once:
        return None
    from_hands = [action for action in outlook.legal if isinstance(action, PickpocketHand)]
    return min(from_hands, key=lambda action: action.victim, default=None)


def _gain(facts: Facts, action: Action) -> int:
    match action:
        case Thief(number):
            return owners_value(facts.melds[number - 1])
        case Switcheroo(own, other):
            got, given = facts.melds[other - 1], facts.melds[own - 1]
            return owners_value(got) - owners_value(given) + SPENT_CARD
        case Pickpocket(placed):
            return VALUES[REAL_CARD[placed]]
        case _:
            return 0


def best_lay_off(outlook: TurnOutlook) -> Action | None:
    """Choose the dearest card that can be laid off, on the first meld that takes it (R9)."""
    facts = outlook.facts
    if not facts.opened[facts.turn] or outlook.too_few(outlook.size - 1):
        return None
    rated = []
    for meld in facts.melds:
        for card in meld.fits:
            if card < JOKER and outlook.held.once >> bit_of(card) & 1:
                rated.append((-VALUES[card], meld.number, card))
        if outlook.held.jokers and meld.fits:
            placed = JOKER_AS + meld.fits[0] if meld.kind == RUN else JOKER
            rated.append((-VALUES[JOKER], meld.number, placed))
    if not rated:
        return None
    _, number, placed = min(rated)
    return LayOff(placed, number)


# The discard.


def cheapest(outlook: TurnOutlook) -> int:
    """Choose the card that is least worth keeping, of equal ones the lowest."""
    held = outlook.held
    cards = [card_of(at) for at in cards_in(held.once)]
    cards += [JOKER] * bool(held.jokers) + sorted(set(held.action_cards))
    return min(cards, key=lambda card: worth_keeping(outlook, card))


def worth_keeping(outlook: TurnOutlook, card: int) -> int:
    """Rate how much a card is worth keeping."""
    if card >= JOKER:
        if card == JOKER:
            return KEEP_JOKER
        if outlook.late:
            return KEEP_USABLE if going_out.usable(outlook.legal, card) else 0
        return KEEP_ACTION_CARD if card >= THIEF else 0
    at, points_in_hand = bit_of(card), VALUES[card]
    rating = KEEP_PARTNER * partners(outlook.held, at)
    rating += (KEEP_DEAR_LATE if outlook.late else KEEP_DEAR) * points_in_hand
    if outlook.fits >> at & 1:  # R9: the next player can lay it off
        rating += KEEP_FITTING * points_in_hand
    return rating + worth_to_the_next(outlook, card)


def worth_to_the_next(outlook: TurnOutlook, card: int) -> int:
    """Rate what the next player can take from the row together with a card (R4)."""
    row, at = HeldCards.of(outlook.seen.zones[ROW].cards + bytes([card])), bit_of(card)
    _, three = row.ranks(outlook.distinct)
    melds = in_runs(row.once) | three * EVERY_SUIT
    return KEEP_ROW_PARTNER * partners(row, at) + KEEP_ROW_MELD * (melds >> at & 1)


def partners(held: HeldCards, at: int) -> int:
    """Count the cards that a card goes with: of its rank, at most two places away, and jokers."""
    rank, places = at & 15, places_of(held.once) >> (at & ~15) & 0x3FFF
    near = places << 2 >> rank & 0b11011
    if rank == ACE:
        near |= (places >> 11 & 3) << 5  # queen and king
    same_rank = EVERY_SUIT << rank
    return (
        (held.once & same_rank).bit_count()
        + (held.twice & same_rank).bit_count()
        - 1
        + near.bit_count()
        + held.jokers
    )
