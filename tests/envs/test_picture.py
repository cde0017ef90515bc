"""Pictures of the page's table: what one seat sees, and nothing more."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import missing

pytest.importorskip("pettingzoo", reason=missing.RL)

import numpy as np

from meldroom.core.cards import Seat
from meldroom.core.view import view
from meldroom.envs import picture as picture_module
from meldroom.envs.browser import HEIGHT, WIDTH, Browser, shared_browser, system_browser
from meldroom.envs.episode import Episode
from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.envs.pettingzoo import env, parallel_env
from meldroom.envs.picture import page_messages, picture_of
from meldroom.games.companions import wording_of
from tests.envs.episodes import EVERY_KEY, TO_THE_END, play_at_random
from tests.envs.worlds import Door, assert_no_leak, resampled_for

STEPS = 25
MAX_SPECKS = 200  # pixels: the edges of curves are not drawn the same every time


def told(episode: Episode, seat: Seat) -> list[dict[str, Any]]:
    """Give what the page is told about a seat's view."""
    return page_messages(episode.game, view(episode.state, seat), None, number=1)


@EVERY_KEY
def test_the_page_is_told_the_same_in_worlds_that_a_seat_cannot_tell_apart(key: str) -> None:
    def deal(compiled: bool) -> Episode:
        episode = Episode(key, 3)
        episode.deal(4)
        return episode

    assert_no_leak(Door(deal, Episode.act, told, lambda episode: episode), STEPS)


def test_the_page_is_told_the_seats_own_cards_and_legal_actions() -> None:
    episode = Episode("thumbs-up", 2)
    episode.deal(3)
    seat = episode.seat
    assert seat is not None
    play = told(episode, seat)[-1]["play"]
    racks = {z["owner"]: z["cards"] for z in play["view"]["zones"] if z["name"] == "rack"}
    assert None not in racks[seat]
    assert set(racks[1 - seat]) == {None}
    assert [each["text"] for each in play["legal"]] == list(map(episode.game.text, episode.legal))
    assert told(episode, 1 - seat)[-1]["play"]["legal"] == []


def test_the_page_is_welcomed_to_a_position_in_which_nothing_just_happened() -> None:
    episode = Episode("thumbs-up", 2)
    episode.deal(3)
    table, welcome = told(episode, 0)
    assert (table["is"], table["game"], table["phase"]) == ("table", "thumbs-up", "playing")
    assert (welcome["is"], welcome["you"]) == ("welcome", 0)
    play = welcome["play"]
    assert (play["moves"], play["events"], play["left"], play["undo"]) == ([], [], None, False)
    assert play["prompt"] == wording_of(episode.game).prompt(view(episode.state, 0))
    assert {"view", "legal", "result", "effects"} <= play.keys()
    assert table["options"] == episode.options
    assert (table["paused"], table["chat"], table["clock"]) == (False, False, "off")
    assert (table["host"], table["commit"], welcome["code"], welcome["events"]) == (None,) * 4
    assert welcome["table"] == {name: value for name, value in table.items() if name != "is"}
    assert (welcome["phrases"], play["ply"]) == ([], episode.state.ply)
    seat = {"person": True, "here": True, "bot": False, "ready": True}
    assert table["seats"] == [{"name": "Seat 0", **seat}, {"name": "Seat 1", **seat}]


def test_a_picture_is_what_the_browser_draws_without_its_opacity(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    class StandIn:
        def picture(self, key: str, messages: list[dict[str, Any]]) -> bytes:
            asked.append((key, messages))
            return bytes([1, 2, 3, 255]) * (WIDTH * HEIGHT)

    monkeypatch.setattr(picture_module, "shared_browser", StandIn)
    episode = Episode("victor-or-victim", 2)
    episode.deal(3)
    picture = picture_of(episode, 1)
    assert (picture.shape, picture.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert (picture == [1, 2, 3]).all()
    picture_of(episode, 1)
    [(key, (first, welcome)), (_, (second, _))] = asked
    assert (key, welcome["you"], welcome["table"]["phase"]) == ("victor-or-victim", 1, "playing")
    assert welcome["play"] == told(episode, 1)[-1]["play"]
    assert first["number"] != second["number"], "or the page would keep what it was told before"
    for _ in play_at_random(episode, 3, TO_THE_END):
        pass
    picture_of(episode, 0)
    _, (table, welcome) = asked[-1]
    assert table["phase"] == "finished"
    assert welcome["play"]["result"] is not None


def test_of_a_pile_whose_top_alone_is_looked_at_the_page_is_told_no_other_card() -> None:
    episode = Episode("victory-rummy", 2)
    piles = []
    for _ in play_at_random(episode, 2, 60):
        zones = told(episode, 0)[-1]["play"]["view"]["zones"]
        piles += [zone["cards"] for zone in zones if zone["name"] in episode.game.topped]
    assert any(len(pile) > 1 for pile in piles)
    assert all(set(pile[:-1]) <= {None} for pile in piles)


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright", None)
    for make in (env, parallel_env, MeldroomEnv):
        with pytest.raises(ImportError, match=r'pip install "meldroom\[render\]" && playwright'):
            make("thumbs-up", 2, render_mode="rgb_array")


@pytest.mark.long
def test_without_a_chromium_the_error_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="needs Chromium: playwright install chromium"):
        Browser()


@pytest.fixture
def chromium() -> Iterator[None]:
    """Skip where there is no Playwright or no Chromium; end it after the test."""
    pytest.importorskip("playwright", reason="Playwright is not installed")
    if not system_browser():
        pytest.skip(missing.CHROMIUM)
    yield
    shared_browser().close()
    shared_browser.cache_clear()


@pytest.mark.long
@pytest.mark.usefixtures("chromium")
def test_a_picture_shows_what_the_seat_sees_and_nothing_that_is_hidden() -> None:
    learner = MeldroomEnv("scorzo", 2, render_mode="rgb_array")
    learner.reset(seed=1)
    picture = learner.render()
    assert (picture.shape, picture.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100  # a table, not an empty page
    other = resampled_for(learner.episode, learner.seat, 1)
    assert other.state != learner.episode.state
    assert specks(picture, picture_of(other, learner.seat)) < MAX_SPECKS
    assert specks(picture, picture_of(learner.episode, 1 - learner.seat)) > MAX_SPECKS
    learner.step(int(learner.action_masks().nonzero()[0][0]))
    assert specks(picture, learner.render()) > MAX_SPECKS
    for make in (env, parallel_env):
        zoo = make("scorzo", 2, render_mode="rgb_array")
        zoo.reset(seed=1)
        assert specks(zoo.render(), picture_of(zoo.episode, zoo.episode.seat or 0)) < MAX_SPECKS


def specks(one: Any, other: Any) -> int:
    """Count the pixels in which two pictures differ."""
    return int((one != other).any(axis=2).sum())
