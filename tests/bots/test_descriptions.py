"""What players are told of each bot."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from meldroom.bots import registry
from meldroom.bots.descriptions import described_bots
from meldroom.bots.levels import LEVELS
from meldroom.bots.registry import bot_names
from meldroom.games import GAMES


def test_every_level_has_a_label_and_a_sentence() -> None:
    bots = described_bots()
    assert [bot["name"] for bot in bots] == [name for name in LEVELS if name in bot_names()]
    assert len({level.label for level in LEVELS.values()}) == len(LEVELS)
    assert all(" " in bot["about"] for bot in bots)


def test_house_and_master_were_measured_against_the_level_below_in_every_game() -> None:
    bots = {bot["name"]: bot for bot in described_bots()}
    for name, below in (("house", "novice"), ("master", "house")):
        games = {one["game"] for one in bots[name]["strength"] if one["against"] == below}
        assert games == set(GAMES)
    assert bots["random"]["strength"] == []


def test_a_bot_of_another_package_is_told_by_its_name_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = [EntryPoint("first", "some.module:Bot", registry.GROUP)]
    monkeypatch.setattr(
        registry, "entry_points", lambda group: [one for one in entries if one.group == group]
    )
    assert described_bots()[-1] == {"name": "first"}
