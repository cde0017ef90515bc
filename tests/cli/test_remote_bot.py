"""A bot at a table on a server: its replies to the server's messages."""

from __future__ import annotations

import json
from typing import Any

from meldroom.cli.remote_bot import RETRY_DELAY, RemoteBot
from meldroom.core.codec import plain_view
from meldroom.core.fair_deal import share_commitment
from meldroom.core.view import view
from meldroom.games.companions import timing_of
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import Scenario, deal

GAME = ThumbsUp()


def table_message(phase: str, number: int = 1, paused: bool = False) -> dict[str, Any]:
    seats = [{"name": name} for name in ("Ada", "Robby", "Wren")]
    return {
        "phase": phase, "number": number, "paused": paused, "options": {}, "seats": seats,
        "commit": f"{number:064x}", "commitments": None,
    }  # fmt: skip


def play_message(table: Scenario, seat: int = 1) -> dict[str, Any]:
    """Write the play message that a seat is sent in this scenario."""
    seen = view(table.state, seat)
    message = {
        "ply": seen.ply,
        "to_act": table.to_act,
        "view": plain_view(seen, GAME.deck),
        "legal": [GAME.text(action) for action in GAME.legal(seen)],
        "result": None,
    }
    form: dict[str, Any] = json.loads(json.dumps(message))
    return form


class SeatedBot:
    """A bot in seat 1 of three, with its replies and reports."""

    def __init__(
        self, phase: str = "playing", play: dict[str, Any] | None = None, you: int | None = 1
    ) -> None:
        self.reports: list[str] = []
        self.bot = RemoteBot(1, "house", self.reports.append)
        welcome = {
            "is": "welcome",
            "you": you,
            "game": {"key": GAME.key},
            "table": table_message(phase),
            "play": play,
        }
        self.replies = list(self.bot.receive(welcome, 0.0))
        self.greeting, self.reports[:] = [*self.reports], []

    def receive(self, kind: str, now: float = 0.0, **fields: Any) -> list[dict[str, Any]]:
        return list(self.bot.receive({"is": kind, **fields}, now))


RACE = deal(GAME, "rack0: R. R. R. R- RV").play("thumb")
TURN = deal(GAME, "rack1: R. R. R. R- GV", "discard: RV", turn=1)


def test_it_gives_a_share_when_it_has_the_seat_that_it_waited_for() -> None:
    bot = SeatedBot(you=None)
    assert bot.greeting[0].endswith("house waits for the next deal to play seat 1.")
    assert bot.receive("table", **table_message("waiting", 2)) == []
    table = table_message("waiting", 2)
    game = {"key": GAME.key}
    [reply] = bot.receive("welcome", you=1, game=game, table=table, play=None)
    assert reply["do"] == "commit"


def test_it_reveals_no_share_under_another_commitment_than_its_own() -> None:
    robby = SeatedBot("waiting")
    revealing = {**table_message("waiting"), "commitments": ["", "ab" * 32, ""]}
    assert robby.receive("table", **revealing) == []


def test_it_reports_its_seat_and_when_a_game_starts() -> None:
    robby = SeatedBot("waiting")
    assert robby.greeting == ["Thumbs Up with Ada, Robby, Wren: house plays seat 1."]
    robby.receive("table", **table_message("playing"))
    robby.receive("table", **table_message("playing"))
    assert robby.reports == ["Game 1 has started."]


def test_it_gives_one_share_before_each_game() -> None:
    robby = SeatedBot("waiting")
    [committed] = robby.replies
    assert robby.receive("table", **table_message("waiting")) == []
    revealing = {**table_message("waiting"), "commitments": ["", committed["commitment"], ""]}
    [given] = robby.receive("table", **revealing)
    commitment = share_commitment(revealing["commit"], 1, bytes.fromhex(given["share"]))
    assert committed == {"do": "commit", "commitment": commitment}
    assert robby.receive("table", **revealing) == []
    assert robby.receive("table", **table_message("over")) == []
    [again] = robby.receive("table", **table_message("waiting", 2))
    assert again["do"] == "commit" != again["commitment"] != committed["commitment"]
    assert robby.bot.timeout(0.0) is None


def test_it_acts_at_once_on_its_turn_and_then_waits() -> None:
    robby = SeatedBot(play=play_message(TURN))
    assert robby.bot.timeout(0.0) == 0.0
    act = robby.bot.act()
    assert (act["do"], act["texts"], act["ply"]) == ("act", ["take"], 0)
    assert robby.bot.timeout(0.0) is None
    assert robby.receive("said", seat=0, name="Ada", text="Hello!") == []
    assert robby.bot.timeout(0.0) is None


def test_tu_5_in_a_race_it_is_as_slow_as_the_servers_own_bots_and_names_no_ply() -> None:
    robby = SeatedBot()
    robby.receive("play", 10.0, **play_message(RACE))
    wait = robby.bot.timeout(10.0)
    assert wait is not None
    assert timing_of(GAME).race.quickest <= wait <= timing_of(GAME).race.slowest
    robby.receive("play", 10.5, **play_message(RACE.play("2: seen")))
    assert robby.bot.timeout(10.5) == wait - 0.5
    assert robby.bot.act()["texts"] == ["seen"]
    robby = SeatedBot(play=play_message(RACE))
    assert robby.bot.act()["ply"] is None


def test_a_refused_act_is_retried_unless_the_game_has_gone_on() -> None:
    robby = SeatedBot(play=play_message(TURN))
    act_id = robby.bot.act()["id"]
    robby.receive("refusal", 5.0, id=act_id, rule="P-8", why="it could not be written down")
    assert robby.reports == ["Refused: it could not be written down (P-8)."]
    assert robby.bot.timeout(5.0) == RETRY_DELAY
    robby.receive("play", 5.5, **play_message(TURN.play("take", "discard GV")))
    assert robby.bot.timeout(5.5) is None
    robby.receive("refusal", 6.0, id=act_id, rule="P-6", why="the game has gone on")
    assert robby.bot.timeout(6.0) is None


def test_while_play_is_paused_it_waits() -> None:
    robby = SeatedBot(play=play_message(TURN))
    robby.receive("table", **table_message("playing", paused=True))
    assert robby.bot.timeout(1.0) is None
    robby.receive("table", **table_message("playing"))
    assert robby.bot.timeout(1.0) == 0.0


def test_it_reports_the_end_of_the_game_and_of_the_table() -> None:
    robby = SeatedBot()
    result = {"scores": [1, 5, 3], "places": [3, 1, 2], "winners": [1], "reason": "R9"}
    robby.receive("play", **{**play_message(TURN), "legal": [], "result": result})
    robby.receive("table", **table_message("closed"))
    assert robby.reports == ["The game is over: place 1 of 3.", "The table is closed."]
