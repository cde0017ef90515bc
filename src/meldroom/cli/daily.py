"""`meldroom daily`: play the deal of the day in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import date
from pathlib import Path
from time import sleep, time
from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.arguments import complete_game, find_game, read_game
from meldroom.cli.errors import CliError
from meldroom.core.game import AnyGame

if TYPE_CHECKING:
    from rich.table import Table

    from meldroom.cli.room_client import RoomClient
    from meldroom.cli.terminal import Terminal

Form = dict[str, Any]
MASTER_SECONDS = 30  # that its result is waited for
NO_HINTS = "There are no hints in the deal of the day."


@click.command()
@click.option(
    "--game",
    callback=read_game,
    shell_complete=complete_game,
    metavar="GAME",
    help="Play this game's deal; the beginning of its name is enough.  [default: choose]",
)
@click.option(
    "--server",
    metavar="URL",
    envvar="MELDROOM_SERVER",
    help="Play in the room at URL.  [default: $MELDROOM_SERVER, or your own room]",
)
@click.option(
    "--name",
    default="Player",
    show_default=True,
    metavar="NAME",
    help="Your name, for rooms that show their players.",
)
@click.option(
    "--join",
    "code",
    metavar="CODE",
    help="Become the person of your browser, by a code from its page My record.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Save the record to this file, for `meldroom review`.",
)
def daily(
    game: AnyGame | None, server: str | None, name: str, code: str | None, save: Path | None
) -> None:
    """Play the deal of the day: one a day and game, the same for everybody in a room.

    You play alone against bots. One try counts, without hints; quit, and it waits for you until
    midnight UTC. Then you see how everybody did, and a result to share that tells no cards.

    Without --server you play in your own room, the one that `meldroom serve` opens.
    """
    from meldroom.cli.own_room import own_room
    from meldroom.cli.record_files import check_writable
    from meldroom.cli.room_client import RoomClient
    from meldroom.cli.terminal import Terminal
    from meldroom.cli.terminal_game import Quit

    terminal = Terminal()
    try:
        if save is not None:
            check_writable(save)
        with nullcontext(server) if server else own_room() as url:
            room = RoomClient(url)
            if code:
                room.post("/api/me/join", {"code": code})
            overview = room.get("/api/daily")
            game = game or choose(terminal, overview)
            try:
                if state_of(overview, game) != "over":
                    play_deal(terminal, room, game, name)
            except (Quit, EOFError, KeyboardInterrupt):
                terminal.show("", "Goodbye.")
                again = f" --server {server}" if server else ""
                terminal.line(f"To go on before midnight: meldroom daily --game {game.key}{again}")
                return
            show_result(terminal, room, game, save)
    except (EOFError, KeyboardInterrupt):
        terminal.show("", "Goodbye.")


def play_deal(terminal: Terminal, room: RoomClient, game: AnyGame, name: str) -> None:
    """Play today's deal of a game to its end, from where it stands."""
    from rich.text import Text

    from meldroom.cli.names import listed
    from meldroom.cli.remote_match import RemoteMatch
    from meldroom.cli.terminal_game import TerminalGame
    from meldroom.core.cards import Seat
    from meldroom.core.game import Refusal

    class DailyGame(TerminalGame):
        """A scored game: no hints, and others may be quicker in a race."""

        def turn(self, seat: Seat) -> None:
            """Let the person act once; what came too late did not happen."""
            try:
                super().turn(seat)
            except Refusal as refusal:
                self.terminal.show(Text(f"No: {refusal.violation.why}.", "yellow"))

        def show_hint(self, seat: Seat) -> None:
            """Refuse."""
            self.terminal.show(Text(NO_HINTS, "yellow"))

    seat = room.post(f"/api/daily/{game.key}", {"name": name})
    with room.socket() as socket:
        match = RemoteMatch(socket, {"table": seat["table"]})
        bots = [player for at, player in enumerate(match.players) if at != match.seat]
        are_bots = "are bots" if bots[1:] else "is a bot"
        terminal.title(f"Deal of the day · {game.name}")
        terminal.show(
            game.about,
            f"You are {match.players[match.seat]}; {listed(bots)} {are_bots}. One try counts.",
            "Type help or rules at any time.",
        )
        DailyGame(match, [match.seat], terminal).run()


def choose(terminal: Terminal, overview: Form) -> AnyGame:
    """Show today's deals and ask for one."""
    from meldroom.cli.play import ask_for_game

    terminal.title(f"Deal of the day · {written_date(overview['day'])}")
    terminal.show(deals_table(overview), streak_and_next(overview), "")
    return ask_for_game(terminal, [deal["game"] for deal in overview["games"]])


def deals_table(overview: Form) -> Table:
    """Draw today's deals, and how far this person is with each."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for number, deal in enumerate(overview["games"], 1):
        name = find_game(deal["game"]).name
        states = {"new": "not played yet", "playing": "started, not finished"}
        state = states.get(deal["state"]) or outcome(deal)
        table.add_row(str(number), Text(name, "bold"), state)
    return table


def show_result(terminal: Terminal, room: RoomClient, game: AnyGame, save: Path | None) -> None:
    """Show the result of a finished deal, how everybody did, and a text to share."""
    from rich.text import Text

    from meldroom.cli.record_files import save_record

    overview = room.get("/api/daily")
    terminal.title(f"Deal of the day · {game.name} · played")
    deal = deal_with_master(terminal, room, f"/api/daily/{overview['day']}/{game.key}")
    if deal["state"] != "over":
        terminal.show("It ended after midnight, so it has no score.")
        return
    for line in field_lines(deal["field"] or []):
        terminal.show(line)
    if deal["master"] is not None:
        terminal.show(f"The bot master, with your cards: {outcome(deal['master'])}.")
    terminal.show(Text(), Text("To share:", "bold"))
    for line in shared_lines(overview):
        terminal.line(line)
    terminal.show(Text(), streak_and_next(overview))
    if save is not None:
        save_record(save, room.get(f"/api/tables/{deal['table']}/records/1"))
        terminal.line(f"Record saved. Review it: meldroom review {save}")


def deal_with_master(terminal: Terminal, room: RoomClient, address: str) -> Form:
    """Ask for a deal until the bot `master` has played it too, for a while."""
    deal: Form = room.get(address)
    if deal["field"] is not None and deal["master"] is None:
        terminal.show("The bot master plays it too…")
        for _ in range(MASTER_SECONDS):
            sleep(1)
            deal = room.get(address)
            if deal["master"] is not None:
                break
    return deal


def field_lines(field: Sequence[Form]) -> list[str]:
    """Return where this person stands among everybody who has finished."""
    from meldroom.cli.play import plural

    mine = next((at for at, result in enumerate(field) if result["mine"]), None)
    if mine is None:
        return []
    own = f"You: {outcome(field[mine])}."
    others = [result["place"] for result in (*field[:mine], *field[mine + 1 :])]
    if not others:
        return [own, "You are the first to finish it."]
    place = field[mine]["place"]
    better, level = sum(other < place for other in others), others.count(place)
    worse = len(others) - better - level
    players = plural(len(others), "other player", "other players")
    return [own, f"{players} so far: {better} in a better place, {level} level, {worse} behind."]


def shared_lines(overview: Form) -> list[str]:
    """Return today's results as a text that tells no cards."""
    played = [deal for deal in overview["games"] if deal["state"] == "over"]
    results = [f"{find_game(deal['game']).name}: {outcome(deal)}" for deal in played]
    title = f"Meldroom, deal of the day, {written_date(overview['day'])}"
    return [title, *results, streak_words(overview["streak"])]


def outcome(result: Form) -> str:
    """Say in which place somebody came, with which score."""
    from meldroom.cli.play import plural

    endings = {1: "st", 2: "nd", 3: "rd"}
    place = f"{result['place']}{endings.get(result['place'], 'th')}"
    return f"{place}, {plural(result['score'], 'point', 'points')}"


def streak_and_next(overview: Form) -> str:
    """Return how many days in a row were played, and when the next deals come."""
    minutes = max(0, int(overview["ends"] / 1000 - time()) // 60)
    hours, minutes = divmod(minutes, 60)
    return f"{streak_words(overview['streak'])}. Next deals in {hours} h {minutes} min."


def streak_words(days: int) -> str:
    """Return how many days in a row were played."""
    from meldroom.cli.play import plural

    return f"{plural(days, 'day', 'days')} in a row" if days else "No streak yet"


def written_date(day: str) -> str:
    """Write a day as people do: 16 November 2026."""
    when = date.fromisoformat(day)
    return f"{when.day} {when:%B %Y}"


def state_of(overview: Form, game: AnyGame) -> str:
    """Return how far this person is with today's deal of a game."""
    states = {deal["game"]: deal["state"] for deal in overview["games"]}
    if game.key not in states:
        raise CliError(f"that room has no deal of {game.name}")
    return str(states[game.key])
