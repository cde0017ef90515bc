"""`hint` and warnings in the terminal: from the person's own view, and the record mentions them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from meldroom.cli.local_match import LocalMatch
from meldroom.core.game import full_options
from meldroom.core.record import replay
from meldroom.games import find
from meldroom.reviews import caution, hint
from tests.cli.conftest import Command
from tests.cli.test_local_match import new_match
from tests.cli.test_play import PLAY, SEED, play_as_people


def test_a_hint_is_shown_and_can_be_typed(meldroom: Command) -> None:
    match = new_match(find("thumbs-up"), 4, people=1, seed=SEED)
    match.let_bots_play()
    found = hint(match.game, match.view(0))
    shown = meldroom(*PLAY, typed="help\nhint\nquit\n").stdout
    assert "what would you do?" in shown
    assert f"I would play: {match.game.text(found.action)}" in shown
    assert re.search(r"You win about \d+ of 100 games from here\.", shown)
    assert len(re.findall(r"Next best: .+ (points|about as good)", shown)) == len(
        found.alternatives
    )


def test_the_record_names_the_moves_that_followed_a_hint_also_after_a_pause(
    meldroom: Command, tmp_path: Path
) -> None:
    game = find("thumbs-up")
    bots = new_match(game, 2, people=1, seed=SEED).bots
    match = LocalMatch(game, full_options(game, {"hands": 3}), ["Zoe", "Ada"], SEED, bots)
    typed = [text for _, text in play_as_people(match)]
    args = ["--players", 2, "--option", "hands=3", "--name", "Zoe"]
    meldroom(*PLAY, *args, typed="\n".join(["hint", *typed[:2], "quit"]) + "\n")
    file = tmp_path / "game.json"
    rest = "\n".join(["hint", *typed[2:]]) + "\n"
    done = meldroom("play", "--resume", "--save", file, typed=rest)
    assert done.exit_code == 0
    form = json.loads(file.read_text())
    mine = [number for number, (seat, _) in enumerate(form["moves"], 1) if seat == 0]
    assert form["hints"] == [mine[0], mine[2]]
    assert list(replay(form, find))[-1] == match.state


def test_several_people_agree_first_and_see_who_got_a_hint(meldroom: Command) -> None:
    people = ["--people", 2, "--players", 2, "--name", "Zoe", "--name", "Ben"]
    match = new_match(find("thumbs-up"), 2, people=2, seed=SEED)
    first, other = (("Zoe", "Ben"), ("Ben", "Zoe"))[match.turn or 0]
    turn = [text for seat, text in play_as_people(match, 6) if seat == match.steps[1].seat][:2]
    no = meldroom(*PLAY, *people, typed="\nhint\nno\nquit\n").stdout
    assert "Then there are no hints." in no
    assert "I would play" not in no
    typed = ["", "hint", "yes", *turn, "", "quit"]
    yes = meldroom(*PLAY, *people, typed="\n".join(typed) + "\n").stdout
    assert "I would play" in yes
    assert f"{first} got a hint." in yes.partition(f"{other}, press Enter")[2]


def test_in_a_lesson_the_hint_is_the_lesson(meldroom: Command) -> None:
    shown = meldroom("learn", "scorzo", typed="hint\nquit\n").stdout
    assert shown.count("1 of 9") == 2
    assert "I would play" not in shown


def costly_moment() -> tuple[list[str], str]:
    """Find what to type up to a move that would be a mistake, and that move."""
    match = new_match(find("thumbs-up"), 2, people=1, seed=SEED)
    typed: list[str] = []
    while match.let_bots_play() == 0:
        seen, legal = match.view(0), match.legal()
        for action in legal:
            text = match.game.text(action)
            if (0, text) not in match.match.moves and caution(match.game, seen, action):
                return typed, text
        typed.append(match.game.text(legal[0]))
        match.play(legal[0])
    raise AssertionError("no move of the whole game is a mistake")


def saved_moves(folder: Path) -> list[list[object]]:
    """Read the moves of the game that was quit last."""
    [file] = (folder / "unfinished").glob("*.json")
    moves: list[list[object]] = json.loads(file.read_text())["moves"]
    file.unlink()
    return moves


@pytest.mark.long
@pytest.mark.usefixtures("library")
def test_a_mistake_is_played_only_when_it_is_confirmed(
    meldroom: Command, data_folder: Path
) -> None:
    before, mistake = costly_moment()
    args = [*PLAY, "--players", 2, "--warn"]
    for answer, played in (("no", False), ("yes", True)):
        lines = [*before, mistake, answer, "quit"]
        shown = meldroom(*args, typed="\n".join(lines) + "\n").stdout
        assert shown.count("Are you sure?") == 1
        assert re.search(r"That costs about \d+ wins in 100 games\. Better: ", shown)
        assert ([0, mistake] in saved_moves(data_folder)) == played
    plain = meldroom(*args[:-1], typed="\n".join([*before, mistake, "quit"]) + "\n")
    assert "Are you sure?" not in plain.stdout


def test_warnings_are_for_one_person(meldroom: Command) -> None:
    refused = meldroom(*PLAY, "--people", 2, "--warn")
    assert (refused.exit_code, refused.stderr) == (
        2, "--warn: only for one person who plays with bots\n",
    )  # fmt: skip


@pytest.mark.usefixtures("library")
def test_a_lesson_says_what_a_costly_move_would_cost(meldroom: Command) -> None:
    shown = meldroom("learn", "scorzo", typed="draw\ndiscard WW\nquit\n").stdout
    assert re.search(r"That costs about \d wins in 100 games\.", shown)
