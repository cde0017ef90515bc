"""Parts of a review, computed anywhere in any order, give the same review."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from meldroom.core.game import AnyGame
from meldroom.games import find
from meldroom.reviews.form import review_form
from meldroom.reviews.parts import ROUGH_POINTS, assembled_form, reviewed_move, rough_line
from tests.reviews.test_review import QUICK, quick_review, short_record

GAME = find("victor-or-victim")


@pytest.mark.usefixtures("library")
def test_parts_from_another_process_in_any_order_give_the_same_review() -> None:
    record = short_record(GAME)
    text, plies = json.dumps(dict(record)), range(len(record["moves"]))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        backwards = {ply: pool.submit(reviewed_move, text, QUICK, ply) for ply in plies[::-1]}
        parts = [backwards[ply].result() for ply in plies]
    assert assembled_form(text, QUICK, parts) == review_form(quick_review(GAME))


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("game", [GAME, find("scorzo")], ids=lambda game: game.key)
def test_the_rough_line_runs_from_the_deal_to_the_result(game: AnyGame) -> None:
    record = short_record(game)
    rough = rough_line(json.dumps(dict(record)), 1.0)
    plies, line = rough["plies"], rough["line"]
    assert (plies[0], plies[-1]) == (0, len(record["moves"]))
    assert plies == sorted(set(plies))
    assert len(plies) == len(line) <= ROUGH_POINTS
    assert all(sum(point) == pytest.approx(1, abs=0.001) for point in line)
    winners = record["result"]["winners"]
    assert line[-1] == [(seat in winners) / len(winners) for seat in (0, 1)]
