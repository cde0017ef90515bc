"""Bad input gives one clear line and exit code 2, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from meldroom.bots.registry import bot_names
from meldroom.games import find
from tests.cli.conftest import Command

GAME = find("thumbs-up")


def refused(result: Result) -> str:
    """Assert that a command was refused in one line, and give the line."""
    assert result.exit_code == 2, (result.exit_code, result.output)
    assert isinstance(result.exception, SystemExit)
    assert result.stderr.count("\n") == 1
    return result.stderr.strip()


@pytest.mark.parametrize("command", ["play", "simulate", "rules"])
def test_an_unknown_game_is_refused(meldroom: Command, command: str) -> None:
    assert refused(meldroom(command, "bridge")).startswith("there is no game 'bridge'; there are ")
    assert refused(meldroom(command, "")).startswith("there is no game ''")


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize("players", [0, 1, 9, -3])
def test_too_few_or_too_many_players_are_refused(
    meldroom: Command, command: str, players: int
) -> None:
    line = refused(meldroom(command, "thumbs-up", "--players", players))
    assert line == f"thumbs-up takes 2 to 8 players, not {players}"


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("moon=full", "thumbs-up has no option 'moon'; it has hands, fine, debt, tie, pool_empty"),
        ("hands=4", "thumbs-up: hands is one of 5, 3, 10, not '4'"),
        ("hands", "--option hands: write it as name=value"),
        ("", "--option : write it as name=value"),
    ],
)
def test_an_unknown_option_or_value_is_refused(
    meldroom: Command, command: str, option: str, says: str
) -> None:
    assert refused(meldroom(command, "thumbs-up", "--option", option)) == says


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("seed", "says"),
    [
        ("xyz", "--seed: 'xyz' is not hexadecimal"),
        ("", "--seed: '' is not hexadecimal"),
        ("0x12", "--seed: '0x12' is not hexadecimal"),
        ("é", "--seed: 'é' is not hexadecimal"),
        ("0" * 65, "--seed: 65 digits are more than 64"),
    ],
)
def test_a_seed_that_is_not_hexadecimal_is_refused(
    meldroom: Command, command: str, seed: str, says: str
) -> None:
    assert refused(meldroom(command, "thumbs-up", "--seed", seed)) == says


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--games", "0"], "'--games'"),
        (["--games", "many"], "'--games'"),
        (["--jobs", "0"], "'--jobs'"),
        (["--players", "two"], "'--players'"),
    ],
)
def test_a_number_out_of_range_is_refused(meldroom: Command, args: list[str], says: str) -> None:
    assert says in refused(meldroom("simulate", "thumbs-up", *args))


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--people", 0], "--people: must be at least 1, not 0"),
        (["--people", 3, "--players", 2], "3 people do not make 2 players"),
        (
            ["--bots", "sage"],
            f"--bots: there is no bot 'sage'; choose from {', '.join(bot_names(GAME))}",
        ),
        (["--bots", "3", "--players", 3], "1 person and 3 bots do not make 3 players"),
        (["--bots", "random,random", "--players", 5], "1 person and 2 bots do not make 5 players"),
        (["--bots", "0"], "thumbs-up takes 2 to 8 players, not 1"),
        (["--name", "Eve", "--name", "Bob"], "--name: 2 names for 1 person"),
        (
            ["--people", 2, "--name", "Bo", "--name", "Bo"],
            "--name: every person needs a different name",
        ),
    ],
)
def test_people_and_bots_that_do_not_fit_are_refused(
    meldroom: Command, args: list[Any], says: str
) -> None:
    assert refused(meldroom("play", GAME.key, *args)) == says


@pytest.mark.parametrize(
    "args", [["simulate", "thumbs-up", "--out"], ["play", "thumbs-up", "--save"]]
)
def test_a_file_that_cannot_be_written_is_refused(
    meldroom: Command, tmp_path: Path, args: list[str]
) -> None:
    nowhere = tmp_path / "no" / "such" / "folder.jsonl"
    line = refused(meldroom(*args, nowhere))
    assert line == f"{nowhere}: cannot be written: no such file or directory"
    assert "is a directory" in refused(meldroom(*args, tmp_path))


def test_a_full_disk_is_reported(meldroom: Command) -> None:
    line = refused(meldroom("simulate", "thumbs-up", "--games", 1, "--out", "/dev/full"))
    assert line == "/dev/full: cannot be written: no space left on device"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_missing_file_is_refused(meldroom: Command, tmp_path: Path, command: str) -> None:
    missing = tmp_path / "missing.json"
    assert refused(meldroom(command, missing)) == f"{missing}: no such file or directory"
    assert refused(meldroom(command, tmp_path)) == f"{tmp_path}: is a directory"


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "contains no record"),
        (" \n\n", "contains no record"),
        ("{", "invalid JSON at column 2: expecting property name enclosed in double quotes"),
        ('{"a": 1}\n{"b": ', "line 1: format is missing"),
        ("[" * 100_000, "invalid JSON: nested too deeply"),
        ('{"format": NaN}', "invalid JSON: NaN is not a number"),
        ("[1, 2]", "not a JSON object"),
        ("{}", "format is missing"),
        ('{"format": "chess/1"}', "game is missing"),
    ],
)
def test_a_file_without_a_record_is_refused(
    meldroom: Command, tmp_path: Path, command: str, text: str, says: str
) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    line = refused(meldroom(command, file))
    assert line.startswith(str(file))
    assert line.endswith(says)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_text_is_refused(
    meldroom: Command, tmp_path: Path, command: str
) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(b"\xff\xfe\x00")
    assert refused(meldroom(command, file)) == f"{file}: not UTF-8 text"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_truncated_file_is_refused(
    meldroom: Command, tmp_path: Path, short_record: Path, command: str
) -> None:
    file = tmp_path / "cut.json"
    file.write_text(short_record.read_text()[:-100])
    assert "invalid JSON" in refused(meldroom(command, file))


def _without_moves(form: dict[str, Any]) -> None:
    del form["moves"]


def _unknown_game(form: dict[str, Any]) -> None:
    form["game"] = "\x1b[31mbridge\n"


def _seat_as_word(form: dict[str, Any]) -> None:
    form["moves"][1][0] = "one"


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("corrupt", "says"),
    [
        (_without_moves, "moves is missing"),
        (_unknown_game, "there is no game"),
        (_seat_as_word, "move 2: not [seat, text]"),
    ],
)
def test_a_malformed_record_is_refused(
    meldroom: Command,
    tmp_path: Path,
    short_record: Path,
    command: str,
    corrupt: Callable[[dict[str, Any]], None],
    says: str,
) -> None:
    form = json.loads(short_record.read_text())
    corrupt(form)
    file = tmp_path / "corrupt.json"
    file.write_text(json.dumps(form))
    line = refused(meldroom(command, file))
    assert line.startswith(f"{file}: {says}")
    assert "\x1b" not in line


def test_an_unknown_rule_is_refused(meldroom: Command) -> None:
    line = refused(meldroom("rules", "thumbs-up", "R99"))
    assert line.startswith("thumbs-up has no rule 'R99'; it has R1, R2")


@pytest.mark.parametrize("seat", [-1, 2])
def test_an_unknown_seat_is_refused(meldroom: Command, short_record: Path, seat: int) -> None:
    line = refused(meldroom("replay", short_record, "--seat", seat))
    assert line == f"--seat: there are seats 0 to 1, not {seat}"


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_a_record_number_beyond_the_file_is_refused(
    meldroom: Command, short_record: Path, number: int
) -> None:
    line = refused(meldroom("replay", short_record, "--game", number))
    assert line == f"{short_record}: there is no record number {number}"
