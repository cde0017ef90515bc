"""Records as two Parquet files: one row for each game, and one for each move."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from meldroom.core.action import cards_named
from meldroom.core.cards import Cards, Deck, Seat
from meldroom.core.game import AnyGame
from meldroom.core.record import digest, replay
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games import find
from meldroom.games.companions import skill_of
from meldroom.games.rulebook import printed_number

GAME_COLUMNS = {
    "game_id": "VARCHAR",
    "game": "VARCHAR",
    "rules": "VARCHAR",
    "options": "VARCHAR",
    "seats": "UTINYINT",
    "players": "VARCHAR[]",
    "seed": "VARCHAR",
    "moves": "UINTEGER",
    "rounds": "UINTEGER",
    "first": "UTINYINT",
    "scores": "INTEGER[]",
    "places": "UTINYINT[]",
    "winners": "UTINYINT[]",
    "reason": "VARCHAR",
    "rule": "VARCHAR",
    "branch": "VARCHAR",
    "branch_ply": "UINTEGER",
}
MOVE_COLUMNS = {
    "game_id": "VARCHAR",
    "game": "VARCHAR",
    "ply": "UINTEGER",
    "round": "UINTEGER",
    "seat": "UTINYINT",
    "verb": "VARCHAR",
    "text": "VARCHAR",
    "cards": "VARCHAR[]",
    "hand": "VARCHAR[]",
    "choices": "UINTEGER",
}

Row = dict[str, Any]


class GameRows(NamedTuple):
    """A game as a row of the one file, and its moves as rows of the other."""

    game: Row
    moves: list[Row]


def rows_of(record: Mapping[str, Any]) -> GameRows:
    """Replay a record and give its rows; Divergence if it does not match its seed and moves."""
    form = dict(record)
    states = replay(form, find)
    state = next(states)
    game = find(form["game"])
    stage_of, rounds = skill_of(game).stage, 1
    moves = []
    for ply, after in enumerate(states, 1):
        seat, text = form["moves"][ply - 1]
        moves.append({"ply": ply, "round": rounds, **_move_columns(game, state, seat, text)})
        rounds += stage_of(after.public) != stage_of(state.public)
        state = after
    game_id = form.get("digest") or digest(form, game, state.zones)
    key = {"game_id": game_id, "game": game.key}
    row = {**key, **_game_columns(game, form), "rounds": moves[-1]["round"]}
    return GameRows(row, [{**key, **move} for move in moves])


def moves_path(games: Path) -> Path:
    """Name the file of the moves, beside that of the games."""
    return games.with_name(f"{games.stem}-moves{games.suffix}")


@contextmanager
def parquet_files(games: Path) -> Iterator[Callable[[GameRows], None]]:
    """Write the rows that are passed on to the two files, which appear when all are written."""
    import duckdb

    columns = {games: GAME_COLUMNS, moves_path(games): MOVE_COLUMNS}
    with TemporaryDirectory(dir=games.parent, prefix=f".{games.name}-") as folder:
        rows = [Path(folder) / "games.jsonl", Path(folder) / "moves.jsonl"]
        with rows[0].open("w") as game_rows, rows[1].open("w") as move_rows:

            def add(each: GameRows) -> None:
                game_rows.write(json.dumps(each.game) + "\n")
                move_rows.writelines(json.dumps(move) + "\n" for move in each.moves)

            yield add
        database = duckdb.connect(config={"autoinstall_known_extensions": "false"})
        with database:
            database.execute("SET enable_progress_bar = false")
            whole = [path.with_suffix(".parquet") for path in rows]
            for source, target, types in zip(rows, whole, columns.values(), strict=True):
                database.execute(_copy(source, target, types))
        for written, target in zip(whole, columns, strict=True):
            written.replace(target)


def _copy(source: Path, target: Path, types: Mapping[str, str]) -> str:
    """Write the statement that turns lines of JSON into a Parquet file."""
    columns = ", ".join(f"{name}: '{type_}'" for name, type_ in types.items())
    read = f"read_json({_quoted(source)}, format = 'newline_delimited', columns = {{{columns}}})"
    return f"COPY (FROM {read}) TO {_quoted(target)} (FORMAT parquet, COMPRESSION zstd)"


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _game_columns(game: AnyGame, form: dict[str, Any]) -> Row:
    result, branch = form["result"], form.get("branch", {})
    return {
        "rules": form["rules"],
        "options": json.dumps(form["options"]),
        "seats": len(form["players"]),
        "players": form["players"],
        "seed": form["seed"],
        "moves": len(form["moves"]),
        "first": form["moves"][0][0],
        **{name: result[name] for name in ("scores", "places", "winners", "reason")},
        "rule": printed_number(game, result["reason"]),
        "branch": branch.get("digest"),
        "branch_ply": branch.get("ply"),
    }


def _move_columns(game: AnyGame, before: AnyState, seat: Seat, text: str) -> Row:
    action = game.parse(text)
    held = [zone.cards for zone in before.zones if zone.owner == seat and not zone.open_to(None)]
    return {
        "seat": seat,
        "verb": action.verb,
        "text": text,
        "cards": _codes(cards_named(action, game.deck), game.deck),
        "hand": _codes(b"".join(held), game.deck),
        "choices": len(game.legal(view(before, seat))),
    }


def _codes(cards: Cards, deck: Deck) -> list[str]:
    return [deck.codes[card] for card in cards]
