"""A bot at a table on a server: reads its messages and answers on its turn."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from meldroom.bots.registry import make_bot
from meldroom.cli.deal_share import DealShare
from meldroom.core.cards import Seat
from meldroom.core.codec import Reader
from meldroom.core.game import AnyGame
from meldroom.core.skill import Bot
from meldroom.core.view import AnyView
from meldroom.games import find
from meldroom.games.companions import timing_of

Message = dict[str, Any]
DECISION_BUDGET = 1.0  # seconds
RETRY_DELAY = 1.0  # seconds after a refusal


class RemoteBot:
    """Plays one seat by the messages of the protocol, and reports on the game."""

    game: AnyGame
    bot: Bot
    reader: Reader[Any, Any]

    def __init__(self, seat: Seat, level: str, report: Callable[[str], None]) -> None:
        self.seat, self.level, self.report = seat, level, report
        self.table: Message = {"phase": "", "paused": False}
        self.play: Message = {"legal": []}
        self.seen: AnyView | None = None
        self.seated = False  # not while it waits for the seat
        self.due: float | None = None  # when it acts, unless the game goes on before
        self.last_act = ""  # its id
        self.deal_share = DealShare()

    def receive(self, message: Message, now: float) -> Iterator[Message]:
        """Read a message, and give the immediate replies."""
        if message["is"] == "welcome":
            self.game, table = find(message["game"]["key"]), message["table"]
            self.bot = make_bot(self.game, self.level, secrets.token_bytes(32), monotonic)
            self.reader = Reader(self.game, table["options"], len(table["seats"]))
            names = ", ".join(seat["name"] for seat in table["seats"])
            self.seated = message["you"] is not None
            self.deal_share.say_again()
            plays = "plays" if self.seated else "waits for the next deal to play"
            self.report(f"{self.game.name} with {names}: {self.level} {plays} seat {self.seat}.")
        elif message["is"] == "refusal":
            self.report(f"Refused: {message['why']} ({message['rule']}).")
            if message["id"] == self.last_act and self.play["legal"]:
                self.due = now + RETRY_DELAY
        for part in (message, message.get("table"), message.get("play")):
            if part and "phase" in part:
                if part["phase"] == "playing" != self.table["phase"]:
                    self.report(f"Game {part['number']} has started.")
                self.table = part
                share = self.deal_share.answer(part, self.seat) if self.seated else None
                if share is not None:
                    yield share
                elif part["phase"] == "closed":
                    self.report("The table is closed.")
            elif part and "legal" in part:
                self.play, self.seen = part, self.reader.read(part["view"], self.seen)
                self.due = (self.due or now + self._delay()) if part["legal"] else None
                if part["result"]:
                    place = part["result"]["places"][self.seat]
                    self.report(f"The game is over: place {place} of {part['view']['seats']}.")

    def _delay(self) -> float:
        """Wait as long as the server's own bots where several seats may act at once."""
        race = timing_of(self.game).race
        spread = (race.slowest - race.quickest) * secrets.randbelow(1_000) / 1_000
        return race.quickest + spread if len(self.play["to_act"]) > 1 else 0.0

    def timeout(self, now: float) -> float | None:
        """Return how many seconds to wait for a message before acting; None is without limit."""
        return None if self.due is None or self.table["paused"] else max(0.0, self.due - now)

    def act(self) -> Message:
        """Choose a legal action; in a race it names no ply, so it holds whoever was quicker."""
        assert self.seen is not None
        legal = [self.game.parse(text) for text in self.play["legal"]]
        action = self.bot.choose(self.seen, legal, DECISION_BUDGET)
        self.due, self.last_act = None, secrets.token_hex(8)
        ply = self.play["ply"] if len(self.play["to_act"]) == 1 else None
        return {"do": "act", "id": self.last_act, "texts": [self.game.text(action)], "ply": ply}
