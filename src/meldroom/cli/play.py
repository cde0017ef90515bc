"""`meldroom play`: sit down."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.arguments import chosen, find_game, seated, with_game, with_table
from meldroom.cli.errors import CliError, printable

if TYPE_CHECKING:
    from meldroom.cli.local_match import LocalMatch
    from meldroom.cli.terminal import Terminal
    from meldroom.core.game import Game

USUAL = "house"  # the bot that sits down where none is named


@click.command()
@with_game(required=False)
@with_table
@click.option("--people", type=int, default=1, show_default=True, metavar="N", help="People here.")
@click.option("--name", "given", multiple=True, metavar="NAME", help="Your name; one per person.")
@click.option(
    "--bots",
    metavar="LEVELS",
    help="How many bots, or their levels: one for all, or one each, parted by commas.",
)
@click.option(
    "--save", type=click.Path(path_type=Path, dir_okay=False), help="Write the record here."
)
def play(
    game: Game[Any] | None,
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    people: int,
    given: Sequence[str],
    bots: str | None,
    save: Path | None,
) -> None:
    """Sit down at a table with bots, or with friends who share this screen.

    Without GAME the games are listed, and you choose.
    """
    from meldroom.cli.record_files import writable
    from meldroom.cli.terminal import Terminal
    from meldroom.cli.terminal_game import Leaves, TerminalGame

    screen = Terminal()
    sitting: LocalMatch | None = None
    try:
        table = game or choose_game(screen)
        sitting = sit_down(table, players, seed, options, people, given, bots)
        if save is not None:
            writable(save)
        greet(screen, sitting)
        TerminalGame(sitting, range(people), screen).lead()
    except (Leaves, EOFError, KeyboardInterrupt):
        screen.show("", "Good-bye.")
        if sitting is not None:
            screen.line(f"The game is not over; --seed {sitting.seed.hex()} deals it again.")
        return
    keep(screen, sitting, save)


def sit_down(
    game: Game[Any],
    players: int | None,
    seed: bytes | None,
    options: Sequence[str],
    people: int,
    given: Sequence[str],
    bots: str | None,
) -> LocalMatch:
    """Seat people first, then bots; the deal follows from the seed."""
    import secrets

    from meldroom.bots.levels import make_bot
    from meldroom.cli.local_match import LocalMatch
    from meldroom.cli.names import named
    from meldroom.match.derived_seed import derived_seed

    if people < 1:
        raise CliError(f"--people: somebody has to play, not {people}")
    if len(given) > people:
        raise CliError(f"--name: {len(given)} names for {counted(people, 'person', 'people')}")
    if len(set(given)) < len(given):
        raise CliError("--name: two people cannot have one name")
    settled = chosen(game, options)
    seats, levels = bot_levels(game, players, people, bots)
    seed = secrets.token_bytes(32) if seed is None else seed
    try:
        seated_bots = {
            seat: make_bot(game, level, derived_seed(seed, f"bot {seat}"))
            for seat, level in enumerate(levels, people)
        }
    except ValueError as error:
        raise CliError(f"--bots: {error}") from None
    return LocalMatch(game, settled, named(seats, list(map(printable, given))), seed, seated_bots)


def bot_levels(
    game: Game[Any], players: int | None, people: int, bots: str | None
) -> tuple[int, list[str]]:
    """Settle how many sit at the table, and at which level each bot plays."""
    levels = [USUAL] if bots is None else bots.split(",")
    if bots is not None and bots.isdecimal():
        levels = [USUAL] * int(bots[:3])
    fixed = bots is not None and (bots.isdecimal() or len(levels) > 1)
    seats = seated(game, people + len(levels) if fixed and players is None else players, people)
    if people > seats or (fixed and people + len(levels) != seats):
        many = f"{counted(people, 'person', 'people')}"
        if fixed:
            many += f" and {counted(len(levels), 'bot', 'bots')}"
        raise CliError(f"{many} do not make {seats} players")
    return seats, levels if fixed else levels * (seats - people)


def counted(many: int, one: str, more: str) -> str:
    """Say how many of something there are."""
    return f"{many} {one if many == 1 else more}"


def choose_game(screen: Terminal) -> Game[Any]:
    """List the games and ask for one."""
    from meldroom.cli.games import listed
    from meldroom.games import GAMES

    screen.show("Welcome to Meldroom. Which game shall it be?", "", listed(numbered=True), "")
    while True:
        line = screen.ask("Its number or the beginning of its name: ", lambda: list(GAMES))
        if line.isdecimal() and 1 <= int(line[:3]) <= len(GAMES):
            return list(GAMES.values())[int(line[:3]) - 1]
        if line in ("quit", "q"):
            raise EOFError
        try:
            return find_game(line)
        except CliError as trouble:
            screen.show(trouble.format_message())


def greet(screen: Terminal, sitting: LocalMatch) -> None:
    """Say which game it is, who sits where, and how to ask."""
    from meldroom.core.fair_deal import commitment

    game, names = sitting.game, sitting.players
    bots = [names[seat] for seat in sitting.bots]
    people = [name for name in names if name not in bots]
    who = f"You are {people[0]}" if len(people) == 1 else f"{', '.join(people)} sit here"
    with_bots = f"; {', '.join(bots)} {'are bots' if bots[1:] else 'is a bot'}" if bots else ""
    screen.title(f"{game.name}, {game.year}")
    screen.show(
        game.about,
        f"{who}{with_bots}. Type help or rules at any time.",
        f"The deal is fixed: SHA-256 of the seed is {commitment(sitting.seed)[:16]}…",
    )


def keep(screen: Terminal, sitting: LocalMatch, save: Path | None) -> None:
    """Show the seed, and write the record where it was asked for."""
    from meldroom.cli.record_files import save_record

    screen.show("", f"Seed {sitting.seed.hex()}")
    if save is None:
        screen.show("With --seed it deals this game again; --save FILE keeps the record.")
    else:
        save_record(save, sitting.record())
        screen.line(f"The record is kept: meldroom replay {save}")
