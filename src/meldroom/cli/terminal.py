"""The screen and the keyboard of one terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

from rich.console import Console, RenderableType
from rich.text import Text

from meldroom.cli.prompt import completions

FORGET = "\x1b[3J"  # what has scrolled out of sight is cleared as well


class Terminal:
    """Prints, and asks for a line; at the end of the input EOFError goes to whoever asked."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self._offer: Callable[[], Sequence[str]] = tuple
        self._readline = _readline() if self.console.is_terminal else None
        if self._readline is not None:
            self._readline.set_completer_delims(" ")
            self._readline.set_completer(self._complete)
            self._readline.parse_and_bind("tab: complete")

    def show(self, *things: RenderableType) -> None:
        """Print each on lines of its own."""
        for thing in things:
            self.console.print(thing)

    def line(self, words: str) -> None:
        """Print a line unbroken, for what may be copied from the screen."""
        self.console.print(words, soft_wrap=True)

    def title(self, words: str) -> None:
        """Print a heading across the screen."""
        self.console.print()
        self.console.rule(Text(words, "bold"), align="left", style="dim")

    def ask(self, question: str, offer: Callable[[], Sequence[str]] = tuple) -> str:
        """Ask for a line; the Tab key completes what is offered."""
        self._offer = offer
        return input(question).strip()

    def clear(self) -> None:
        """Let nobody read what was there."""
        if not self.console.is_terminal:
            self.title("")
        elif self.console.is_dumb_terminal:
            self.console.print("\n" * self.console.height)
        else:
            self.console.clear()
            self.console.file.write(FORGET)
            self.console.file.flush()

    def _complete(self, text: str, state: int) -> str | None:
        assert self._readline is not None
        before = self._readline.get_line_buffer()[: self._readline.get_endidx()]
        words = completions(before.lstrip(), self._offer())
        return f"{words[state]} " if state < len(words) else None


def _readline() -> ModuleType | None:
    """Find line editing and history where the system has them."""
    try:
        import readline
    except ImportError:
        return None
    return readline
