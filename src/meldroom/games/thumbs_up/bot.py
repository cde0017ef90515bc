"""How Thumbs Up is played well: which colour comes in time, what losing costs, whom a block helps.

`house` rates in integers: its twin in fast/csrc/thumbs_up_house.h must choose the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.core.state import seat_to_the_left
from meldroom.games.shared.draw_odds import CERTAIN, both, chances, share_drawn
from meldroom.games.thumbs_up.deck import COLOURS, DECK, bill, wins
from meldroom.games.thumbs_up.facts import (
    DISCARD,
    POOL,
    RACK_SIZE,
    RACKS,
    Facts,
    Options,
    State,
    View,
    rack,
)
from meldroom.games.thumbs_up.game import DISCARDS, DRAW, TAKE, THUMB, Discard

SYMBOLS = 4  # in each colour: dot, dash, V and Liberty follow one another
DOTS_NEEDED = 3  # R7
USEFUL = (3, 1, 1, 1)  # how many of each symbol a novice collects
DRAWS_IN_TIME = 4  # a block counts by its chance to be among the next so many
DRAW_WORTH = 2  # draws that a take must be worth: it shows the others what one collects
RIVAL_DRAWS = 1  # within which the next player may complete a colour
PRIZE = 150  # points that a win is worth beside a bill that is saved
GIFT_POINTS = 160  # what a sure win of the next player would cost
WANTED_POINTS = 4  # what a block costs besides for each of its colour that the next player took
MISSED_THUMB = 0.02  # how often a player does not raise the thumb on a winning hand
TAKEN_COLOUR = 1.5  # how much likelier each block is in the colour of a block that was taken
HAND_SWING = 45.0  # points by which one hand moves the balances of two players apart

Counts = tuple[int, ...]  # of dots, dashes, Vs and Liberties in one colour


class ThumbsUpSkill(Skill[Facts, Options]):
    """What a player of Thumbs Up knows."""

    short = {"hands": 3}
    claims = {"champion against house": 0.58, "champion against three house": 0.32}
    claim_deals = {"champion against three house": 40_000}
    horizon = 4
    review_effort = 2.0

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Collect what comes in time, keep the bill low, and give the neighbour little."""
        if THUMB in legal:
            return THUMB
        facts = seen.public
        mine = seen.zones[rack(facts.turn)].cards
        outs, unseen = outs_left(seen)
        each = share_drawn(DRAWS_IN_TIME, unseen)
        if not facts.picked:
            block = seen.zones[DISCARD].cards[-1:]
            taken = max(
                [
                    rating(without(mine, bytes([other])) + block, outs, each)
                    for other in dict.fromkeys(mine)
                    if other != block[0]
                ]
            )
            drawn = rating(mine, outs, share_drawn(DRAWS_IN_TIME + DRAW_WORTH, unseen))
            return TAKE if taken > drawn else DRAW
        left_rack = seen.zones[rack(seat_to_the_left(facts.turn, seen.seats))]
        hidden = RACK_SIZE - len(left_rack.known)
        held = share_drawn(hidden + RIVAL_DRAWS, unseen)

        def value(block: int) -> int:
            kept = without(mine, bytes([block]))
            return rating(kept, outs, each) - gift(block, left_rack.known, outs, held)

        blocks = [action.block for action in legal if isinstance(action, Discard)]
        return DISCARDS[max(sorted(blocks), key=value)]

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Collect the colour with most blocks."""
        if THUMB in legal:
            return THUMB
        mine = seen.zones[rack(seen.public.turn)].cards
        colours = [block >> 2 for block in mine]
        most = max(range(len(COLOURS)), key=colours.count)
        if TAKE in legal:
            block = seen.zones[DISCARD].cards[-1]
            useful = block >> 2 == most and mine.count(block) < USEFUL[block & 3]
            return TAKE if useful else DRAW
        discards = [action.block for action in legal if isinstance(action, Discard)]
        surplus = [block for block in discards if block >> 2 != most] or discards
        return DISCARDS[surplus[lot(len(surplus))]]

    def candidates(
        self, seen: View, legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Look at nothing besides a thumb, otherwise at everything."""
        return () if favourite == THUMB else legal

    def stage(self, public: Facts) -> object:
        """A hand is a stage, also a void one."""
        return len(public.ledger), public.voids

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the balances by how far the hands to come can move them."""
        facts = state.public
        left = state.options.hands - len(facts.ledger)
        swing = HAND_SWING * (max(0.5, left) * (state.seats - 1)) ** 0.5
        return chance_to_win(expected_balances(state) if left > 0 else facts.balances, seat, swing)

    def likely(self, world: State, seen: View) -> float:
        """Doubt a rival's winning hand; expect more of a colour that a rival took."""
        weight = 1.0
        for zone in world.zones[RACKS:]:
            if zone.owner != seen.seat:
                weight *= MISSED_THUMB if wins(zone.cards[:RACK_SIZE]) else 1.0
                for block in zone.known:
                    alike = sum([other >> 2 == block >> 2 for other in zone.cards])
                    weight *= TAKEN_COLOUR**alike
        return weight


def expected_balances(state: State) -> list[float]:
    """Give the balances that the hand is likely to leave: the nearest wins, the others pay."""
    facts = state.public
    racks = [state.zones[rack(seat)].cards for seat in range(state.seats)]
    pool = state.zones[POOL].cards
    outs = tuple([pool.count(block) for block in range(len(DECK.codes))])
    nears = []
    for seat, blocks in enumerate(racks):
        # Who plays sooner sees more of the pool.
        turns = DRAWS_IN_TIME * state.seats - (seat - facts.turn) % state.seats
        each = share_drawn(turns, max(1, len(pool)) * state.seats)
        nears.append(1 + chance_to_complete(blocks, outs, each))
    bills = [bill(blocks) for blocks in racks]
    total, pot = sum(nears), sum(bills)
    return [
        balance - owed + pot * near / total
        for balance, owed, near in zip(facts.balances, bills, nears, strict=True)
    ]


def outs_left(seen: View) -> tuple[Counts, int]:
    """Count the blocks of each kind that may still come to a rack, and all of these."""
    in_sight = b"".join([zone.cards for zone in seen.zones[DISCARD:]])
    pack = DECK.pack_for(seen.seats)
    outs = tuple([pack.count(block) - in_sight.count(block) for block in range(len(DECK.codes))])
    return outs, len(seen.zones[POOL].cards) + in_sight.count(BACK)


def rating(blocks: Cards, outs: Counts, each: int) -> int:
    """Rate five blocks in points: the prize by its chance, less the bill."""
    complete = chance_to_complete(blocks, outs, each)
    return complete * PRIZE - (CERTAIN - complete) * bill(blocks)


def chance_to_complete(blocks: Cards, outs: Counts, each: int) -> int:
    """Give the chance that one of the two nearest colours is complete in time."""
    best = second = 0
    for dot in range(0, len(outs), SYMBOLS):
        held = tuple([blocks.count(dot + symbol) for symbol in range(SYMBOLS)])
        if any(held):
            chance = chance_of_colour(held, outs[dot : dot + SYMBOLS], each)
            best, second = max(best, chance), max(second, min(best, chance))
    return best + both(CERTAIN - best, second)


@lru_cache(maxsize=1 << 16)
def chance_of_colour(held: Counts, outs: Counts, each: int) -> int:
    """Give the chance that a colour is complete in time; a Liberty stands for any block (R8)."""
    dots, dashes, vs, liberties = held
    lacking = max(0, DOTS_NEEDED - dots)
    dots_come = (*chances(outs[0], each, lacking), 0)
    dash = CERTAIN if dashes else chances(outs[1], each, 1)[1]
    v = CERTAIN if vs else chances(outs[2], each, 1)[1]
    liberties_come = chances(outs[3], each, RACK_SIZE)
    none_missing, both_missing = both(dash, v), both(CERTAIN - dash, CERTAIN - v)
    one_missing = CERTAIN - none_missing - both_missing
    total = 0
    for missing in range(lacking + 1):
        come = lacking - missing
        just_so_many = dots_come[come] - (dots_come[come + 1] if missing else 0)
        others = 0
        for wanted, chance in enumerate((none_missing, one_missing, both_missing), missing):
            others += both(chance, liberties_come[max(0, wanted - liberties)])
        total += both(just_so_many, others)
    return total


def gift(block: int, known: Cards, outs: Counts, each: int) -> int:
    """Rate what a discard is worth to a player who was seen to take these blocks."""
    dot = block - block % SYMBOLS
    held = [known.count(dot + symbol) for symbol in range(SYMBOLS)]
    left = outs[dot : dot + SYMBOLS]
    before = chance_of_colour(tuple(held), left, each)
    wanted = WANTED_POINTS * sum(held) * CERTAIN
    held[block % SYMBOLS] += 1
    return wanted + GIFT_POINTS * (chance_of_colour(tuple(held), left, each) - before)
