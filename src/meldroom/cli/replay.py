"""`meldroom replay` and `meldroom verify`: step through a record, or recompute it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.errors import CliError, Mismatch, printable
from meldroom.cli.record_files import (
    RECORD_FILE,
    StoredRecord,
    read_record,
    read_records,
    record_number,
)
from meldroom.core.game import AnyGame
from meldroom.games.companions import wording_of

if TYPE_CHECKING:
    from meldroom.cli.local_match import MatchStep
    from meldroom.cli.terminal import Terminal

CHECKED_PARTS = ("commit", "deal", "moves", "result", "digest")
KEYS = "Enter: next · b: back · number: go to that move · e: end · q: quit"


@click.command()
@click.argument("file", type=RECORD_FILE)
@click.option(
    "--seat", type=int, metavar="N", help="Show this seat's view (from 0); default: all cards."
)
@record_number
@click.option("--check", is_flag=True, help="Only recompute the file, as verify does.")
def replay(file: Path, seat: int | None, number: int, check: bool) -> None:
    """Step through a recorded game in FILE."""
    from meldroom.cli.terminal import Terminal
    from meldroom.core.record import Divergence
    from meldroom.games import find

    if check:
        verify_all([file])
        return
    stored = read_record(file, number)
    try:
        steps = replay_steps(stored.form)
    except Divergence as divergence:
        raise CliError(f"{stored.where}: {divergence}") from None
    names = [printable(name) for name in stored.form["players"]]
    if seat is not None and not 0 <= seat < len(names):
        raise CliError(f"--seat: there are seats 0 to {len(names) - 1}, not {seat}")
    ReplayScreen(find(stored.form["game"]), names, steps, seat, Terminal()).run()


@click.command()
@click.argument("files", type=RECORD_FILE, nargs=-1, required=True, metavar="FILE...")
def verify(files: Sequence[Path]) -> None:
    """Recompute the commitment, deal, moves, result and digest of every record.

    Exits 1 on the first mismatch, 2 if a file holds no records.
    """
    verify_all(files)


def verify_all(files: Iterable[Path]) -> None:
    """Verify every record of the files and print what was checked."""
    for file in files:
        moves: list[int] = []
        missing: set[str] = set()
        notes: list[str] = []
        for stored in read_records(file):
            moves.append(verify_record(stored))
            missing |= {"commit", "digest"} - set(stored.form)
            if "branch" in stored.form:
                notes.append(branch_note(stored))
            elif "contributions" in stored.form:
                notes += share_notes(stored)
        checked = [part for part in CHECKED_PARTS if part not in missing]
        size = f"{len(moves)} game{'s' * (len(moves) != 1)}, {sum(moves)} moves"
        note = f" (missing in some records: {', '.join(sorted(missing))})" if missing else ""
        click.echo(f"{file}: ok: {size}; {', '.join(checked)} recomputed{note}")
        for line in notes:
            click.echo(line)


def branch_note(stored: StoredRecord) -> str:
    """Note that a game continues another one, so that its deal was known before it began."""
    digest, ply = stored.form["branch"]["digest"], stored.form["branch"]["ply"]
    source = f"continues from move {ply} of the game with digest {digest[:16]}…"
    return f"{stored.where}: {source}; the deal was known beforehand, so no commitment was made"


def share_notes(stored: StoredRecord) -> Iterator[str]:
    """Note which shares were left out of a deal, and if shares were not committed to."""
    from meldroom.core.fair_deal import unrevealed

    form = stored.form
    if any(form["contributions"]) and "commitments" not in form:
        yield f"{stored.where}: nobody committed to a share before shares were given"
    for seat in unrevealed(form):
        name = form["players"][seat]
        yield f"{stored.where}: seat {seat} ({name}) did not reveal its share; it was left out"


def verify_record(stored: StoredRecord) -> int:
    """Recompute a record and count its moves; Mismatch or CliError at the first fault."""
    from meldroom.core.record import Divergence, Malformed, replay
    from meldroom.games import find

    try:
        return sum(1 for _ in replay(stored.form, find)) - 1
    except Malformed as malformed:
        raise CliError(f"{stored.where}: {malformed}") from None
    except Divergence as divergence:
        raise Mismatch(f"{stored.where}: {divergence}") from None


def replay_steps(form: Any) -> list[MatchStep]:
    """Return every step of a record, the opening first; Divergence if it does not match."""
    from meldroom.cli.local_match import MatchStep
    from meldroom.core.record import replay
    from meldroom.games import find

    states = list(replay(form, find))
    moves = [(None, ""), *map(tuple, form["moves"])]
    return [MatchStep(seat, text, state) for (seat, text), state in zip(moves, states, strict=True)]


class ReplayScreen:
    """Shows a record move by move, from one seat or with all cards face up."""

    def __init__(
        self,
        game: AnyGame,
        names: Sequence[str],
        steps: Sequence[MatchStep],
        seat: int | None,
        terminal: Terminal,
    ) -> None:
        from meldroom.cli.narration import Narrator, face_up
        from meldroom.cli.render import Renderer

        self.game, self.names, self.seat, self.terminal = game, names, seat, terminal
        if seat is None:
            steps = [step._replace(state=face_up(step.state)) for step in steps]
        self.steps = steps
        self.renderer, self.narrator = Renderer(game, names), Narrator(game, names)

    @property
    def last(self) -> int:
        """The number of the last ply."""
        return len(self.steps) - 1

    def run(self) -> None:
        """Show the moves that the viewer asks for, until they quit."""
        at = 0
        self.show(at)
        self.terminal.show(KEYS)
        while True:
            try:
                line = self.terminal.ask(f"{at}/{self.last}> ")
            except (EOFError, KeyboardInterrupt):
                self.terminal.show("")
                return
            if line in ("q", "quit"):
                return
            target = self.target_ply(line, at)
            if target is None:
                self.terminal.show(KEYS)
            elif target == at:
                self.terminal.show("This is the end." if at else "This is the beginning.")
            else:
                at = target
                self.show(at)

    def target_ply(self, line: str, at: int) -> int | None:
        """Find the ply that a line asks for; None if it cannot be read."""
        words = line.removeprefix("jump").split()
        match words:
            case [] | ["n"] | ["next"]:
                target = at + 1
            case ["b"] | ["back"]:
                target = at - 1
            case ["e"] | ["end"]:
                target = self.last
            case [number] if number.isdecimal():
                target = int(number[:9])
            case _:
                return None
        return min(max(target, 0), self.last)

    def show(self, at: int) -> None:
        """Show one ply: what happened, the pad if it changed, the table, and the result."""
        from rich.text import Text

        from meldroom.cli.render import ended_by, pad_is_news, winners
        from meldroom.core.view import view

        step = self.steps[at]
        seen = view(step.state, self.seat)
        self.terminal.title(f"{self.game.name} · {at}/{self.last}")
        self.terminal.show(self.renderer.log(self.narrator.narrate([step], self.seat)), Text())
        pad = wording_of(self.game).pad(seen)
        if at and pad_is_news(wording_of(self.game).pad(self.steps[at - 1].state), pad, [step]):
            self.terminal.show(self.renderer.pad(pad), Text())
        self.terminal.show(self.renderer.table(seen))
        result = self.game.result(step.state)
        if result is not None:
            self.terminal.show(
                Text(winners(result, self.names), "bold"),
                self.renderer.result(result),
                ended_by(self.game, result),
            )
