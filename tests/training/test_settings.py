"""What a run is told: the same by both command lines, and written down in its weights."""

from __future__ import annotations

import pytest

from meldroom.cli.train import train
from meldroom.training.__main__ import parser
from meldroom.training.settings import command, described, split, widths

DEFAULTS = {each.name: each.default for each in described()}


def test_both_command_lines_have_the_same_options_with_the_same_defaults() -> None:
    read = vars(parser().parse_args(["scorzo"]))
    assert read.pop("game") == "scorzo"
    offered = {option.name: option.default for option in train.params if option.name != "game"}
    assert read == offered == DEFAULTS
    assert {option.opts[0] for option in train.params} == {
        "game",
        *(each.flag for each in described()),
    }


def test_the_command_of_a_run_names_what_is_not_the_default_and_reads_back() -> None:
    assert command("scorzo", DEFAULTS) == "meldroom train scorzo"
    values = DEFAULTS | {"seed": 2, "compile": True, "measure": "2 4,rounds=down", "out": "x"}
    written = command("scorzo", values)
    assert written == "meldroom train scorzo --measure '2 4,rounds=down' --compile --seed 2"
    read = vars(parser().parse_args(["scorzo", "--measure", "2 4,rounds=down", "--compile"]))
    assert read["measure"] == values["measure"]
    assert read["compile"] is True


def test_settings_and_options_are_sorted() -> None:
    settings, options = split(DEFAULTS | {"seed": 5, "out": "here"})
    assert (settings.seed, options.out) == (5, "here")


@pytest.mark.parametrize("name", ["tables", "steps", "minibatch", "final_deals"])
def test_a_count_below_one_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is at least 1, not 0"):
        split(DEFAULTS | {name: 0})


@pytest.mark.parametrize("text", ["", "wide", "64-", "64-0", "1.5"])
def test_wrong_widths_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="are no widths"):
        widths(text)


def test_widths_are_read() -> None:
    assert widths("1024-512-256") == (1024, 512, 256)
