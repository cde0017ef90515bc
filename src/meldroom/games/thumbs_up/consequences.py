"""What an action of Thumbs Up leads to: blocks that a colour needs, the bill, and gifts."""

from __future__ import annotations

from collections.abc import Iterator

from meldroom.core.action import Action
from meldroom.core.cards import Cards, without
from meldroom.core.consequences import Consequence, Consequences, counted
from meldroom.core.state import seat_to_the_left
from meldroom.games.thumbs_up.bot import outs_left
from meldroom.games.thumbs_up.deck import COLOURS, LIBERTY, bill, wins
from meldroom.games.thumbs_up.facts import DISCARD, RACK_SIZE, Facts, Options, View, rack
from meldroom.games.thumbs_up.game import Discard, Draw, Take, Thumb

MISSING_BLOCK = 2.0  # the weights are guesses at what players find worth telling
HELPING_BLOCK = 0.25
POINT = 0.06
GIFT = 1.0
WIN = 20.0
INKS = tuple(COLOURS.values())


class ThumbsUpConsequences(Consequences[Facts, Options]):
    """What is told about the actions of Thumbs Up."""

    def of(self, seen: View, action: Action) -> Iterator[Consequence]:
        """Say what an action leads to."""
        mine = seen.zones[rack(seen.public.turn)].cards
        match action:
            case Thumb():
                yield Consequence("wins_hand", WIN, "wins the hand")
            case Discard(block):
                kept = without(mine, bytes([block]))
                yield from _of_rack(seen, kept)
                owed = bill(kept)
                yield Consequence("bill", -POINT * owed, f"risks {owed} points", str(owed))
                yield from _gift(seen, block)
            case Take():
                racks = _racks_after_take(mine, seen.top(DISCARD))
                yield from _of_rack(seen, min(racks, key=lambda kept: _distance(seen, kept)))
            case Draw():
                yield from _of_rack(seen, mine)


def _of_rack(seen: View, blocks: Cards) -> Iterator[Consequence]:
    if wins(blocks):
        yield Consequence("winning_hand", WIN, "leaves a winning hand")
        return
    missing, fewer = _distance(seen, blocks)
    text = f"needs {counted(missing, 'more block')} to win"
    yield Consequence("missing", -MISSING_BLOCK * missing, text, str(missing))
    helping = -fewer
    text = f"has {counted(helping, 'unseen block')} that can bring it nearer"
    yield Consequence("helping_blocks", HELPING_BLOCK * helping, text, str(helping))


def _distance(seen: View, blocks: Cards) -> tuple[int, int]:
    """Count the blocks that a rack needs to win, and below 0 the unseen ones that bring it nearer.

    The nearest racks come first.
    """
    outs, _ = outs_left(seen)
    missing = missing_blocks(blocks)
    nearer = [
        many for block, many in enumerate(outs) if missing_blocks(blocks + bytes([block])) < missing
    ]
    return missing, -sum(nearer)


def _racks_after_take(mine: Cards, block: Cards) -> list[Cards]:
    """Give the racks that a take can leave: a block like the one taken stays (Q12)."""
    others = [other for other in dict.fromkeys(mine) if other != block[0]]
    return [bytes(sorted(without(mine, bytes([other])) + block)) for other in others]


def _gift(seen: View, block: int) -> Iterator[Consequence]:
    neighbour = seat_to_the_left(seen.public.turn, seen.seats)
    colour = block >> 2
    taken = sum(known >> 2 == colour for known in seen.zones[rack(neighbour)].known)
    if taken:
        text = f"gives {{{neighbour}}} one more {INKS[colour]} block, after they took {taken}"
        yield Consequence("gift", -GIFT * taken, text)


def missing_blocks(blocks: Cards) -> int:
    """Count the blocks that the nearest colour still needs to win (R7, R8)."""
    fewest = RACK_SIZE
    for first in range(0, len(COLOURS) * (LIBERTY + 1), LIBERTY + 1):
        dots, dashes, vs, liberties = [blocks.count(first + symbol) for symbol in range(4)]
        fewest = min(fewest, max(0, 3 - dots) + (not dashes) + (not vs) - liberties)
    return max(0, fewest)
