"""What players read in Thumbs Up: the prompt, the rack, what it costs, and the score pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meldroom.core.cards import Cards
from meldroom.core.showdown import HandEnd, Showdown
from meldroom.core.wording import CardHelp, Group, GroupKind, Pad, PadRow, Wording, score_columns
from meldroom.games.thumbs_up.card_help import card_help
from meldroom.games.thumbs_up.deck import COLOURS, DECK, LIBERTY, PRICES, bill, wins
from meldroom.games.thumbs_up.facts import DISCARD, Facts, Options, State, View, fined, rack
from meldroom.games.thumbs_up.showdown import showdown

WINNING_HAND = ((3, "dot"), (1, "dash"), (1, "V"))  # R7
TARIFF = "dot {} · dash {} · V {} · Liberty {}".format(*PRICES)


class ThumbsUpWording(Wording[Facts, Options]):
    """How Thumbs Up is told to its players."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        facts = seen.public
        if seen.seat is None or seen.seat not in self.game.to_act(facts):
            return ""
        if facts.thumb is not None:
            return "A thumb is up: say that you have seen it."
        thumb = ", or raise your thumb" if wins(seen.zones[rack(seen.seat)].cards) else ""
        if facts.picked:
            return f"Discard a block{thumb}."
        face_up = seen.top(DISCARD)
        take = f", or take the {DECK.words[face_up[0]]}" if face_up else ""
        return f"Draw a block{take}{thumb}."

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the rack out by colour: the one with most blocks first, with what it still needs."""
        if seen.seat is None:
            return ()
        rack_blocks = seen.zones[rack(seen.seat)].cards
        by_colour = [
            bytes([block for block in rack_blocks if block >> 2 == colour])
            for colour in range(len(COLOURS))
        ]
        by_colour = sorted(filter(None, by_colour), key=len, reverse=True)
        most = max(map(len, by_colour))
        return tuple(
            _collected(blocks) if len(blocks) == most > 1 else Group("loose", blocks)
            for blocks in by_colour
        )

    def worth(self, seen: View) -> str:
        """Say what it would cost to lose with the rack as it is."""
        if seen.seat is None:
            return ""
        blocks = seen.zones[rack(seen.seat)].cards
        return "a winning hand" if wins(blocks) else f"you would pay {bill(blocks)}"

    def card_help(self, card: int) -> CardHelp:
        """Explain a card."""
        return card_help(card)

    def pad(self, seen: State | View) -> Pad:
        """Give the gains and losses of each hand, then the balances."""
        facts = seen.public
        last = len(facts.ledger) - 1
        hands = [
            PadRow("round", (str(at + 1), *(f"{gain:+d}" for gain in gains)), ruled=at == last)
            for at, gains in enumerate(facts.ledger)
        ]
        total = PadRow("total", ("points", *map(str, facts.balances)))
        return Pad("Thumbs Up", score_columns("hand", seen.seats), (*hands, total), TARIFF)

    def showdown(self, end: HandEnd[Facts, Options]) -> Showdown:
        """Show how a hand ended."""
        return showdown(end)

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give what losers pay for each block, and whether a thumb starts a race (R12, Q6)."""
        return {"tariff": TARIFF, "race": fined(seen.options, seen.seats)}


def _collected(blocks: Cards) -> Group:
    missing = missing_symbols(blocks)
    kind: GroupKind = "near" if missing else "meld"
    return Group(kind, blocks, f"needs {', '.join(missing)}" if missing else "a winning hand")


def missing_symbols(blocks: Cards) -> list[str]:
    """Name what blocks of one colour still need to win, where Liberties fill the dearest (R8)."""
    first = blocks[0] & ~3
    liberties = blocks.count(first + LIBERTY)
    missing: list[str] = []
    for symbol, (many, word) in reversed(list(enumerate(WINNING_HAND))):
        needs = max(0, many - blocks.count(first + symbol))
        filled = min(needs, liberties)
        liberties -= filled
        if needs > filled:
            missing.insert(0, f"{needs - filled} {word}{'s' * (needs - filled > 1)}")
    return missing
