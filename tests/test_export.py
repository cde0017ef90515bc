"""Exported records: a row for each game and each move, with the columns that are documented."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import meldroom
from meldroom.core.game import AnyGame
from meldroom.core.record import Divergence
from meldroom.export import GAME_COLUMNS, MOVE_COLUMNS, moves_path, parquet_files, rows_of
from tests.conformance.tables import EVERY_GAME

DUCKDB = 'no duckdb (pip install "meldroom[export]")'


def simulated(game: str, games: int = 1) -> list[dict[str, Any]]:
    """Give the records of a few games between two bots."""
    return [*meldroom.simulate(game, "house", games, players=2, seed=1)]


@EVERY_GAME
def test_a_game_has_a_row_and_each_of_its_moves_has_one(game: AnyGame) -> None:
    [record] = simulated(game.key)
    row, moves = rows_of(record)
    assert set(row) == set(GAME_COLUMNS)
    assert row["game_id"] == record["digest"]
    assert (row["moves"], row["first"]) == (len(record["moves"]), record["moves"][0][0])
    assert {name: row[name] for name in record["result"]} == record["result"]
    assert json.loads(row["options"]) == record["options"]
    assert [[move["seat"], move["text"]] for move in moves] == record["moves"]
    assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1))
    rounds = [move["round"] for move in moves]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, row["rounds"] + 1))
    for move in moves:
        assert set(move) == set(MOVE_COLUMNS)
        assert move["text"].split(" ")[0] == move["verb"]
        assert move["choices"] >= 1


def test_a_move_names_its_cards_and_the_hand_before_it() -> None:
    [record] = simulated("thumbs-up")
    match = meldroom.start("thumbs-up", players=2, seed=bytes.fromhex(record["seed"]))
    _, moves = rows_of(record)
    discards = 0
    for move in moves:
        [rack] = [
            zone
            for zone in match.state.zones
            if zone.owner == move["seat"] and not zone.open_to(None)
        ]
        assert " ".join(move["hand"]) == match.game.deck.text(rack.cards)
        assert move["choices"] == len(match.legal(move["seat"]))
        if move["verb"] == "discard":
            discards += 1
            assert move["text"] == f"discard {move['cards'][0]}"
            assert move["cards"][0] in move["hand"]
        match.play(move["seat"], move["text"])
    assert discards > 10


def test_a_record_without_a_digest_gets_the_same_id() -> None:
    [record] = simulated("scorzo")
    bare = {name: value for name, value in record.items() if name != "digest"}
    assert rows_of(bare).game["game_id"] == record["digest"]


def test_a_record_that_does_not_match_is_refused() -> None:
    [record] = simulated("scorzo")
    record["result"]["scores"][0] += 1
    with pytest.raises(Divergence, match="result: scores"):
        rows_of(record)


def test_the_files_have_the_columns_and_rows(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb", reason=DUCKDB)
    games = tmp_path / "it's games.parquet"
    rows = [rows_of(record) for key in ("thumbs-up", "scorzo") for record in simulated(key, 2)]
    with parquet_files(games) as add:
        for each in rows:
            add(each)
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"it's games.parquet", "it's games-moves.parquet"}
    for path, columns, wanted in [
        (games, GAME_COLUMNS, [each.game for each in rows]),
        (moves_path(games), MOVE_COLUMNS, [move for each in rows for move in each.moves]),
    ]:
        table = duckdb.read_parquet(str(path))
        assert dict(zip(table.columns, map(str, table.types), strict=True)) == columns
        found = [dict(zip(columns, row, strict=True)) for row in table.fetchall()]
        assert found == wanted


def test_nothing_is_written_when_a_record_fails(tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason=DUCKDB)
    with pytest.raises(Divergence), parquet_files(tmp_path / "games.parquet") as add:
        add(rows_of(simulated("scorzo")[0]))
        raise Divergence("move 3")
    assert list(tmp_path.iterdir()) == []
