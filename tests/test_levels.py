"""Tests of the test levels and of the lines at the end of a check."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.levels import each_value_once, few, only
from tests.run_summary import RunSummary, skipped_lines, summary_line

KEYS, SIZES = ("scorzo", "thumbs-up", "rummy-battle"), ("desk", "phone")


def marked_long(cases: list[Any]) -> list[Any]:
    """Give the values of the cases that are marked long."""
    long = [case for case in cases if getattr(case, "marks", ())]
    assert all([mark.name for mark in case.marks] == ["long"] for case in long)
    return [case.values if len(case.values) > 1 else case.values[0] for case in long]


def test_few_keeps_the_first_cases_fast_and_only_those_that_are_named() -> None:
    assert marked_long(few(KEYS)) == ["rummy-battle"]
    assert marked_long(few(KEYS, keep=1)) == ["thumbs-up", "rummy-battle"]
    assert marked_long(only(KEYS, ["thumbs-up"])) == ["scorzo", "rummy-battle"]


def test_no_case_is_lost_and_the_fast_ones_have_every_value() -> None:
    cases = each_value_once(KEYS, SIZES)
    long = marked_long(cases)
    fast = [case for case in product(KEYS, SIZES) if case not in long]
    assert len(cases) == 6
    assert fast == [("scorzo", "desk"), ("thumbs-up", "phone"), ("rummy-battle", "desk")]


def test_the_line_names_the_ten_slowest_tests_of_all_runs_and_what_was_left_out() -> None:
    first = RunSummary({f"tests/core/test_a.py::test_{n}": n / 10 for n in range(20)}, {"long": 3})
    second = RunSummary({"tests/web/test_b.py::test_x[1]": 9.04}, {"long": 1, "slow": 2, "fast": 7})
    line = summary_line([first, second])
    assert line.startswith("slowest: web/b::x[1] 9.0 s, core/a::19 1.9 s, core/a::18 1.8 s, ")
    assert line.count(" s, ") == 9
    assert line.endswith("; left out: 4 marked long, 2 marked slow (./check --long)")


@pytest.mark.parametrize(
    ("left_out", "told"), [({"slow": 5}, "5 marked slow (./check --slow)"), ({}, "nothing")]
)
def test_only_what_was_left_out_is_named(left_out: dict[str, int], told: str) -> None:
    assert summary_line([RunSummary({}, left_out)]) == f"slowest: none; left out: {told}"


def test_each_reason_for_which_tests_were_skipped_is_named_once() -> None:
    runs = [
        RunSummary({}, {}, {"no card": 2, "no Caddy": 1}),
        RunSummary({}, {}, {"no card": 1}),
    ]
    assert skipped_lines(runs) == [
        "left out: 3 tests: no card",
        "left out: 1 test: no Caddy",
    ]
