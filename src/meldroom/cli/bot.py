"""`meldroom bot`: joins a table as any program could; the protocol's worked example."""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import click


@click.command()
@click.argument("url")
@click.option("--name", default="Bot", show_default=True, help="The name to sit down with.")
@click.option("--bot", "level", default="random", show_default=True, help="The level to play at.")
def bot(url: str, name: str, level: str) -> None:
    """Join the table at URL (the link with its code) and play there until it closes."""
    asyncio.run(join(url, name, level))


def sit(url: str, name: str) -> dict[str, Any]:
    """Take a seat by HTTP; the answer holds the token that proves it."""
    parts = urlsplit(url)
    origin, key = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
    body = json.dumps({"name": name, "code": parts.fragment, "keep": "token"}).encode()
    headers = {"Content-Type": "application/json", "Origin": origin}
    wish = urllib.request.Request(f"{origin}/api/tables/{key}/seats", body, headers)
    with urllib.request.urlopen(wish) as answer:
        seat: dict[str, Any] = json.load(answer)
    return {**seat, "origin": origin}


async def join(url: str, name: str, level: str) -> None:
    """Sit down, say hello, and answer every turn with a legal action."""
    from websockets.asyncio.client import connect

    seat = await asyncio.to_thread(sit, url, name)
    address = seat["origin"].replace("http", "ws", 1) + "/socket"
    async with connect(address, origin=seat["origin"]) as socket:
        hello = {"do": "hello", "table": seat["table"], "token": seat["token"], "help": False}
        await socket.send(json.dumps(hello))
        async for frame in socket:
            heard = json.loads(frame)
            table = heard.get("table") if heard["is"] == "welcome" else heard
            if "phase" in table and table["phase"] == "waiting":
                if not table["seats"][seat["seat"]]["ready"]:
                    share = {"do": "give", "share": secrets.token_hex(16)}
                    await socket.send(json.dumps(share))
            sight = heard["play"] if heard["is"] == "welcome" else heard
            if sight and sight.get("legal"):
                act = {"do": "act", "id": secrets.token_hex(8), "texts": [pick(sight, level)]}
                await socket.send(json.dumps({**act, "ply": sight["ply"]}))


def pick(sight: dict[str, Any], level: str) -> str:
    """Choose one of the legal texts."""
    legal: list[str] = sight["legal"]
    return secrets.choice(legal)
