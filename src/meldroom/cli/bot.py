"""`meldroom bot`: joins a table as any program could; the protocol's worked example."""

import json
from time import monotonic
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import click
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from meldroom.bots.levels import LADDER
from meldroom.cli.remote_bot import RemoteBot


@click.command()
@click.argument("url")
@click.option("--name", default="Bot", show_default=True, help="The name to sit down with.")
@click.option("--bot", "level", type=click.Choice(list(LADDER)), default="house", show_default=True)
def bot(url: str, name: str, level: str) -> None:
    """Join the table at URL and play there until it closes; Ctrl-C gives the seat up.

    URL is the link that a host sends to friends, in quotes because of the # before its code. The
    bot is sent what a person in its seat would see, no more; docs/protocol.md is what it speaks.
    """
    parts = urlsplit(url)
    origin, key = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
    wish = json.dumps({"name": name, "code": parts.fragment, "keep": "token"}).encode()
    headers = {"Content-Type": "application/json", "Origin": origin}
    try:
        with urlopen(Request(f"{origin}/api/tables/{key}/seats", wish, headers)) as answer:
            place = json.load(answer)
        with connect(f"ws{origin[4:]}/socket", origin=Origin(origin)) as socket:
            hello = {"do": "hello", "table": key, "token": place["token"], "help": False}
            socket.send(json.dumps(hello))
            play(socket, RemoteBot(place["seat"], level, click.echo))
    except HTTPError as error:
        raise click.ClickException(json.load(error)["detail"]) from None
    except (OSError, ValueError, WebSocketException) as error:
        why = getattr(getattr(error, "rcvd", None), "reason", "") or error
        raise click.ClickException(f"{url}: {why}") from None


def play(socket: ClientConnection, player: RemoteBot) -> None:
    """Let the player hear and say everything until the table closes, or until Ctrl-C."""
    try:
        while player.table["phase"] != "closed":
            try:
                heard = json.loads(socket.recv(player.waits(monotonic())))
                answers = player.hear(heard, monotonic())
            except TimeoutError:  # nobody says anything more, and it is this player's turn
                answers = iter([player.act()])
            for answer in answers:
                socket.send(json.dumps(answer))
    except KeyboardInterrupt:
        socket.send('{"do":"leave"}')
        click.echo("The seat is free again.")
