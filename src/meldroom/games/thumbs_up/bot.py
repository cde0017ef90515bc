"""How Thumbs Up is played well: the turns a hand still takes, and what losing with it costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import BACK, Cards, Seat, without
from meldroom.core.skill import Lot, Skill, chance_to_win
from meldroom.core.state import seat_to_the_left
from meldroom.games.shared.draw_odds import share_to_draw
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

DOTS = range(0, 4 * len(COLOURS), 4)  # the dot of each colour; dash, V and Liberty follow it
USEFUL = (3, 1, 1, 1)  # how many of each symbol a novice collects
NOVICE_SLIPS = 8  # a novice plays one action in so many at random
TURNS_PER_POINT = 0.12  # a point of the bill, in turns: about every second hand is lost
SOFTNESS = 1.6  # in turns: a second colour just as near saves 1.6 × ln 2, about one turn
NEIGHBOUR_TURNS = 0.8  # what a block costs that helps the colour of the next player, in turns
MISSED_THUMB = 0.02  # how often a player does not raise the thumb on a winning hand
TAKEN_COLOUR = 1.5  # how much likelier each block is in the colour of a block that was taken
WIN_DECAY = 1.5  # a seat this much later has a third of the chance to win the hand
HAND_SWING = 45.0  # points by which one hand moves the balances of two players apart


class Pursuit(NamedTuple):
    """A colour that a rack collects."""

    dot: int  # the colour's first block
    needs: tuple[int, int, int]  # dots, dash and V that are missing
    liberties: int


class ThumbsUpSkill(Skill[Facts, Options]):
    """What a player of Thumbs Up knows."""

    short = {"hands": 3}
    horizon = 4

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

    def novice(self, seen: View, legal: Sequence[Action], lot: Lot) -> Action:
        """Collect the colour with most blocks, and now and then play at random."""
        if lot(NOVICE_SLIPS) == 0:
            return legal[lot(len(legal))]
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
    seats = range(state.seats)
    pool = state.zones[POOL].cards
    outs = tuple([pool.count(block) for block in range(len(DECK.codes))])
    profiles = [profile(state.zones[rack(seat)].cards) for seat in seats]
    nears = []
    for seat, (pursuits, _) in zip(seats, profiles, strict=True):
        wait = (seat - facts.turn) % state.seats / state.seats
        turns = turns_to_go(pursuits, outs, len(pool))
        nears.append(exp(-(turns / state.seats + wait) / WIN_DECAY))
    total, pot = sum(nears), sum([owed for _, owed in profiles])
    return [
        balance - owed + pot * near / total
        for balance, (_, owed), near in zip(facts.balances, profiles, nears, strict=True)
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
