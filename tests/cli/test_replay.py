"""Records are verified bit by bit, and can be replayed step by step."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.fair_deal import KnownDeal
from meldroom.core.record import record, replay
from meldroom.games import find
from tests.cli.conftest import Command
from tests.conformance.fair import FEW, fair_games
from tests.conformance.golden import FOLDER

Form = dict[str, Any]


def flipped(text: str) -> str:
    """Change the first hexadecimal digit."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def _seed(form: Form) -> None:
    form["seed"] = flipped(form["seed"])


def _seed_alone(form: Form) -> None:
    form["seed"] = flipped(form["seed"])
    del form["commit"]


def _commit(form: Form) -> None:
    form["commit"] = flipped(form["commit"])


def _digest(form: Form) -> None:
    form["digest"] = flipped(form["digest"])


def _score(form: Form) -> None:
    form["result"]["scores"][0] += 1


def _cut(form: Form) -> None:
    form["moves"].pop()


def _more(form: Form) -> None:
    form["moves"].append(form["moves"][-1])


def _illegal(form: Form) -> None:
    form["moves"][1] = [form["moves"][1][0], "draw"]


def _nonsense(form: Form) -> None:
    form["moves"][1] = [form["moves"][1][0], "discard H7"]


def _name(form: Form) -> None:
    form["players"][0] = "Eve"


def _option(form: Form) -> None:
    form["options"]["hands"] = 10


ALTERED = [
    (_seed, "commit: the seed is not the one committed to"),
    (_seed_alone, "move "),
    (_commit, "commit: "),
    (_digest, "digest: differs"),
    (_score, "result: scores is "),
    (_cut, "moves: the game is not over after move "),
    (_more, "move "),
    (_illegal, "move 2, seat "),
    (_nonsense, "move 2, seat "),
    (_name, "digest: differs"),
    (_option, "moves: the game is not over after move "),
]


def test_every_golden_record_is_verified(meldroom: Command) -> None:
    files = sorted(FOLDER.glob("*.jsonl"))
    done = meldroom("verify", *files)
    assert done.exit_code == 0, done.output
    ok = [line.split(": ok: ") for line in done.stdout.splitlines()]
    assert [name for name, _ in ok] == list(map(str, files))
    assert all(what.startswith("3 games, ") for _, what in ok)


def test_the_ok_line_lists_what_was_checked(meldroom: Command, short_record: Path) -> None:
    form = json.loads(short_record.read_text())
    start = f"{short_record}: ok: 1 game, {len(form['moves'])} moves; "
    parts = "commit, deal, moves, result, digest recomputed\n"
    assert meldroom("verify", short_record).stdout == start + parts
    assert meldroom("replay", "--check", short_record).stdout == start + parts


def test_missing_parts_are_not_listed_as_checked(
    meldroom: Command, tmp_path: Path, short_record: Path
) -> None:
    form = json.loads(short_record.read_text())
    del form["commit"], form["digest"]
    file = tmp_path / "bare.json"
    file.write_text(json.dumps(form, indent=2))
    shown = meldroom("verify", file).stdout
    parts = "deal, moves, result recomputed (missing in some records: commit, digest)\n"
    assert shown.endswith(parts)


@pytest.mark.parametrize(("alter", "says"), ALTERED, ids=lambda value: str(value)[:20])
def test_an_altered_record_is_a_mismatch(
    meldroom: Command,
    tmp_path: Path,
    short_record: Path,
    alter: Callable[[Form], None],
    says: str,
) -> None:
    form = json.loads(short_record.read_text())
    alter(form)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(form))
    found = meldroom("verify", file)
    assert found.exit_code == 1
    assert found.stdout == ""
    assert found.stderr.startswith(f"{file}: {says}")
    assert found.stderr.count("\n") == 1
    assert meldroom("replay", "--check", file).exit_code == 1
    replayed = meldroom("replay", file)
    assert (replayed.exit_code, replayed.stderr) == (2, found.stderr)


def test_a_mismatch_names_move_seat_text_reason_and_rule(
    meldroom: Command, tmp_path: Path, short_record: Path
) -> None:
    form = json.loads(short_record.read_text())
    _illegal(form)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(form))
    seat = form["moves"][1][0]
    why = "you have picked already: discard a block (R5)"
    assert meldroom("verify", file).stderr == f'{file}: move 2, seat {seat}, "draw": {why}\n'


def test_a_mismatch_names_the_line(meldroom: Command, tmp_path: Path, short_record: Path) -> None:
    good = short_record.read_text()
    form = json.loads(good)
    _digest(form)
    for name in ("records.jsonl", "records.txt"):
        file = tmp_path / name
        file.write_text(good + "\n" + json.dumps(form) + "\n")
        assert meldroom("verify", file).stderr == f"{file}, line 3: digest: differs\n"


def test_records_are_read_from_standard_input(meldroom: Command, short_record: Path) -> None:
    lines = short_record.read_text() * 2
    assert meldroom("verify", "-", typed=lines).stdout.startswith("-: ok: 2 games")
    assert meldroom("verify", "-", typed="{").stderr.startswith("stdin: invalid JSON")


def test_a_record_is_stepped_through(meldroom: Command, short_record: Path) -> None:
    form = json.loads(short_record.read_text())
    last = len(form["moves"])
    keys = ["", "n", "next", "b", "back", "jump 7", "9", "x", "0", "b", "end", "", "999999", "q"]
    shown = meldroom("replay", short_record, typed="\n".join(keys))
    assert shown.exit_code == 0
    at = [line.split("· ")[1].split(" ")[0] for line in shown.stdout.splitlines() if " · " in line
          and line.startswith("Thumbs Up")]  # fmt: skip
    assert at == [f"{ply}/{last}" for ply in (0, 1, 2, 3, 2, 1, 7, 9, 0, last)]
    assert shown.stdout.count("This is the beginning.") == 1
    assert shown.stdout.count("This is the end.") == 2
    assert "wins." in shown.stdout
    assert "Ended by Q2" in shown.stdout
    first, text = form["moves"][0]
    assert f"{form['players'][first]}: {text}" in shown.stdout


def test_all_cards_are_face_up_unless_a_seat_is_chosen(
    meldroom: Command, short_record: Path
) -> None:
    assert "▒▒" not in meldroom("replay", short_record, typed="5\n").stdout
    shown = meldroom("replay", short_record, "--seat", 1, typed="5\n").stdout
    assert "▒▒" in shown
    assert "Bruno (you)" in shown


def test_the_pad_is_shown_where_a_hand_ends(meldroom: Command, short_record: Path) -> None:
    form = json.loads(short_record.read_text())
    first = next(at for at, move in enumerate(form["moves"], 1) if move[1] == "thumb")
    shown = meldroom("replay", short_record, typed=f"{first}\n").stdout
    assert "pays" in shown
    assert "│ 1 " in shown
    assert "│ points │" in shown
    assert "│ points │" not in meldroom("replay", short_record, typed=f"{first - 1}\n").stdout


def test_any_record_of_a_file_can_be_replayed(meldroom: Command) -> None:
    for file in sorted(FOLDER.glob("*.jsonl")):
        form = json.loads(file.read_text().splitlines()[1])
        shown = meldroom("replay", file, "--game", 2, typed="end\n")
        assert shown.exit_code == 0, shown.output
        assert f"{find(form['game']).name} · 0/{len(form['moves'])}" in shown.stdout


def test_names_in_a_record_cannot_control_the_terminal(
    meldroom: Command, tmp_path: Path, short_record: Path
) -> None:
    form = json.loads(short_record.read_text())
    form["players"][0] = "\x1b[2J[red]\ud800"
    del form["digest"]
    file = tmp_path / "rude.json"
    file.write_text(json.dumps(form))
    shown = meldroom("replay", file, typed="3\nend\n")
    assert shown.exit_code == 0
    assert "?[2J[red]?" in shown.stdout
    assert "\x1b" not in shown.stdout


def test_shares_that_were_left_out_or_not_committed_to_are_noted(
    meldroom: Command, tmp_path: Path
) -> None:
    game, _ = next(fair_games(FEW))
    file, name = tmp_path / "fair.json", game["players"][1]
    file.write_text(json.dumps(game))
    assert len(meldroom("verify", file).stdout.splitlines()) == 1
    file.write_text(json.dumps({**game, "commitments": [game["commitments"][0], "ab" * 32]}))
    _, note = meldroom("verify", file).stdout.splitlines()
    assert note.endswith(f"seat 1 ({name}) did not reveal its share; it was left out")
    del game["commitments"]
    file.write_text(json.dumps(game))
    _, note = meldroom("verify", file).stdout.splitlines()
    assert note.endswith("nobody committed to a share before shares were given")


def test_a_branched_record_is_recomputed_and_noted_as_without_commitment(
    meldroom: Command, tmp_path: Path, short_record: Path
) -> None:
    form = json.loads(short_record.read_text())
    source = form["digest"]
    *_, last = replay(form, find)
    moves = [(seat, text) for seat, text in form["moves"]]
    deal = KnownDeal(bytes.fromhex(form["seed"]), source, 4)
    game = find(form["game"])
    branch = record(game, form["options"], form["players"], deal.seed, moves, last, deal)
    file = tmp_path / "branch.json"
    file.write_text(json.dumps(branch))
    first, second = meldroom("verify", file).stdout.splitlines()
    assert first.endswith(
        "deal, moves, result, digest recomputed (missing in some records: commit)"
    )
    assert f"continues from move 4 of the game with digest {source[:16]}…" in second
    assert second.endswith("the deal was known beforehand, so no commitment was made")
