"""The host of an evening in the terminal: shows each person their view, asks, and explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.markdown import Markdown
from rich.text import Text

from meldroom.cli.local_match import LocalMatch
from meldroom.cli.narration import Narrator
from meldroom.cli.prompt import COMMANDS, Asks, Does, Strange, Unclear, as_action, understand
from meldroom.cli.render import Indented, Renderer, page_turned, winners
from meldroom.cli.terminal import Terminal
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Violation
from meldroom.games.rulebook import Rule, find_rule, rules

LOG_LINES = 30
UNCLEAR_SHOWN = 10


class Leaves(Exception):
    """Somebody has had enough."""


class TerminalGame:
    """Leads people through a sitting at one screen; what one may not see is never on it."""

    def __init__(self, sitting: LocalMatch, people: Sequence[Seat], screen: Terminal) -> None:
        self.sitting, self.people, self.screen = sitting, people, screen
        self.game, self.names = sitting.game, sitting.players
        self.paint = Renderer(self.game, self.names)
        self.teller = Narrator(self.game, self.names)
        self.told = dict.fromkeys(people, 0)  # how many steps each person has heard of
        self.pads = {seat: self.game.pad(sitting.steps[0].state) for seat in people}
        self.last: Seat | None = None

    def lead(self) -> None:
        """Play until the end; Leaves or EOFError when somebody goes before it."""
        while (seat := self.sitting.let_bots_play()) is not None:
            self.turn(seat)
        self.end()

    def turn(self, seat: Seat) -> None:
        """Show a person what happened and what they have, and let them act once."""
        again = seat == self.last and self.sitting.steps[-1].seat == seat
        if len(self.people) > 1 and seat != self.last:
            self.hand_over(seat)
        if not again:
            self.screen.title(f"{self.game.name} · {self.names[seat]}")
        self.news(seat)
        if again:
            self.screen.show(self.paint.own(self.sitting.view(seat)))
        else:
            self.table(seat)
        self.sitting.play(self.asked(seat))
        self.last = seat

    def hand_over(self, seat: Seat) -> None:
        """Hide all hands until the next person sits at the screen."""
        if self.last is not None:
            self.screen.clear()
        self.screen.ask(f"It is {self.names[seat]}'s turn: press Enter, {self.names[seat]}. ")

    def news(self, seat: Seat) -> None:
        """Tell what happened since this person last looked, and show the pad if it changed."""
        steps = self.sitting.steps[self.told[seat] :]
        self.told[seat] = len(self.sitting.steps)
        lines = self.teller.tell(steps, seat)
        if len(lines) > LOG_LINES:
            self.screen.show(Text(f"  … {len(lines) - LOG_LINES} lines before: log", "dim"))
        self.screen.show(self.paint.log(lines[-LOG_LINES:]))
        pad = self.game.pad(self.sitting.view(seat))
        if page_turned(self.pads[seat], pad, steps):
            self.pads[seat] = pad
            self.screen.show(Text(), self.paint.pad(pad))
        self.screen.show(Text())

    def table(self, seat: Seat) -> None:
        """Show the whole table."""
        self.screen.show(self.paint.table(self.sitting.view(seat)))

    def asked(self, seat: Seat) -> Action:
        """Ask until the person has named a legal action."""
        legal = {self.game.text(action): action for action in self.sitting.legal()}
        self.request(seat, list(legal))
        while True:
            line = self.screen.ask("> ", lambda: [*legal, *COMMANDS])
            match understand(line, list(legal), self.game.deck):
                case Does(text):
                    return legal[text]
                case Asks(command, words):
                    self.answer(command, words, seat, list(legal))
                case Unclear(texts):
                    self.unclear(line, texts)
                case Strange(""):
                    self.table(seat)
                    self.request(seat, list(legal))
                case Strange(typed):
                    self.refuse(typed, seat)

    def request(self, seat: Seat, legal: Sequence[str]) -> None:
        """Say what is asked, and what may be done."""
        asks = self.game.asks(self.sitting.view(seat))
        self.screen.show(Text(), Text(asks, "bold"), self.paint.choices(legal))

    def answer(self, command: str, words: Sequence[str], seat: Seat, legal: Sequence[str]) -> None:
        """Do what a command asks for."""
        match command:
            case "help":
                self.help(legal)
            case "table":
                self.table(seat)
            case "moves":
                chosen = [text for text in legal if text.split(" ")[: len(words)] == list(words)]
                self.screen.show(self.paint.choices(chosen or legal, every=True))
            case "log":
                self.screen.show(self.paint.log(self.teller.tell(self.sitting.steps, seat)))
            case "score":
                self.screen.show(self.paint.pad(self.game.pad(self.sitting.view(seat))))
            case "rules":
                self.rules(words)
            case _:
                raise Leaves

    def help(self, legal: Sequence[str]) -> None:
        """Say how to talk to the table."""
        example = legal[-1].split(" ")
        short = " ".join([example[0][:2], *example[1:]])
        self.screen.show(
            Text("Type an action as it is listed, or the beginnings of its words:"),
            Text(f"  {short} is enough for {legal[-1]}"),
            Text("Enter alone plays the only action, or shows the table again. Also:"),
            *[
                Text.assemble("  ", (f"{name:6}", "bold"), words)
                for name, words in COMMANDS.items()
            ],
        )

    def rules(self, numbers: Sequence[str]) -> None:
        """Show the rules that were asked for, or all numbers with their titles."""
        if not numbers:
            titles = [f"{rule.number} {rule.title}" for rule in rules(self.game).values()]
            self.screen.show(Columns(titles, padding=(0, 3), column_first=True))
        for number in numbers:
            try:
                self.screen.show(rule_text(find_rule(self.game, number)))
            except ValueError:
                self.screen.show(Text(f"There is no rule {number}; rules lists them all."))

    def unclear(self, line: str, texts: Sequence[str]) -> None:
        """Say what a line could mean."""
        some = " · ".join(texts[:UNCLEAR_SHOWN])
        more = " …" if len(texts) > UNCLEAR_SHOWN else ""
        self.screen.show(Text(f"{line} could be: {some}{more}", "yellow"))

    def refuse(self, typed: str, seat: Seat) -> None:
        """Say why not: by the rule, or because it is no action at all."""
        try:
            violation = self.game.check(self.sitting.view(seat), as_action(typed, self.game))
        except ValueError as error:
            self.screen.show(Text(f"{error} (help lists what can be typed)", "yellow"))
            return
        self.screen.show(*explained(violation, self.game))

    def end(self) -> None:
        """Tell the rest, show the pad, the places and the rule that ended the game."""
        result = self.game.result(self.sitting.state)
        assert result is not None
        if len(self.people) > 1:
            self.screen.clear()
        self.screen.title(f"{self.game.name} · the end")
        last = self.people[-1] if len(self.people) == 1 else None
        heard = min(self.told.values())
        lines = self.teller.tell(self.sitting.steps[heard:], last)
        self.screen.show(self.paint.log(lines[-LOG_LINES:]), Text())
        self.screen.show(self.paint.pad(self.game.pad(self.sitting.view(None))), Text())
        rule = find_rule(self.game, result.reason)
        self.screen.show(
            Text(winners(result, self.names), "bold"),
            self.paint.result(result),
            Text(f"Ended by {rule.number}: {rule.title}.", "dim"),
        )


def explained(violation: Violation | None, game: Any) -> list[Any]:
    """Say which rule refuses, and what that rule says."""
    if violation is None:
        return [Text("Write it exactly as it is listed.", "yellow")]
    said = Text.assemble(("No: ", "bold"), f"{violation.why} ({violation.rule})", style="yellow")
    return [said, rule_text(find_rule(game, violation.rule))]


def rule_text(rule: Rule) -> Indented:
    """Draw one rule."""
    source = f" ({rule.source})" if rule.source else ""
    return Indented(Markdown(f"**{rule.number} {rule.title}**{source}. {rule.text}"))
