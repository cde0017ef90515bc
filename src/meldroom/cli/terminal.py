"""Input and output of one terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

from rich.console import Console, RenderableType
from rich.text import Text

from meldroom.cli.prompt import completions

CLEAR_SCROLLBACK = "\x1b[3J"


class Terminal:
    """Prints, and asks for lines; `ask` raises EOFError at the end of the input."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self._completions: Callable[[], Sequence[str]] = tuple
        self._readline = _readline() if self.console.is_terminal else None
        if self._readline is not None:
            self._readline.set_completer_delims(" ")
            self._readline.set_completer(self._complete)
            self._readline.parse_and_bind("tab: complete")

    def show(self, *things: RenderableType) -> None:
        """Print each on its own lines."""
        for thing in things:
            self.console.print(thing)

    def line(self, words: str) -> None:
        """Print a line without wrapping, so that it can be copied."""
        self.console.print(words, soft_wrap=True)

    def title(self, words: str) -> None:
        """Print a heading across the screen."""
        self.console.print()
        self.console.rule(Text(words, "bold"), align="left", style="dim")

    def ask(self, question: str, options: Callable[[], Sequence[str]] = tuple) -> str:
        """Ask for a line; the Tab key completes the options."""
        self._completions = options
        return input(question).strip()

    def clear(self) -> None:
        """Clear the screen and the scrollback, so that nobody can read another's hand."""
        if not self.console.is_terminal:
            self.title("")
        elif self.console.is_dumb_terminal:
            self.console.print("\n" * self.console.height)
        else:
            self.console.clear()
            self.console.file.write(CLEAR_SCROLLBACK)
            self.console.file.flush()

    def _complete(self, text: str, state: int) -> str | None:
        assert self._readline is not None
        before = self._readline.get_line_buffer()[: self._readline.get_endidx()]
        words = completions(before.lstrip(), self._completions())
        return f"{words[state]} " if state < len(words) else None


def _readline() -> ModuleType | None:
    """Return the readline module where the system has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline
