"""A bot at a table elsewhere: what it answers to what it hears."""

from __future__ import annotations

import json
from typing import Any

from meldroom.cli.remote_bot import AGAIN, RemoteBot
from meldroom.core.codec import plain_view
from meldroom.core.view import view
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import Scenario, deal

GAME = ThumbsUp()


def facts(phase: str, number: int = 1, paused: bool = False) -> dict[str, Any]:
    seats = [{"name": name} for name in ("Ada", "Robby", "Wren")]
    return {"phase": phase, "number": number, "paused": paused, "options": {}, "seats": seats}


def sight(table: Scenario, seat: int = 1) -> dict[str, Any]:
    """Write what a seat is sent of this table."""
    seen = view(table.state, seat)
    told = {
        "ply": seen.ply,
        "to_act": table.to_act,
        "view": plain_view(seen, GAME.deck),
        "legal": [GAME.text(action) for action in GAME.legal(seen)],
        "result": None,
    }
    form: dict[str, Any] = json.loads(json.dumps(told))
    return form


class Seated:
    """A player at seat 1 of three, with what it said and told."""

    def __init__(self, phase: str = "playing", play: dict[str, Any] | None = None) -> None:
        self.told: list[str] = []
        self.player = RemoteBot(1, "house", self.told.append)
        welcome = {"is": "welcome", "game": {"key": GAME.key}, "table": facts(phase), "play": play}
        self.said = list(self.player.hear(welcome, 0.0))
        self.greeted, self.told[:] = [*self.told], []

    def hears(self, kind: str, now: float = 0.0, **fields: Any) -> list[dict[str, Any]]:
        return list(self.player.hear({"is": kind, **fields}, now))


RACE = deal(GAME, "rack0: R. R. R. R- RV").play("thumb")
TURN = deal(GAME, "rack1: R. R. R. R- GV", "discard: RV", turn=1)


def test_it_tells_where_it_sits_and_when_a_game_begins() -> None:
    robby = Seated("waiting")
    assert robby.greeted == ["Thumbs Up with Ada, Robby, Wren: house plays seat 1."]
    robby.hears("table", **facts("playing"))
    robby.hears("table", **facts("playing"))
    assert robby.told == ["Game 1 is on."]


def test_it_gives_a_share_before_each_game_and_once() -> None:
    robby = Seated("waiting")
    assert [answer["do"] for answer in robby.said] == ["give"]
    assert len(robby.said[0]["share"]) == 32
    assert robby.hears("table", **facts("waiting")) == []
    assert robby.hears("table", **facts("over")) == []
    assert [answer["do"] for answer in robby.hears("table", **facts("waiting", 2))] == ["give"]
    assert robby.player.waits(0.0) is None


def test_it_acts_at_once_on_its_turn_and_then_waits() -> None:
    robby = Seated(play=sight(TURN))
    assert robby.player.waits(0.0) == 0.0
    act = robby.player.act()
    assert (act["do"], act["texts"], act["ply"]) == ("act", ["take"], 0)
    assert robby.player.waits(0.0) is None
    assert robby.hears("said", seat=0, name="Ada", text="Hello!") == []
    assert robby.player.waits(0.0) is None


def test_tu_5_in_a_race_it_is_as_slow_as_the_rooms_own_bots_and_stands_by_its_word() -> None:
    robby = Seated()
    robby.hears("play", 10.0, **sight(RACE))
    wait = robby.player.waits(10.0)
    assert wait is not None
    assert GAME.race.quickest <= wait <= GAME.race.slowest
    robby.hears("play", 10.5, **sight(RACE.play("2: seen")))
    assert robby.player.waits(10.5) == wait - 0.5
    assert robby.player.act()["texts"] == ["seen"]
    robby = Seated(play=sight(RACE))
    assert robby.player.act()["ply"] is None


def test_what_was_refused_is_tried_again_unless_the_game_went_on() -> None:
    robby = Seated(play=sight(TURN))
    said = robby.player.act()["id"]
    robby.hears("refusal", 5.0, id=said, rule="P-8", why="it could not be written down")
    assert robby.told == ["Refused: it could not be written down (P-8)."]
    assert robby.player.waits(5.0) == AGAIN
    robby.hears("play", 5.5, **sight(TURN.play("take", "discard GV")))
    assert robby.player.waits(5.5) is None
    robby.hears("refusal", 6.0, id=said, rule="P-6", why="the game has gone on")
    assert robby.player.waits(6.0) is None


def test_while_play_is_paused_it_waits() -> None:
    robby = Seated(play=sight(TURN))
    robby.hears("table", **facts("playing", paused=True))
    assert robby.player.waits(1.0) is None
    robby.hears("table", **facts("playing"))
    assert robby.player.waits(1.0) == 0.0


def test_it_tells_how_the_game_and_the_table_ended() -> None:
    robby = Seated()
    result = {"scores": [1, 5, 3], "places": [3, 1, 2], "winners": [1], "reason": "R9"}
    robby.hears("play", **{**sight(TURN), "legal": [], "result": result})
    robby.hears("table", **facts("closed"))
    assert robby.told == ["The game is over: place 1 of 3.", "The table is closed."]
