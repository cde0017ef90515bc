"""A game in the terminal: shows each person their view, asks for actions, and explains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.markdown import Markdown
from rich.text import Text

from meldroom.cli.local_match import TerminalMatch
from meldroom.cli.narration import Narrator
from meldroom.cli.prompt import (
    GAME_COMMANDS,
    ActionInput,
    AmbiguousInput,
    CommandInput,
    UnknownInput,
    interpret,
    parse_action,
)
from meldroom.cli.render import Indented, Renderer, ended_by, pad_is_news, winners
from meldroom.cli.terminal import Terminal
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Refusal, Violation
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import Rule, find_rule, rules

MAX_LOG_LINES = 30
MAX_MEANINGS_SHOWN = 10
INTERNAL_NUMBER = re.compile(r"[A-Z]+-\d+,? ?")  # in the source of a rule, as in `TU-12, text`


class Quit(Exception):
    """A player has left the game."""


class TerminalGame:
    """Plays a match with the people at one terminal; nobody is shown another's hidden cards."""

    def __init__(
        self,
        match: TerminalMatch,
        people: Sequence[Seat],
        terminal: Terminal,
        *,
        warns: bool = False,
    ) -> None:
        self.match, self.people, self.terminal = match, people, terminal
        self.game, self.names = match.game, match.players
        self.renderer = Renderer(self.game, self.names)
        self.narrator = Narrator(self.game, self.names)
        self.steps_shown = dict.fromkeys(people, 0)
        self.pads = {seat: wording_of(self.game).pad(match.steps[0].state) for seat in people}
        self.last: Seat | None = None  # the person who acted last
        self.warns = warns  # before a move that would be a mistake
        self.hints_allowed = len(people) == 1  # else once everybody here has agreed

    def run(self) -> None:
        """Play to the end; Quit or EOFError if somebody leaves before."""
        while (seat := self.match.let_bots_play()) is not None:
            self.turn(seat)
        self.end()

    def turn(self, seat: Seat) -> None:
        """Show a person what happened and their cards, and let them act once."""
        again = seat == self.last and self.match.steps[-1].seat == seat
        if len(self.people) > 1 and seat != self.last:
            self.hand_over(seat)
        if not again:
            self.terminal.title(f"{self.game.name} · {self.names[seat]}")
        self.show_news(seat)
        if again:
            self.terminal.show(self.renderer.own(self.match.view(seat)))
        else:
            self.show_table(seat)
        action = self.ask_action(seat)
        if action is not None:
            self.match.play(action)
        self.last = seat

    def hand_over(self, seat: Seat) -> None:
        """Hide all hands until the next person is at the screen."""
        if self.last is not None:
            self.terminal.clear()
        self.terminal.ask(
            f"{self.names[seat]}'s turn. {self.names[seat]}, press Enter when you are ready. "
        )

    def show_news(self, seat: Seat) -> None:
        """Show what happened since this person last looked, and the pad if it changed."""
        first = self.steps_shown[seat]
        steps = self.match.steps[first:]
        self.steps_shown[seat] = len(self.match.steps)
        lines = self.narrator.narrate(steps, seat)
        if len(lines) > MAX_LOG_LINES:
            self.terminal.show(
                Text(f"  … {len(lines) - MAX_LOG_LINES} earlier lines; type: log", "dim")
            )
        self.terminal.show(self.renderer.log(lines[-MAX_LOG_LINES:]))
        for ply, other in self.match.hints.items():
            if other != seat and first <= ply + 1 < len(self.match.steps):
                self.terminal.show(Text(f"  {self.names[other]} got a hint.", "dim"))
        pad = wording_of(self.game).pad(self.match.view(seat))
        if pad_is_news(self.pads[seat], pad, steps):
            self.pads[seat] = pad
            self.terminal.show(Text(), self.renderer.pad(pad))
        self.terminal.show(Text())

    def show_table(self, seat: Seat) -> None:
        """Show the whole table."""
        self.terminal.show(self.renderer.table(self.match.view(seat)))

    def ask_action(self, seat: Seat) -> Action | None:
        """Ask until the person enters a legal action, or takes the last one back (None)."""
        legal = {self.game.text(action): action for action in self.match.legal()}
        self.show_prompt(seat, list(legal))
        while True:
            line = self.terminal.ask("> ", lambda: [*legal, *GAME_COMMANDS])
            match interpret(line, list(legal), self.game.deck):
                case ActionInput(text):
                    if not self.warns or self.is_sure(seat, legal[text]):
                        return legal[text]
                case CommandInput("undo"):
                    if self.undo(seat):
                        return None
                case CommandInput(command, words):
                    self.run_command(command, words, seat, list(legal))
                case AmbiguousInput(texts):
                    self.show_meanings(line, texts)
                case UnknownInput(""):
                    self.show_table(seat)
                    self.show_prompt(seat, list(legal))
                case UnknownInput(typed):
                    self.explain_refusal(typed, seat)

    def show_prompt(self, seat: Seat, legal: Sequence[str]) -> None:
        """Show what to do, and the legal actions."""
        asks = wording_of(self.game).prompt(self.match.view(seat))
        self.terminal.show(Text(), Text(asks, "bold"), self.renderer.choices(legal))

    def run_command(
        self, command: str, words: Sequence[str], seat: Seat, legal: Sequence[str]
    ) -> None:
        """Carry out a command."""
        match command:
            case "help":
                self.show_help(legal)
            case "table":
                self.show_table(seat)
            case "moves":
                chosen = [text for text in legal if text.split(" ")[: len(words)] == list(words)]
                self.terminal.show(self.renderer.choices(chosen or legal, every=True))
            case "log":
                self.terminal.show(self.renderer.log(self.narrator.narrate(self.match.steps, seat)))
            case "score":
                self.terminal.show(
                    self.renderer.pad(wording_of(self.game).pad(self.match.view(seat)))
                )
            case "rules":
                self.show_rules(words)
            case "hint":
                self.show_hint(seat)
            case _:
                raise Quit

    def undo(self, seat: Seat) -> bool:
        """Take the person's last action back (X-4), or say why not."""
        try:
            text = self.match.undo()
        except Refusal as refusal:
            self.terminal.show(*refusal_lines(refusal.violation, self.game))
            return False
        self.steps_shown[seat] = len(self.match.steps)
        self.terminal.show(Text(f"Taken back: {text}"))
        return True

    def show_hint(self, seat: Seat) -> None:
        """Suggest an action, and note that for the record; only where everybody agrees."""
        from meldroom.cli.advice import hint_lines
        from meldroom.reviews import hint

        if not self.hints_allowed:
            asks = "Everybody here may ask for hints, or nobody. Does everybody agree? (yes/no) "
            self.hints_allowed = self.terminal.ask(asks).casefold() in ("y", "yes")
        if not self.hints_allowed:
            self.terminal.show(Text("Then there are no hints.", "yellow"))
            return
        self.match.note_hint()
        found = hint(self.game, self.match.view(seat))
        self.terminal.show(*hint_lines(self.game, found, self.names))

    def is_sure(self, seat: Seat, action: Action) -> bool:
        """Ask whether to play an action that would be a mistake."""
        from meldroom.cli.advice import caution_in_time, caution_line

        found = caution_in_time(self.game, self.match.view(seat), action)
        if found is None:
            return True
        self.match.note_hint()
        self.terminal.show(caution_line(self.game, found, self.names))
        answer = self.terminal.ask("Are you sure? (yes/no) ")
        return answer.casefold() in ("y", "yes")

    def show_help(self, legal: Sequence[str]) -> None:
        """Explain what can be typed."""
        example = legal[-1].split(" ")
        short = " ".join([example[0][:2], *example[1:]])
        self.terminal.show(
            Text("Type an action as listed, or abbreviate its words:"),
            Text(f"  {short} is short for {legal[-1]}"),
            Text("Enter alone plays the only legal action, or shows the table again."),
            Text("Commands:"),
            *[
                Text.assemble("  ", (f"{name:7}", "bold"), words)
                for name, words in GAME_COMMANDS.items()
            ],
        )

    def show_rules(self, numbers: Sequence[str]) -> None:
        """Show the rules with these numbers, or list all numbers and titles."""
        if not numbers:
            titles = [f"{rule.number} {rule.title}" for rule in rules(self.game).values()]
            self.terminal.show(Columns(titles, padding=(0, 3), column_first=True))
        for number in numbers:
            try:
                self.terminal.show(rule_text(find_rule(self.game, number)))
            except ValueError:
                self.terminal.show(Text(f"There is no rule {number}; type rules to list them all."))

    def show_meanings(self, line: str, texts: Sequence[str]) -> None:
        """Show what an ambiguous line could mean."""
        some = " · ".join(texts[:MAX_MEANINGS_SHOWN])
        more = " …" if len(texts) > MAX_MEANINGS_SHOWN else ""
        self.terminal.show(Text(f"{line} could be: {some}{more}", "yellow"))

    def explain_refusal(self, typed: str, seat: Seat) -> None:
        """Say which rule forbids the action, or that it is not an action."""
        try:
            violation = self.game.check(self.match.view(seat), parse_action(typed, self.game))
        except ValueError as error:
            self.terminal.show(Text(f"{error} (type help for a list)", "yellow"))
            return
        self.terminal.show(*refusal_lines(violation, self.game))

    def end(self) -> None:
        """Show the last events, the pad, the places and the rule that ended the game."""
        result = self.match.result
        assert result is not None
        if len(self.people) > 1:
            self.terminal.clear()
        self.terminal.title(f"{self.game.name} · game over")
        seat = self.people[-1] if len(self.people) == 1 else None
        shown = min(self.steps_shown.values())
        lines = self.narrator.narrate(self.match.steps[shown:], seat)
        self.terminal.show(self.renderer.log(lines[-MAX_LOG_LINES:]), Text())
        self.terminal.show(
            self.renderer.pad(wording_of(self.game).pad(self.match.view(None))), Text()
        )
        self.terminal.show(
            Text(winners(result, self.names), "bold"),
            self.renderer.result(result),
            ended_by(self.game, result),
        )


def refusal_lines(violation: Violation | None, game: Any) -> list[Any]:
    """Say which rule forbids an action, and what that rule says."""
    if violation is None:
        return [Text("Type it exactly as listed.", "yellow")]
    reason = Text.assemble(("No: ", "bold"), f"{violation.why} ({violation.rule})", style="yellow")
    return [reason, rule_text(find_rule(game, violation.rule))]


def rule_text(rule: Rule) -> Indented:
    """Draw one rule under its number on the rules page, without the internal one."""
    kind = INTERNAL_NUMBER.sub("", rule.source)
    source = f" ({kind})" if kind else ""
    return Indented(Markdown(f"**{rule.number} {rule.title}**{source}. {rule.text}"))
