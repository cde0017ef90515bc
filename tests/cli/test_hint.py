"""`hint` in the terminal: a suggestion from the person's own view, which the record mentions."""

from __future__ import annotations

import json
import re
from pathlib import Path

from meldroom.cli.local_match import LocalMatch
from meldroom.core.game import full_options
from meldroom.core.record import replay
from meldroom.games import find
from meldroom.reviews import hint
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
