"""The terminal's undo (X-4), and games that are quit and go on later."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from meldroom.cli.local_match import LocalMatch
from meldroom.core.game import AnyGame, Refusal
from meldroom.games import find
from tests.cli.conftest import Command
from tests.cli.test_local_match import new_match
from tests.cli.test_play import PLAY, SEED, play_as_people
from tests.conformance.tables import SOME_GAMES


def after_taking(level: str = "house") -> tuple[LocalMatch, list[str]]:
    """Play until a person has just taken the face-up block; give what they typed."""
    match = new_match(find("thumbs-up"), 4, people=1, seed=SEED, level=level)
    typed: list[str] = []
    while match.let_bots_play() == 0:
        legal = [match.game.text(action) for action in match.legal()]
        typed.append("take" if "take" in legal else legal[0])
        match.play(match.game.parse(typed[-1]))
        if typed[-1] == "take":
            return match, typed
    raise AssertionError("nothing to take in the whole game")


def test_x4_an_action_can_be_taken_back_in_the_terminal(meldroom: Command) -> None:
    match, typed = after_taking()
    shown = meldroom(*PLAY, typed="\n".join([*typed, "undo", "log", "quit"])).stdout
    assert "Taken back: take" in shown
    log = shown.rpartition("Taken back: take")[2]
    assert "take" in log.partition("> ")[0], "taking must be offered again"
    moves = list(match.match.moves)
    assert match.undo() == "take"
    assert match.match.moves == moves[:-1]
    assert match.turn == 0
    assert len(match.steps) == len(moves)
    assert match.state == match.steps[-1].state


def test_x4_what_has_shown_a_hidden_card_is_not_taken_back(meldroom: Command) -> None:
    shown = meldroom(*PLAY, typed="undo\ndraw\nundo\nquit\n").stdout
    assert "No: you have no action in this turn to take back (X-4)" in shown
    assert "No: a hidden card has been seen since (X-4)" in shown
    assert "Taken back" not in shown


def test_x4_a_lesson_takes_nothing_back(meldroom: Command) -> None:
    shown = meldroom("learn", "thumbs-up", typed="undo\nquit\n").stdout
    assert "No: in a lesson nothing is taken back (X-4)" in shown


@SOME_GAMES
def test_a_resumed_game_goes_on_as_if_nobody_had_quit(game: AnyGame) -> None:
    whole = new_match(game, 2, people=1, seed=SEED, level="novice")
    play_as_people(whole, 8)
    half = whole.match.moves[:-3]
    again = new_match(game, 2, people=1, seed=SEED, level="novice")
    again.catch_up(half)
    assert again.state == whole.steps[len(half)].state
    play_as_people(again, 9 - sum(1 for seat, _ in half if seat == 0))
    common = min(len(again.steps), len(whole.steps))
    assert common >= len(half) + 3
    assert again.steps[:common] == whole.steps[:common]


def test_a_game_that_was_quit_is_saved_and_goes_on(meldroom: Command, data_folder: Path) -> None:
    match = new_match(find("thumbs-up"), 2, people=1, seed=SEED, hands=3)
    typed = [text for _, text in play_as_people(match)]
    table = ["--players", 2, "--option", "hands=3"]
    left = meldroom(*PLAY, *table, typed="\n".join([*typed[:7], "quit"]))
    (file,) = (data_folder / "unfinished").iterdir()
    assert f"Your game is saved in {file}" in left.stdout
    assert "To go on: meldroom play --resume" in left.stdout
    record = data_folder / "game.json"
    ended = meldroom("play", "--resume", "--save", record, typed="\n".join(typed[7:]))
    assert ended.exit_code == 0, ended.output
    assert json.loads(record.read_text()) == match.record()
    assert not file.exists(), "a finished game is not offered again"


def test_a_game_can_be_quit_and_resumed_more_than_once(
    meldroom: Command, data_folder: Path
) -> None:
    meldroom(*PLAY, typed="draw\nquit\n")
    (file,) = (data_folder / "unfinished").iterdir()
    before = json.loads(file.read_text())
    assert f"Going on with {file}" in meldroom("play", "--resume", file, typed="").stdout
    assert json.loads(file.read_text()) == before


def test_the_latest_game_is_resumed_unless_a_file_is_named(meldroom: Command) -> None:
    meldroom(*PLAY, typed="draw\nquit\n")
    meldroom("play", "thumbs-up", "--seed", "6", typed="draw\nquit\n")
    found = re.search(r"Going on with (.*)", meldroom("play", "--resume").stdout)
    assert found is not None
    assert found[1].endswith("06.json")


def test_nothing_is_saved_before_a_person_has_played(meldroom: Command, data_folder: Path) -> None:
    assert "saved" not in meldroom(*PLAY, typed="quit\n").stdout
    assert not (data_folder / "unfinished").exists()
    refused = meldroom("play", "--resume")
    assert (refused.exit_code, refused.stderr) == (2, "no unfinished game was saved\n")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "meldroom/1"}, "not an unfinished game"),
        ({"rules": "99"}, "rules '99' are not version"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"bots": ["house"] * 4}, "nobody but bots plays"),
        ({"bots": ["genius"] * 3}, "there is no bot 'genius'"),
        ({"seed": "05"}, "a seed of 32 bytes"),
        ({"moves": [[0, "thumb"]]}, "a move is not legal"),
        ({"moves": 7}, "not an unfinished game"),
        ({"more": 1}, "not an unfinished game"),
    ],
)
def test_a_file_that_is_no_unfinished_game_is_refused_in_one_line(
    meldroom: Command, data_folder: Path, change: dict[str, object], why: str
) -> None:
    meldroom(*PLAY, typed="draw\nquit\n")
    (file,) = (data_folder / "unfinished").iterdir()
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    refused = meldroom("play", "--resume", file)
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_resumed_game_is_not_set_up_anew(meldroom: Command) -> None:
    refused = meldroom(*PLAY, "--resume")
    assert refused.exit_code == 2
    assert "the game goes on as it was set up" in refused.stderr


def test_x4_undo_is_refused_without_changing_anything() -> None:
    match = new_match(find("thumbs-up"), 4, people=1, seed=SEED)
    match.let_bots_play()
    steps = list(match.steps)
    with pytest.raises(Refusal, match="X-4"):
        match.undo()
    assert match.steps == steps
