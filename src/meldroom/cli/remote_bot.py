"""A bot at a table elsewhere: hears what the server says, and answers when its turn has come."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from meldroom.bots.levels import make_bot
from meldroom.core.cards import Seat
from meldroom.core.codec import Reader
from meldroom.core.game import Game
from meldroom.core.skill import Bot
from meldroom.core.view import View
from meldroom.games import find

Form = dict[str, Any]
BUDGET = 1.0  # seconds that it may think
AGAIN = 1.0  # seconds until what was refused is tried again


class RemoteBot:
    """Plays one seat: hears and says the protocol's messages, and tells people how it goes."""

    game: Game[Any]
    bot: Bot
    reader: Reader[Any]

    def __init__(self, seat: Seat, level: str, tell: Callable[[str], None]) -> None:
        self.seat, self.level, self.tell = seat, level, tell
        self.table: Form = {"phase": "", "paused": False}
        self.sight: Form = {"legal": []}
        self.seen: View[Any] | None = None
        self.due: float | None = None  # when it acts, unless the game goes on before
        self.said, self.given = "", 0  # the last act's id; for which game it gave a share

    def hear(self, heard: Form, now: float) -> Iterator[Form]:
        """Take a message in, and give what is to be said at once."""
        if heard["is"] == "welcome":
            self.game, table = find(heard["game"]["key"]), heard["table"]
            self.bot = make_bot(self.game, self.level, secrets.token_bytes(32), monotonic)
            self.reader = Reader(self.game, table["options"], len(table["seats"]))
            names = ", ".join(seat["name"] for seat in table["seats"])
            self.tell(f"{self.game.name} with {names}: {self.level} plays seat {self.seat}.")
        elif heard["is"] == "refusal":
            self.tell(f"Refused: {heard['why']} ({heard['rule']}).")
            if heard["id"] == self.said and self.sight["legal"]:
                self.due = now + AGAIN
        for news in (heard, heard.get("table"), heard.get("play")):
            if news and "phase" in news:
                if news["phase"] == "playing" != self.table["phase"]:
                    self.tell(f"Game {news['number']} is on.")
                self.table = news
                if news["phase"] == "waiting" and news["number"] != self.given:
                    self.given = news["number"]
                    yield {"do": "give", "share": secrets.token_hex(16)}
                elif news["phase"] == "closed":
                    self.tell("The table is closed.")
            elif news and "legal" in news:
                self.sight, self.seen = news, self.reader.read(news["view"], self.seen)
                self.due = (self.due or now + self._delay()) if news["legal"] else None
                if news["result"]:
                    place = news["result"]["places"][self.seat]
                    self.tell(f"The game is over: place {place} of {news['view']['seats']}.")

    def _delay(self) -> float:
        """Be no quicker than the room's own bots where several may act at once."""
        race = self.game.race
        spread = (race.slowest - race.quickest) * secrets.randbelow(1_000) / 1_000
        return race.quickest + spread if len(self.sight["to_act"]) > 1 else 0.0

    def waits(self, now: float) -> float | None:
        """Say how long to listen before it acts; None is until something is heard."""
        return None if self.due is None or self.table["paused"] else max(0.0, self.due - now)

    def act(self) -> Form:
        """Choose one of the legal actions; in a race it stands whoever was quicker."""
        assert self.seen is not None
        legal = [self.game.parse(text) for text in self.sight["legal"]]
        action = self.bot.choose(self.seen, legal, BUDGET)
        self.due, self.said = None, secrets.token_hex(8)
        ply = self.sight["ply"] if len(self.sight["to_act"]) == 1 else None
        return {"do": "act", "id": self.said, "texts": [self.game.text(action)], "ply": ply}
