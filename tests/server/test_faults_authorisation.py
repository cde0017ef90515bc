"""Faults 43 and 44: who may ask what of which table, and what a table's key alone opens."""

from __future__ import annotations

import json
import socket
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from meldroom.room.limits import Limits, Rate
from meldroom.room.messages import AnyMessage
from meldroom.server.addresses import local_origins
from meldroom.server.app import Config, make_app
from meldroom.server.storage.daily_deals import today
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.levels import few
from tests.patience import PATIENCE
from tests.server.authorisation_world import (
    FREE,
    HOST,
    KINDS,
    NOT_INVITED,
    PLAYER,
    World,
    make_world,
    session_of,
)
from tests.server.local_room import GAME, local_app
from tests.server.played_games import NEVER, SHORT_GAME
from tests.server.socket_client import connected

TABLE = Path(__file__).with_name("authorisation.txt")
FIRST_WIDTH, WIDTH = 52, 10  # of its columns
FIRST = "playing"  # of which it has every row, and of other kinds those that differ
ANY = "any"  # requests that name no table
PLENTY = Rate(1e9, 1.0)
TOKEN = "the-control-token"
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/tables": {"game": GAME, "seats": 2, "name": "Eve"},
    "POST /api/tables/{key}/seats": {"name": "Eve"},
    "POST /api/tables/{key}/records/{number}/branches": {"ply": 0, "seat": 0, "name": "Eve"},
    "POST /api/tables/{key}/mail": {"address": "eve@example.org"},
    "POST /api/mail/{key}": {"send": True},
    "POST /api/me/join": {"code": "a-wrong-code"},
    "POST /api/daily/{game}": {"name": "Eve"},
    "POST /api/daily/{day}/{game}": {"name": "Eve"},
    "POST /control": {"do": "list"},
}
MESSAGES: dict[str, dict[str, Any]] = {
    "act": {"id": "1", "texts": ["nonsense"]},
    "undo": {"id": "1"},
    "why": {"id": "1", "text": "nonsense"},
    "hint": {"id": "1"},
    "check": {"id": "1", "text": "nonsense"},
    "allow_hints": {"on": True},
    "open_hands": {"deal": 1, "seat": 0},
    "commit": {"commitment": "00" * 32},
    "give": {"share": "00" * 16},
    "pause": {"on": True},
    "kick": {"seat": PLAYER},
    "allow": {"seat": FREE},
    "silence": {"seat": PLAYER, "on": True},
    "cover": {"seat": PLAYER},
    "bot": {"seat": FREE, "level": "novice"},
    "move": {"seat": PLAYER, "to": FREE},
    "hand": {"seat": PLAYER},
    "sit": {"seat": 0},
    "pace": {"pace": "fast"},
    "say": {"phrase": 0},
    "mute": {"seat": HOST, "on": True},
}
# What leaves the table as it was: it need not be set back.
CHANGE_NO_TABLE = (
    "POST /api/tables", "POST /api/me/carry", "POST /api/mail/{key}", "POST /control",
    "POST /api/daily/{game}",
)  # fmt: skip
CHANGES_NOTHING = ("why", "mute", "ping", "ready", "back", "pace", "say")


class Asker:
    """One role at the table of a world, which asks for everything."""

    def __init__(self, world: World, role: str, origin: str, monitor: str) -> None:
        self.world, self.role, self.origin, self.monitor = world, role, origin, monitor
        self.answers: list[str] = []  # in full
        self.hello: dict[str, Any] = {"table": world.key}
        if role not in NOT_INVITED:
            self.hello["code"] = world.code
        session = session_of(role)
        self.cookie = f"meldroom={session}" if session else ""
        self.headers = {"Origin": origin, **({"Cookie": self.cookie} if session else {})}
        if role == "admin":
            self.headers["Authorization"] = f"Bearer {TOKEN}"

    async def request(self, http: httpx.AsyncClient, row: str) -> str:
        """Make a request; gives its status, and the rule that refused it."""
        method, path = row.split(" ")
        base = self.origin if path.startswith("/api") else self.monitor
        values = {"number": "1", "step": "0", "game": SHORT_GAME, "day": today()}
        values["key"] = GAME if path.startswith("/api/games") else self.world.key
        for name, value in values.items():
            path = path.replace(f"{{{name}}}", value)
        body = {**BODIES.get(row, {})}
        if row.endswith("/seats") and "code" in self.hello:
            body["code"] = self.world.code
        content = json.dumps(body) if method == "POST" else None
        headers = {**self.headers, "Content-Type": "application/json"}
        answer = await http.request(method, base + path, content=content, headers=headers)
        self.answers.append(answer.text)
        if answer.is_success:
            if method == "POST" and row not in CHANGE_NO_TABLE:
                await self.world.set_back()
            return "asks" if '"waiting":true' in answer.text else "ok"
        rule = answer.json().get("rule", "") if answer.content else ""
        return f"{answer.status_code} {rule}".strip()

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[tuple[ClientConnection, str]]:
        """Say hello; gives the connection, a new one if it was not admitted, and as what."""
        async with connected(self.origin, cookie=self.cookie) as one:
            await one.send(json.dumps({"do": "hello", **self.hello}))
            answer = json.loads(await one.recv())
            if answer["is"] == "welcome":
                yield one, _admitted(answer)
                return
        async with connected(self.origin, cookie=self.cookie) as one:
            yield one, answer["rule"]

    async def messages(self, kinds: Iterable[str]) -> dict[str, str]:
        """Send messages; gives for each whether it was accepted, or the rule that refused it."""
        answers: dict[str, str] = {}
        left = list(kinds)
        while left:
            async with self.socket() as (one, answers["hello"]):
                if answers["hello"].startswith("P-"):  # soon closed, for no hello is right
                    for kind in left:
                        await _ask(one, kind)
                    return answers | {kind: await _answer(one) for kind in left}
                while left:
                    kind = left.pop(0)
                    await _ask(one, kind)
                    answers[kind] = await _answer(one)
                    accepted = answers[kind] in ("ok", "left")
                    if accepted and kind not in CHANGES_NOTHING:
                        break
            await self.world.set_back()
        return answers


def _admitted(welcome: dict[str, Any]) -> str:
    if welcome["you"] is not None:
        return "sits"
    if welcome["asked"] is not None:
        return "waits"
    if welcome["next"] is not None:
        return "device"
    return "watches" if welcome["play"] else "no view"


async def _ask(one: ClientConnection, kind: str) -> None:
    await one.send(json.dumps({"do": kind, **MESSAGES.get(kind, {})}))
    await one.send(json.dumps({"do": "ping"}))


async def _answer(one: ClientConnection) -> str:
    rule = "ok"
    try:
        while (message := json.loads(await one.recv()))["is"] != "pong":
            rule = message["rule"] if message["is"] == "refusal" else rule
    except ConnectionClosed:
        return "left"
    return rule


def routes(app: Starlette) -> Iterator[str]:
    """Name every request that the application or its monitor answers, but for files and pages."""
    [api] = [route for route in app.routes if isinstance(route, Mount) and route.path == "/api"]
    for start, found in (("/api", api.routes), ("", app.state.monitor.routes)):
        for route in found:
            assert isinstance(route, Route)
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield f"{method} {start}{route.path.replace(':number}', '}')}"


MESSAGE_KINDS = [str(kind.__struct_config__.tag) for kind in get_args(AnyMessage)]


@asynccontextmanager
async def askers(kind: str, path: Path) -> AsyncIterator[tuple[list[Asker], list[str]]]:
    """Run a server with a table of a kind; gives everybody who asks, and every request."""
    limits = Limits(gets=PLENTY, posts=PLENTY, wrong_guesses=PLENTY, messages=PLENTY)
    with socket.socket() as monitoring:
        monitoring.bind(("127.0.0.1", 0))
        monitor = f"http://127.0.0.1:{monitoring.getsockname()[1]}"
        more: dict[str, Any] = {"control_token": TOKEN, "review_effort": 0.01}
        async with local_app(path, limits, NEVER, monitoring=monitoring, **more) as (origin, app):
            # The room itself, to make the table and to set it back.
            world = await make_world(app.state.hand_over.__self__, kind)
            yield [Asker(world, role, origin, monitor) for role in world.roles], [*routes(app)]


async def asked(kind: str, path: Path) -> list[str]:
    """Let everybody ask for everything at a table of a kind; gives the lines of the table."""
    columns = []
    async with askers(kind, path) as (roles, rows), httpx.AsyncClient(timeout=PATIENCE) as http:
        rows = [row for row in rows if ("/tables/{key}" in row) == (kind != ANY)]
        messages = [] if kind == ANY else MESSAGE_KINDS
        for asker in roles:
            cells = [await asker.request(http, row) for row in rows]
            found = await asker.messages(one for one in messages if one != "hello")
            columns.append([asker.role, *cells, *(found[one] for one in messages)])
    return [_line(cells) for cells in zip(["", *rows, *messages], *columns, strict=True)]


def _line(cells: Iterable[str]) -> str:
    first, *others = cells
    return f"{first:<{FIRST_WIDTH}}{''.join(f'{cell:<{WIDTH}}' for cell in others)}".rstrip()


def sections() -> dict[str, list[str]]:
    """Read the table of authorisations, by kind of table."""
    found: dict[str, list[str]] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("== "):
            lines = found[line.strip("= ")] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def cells(lines: list[str]) -> dict[str, dict[str, str]]:
    """Read lines of the table: by row what each role is answered."""
    roles = lines[0].split()
    return {
        line[:FIRST_WIDTH].strip(): {
            role: line[at : at + WIDTH].strip()
            for role, at in zip(roles, range(FIRST_WIDTH, 1000, WIDTH), strict=False)
        }
        for line in lines[1:]
    }


def unlike_first(lines: list[str]) -> list[str]:
    """Keep the lines that differ from those of the first kind of table."""
    usual = cells(sections()[FIRST])
    differing = [
        row for row, own in cells(lines).items() if not own.items() <= usual.get(row, {}).items()
    ]
    return [lines[0], *(line for line in lines[1:] if line[:FIRST_WIDTH].strip() in differing)]


@pytest.mark.parametrize("kind", few(KINDS, keep=1))
async def test_43_everybody_may_ask_what_the_table_of_authorisations_says(
    kind: str, tmp_path: Path, figure: Figure
) -> None:
    lines = await asked(kind, tmp_path / "db")
    assert (lines if kind in (FIRST, ANY) else unlike_first(lines)) == sections()[kind]
    roles = len(lines[0].split())
    figure(f"43: {kind}: {(len(lines) - 1) * roles} requests, as the table of authorisations says")


def test_43_the_table_of_authorisations_has_every_kind_of_table_request_and_message(
    tmp_path: Path,
) -> None:
    assert list(sections()) == list(KINDS)
    app = make_app(
        Config(local_origins(8000), NEVER, Limits()), Store(f"sqlite:///{tmp_path / 'db'}")
    )
    rows = [row for kind in (FIRST, ANY) for row in cells(sections()[kind])]
    assert sorted(rows) == sorted([*routes(app), *MESSAGE_KINDS])


# -- 44: what a table's key alone opens


@pytest.mark.parametrize("kind", ["playing", "finished daily attempt"])
async def test_44_a_key_alone_tells_nothing_of_a_running_game_nor_of_a_sealed_deal(
    kind: str, tmp_path: Path
) -> None:
    async with (
        askers(kind, tmp_path / "db") as ([_, stranger, *_], rows),
        httpx.AsyncClient(timeout=PATIENCE) as http,
    ):
        live = await stranger.world.room.find(stranger.world.key)
        assert live is not None
        table = live.table
        hidden = [table.secret.hex(), table.opened.code, *(one.name for one in table.people)]
        if table.phase == "over" and table.match is not None:
            hidden += ["scores", table.match.seed.hex()]
        for row in rows:
            if "/tables/{key}" in row:
                await stranger.request(http, row)
                assert [one for one in hidden if one in stranger.answers[-1]] == [], row
