"""`meldroom bot`: joins a table on a server; the worked example of docs/protocol.md."""

import json
from time import monotonic
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import click
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from meldroom.bots.levels import LEVELS
from meldroom.cli.remote_bot import RemoteBot


@click.command()
@click.argument("url")
@click.option("--name", default="Bot", show_default=True, help="Name at the table.")
@click.option(
    "--bot",
    "level",
    type=click.Choice(list(LEVELS)),
    default="house",
    show_default=True,
    help="Level of the bot.",
)
def bot(url: str, name: str, level: str) -> None:
    """Join the table at URL as a bot and play until it closes; Ctrl-C gives up the seat.

    URL is the invitation link of the table; quote it because of the #. The bot is sent only what
    a person in its seat would see. docs/protocol.md describes the messages.
    """
    parts = urlsplit(url)
    origin, key = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
    request = json.dumps({"name": name, "code": parts.fragment, "keep": "token"}).encode()
    headers = {"Content-Type": "application/json", "Origin": origin}
    try:
        with urlopen(Request(f"{origin}/api/tables/{key}/seats", request, headers)) as answer:
            seat = json.load(answer)
        with connect(f"ws{origin[4:]}/socket", origin=Origin(origin)) as socket:
            hello = {"do": "hello", "table": key, "token": seat["token"], "help": False}
            socket.send(json.dumps(hello))
            play(socket, RemoteBot(seat["seat"], level, click.echo))
    except HTTPError as error:
        raise click.ClickException(json.load(error)["detail"]) from None
    except (OSError, ValueError, WebSocketException) as error:
        reason = getattr(getattr(error, "rcvd", None), "reason", "") or error
        raise click.ClickException(f"{url}: {reason}") from None


def play(socket: ClientConnection, player: RemoteBot) -> None:
    """Exchange messages until the table closes, or until Ctrl-C."""
    try:
        while player.table["phase"] != "closed":
            try:
                message = json.loads(socket.recv(player.timeout(monotonic())))
                replies = player.receive(message, monotonic())
            except TimeoutError:  # no message came, and it is time to act
                replies = iter([player.act()])
            for reply in replies:
                socket.send(json.dumps(reply))
    except KeyboardInterrupt:
        socket.send('{"do":"leave"}')
        click.echo("Left the table.")
