"""`meldroom replay` and `meldroom verify`: a record, step by step or all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.errors import CliError, Difference, printable

if TYPE_CHECKING:
    from meldroom.cli.local_match import MatchStep
    from meldroom.cli.record_files import Kept
    from meldroom.cli.terminal import Terminal
    from meldroom.core.game import Game

RECORD = click.Path(path_type=Path, allow_dash=True)
PARTS = ("commit", "deal", "moves", "result", "digest")
KEYS = "Enter next · b back · a number goes there · e end · q leave"


@click.command()
@click.argument("file", type=RECORD)
@click.option(
    "--seat", type=int, metavar="N", help="Look from this seat (from 0); else all is open."
)
@click.option("--game", "number", type=int, default=1, metavar="K", help="The K-th record in it.")
@click.option("--check", is_flag=True, help="Only recompute it, as verify does.")
def replay(file: Path, seat: int | None, number: int, check: bool) -> None:
    """MatchStep through a record: what was done, and how the table looked."""
    from meldroom.cli.record_files import records
    from meldroom.cli.terminal import Terminal
    from meldroom.core.record import Divergence
    from meldroom.games import find

    if check:
        verify_all([file])
        return
    kept = next(islice(records(file), max(0, number - 1), None), None)
    if kept is None or number < 1:
        raise CliError(f"{file}: there is no record number {number}")
    try:
        steps = played_again(kept.form)
    except Divergence as divergence:
        raise CliError(f"{kept.where}: {divergence}") from None
    names = [printable(name) for name in kept.form["players"]]
    if seat is not None and not 0 <= seat < len(names):
        raise CliError(f"--seat: there are seats 0 to {len(names) - 1}, not {seat}")
    ReplayScreen(find(kept.form["game"]), names, steps, seat, Terminal()).roll()


@click.command()
@click.argument("files", type=RECORD, nargs=-1, required=True, metavar="FILE...")
def verify(files: Sequence[Path]) -> None:
    """Recompute the commitment, deal, moves, result and digest of every record.

    Exit code 1 at the first difference, 2 where a file holds no records.
    """
    verify_all(files)


def verify_all(files: Iterable[Path]) -> None:
    """Check every record of the files and say what was checked."""
    from meldroom.cli.record_files import records

    for file in files:
        moves: list[int] = []
        without: set[str] = set()
        branches: list[str] = []
        for kept in records(file):
            moves.append(recomputed(kept))
            without |= {"commit", "digest"} - set(kept.form)
            if "branch" in kept.form:
                branches.append(branched(kept))
        checked = [part for part in PARTS if part not in without]
        many = f"{len(moves)} game{'s' * (len(moves) != 1)}, {sum(moves)} moves"
        lacks = f" (not every record has: {', '.join(sorted(without))})" if without else ""
        click.echo(f"{file}: ok: {many}; {', '.join(checked)} recomputed{lacks}")
        for line in branches:
            click.echo(line)


def branched(kept: Kept) -> str:
    """Say of a game that goes on from another that its deal was known before it began."""
    digest, ply = kept.form["branch"]["digest"], kept.form["branch"]["ply"]
    goes_on = f"goes on from move {ply} of the game with digest {digest[:16]}…"
    return f"{kept.where}: {goes_on}; its seed was known before it began, so nothing was promised"


def recomputed(kept: Kept) -> int:
    """Play a record again and count its moves; Difference or CliError at the first fault."""
    from meldroom.core.record import Divergence, Malformed, replay
    from meldroom.games import find

    try:
        return sum(1 for _ in replay(kept.form, find)) - 1
    except Malformed as malformed:
        raise CliError(f"{kept.where}: {malformed}") from None
    except Divergence as divergence:
        raise Difference(f"{kept.where}: {divergence}") from None


def played_again(form: Any) -> list[MatchStep]:
    """Give every step of a record, the opening first; Divergence if it is not true."""
    from meldroom.cli.local_match import MatchStep
    from meldroom.core.record import replay
    from meldroom.games import find

    states = list(replay(form, find))
    told = [(None, ""), *map(tuple, form["moves"])]
    return [MatchStep(seat, text, state) for (seat, text), state in zip(told, states, strict=True)]


class ReplayScreen:
    """A record on the screen, from one seat's eyes or with all cards open."""

    def __init__(
        self,
        game: Game[Any],
        names: Sequence[str],
        steps: Sequence[MatchStep],
        seat: int | None,
        screen: Terminal,
    ) -> None:
        from meldroom.cli.narration import Narrator, opened
        from meldroom.cli.render import Renderer

        self.game, self.names, self.seat, self.screen = game, names, seat, screen
        if seat is None:
            steps = [step._replace(state=opened(step.state)) for step in steps]
        self.steps = steps
        self.paint, self.teller = Renderer(game, names), Narrator(game, names)

    @property
    def last(self) -> int:
        """The number of the last ply."""
        return len(self.steps) - 1

    def roll(self) -> None:
        """Show ply after ply as the viewer asks, until they leave."""
        at = 0
        self.show(at)
        self.screen.show(KEYS)
        while True:
            try:
                line = self.screen.ask(f"{at}/{self.last}> ")
            except (EOFError, KeyboardInterrupt):
                self.screen.show("")
                return
            if line in ("q", "quit"):
                return
            there = self.goes(line, at)
            if there is None:
                self.screen.show(KEYS)
            elif there == at:
                self.screen.show("This is the end." if at else "This is the beginning.")
            else:
                at = there
                self.show(at)

    def goes(self, line: str, at: int) -> int | None:
        """Find the ply that a line leads to; None if it means nothing."""
        words = line.removeprefix("jump").split()
        match words:
            case [] | ["n"] | ["next"]:
                there = at + 1
            case ["b"] | ["back"]:
                there = at - 1
            case ["e"] | ["end"]:
                there = self.last
            case [number] if number.isdecimal():
                there = int(number[:9])
            case _:
                return None
        return min(max(there, 0), self.last)

    def show(self, at: int) -> None:
        """Show one ply: what happened, the pad if it changed, the table, and how it ended."""
        from rich.text import Text

        from meldroom.cli.render import page_turned, winners
        from meldroom.core.view import view

        step = self.steps[at]
        seen = view(step.state, self.seat)
        self.screen.title(f"{self.game.name} · {at}/{self.last}")
        self.screen.show(self.paint.log(self.teller.tell([step], self.seat)), Text())
        pad = self.game.pad(seen)
        if at and page_turned(self.game.pad(self.steps[at - 1].state), pad, [step]):
            self.screen.show(self.paint.pad(pad), Text())
        self.screen.show(self.paint.table(seen))
        result = self.game.result(step.state)
        if result is not None:
            self.screen.show(Text(winners(result, self.names), "bold"), self.paint.result(result))
