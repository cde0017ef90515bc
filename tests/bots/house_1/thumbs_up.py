"""`house@1` of Thumbs Up, as it was when it was frozen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat, without
from meldroom.core.skill import Lot, Skill
from meldroom.core.state import seat_to_the_left
from meldroom.games.thumbs_up.deck import COLOURS, DECK, bill
from meldroom.games.thumbs_up.facts import (
    DISCARD,
    Facts,
    Options,
    View,
    rack,
)
from meldroom.games.thumbs_up.game import DISCARDS, DRAW, TAKE, THUMB, Discard
from tests.bots.house_1.draw_odds import share_to_draw

DOTS = range(0, 4 * len(COLOURS), 4)  # the dot of each colour; dash, V and Liberty follow it
TURNS_PER_POINT = 0.12  # a point of the bill, in turns: about every second hand is lost
SOFTNESS = 1.6  # in turns: a second colour just as near saves 1.6 × ln 2, about one turn
NEIGHBOUR_TURNS = 0.8  # what a block costs that helps the colour of the next player, in turns


class Pursuit(NamedTuple):
    """A colour that a rack collects."""

    dot: int  # the colour's first block
    needs: tuple[int, int, int]  # dots, dash and V that are missing
    liberties: int


class ThumbsUpSkill(Skill[Facts, Options]):
    """What a player of Thumbs Up knows."""

    def house(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Keep the fewest turns to go and the cheapest bill, and give the neighbour nothing."""
        if THUMB in legal:
            return THUMB
        facts = seen.public
        mine = seen.zones[rack(facts.turn)].cards
        outs, unseen = outs_left(seen)
        if not facts.picked:
            block = seen.zones[DISCARD].cards[-1]
            # `cost` counts draws, so a draw saves one turn on average: a take must save more.
            taken = min(
                [
                    cost(without(mine, bytes([other])) + bytes([block]), outs, unseen)
                    for other in dict.fromkeys(mine)
                    if other != block
                ]
            )
            return TAKE if cost(mine, outs, unseen) - taken > 1 else DRAW
        costs = [
            (cost(without(mine, bytes([action.block])), outs, unseen), action.block)
            for action in legal
            if isinstance(action, Discard)
        ]
        wanted = colours_taken(seen, seat_to_the_left(facts.turn, seen.seats))
        return DISCARDS[
            min(costs, key=lambda pair: pair[0] + NEIGHBOUR_TURNS * wanted.count(pair[1] >> 2))[1]
        ]


def outs_left(seen: View) -> tuple[tuple[int, ...], int]:
    """Count the unseen blocks of each kind, and all blocks that are face down."""
    on_table = b"".join([zone.cards for zone in seen.zones])
    pack = DECK.pack_for(seen.seats)
    outs = tuple([pack.count(block) - on_table.count(block) for block in range(len(DECK.codes))])
    return outs, on_table.count(BACK)


def colours_taken(seen: View, seat: Seat) -> list[int]:
    """Name the colour of each block that the seat was seen to take and still has."""
    return [block >> 2 for block in seen.zones[rack(seat)].known]


def cost(blocks: Cards, outs: tuple[int, ...], unseen: int) -> float:
    """Rate five blocks in turns: those still to go, and what losing would cost."""
    pursuits, owed = profile(bytes(sorted(blocks)))
    return turns_to_go(pursuits, outs, unseen) + TURNS_PER_POINT * owed


def turns_to_go(pursuits: tuple[Pursuit, ...], outs: tuple[int, ...], unseen: int) -> float:
    """Give the turns still to go, a soft minimum over the colours that the rack collects."""
    near = 0.0
    for dot, needs, liberties in pursuits:
        near += exp(-unseen * share_to_draw(needs, liberties, outs[dot : dot + 4]) / SOFTNESS)
    return -SOFTNESS * log(near + 1e-9)  # 33 turns where no colour can be completed


@lru_cache(maxsize=1 << 16)
def profile(blocks: Cards) -> tuple[tuple[Pursuit, ...], int]:
    """Give the colours that a rack collects, within one block of the most, and its bill."""
    held = [sum([block >> 2 == dot >> 2 for block in blocks]) for dot in DOTS]
    enough = max(1, max(held) - 1)
    pursuits = []
    for dot, many in zip(DOTS, held, strict=True):
        if many >= enough:
            dots, dash, v, liberties = [blocks.count(dot + symbol) for symbol in range(4)]
            pursuits.append(Pursuit(dot, (max(0, 3 - dots), int(not dash), int(not v)), liberties))
    return tuple(pursuits), bill(blocks)
