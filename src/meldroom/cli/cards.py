"""Cards in a terminal: coloured codes, backs, and rows of small boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from meldroom.core.cards import BACK, Cards, Deck

# Black and white have no style: either would vanish on some terminal background.
STYLES = {
    "red": "bold red",
    "blue": "bold blue",
    "green": "bold green",
    "orange": "bold dark_orange",
    "yellow": "bold yellow",
    "magenta": "bold magenta",
    "cyan": "bold cyan",
}
BOX = (("╭", "─", "╮"), ("│", "", "│"), ("╰", "─", "╯"))
ASCII_BOX = (("+", "-", "+"), ("|", "", "|"), ("+", "-", "+"))
MAX_BACKS_DRAWN = 10  # more are only counted


def face(card: int, deck: Deck) -> Text:
    """Draw one card: its code in its colour."""
    if card == BACK:
        return Text("▒▒", "dim")
    return Text(deck.codes[card], STYLES.get(deck.inks[card], "bold"))


def row(cards: Cards, deck: Deck) -> Text:
    """Draw cards side by side; many backs are only counted."""
    backs = cards.count(BACK)
    faces = [face(card, deck) for card in cards if card != BACK]
    if backs > MAX_BACKS_DRAWN:
        faces.append(Text(f"▒▒ ×{backs}", "dim"))
    else:
        faces += [face(BACK, deck)] * backs
    return Text(" ").join(faces)


def coloured(text: str, deck: Deck) -> Text:
    """Colour the card codes in an action's text."""
    codes = dict(zip(deck.codes, range(len(deck.codes)), strict=True))
    words = text.split(" ")
    return Text(" ").join([face(codes[w], deck) if w in codes else Text(w) for w in words])


class Boxes:
    """Groups of cards as rows of small boxes, with a gap between groups."""

    def __init__(self, groups: Sequence[Cards], deck: Deck) -> None:
        self.groups, self.deck = groups, deck

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the boxes in as many rows as the width needs."""
        borders = ASCII_BOX if options.ascii_only else BOX
        for line in self._rows(options.max_width):
            for part, (left, fill, right) in enumerate(borders):
                drawn = Text(no_wrap=True)
                for card in line:
                    drawn.append_text(self._part(card, part, left, fill, right))
                yield drawn

    def _part(self, card: int | None, part: int, left: str, fill: str, right: str) -> Text:
        if card is None:
            return Text("  ")
        inside = face(card, self.deck)
        if part == 1:
            return Text.assemble((left, "dim"), inside, (right, "dim"))
        return Text(left + fill * inside.cell_len + right, "dim")

    def _rows(self, width: int) -> Iterator[list[int | None]]:
        """Break the cards into rows that fit the width; None is a gap between groups."""
        line: list[int | None] = []
        used = 0
        for card in _with_gaps(self.groups):
            card_width = 2 if card is None else face(card, self.deck).cell_len + 2
            if line and used + card_width > width:
                yield line
                line, used = [], 0
            if card is not None or line:
                line.append(card)
                used += card_width
        if line:
            yield line


def _with_gaps(groups: Iterable[Cards]) -> Iterator[int | None]:
    for number, group in enumerate(groups):
        if number:
            yield None
        yield from group
