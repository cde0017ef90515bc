"""`meldroom export`: records as Parquet files, for DuckDB, pandas, polars or R."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from meldroom.cli.errors import CliError, Mismatch
from meldroom.cli.record_files import read_records, refuse_unwritable


@click.command()
@click.argument(
    "records",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
)
@click.option(
    "--to",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where to write the games, as in games.parquet; the moves go to games-moves.parquet.",
)
def export(records: Sequence[Path], to: Path) -> None:
    """Write RECORDS as tables: one row for each game, and one for each move.

    Every record is verified. docs/export.md lists the columns.
    """
    from meldroom.core.record import Divergence, Malformed
    from meldroom.export import moves_path, parquet_files, rows_of

    games = moves = 0
    try:
        with parquet_files(to) as add:
            for path in records:
                for stored in read_records(path):
                    try:
                        rows = rows_of(stored.form)
                    except Malformed as malformed:
                        raise CliError(f"{stored.where}: {malformed}") from None
                    except Divergence as divergence:
                        raise Mismatch(f"{stored.where}: {divergence}") from None
                    add(rows)
                    games += 1
                    moves += len(rows.moves)
    except OSError as error:
        refuse_unwritable(to, error)
    click.echo(f"{games} games: {to}\n{moves} moves: {moves_path(to)}")
