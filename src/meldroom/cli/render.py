"""Draws the table, the score pad and the result in the terminal, from a seat's view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.box import ROUNDED
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from meldroom.cli.cards import Boxes, coloured, row
from meldroom.cli.local_match import MatchStep
from meldroom.cli.names import listed
from meldroom.cli.narration import NarratedLine, cards_in_words
from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.event import Gathered
from meldroom.core.game import AnyGame, Result
from meldroom.core.view import AnyView
from meldroom.core.wording import Pad
from meldroom.core.zone import Sight, Zone
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import find_rule

INDENT = 2
MAX_CHOICES_PER_VERB = 16
MAX_NEXT_CARDS = 8
DISCARD_PILE = "discard"  # in every game: only its top card shows


class Indented:
    """Indents what it contains, and strips trailing spaces."""

    def __init__(self, inside: RenderableType, by: int = INDENT) -> None:
        self.inside, self.by = inside, by

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it."""
        narrow = options.update_width(max(1, options.max_width - self.by))
        for line in console.render_lines(self.inside, narrow, pad=False):
            while line and line[-1].text.isspace():
                line.pop()
            yield Segment(" " * self.by if line else "")
            yield from line[:-1]
            yield from [end._replace(text=end.text.rstrip()) for end in line[-1:]]
            yield Segment.line()


class Renderer:
    """Draws what a view shows, with the names of the players."""

    def __init__(self, game: AnyGame, names: Sequence[str]) -> None:
        self.game, self.names = game, names

    def table(self, seen: AnyView) -> RenderableType:
        """Draw the other seats, the piles, and the seat's own cards."""
        return Group(self.others(seen), Text(), self.piles(seen), Text(), self.own(seen))

    def others(self, seen: AnyView) -> RenderableType:
        """Draw the other seats in playing order, and mark those to act."""
        acting = self.game.to_act(seen.public)
        first = 0 if seen.seat is None else seen.seat + 1
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for seat in (at % seen.seats for at in range(first, first + seen.seats)):
            if seat != seen.seat:
                mark = Text("▸", "yellow") if seat in acting else Text(" ")
                number = Text(str(seat), "dim")
                grid.add_row(mark, number, Text(self.names[seat]), self.seat_cards(seen, seat))
        return Indented(grid)

    def seat_cards(self, seen: AnyView, seat: Seat, drawn: Cards = b"") -> Text:
        """Draw the cards of a seat, except those that are drawn already."""
        laid = wording_of(self.game).melds(seen, seat)
        left = Counter(drawn)
        parts: list[Text] = []
        for zone in seen.zones:
            if zone.owner != seat or not zone.cards or (laid and zone.sight is Sight.ALL):
                continue
            here = Counter(zone.cards)
            if here <= left:
                left -= here
            else:
                parts.append(self.zone(zone))
        for _, cards, label in laid:
            parts.append(Text.assemble((label, "dim"), " ", row(cards, self.game.deck)))
        return Text("   ").join(parts)

    def piles(self, seen: AnyView) -> RenderableType:
        """Draw the piles in the middle of the table."""
        drawn = [self.zone(zone) for zone in seen.zones if zone.owner is None]
        return Indented(Text("     ").join(drawn), 2 * INDENT)

    def own(self, seen: AnyView) -> RenderableType:
        """Draw the seat's own cards in groups, with labels and what they are worth."""
        if seen.seat is None:
            return Text()
        deck = self.game.deck
        groups = wording_of(self.game).hand(seen)
        laid = self.seat_cards(seen, seen.seat, b"".join([group.cards for group in groups]))
        worth = wording_of(self.game).worth(seen)
        title = Text.assemble(
            (self.names[seen.seat], "bold"), " (you)", f" · {worth}" * bool(worth)
        )
        labelled = [
            f"{cards_in_words(cards, deck)}: {label}" for _, cards, label in groups if label
        ]
        loose = " · ".join([cards_in_words(cards, deck) for _, cards, label in groups if not label])
        words = [Text(line, "dim") for line in (*labelled, loose) if line]
        boxes = Boxes([group.cards for group in groups], deck)
        return Indented(Group(title, *([laid] if laid else []), boxes, *words))

    def zone(self, zone: Zone) -> Text:
        """Draw a zone: a pile by its size and top card, others card by card."""
        size, deck = len(zone.cards), self.game.deck
        title = Text.assemble((f"{zone.name} {size}", "dim"), " ")
        if not size:
            return title + Text("empty", "dim")
        if zone.sight is Sight.NONE and not zone.shown:
            return title + row(bytes([BACK]), deck)
        if zone.sight is Sight.NONE:
            coming = row(zone.cards[: -MAX_NEXT_CARDS - 1 : -1], deck)
            return Text.assemble(title, "next ", coming, " …" if size > MAX_NEXT_CARDS else "")
        if zone.name == DISCARD_PILE and not zone.fan:
            top = zone.cards[-1:]
            return title + row(top, deck) + Text(f" {cards_in_words(top, deck)}")
        return title + row(zone.cards, deck)

    def log(self, lines: Sequence[NarratedLine]) -> RenderableType:
        """Draw what happened; the referee's lines are set apart and name their rule."""
        drawn = []
        for line in lines:
            if line.who:
                drawn.append(Indented(Text.assemble((line.who, "bold"), f": {line.what}")))
            else:
                rule = (f" ({line.rule})", "cyan") if line.rule else ""
                words = Text.assemble((line.what, "" if rule else "dim"), rule)
                drawn.append(Indented(words, 2 * INDENT))
        return Group(*drawn)

    def choices(self, texts: Sequence[str], every: bool = False) -> RenderableType:
        """List legal actions by verb; long lists are cut short unless `every` is wanted."""
        lines: list[Text] = []
        alone = Text()
        for verb, rest in grouped(texts):
            if rest == [""]:
                alone = alone + Text(" · ") if alone else alone
                alone.append(verb, "bold")
                continue
            some = rest if every else rest[:MAX_CHOICES_PER_VERB]
            separator = Text(" ") if all(" " not in words for words in some) else Text(" · ")
            line = Text.assemble((verb, "bold"), " ")
            line.append_text(separator.join([coloured(words, self.game.deck) for words in some]))
            if len(rest) > len(some):
                line.append(f" … and {len(rest) - len(some)} more; type: moves {verb}", "dim")
            lines.append(line)
        return Indented(Group(*([alone] if alone else []), *lines))

    def pad(self, pad: Pad) -> RenderableType:
        """Draw the score pad with the players' names in its headings."""
        table = Table(box=ROUNDED)
        for column in pad.columns:
            name = [] if column.seat is None else [self.names[column.seat]]
            heading = Text("\n".join([*name, *[column.title] * bool(column.title)]))
            table.add_column(heading, justify="left" if column.kind == "label" else "right")
        for _, cells, ruled in pad.rows:
            table.add_row(*map(Text, cells), end_section=ruled)
        title = Text.assemble((pad.title, "bold"), f" · {pad.subtitle}" * bool(pad.subtitle))
        return Indented(Group(title, table))

    def result(self, result: Result) -> RenderableType:
        """Draw the players by place, the best first."""
        grid = Table.grid(padding=(0, 2))
        for seat in sorted(range(len(result.places)), key=lambda at: (result.places[at], at)):
            style = "bold" if seat in result.winners else ""
            grid.add_row(
                Text(f"{result.places[seat]}.", style),
                Text(self.names[seat], style),
                Text(str(result.scores[seat]), style, justify="right"),
            )
        return Indented(grid)


def grouped(texts: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Group actions by verb: the verb, and what may follow it."""
    verbs: dict[str, list[str]] = {}
    for text in texts:
        verb, _, rest = text.partition(" ")
        verbs.setdefault(verb, []).append(rest)
    yield from verbs.items()


def winners(result: Result, names: Sequence[str]) -> str:
    """Say who won."""
    who = listed([names[seat] for seat in result.winners])
    return f"{who} wins." if len(result.winners) == 1 else f"{who} share the win."


def ended_by(game: AnyGame, result: Result) -> Text:
    """Name the rule that ended the game, by the number printed on the rules page."""
    rule = find_rule(game, result.reason)
    return Text(f"Ended by {rule.number}: {rule.title}.", "dim")


def pad_is_news(before: Pad, after: Pad, steps: Sequence[MatchStep]) -> bool:
    """Return whether to show the pad: it changed, and a deal is over or it has new rows."""
    dealt = any(isinstance(event, Gathered) for step in steps for event in step.state.journal)
    return after.rows != before.rows and (dealt or len(after.rows) != len(before.rows))
