"""`meldroom play`: play in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from meldroom.bots.levels import LEVELS
from meldroom.cli.arguments import (
    find_game,
    game_argument,
    game_options,
    player_count,
    read_options,
)
from meldroom.cli.errors import CliError, printable
from meldroom.core.game import AnyGame

if TYPE_CHECKING:
    from meldroom.cli.local_match import LocalMatch
    from meldroom.cli.terminal import Terminal
    from meldroom.cli.unfinished import TableSetup

DEFAULT_LEVEL = "house"
LATEST = Path()  # what --resume without a file means


@click.command()
@game_argument(required=False)
@game_options
@click.option(
    "--people",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Number of people at this terminal.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Your name; repeat it for each person.",
)
@click.option(
    "--bots",
    metavar="LEVELS",
    help="Number of bots, or their levels: one for all, or one for each, comma-separated. "
    f"Levels: {', '.join(LEVELS)}.  [default: {DEFAULT_LEVEL}]",
)
@click.option(
    "--save", type=click.Path(path_type=Path, dir_okay=False), help="Save the record to this file."
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=LATEST,
    metavar="[FILE]",
    help="Go on with a game that you quit: the latest, or the one in FILE.",
)
@click.option("--warn", is_flag=True, help="Ask before a move that would be a mistake.")
def play(
    game: AnyGame | None,
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    people: int,
    names: Sequence[str],
    bots: str | None,
    save: Path | None,
    resume: Path | None,
    warn: bool,
) -> None:
    """Play GAME in the terminal, against bots or with friends who share the screen.

    Without GAME you choose one from a list. The beginning of its name is enough.
    """
    from meldroom.cli.record_files import check_writable
    from meldroom.cli.terminal import Terminal
    from meldroom.cli.terminal_game import Quit, TerminalGame

    terminal = Terminal()
    setup: TableSetup | None = None
    match: LocalMatch | None = None
    try:
        if save is not None:
            check_writable(save)
        if resume is not None:
            if game or players or seed or options or people > 1 or names or bots:
                raise CliError("--resume: the game goes on as it was set up; name only the file")
            setup, match, resume = resumed(terminal, resume)
        else:
            game = game or choose_game(terminal)
            setup, match = make_match(game, players, seed, options, people, names, bots)
        if warn and len(setup.people) > 1:
            raise CliError("--warn: only for one person who plays with bots")
        greet(terminal, match)
        TerminalGame(match, setup.people, terminal, warns=warn).run()
    except (Quit, EOFError, KeyboardInterrupt):
        terminal.show("", "Goodbye.")
        if setup is not None and match is not None:
            say_how_to_go_on(terminal, setup, match)
        return
    if resume is not None:
        resume.unlink(missing_ok=True)
    show_seed(terminal, match, save)


def resumed(terminal: Terminal, file: Path) -> tuple[TableSetup, LocalMatch, Path]:
    """Set up a game that was quit, the latest if no file is named."""
    from meldroom.cli.unfinished import latest_unfinished, load_unfinished

    file = latest_unfinished() if file == LATEST else file
    terminal.line(f"Going on with {file}")
    setup, match = load_unfinished(file)
    return setup, match, file


def say_how_to_go_on(terminal: Terminal, setup: TableSetup, match: LocalMatch) -> None:
    """Save the game of a player who quits, unless no person has played yet."""
    from meldroom.cli.unfinished import save_unfinished

    moves = match.match.moves
    if any(seat in setup.people for seat, _ in moves):
        file = save_unfinished(setup, moves, match.match.hints)
        terminal.line(f"Your game is saved in {file}")
        terminal.line("To go on: meldroom play --resume")
    terminal.line(f"To play this deal again: --seed {match.seed.hex()}")


def make_match(
    game: AnyGame,
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    people: int,
    names: Sequence[str],
    bots: str | None,
) -> tuple[TableSetup, LocalMatch]:
    """Set up a match: people take the first seats, bots the rest."""
    import secrets

    from meldroom.cli.names import player_names
    from meldroom.cli.unfinished import TableSetup

    if people < 1:
        raise CliError(f"--people: must be at least 1, not {people}")
    if len(names) > people:
        raise CliError(f"--name: {len(names)} names for {plural(people, 'person', 'people')}")
    if len(set(names)) < len(names):
        raise CliError("--name: every person needs a different name")
    settled = read_options(game, options)
    seats, levels = bot_levels(game, players, people, bots)
    seed = secrets.token_bytes(32) if seed is None else seed
    all_names = player_names(seats, list(map(printable, names)))
    setup = TableSetup(game, settled, all_names, levels, seed)
    try:
        return setup, setup.start()
    except ValueError as error:
        raise CliError(f"--bots: {error}") from None


def bot_levels(
    game: AnyGame, players: int | None, people: int, bots: str | None
) -> tuple[int, list[str]]:
    """Settle how many play, and at which level each bot plays."""
    levels = [DEFAULT_LEVEL] if bots is None else bots.split(",")
    if bots is not None and bots.isdecimal():
        levels = [DEFAULT_LEVEL] * int(bots[:3])
    fixed = bots is not None and (bots.isdecimal() or len(levels) > 1)
    seats = player_count(
        game, people + len(levels) if fixed and players is None else players, people
    )
    if people > seats or (fixed and people + len(levels) != seats):
        present = plural(people, "person", "people")
        if fixed:
            present += f" and {plural(len(levels), 'bot', 'bots')}"
        raise CliError(f"{present} do not make {seats} players")
    return seats, levels if fixed else levels * (seats - people)


def plural(count: int, one: str, many: str) -> str:
    """Write a count with its noun."""
    return f"{count} {one if count == 1 else many}"


def choose_game(terminal: Terminal) -> AnyGame:
    """List the games and ask for one."""
    from meldroom.cli.games import games_table
    from meldroom.games import GAMES

    terminal.show("Welcome to Meldroom. Choose a game:", "", games_table(numbered=True), "")
    return ask_for_game(terminal, list(GAMES))


def ask_for_game(terminal: Terminal, keys: Sequence[str]) -> AnyGame:
    """Ask for one of the games that are shown with numbers in this order."""
    from meldroom.games import GAMES

    while True:
        line = terminal.ask("Number or name: ", lambda: list(GAMES))
        if line.isdecimal() and 1 <= int(line[:3]) <= len(keys):
            return find_game(keys[int(line[:3]) - 1])
        if line in ("quit", "q"):
            raise EOFError
        try:
            return find_game(line)
        except CliError as error:
            terminal.show(error.format_message())


def greet(terminal: Terminal, match: LocalMatch) -> None:
    """Introduce the game and the players."""
    from meldroom.cli.names import listed
    from meldroom.core.fair_deal import commitment

    game, names = match.game, match.players
    bots = [names[seat] for seat in match.bots]
    people = [name for name in names if name not in bots]
    who = f"You are {people[0]}" if len(people) == 1 else f"{listed(people)} play here"
    with_bots = f"; {listed(bots)} {'are bots' if bots[1:] else 'is a bot'}" if bots else ""
    terminal.title(f"{game.name}, {game.year}")
    terminal.show(
        game.about,
        f"{who}{with_bots}. Type help or rules at any time.",
        f"The deal is already fixed. SHA-256 of its seed: {commitment(match.seed)[:16]}…",
    )


def show_seed(terminal: Terminal, match: LocalMatch, save: Path | None) -> None:
    """Show the seed, and save the record if that was asked for."""
    from meldroom.cli.record_files import save_record

    terminal.show("", f"Seed {match.seed.hex()}")
    if save is None:
        terminal.show("Use --seed to play this deal again, --save FILE to save the record.")
    else:
        save_record(save, match.record())
        terminal.line(f"Record saved. Replay it: meldroom replay {save}")
