"""The benchmark measures every route of the API, and every kind is answered."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from starlette.routing import compile_path

from benchmarks.abuse import kinds, report_line
from benchmarks.players import ServerResult
from meldroom.server.http.routes import COSTS
from tests.benchmarks.conftest import Bench


def test_every_route_is_among_the_kinds_of_requests() -> None:
    asked = [
        (kind.method, re.sub(r"\{\w+\}", "abc", kind.path.partition("?")[0])) for kind in kinds()
    ]
    for route in COSTS.keys() - {"GET /socket"}:
        method, _, path = route.partition(" ")
        pattern = compile_path(path)[0]
        assert [one for one in asked if one[0] == method and pattern.match(one[1])], route


def test_a_line_compares_the_times_beside_the_stranger_with_those_before() -> None:
    calm = ServerResult("", 100.0, 4.0, 10.0, None, 1_000.0)
    abused = ServerResult("", 100.0, 6.0, 30.0, None, 3_000.0)
    line = report_line("GET /", calm, abused, Counter({200: 90, 404: 10, 429: 7}), 2.0)
    assert line.split() == [
        "GET", "/", "4.0", "10.0", "|", "6.0", "30.0", "|", "1.5x", "3.0x", "|", "100", "7", "4.0",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("only", "label"), [("results", "GET /api/tables/{table}/results/1"), ("hints", "hints")]
)
def test_a_room_is_measured_beside_a_stranger_who_is_answered(
    bench: Bench, only: str, label: str
) -> None:
    shown = bench("abuse", "--seconds", 0.2, "--tables", 1, "--games", 12, "--only", only)
    line = shown.stdout.splitlines()[-1]
    assert label in line
    assert int(line.split("|")[3].split()[0]) > 0, "the stranger had answers"
