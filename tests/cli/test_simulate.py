"""Simulations are reproducible from their seed, and write only whole lines."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path

from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.core.record import replay
from meldroom.games import find
from tests.cli.conftest import ENVIRONMENT, MELDROOM, Command
from tests.conformance.tables import SOME_GAMES
from tests.patience import wait_until

QUICK = ["simulate", "thumbs-up", "--players", 2, "--option", "hands=3"]


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_jobs(
    meldroom: Command, tmp_path: Path
) -> None:
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        args = ["--games", 6, "--seed", "c0ffee", "--jobs", jobs, "--out", file]
        assert meldroom(*QUICK, *args).exit_code == 0
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert first.count(b"\n") == 6
    assert len(set(first.splitlines())) == 6


@SOME_GAMES
def test_every_line_is_a_record_that_replays(
    meldroom: Command, tmp_path: Path, game: AnyGame
) -> None:
    out = tmp_path / "games.jsonl"
    options = [f"--option={name}={values[-1]}" for name, values in offered(game.options).items()]
    args = ["--games", 2, "--seed", "1", "--out", out, *options]
    done = meldroom("simulate", game.key, "--players", game.players[0], *args)
    assert done.exit_code == 0, done.output
    forms = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(forms) == 2
    for form in forms:
        assert form["options"] == {
            name: values[-1] for name, values in offered(game.options).items()
        }
        assert len(list(replay(form, find))) == len(form["moves"]) + 1


def test_the_summary_counts_games_moves_and_wins(meldroom: Command, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    done = meldroom(*QUICK, "--games", 3, "--seed", "1", "--out", out)
    forms = [json.loads(line) for line in out.read_text().splitlines()]
    lengths = [len(form["moves"]) for form in forms]
    wins = [sum(seat in form["result"]["winners"] for form in forms) for seat in (0, 1)]
    assert done.stdout.splitlines()[:3] == [
        f"3 games of thumbs-up, 2 players, seed {'0' * 63}1",
        f"moves   {sum(lengths) / 3:.1f} per game, from {min(lengths)} to {max(lengths)}",
        f"wins    seat 0: {wins[0]} · seat 1: {wins[1]}",
    ]
    endings = done.stdout.splitlines()[3]
    assert re.match(r"ended   Q2[23] .*: [123]", endings), "by the number on the rules page"
    assert "TU-" not in endings


def test_bots_of_any_level_play_in_the_seats_they_are_named_for(meldroom: Command) -> None:
    same = ["--games", 8, "--seed", "1", "--option", "hands=3"]
    done = meldroom("simulate", "thumbs-up", "--bots", "house,random", *same)
    assert done.exit_code == 0, done.output
    wins = re.search(r"wins    seat 0: (\d+) · seat 1: (\d+)", done.stdout)
    assert wins is not None
    assert int(wins[1]) > int(wins[2])
    three = meldroom("simulate", "thumbs-up", "--bots", "house", "--players", 3, *same)
    assert "3 players" in three.stdout


def test_bots_that_cannot_play_are_refused(meldroom: Command) -> None:
    wrong = meldroom("simulate", "thumbs-up", "--bots", "house,random", "--players", 3)
    assert wrong.exit_code == 2
    assert "--bots: 3 players need 3 bots or one, not 2" in wrong.stderr
    unknown = meldroom("simulate", "thumbs-up", "--bots", "genius", "--players", 3)
    assert unknown.exit_code == 2
    assert "there is no bot 'genius'; choose from" in unknown.stderr


def test_records_can_go_to_standard_output(meldroom: Command) -> None:
    done = meldroom(*QUICK, "--games", 1, "--seed", "1", "--out", "-")
    assert json.loads(done.stdout)["seed"]
    assert done.stderr.startswith("1 game of thumbs-up")


def test_without_a_seed_every_run_differs(meldroom: Command) -> None:
    first, second = (meldroom(*QUICK, "--games", 1, "--out", "-").stdout for _ in range(2))
    assert first != second


def test_ctrl_c_leaves_whole_lines_and_reports_progress(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    args = ["--games", "1000000", "--seed", "1", "--jobs", "2", "--out", str(out)]
    with subprocess.Popen(
        [*MELDROOM, *map(str, QUICK), *args],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        wait_until(lambda: run.poll() is not None or (out.exists() and out.stat().st_size), "line")
        run.send_signal(signal.SIGINT)
        summary, errors = run.communicate()
    text = out.read_text()
    assert run.returncode == 130
    assert errors == ""
    assert text.endswith("}\n")
    assert summary.startswith(f"{text.count(chr(10))} of 1000000 games of thumbs-up")
    for line in text.splitlines():
        assert json.loads(line)["format"] == "meldroom/1"
