"""Unfinished games: saved when a player quits, and set up again move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from meldroom.bots.registry import make_bot
from meldroom.cli.data_folder import data_folder
from meldroom.cli.errors import CliError, printable
from meldroom.cli.local_match import LocalMatch
from meldroom.cli.record_files import os_reason, read_records, record_line, refuse_unwritable
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, Refusal
from meldroom.core.options import Setting
from meldroom.games import find
from meldroom.match.derived_seed import derived_seed

FORMAT = "meldroom-unfinished/1"
FIELDS = {"format", "game", "rules", "options", "players", "bots", "seed", "moves", "hints"}


class TableSetup(NamedTuple):
    """All that a match at one terminal begins with; bots take the last seats."""

    game: AnyGame
    options: Mapping[str, Setting]
    players: Sequence[str]
    bots: Sequence[str]  # the level of each
    seed: bytes

    @property
    def people(self) -> range:
        """The seats of the people."""
        return range(len(self.players) - len(self.bots))

    def start(self) -> LocalMatch:
        """Deal, and seat the bots; ValueError if there is no such bot."""
        bots = {
            seat: make_bot(self.game, level, derived_seed(self.seed, f"bot {seat}"))
            for seat, level in enumerate(self.bots, len(self.people))
        }
        return LocalMatch(self.game, self.options, self.players, self.seed, bots)


def save_unfinished(
    setup: TableSetup, moves: Sequence[tuple[Seat, str]], hints: Mapping[int, Seat]
) -> Path:
    """Write an unfinished game to the user's data folder, and give the file."""
    form = {
        "format": FORMAT,
        "game": setup.game.key,
        "rules": setup.game.rules,
        "options": dict(setup.options),
        "players": list(setup.players),
        "bots": list(setup.bots),
        "seed": setup.seed.hex(),
        "moves": moves,
        "hints": sorted(hints.items()),
    }
    file = Path(f"{setup.game.key}-{setup.seed.hex()[-16:]}.json")
    try:
        file = _folder() / file
        file.write_text(record_line(form), "utf-8")
    except OSError as error:
        refuse_unwritable(file, error)
    return file


def latest_unfinished() -> Path:
    """Find the unfinished game that was saved last."""
    try:
        files = sorted(_folder().glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
    except OSError as error:
        raise CliError(f"the data folder cannot be read: {os_reason(error)}") from None
    if not files:
        raise CliError("no unfinished game was saved")
    return files[-1]


def load_unfinished(file: Path) -> tuple[TableSetup, LocalMatch]:
    """Set an unfinished game up again."""
    form = next(read_records(file)).form
    if not isinstance(form, dict) or form.get("format") != FORMAT or form.keys() != FIELDS:
        raise CliError(f"{file}: not an unfinished game")
    try:
        setup = _read_setup(form)
        match = setup.start()
        match.catch_up([(seat, text) for seat, text in form["moves"]])
        match.match.hints.update({int(ply): int(seat) for ply, seat in form["hints"]})
    except Refusal as refusal:
        raise CliError(f"{file}: a move is not legal: {refusal}") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise CliError(f"{file}: not an unfinished game: {error}") from None
    return setup, match


def _read_setup(form: dict[str, Any]) -> TableSetup:
    game = find(form["game"])
    if form["rules"] != game.rules:
        raise ValueError(f"rules {form['rules']!r} are not version {game.rules!r}")
    if len(form["bots"]) >= len(form["players"]):
        raise ValueError("nobody but bots plays")
    players = [printable(name) for name in form["players"]]
    return TableSetup(game, form["options"], players, form["bots"], bytes.fromhex(form["seed"]))


def _folder() -> Path:
    folder = data_folder() / "unfinished"
    folder.mkdir(exist_ok=True)
    return folder
