"""How Thumbs Up is played well: turns still to go by the blocks that are left, and the bill."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.core.state import seat_to_the_left
from meldroom.games.shared.draw_odds import share_to_draw
from meldroom.games.thumbs_up.deck import COLOURS, DECK, bill, wins
from meldroom.games.thumbs_up.facts import DISCARD, POOL, RACKS, Facts, Options, State, View, rack
from meldroom.games.thumbs_up.game import DISCARDS, DRAW, TAKE, THUMB, Discard

FIRSTS = range(0, 4 * len(COLOURS), 4)  # the dot of each colour
BILL = 0.12  # turns that a point of the bill is worth: about every second hand is lost
BROAD = 1.6  # how much a second colour counts
DANGER = 0.8  # turns that a block is worth to a neighbour who collects its colour
UNRAISED = 0.02  # how often a winning hand is kept
COLLECTS = 1.5  # how much likelier each block of a colour is that was taken
HASTE = 1.5  # turns by which the chance to be first falls by two thirds
SWING = 45.0  # points by which a hand moves the balances of two players apart


Wanting = tuple[int, tuple[int, int, int], int]
"""The dot of a colour, what the colour lacks of dots, dash and V, and its Liberties."""


class ThumbsUpSkill(Skill[Facts, Options]):
    """What a player of Thumbs Up knows."""

    short = {"hands": 3}
    horizon = 4

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Play the fewest turns to go, the cheapest bill and nothing for the neighbour."""
        if THUMB in legal:
            return THUMB
        table = seen.public
        mine = seen.zones[RACKS + table.turn].cards
        outs, unseen = outs_left(seen)
        if not table.picked:
            block = seen.zones[DISCARD].cards[-1]
            # By its own measure a draw is worth one turn; a take must be worth more.
            taken = min(
                [
                    worry(without(mine, bytes([other])) + bytes([block]), outs, unseen)
                    for other in dict.fromkeys(mine)
                    if other != block
                ]
            )
            return TAKE if worry(mine, outs, unseen) - taken > 1 else DRAW
        worries = [
            (worry(without(mine, bytes([action.block])), outs, unseen), action.block)
            for action in legal
            if isinstance(action, Discard)
        ]
        wanted = collected(seen, seat_to_the_left(table.turn, seen.seats))
        return DISCARDS[
            min(worries, key=lambda pair: pair[0] + DANGER * wanted.count(pair[1] >> 2))[1]
        ]

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Collect the colour that there is most of, and now and then do not look."""
        if lot(8) == 0:
            return legal[lot(len(legal))]
        if THUMB in legal:
            return THUMB
        table = seen.public
        mine = seen.zones[RACKS + table.turn].cards
        colours = [block >> 2 for block in mine]
        most = max(FIRSTS, key=lambda first: colours.count(first >> 2)) >> 2
        if TAKE in legal:
            block = seen.zones[DISCARD].cards[-1]
            return (
                TAKE
                if block >> 2 == most and mine.count(block) < 1 + 2 * (block & 3 == 0)
                else DRAW
            )
        throws = [action.block for action in legal if isinstance(action, Discard)]
        surplus = [block for block in throws if block >> 2 != most] or throws
        return DISCARDS[surplus[lot(len(surplus))]]

    def candidates(
        self, seen: View, legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Never look past a thumb; else look at everything."""
        return () if favourite == THUMB else legal

    def stage(self, public: Facts) -> object:
        """A hand is a stage, also one that is void."""
        return len(public.ledger), public.voids

    def prospect(self, state: State, seat: Seat) -> float:
        """Rate the balances by how far the hands to come can move them."""
        table = state.public
        left = int(state.options.hands) - len(table.ledger)
        swing = SWING * (max(0.5, left) * (state.seats - 1)) ** 0.5
        return chance_to_win(expected(state) if left > 0 else table.balances, seat, swing)

    def likely(self, world: State, seen: View) -> float:
        """Doubt a hand that would have won; expect more of a colour that was taken."""
        weight = 1.0
        for zone in world.zones[RACKS:]:
            if zone.owner != seen.seat:
                weight *= UNRAISED if wins(zone.cards[:5]) else 1.0
                for block in zone.known:
                    weight *= COLLECTS ** sum([other >> 2 == block >> 2 for other in zone.cards])
        return weight


def expected(state: State) -> list[float]:
    """Give the balances as the hand is likely to leave them: the nearest wins, the others pay."""
    table = state.public
    seats = range(state.seats)
    pool = state.zones[POOL].cards
    outs = tuple([pool.count(block) for block in range(len(DECK.codes))])
    known = [profile(state.zones[rack(seat)].cards) for seat in seats]
    nears = []
    for seat, (colours, _) in zip(seats, known, strict=True):
        wait = (seat - table.turn) % state.seats / state.seats
        nears.append(exp(-(turns(colours, outs, len(pool)) / state.seats + wait) / HASTE))
    total, owed = sum(nears), sum([bill for _, bill in known])
    return [
        balance - bill + owed * near / total
        for balance, (_, bill), near in zip(table.balances, known, nears, strict=True)
    ]


def outs_left(seen: View) -> tuple[tuple[int, ...], int]:
    """Count the blocks of each kind that may still come, and all that are unseen."""
    seen_blocks = b"".join([zone.cards for zone in seen.zones])
    pack = DECK.pack_for(seen.seats)
    outs = tuple([pack.count(block) - seen_blocks.count(block) for block in range(len(DECK.codes))])
    return outs, seen_blocks.count(BACK)


def collected(seen: View, seat: Seat) -> list[int]:
    """Name the colours of the blocks that a seat was seen to take and has still."""
    return [block >> 2 for block in seen.zones[rack(seat)].known]


def worry(blocks: Cards, outs: tuple[int, ...], unseen: int) -> float:
    """Rate five blocks in turns still to go, together with what it would cost to lose."""
    colours, owed = profile(bytes(sorted(blocks)))
    return turns(colours, outs, unseen) + BILL * owed


def turns(colours: tuple[Wanting, ...], outs: tuple[int, ...], unseen: int) -> float:
    """Give the turns still to go; a second colour that is as near makes them fewer."""
    near = 0.0
    for first, needs, liberties in colours:
        near += exp(-unseen * share_to_draw(needs, liberties, outs[first : first + 4]) / BROAD)
    return -BROAD * log(near + 1e-9)


@lru_cache(maxsize=1 << 16)
def profile(blocks: Cards) -> tuple[tuple[Wanting, ...], int]:
    """Name what the colours with most blocks lack, their Liberties, and the bill."""
    many = [sum([block >> 2 == first >> 2 for block in blocks]) for first in FIRSTS]
    colours = []
    for first, held in zip(FIRSTS, many, strict=True):
        if held >= max(1, max(many) - 1):
            dots, dash, v, liberties = [blocks.count(first + symbol) for symbol in range(4)]
            colours.append((first, (max(0, 3 - dots), int(not dash), int(not v)), liberties))
    return tuple(colours), bill(blocks)
