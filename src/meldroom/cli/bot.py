"""`meldroom bot`: joins a table as any program could; the protocol's worked example."""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import click


@click.command()
@click.argument("url")
@click.option("--name", default="Bot", show_default=True, help="The name to sit down with.")
@click.option("--bot", "level", type=click.Choice(["random"]), default="random", show_default=True)
def bot(url: str, name: str, level: str) -> None:  # noqa: ARG001 (one level so far)
    """Join the table at URL (its link, with the code behind the #) and play until it closes."""
    asyncio.run(play(sit(url, name)))


def sit(url: str, name: str) -> dict[str, Any]:
    """Take a seat by HTTP; the answer holds the token that proves it."""
    parts = urlsplit(url)
    origin, key = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
    body = json.dumps({"name": name, "code": parts.fragment, "keep": "token"}).encode()
    headers = {"Content-Type": "application/json", "Origin": origin}
    try:
        wish = urllib.request.Request(f"{origin}/api/tables/{key}/seats", body, headers)
        with urllib.request.urlopen(wish) as answer:
            return {"origin": origin, **json.load(answer)}
    except urllib.error.HTTPError as error:
        raise click.ClickException(json.load(error)["detail"]) from None
    except (urllib.error.URLError, ValueError) as error:
        raise click.ClickException(f"{url}: {error}") from None


async def play(place: dict[str, Any]) -> None:
    """Say hello, give a share before each game, and answer every turn with a legal action."""
    from websockets.asyncio.client import connect

    address = "ws" + place["origin"].removeprefix("http") + "/socket"
    async with connect(address, origin=place["origin"]) as socket:
        hello = {"do": "hello", "table": place["table"], "token": place["token"], "help": False}
        await socket.send(json.dumps(hello))
        async for frame in socket:
            heard = json.loads(frame)
            for news in (heard, heard.get("table"), heard.get("play")):
                if news and news.get("phase") == "waiting":
                    if not news["seats"][place["seat"]]["ready"]:
                        share = {"do": "give", "share": secrets.token_hex(16)}
                        await socket.send(json.dumps(share))
                elif news and news.get("legal"):
                    text, mark = secrets.choice(news["legal"]), secrets.token_hex(8)
                    act = {"do": "act", "id": mark, "ply": news["ply"], "texts": [text]}
                    await socket.send(json.dumps(act))
