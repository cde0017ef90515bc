"""The options that say where games are played: in processes of this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from meldroom.cli.errors import CliError

if TYPE_CHECKING:
    from meldroom.arena.workers import Workers

F = TypeVar("F", bound=Callable[..., Any])


def worker_options(command: F) -> F:
    """Add the options that say where games are played."""
    for option in _WORKER_OPTIONS:
        command = option(command)
    return command


@contextmanager
def open_workers(
    jobs: int | None, cluster: str | None, most_jobs: int | None = None
) -> Iterator[Workers]:
    """Open what the options ask for; a cluster that fails is reported in one line."""
    from meldroom.arena.workers import WorkersFailed, available_cores, local_workers

    count = min(jobs or available_cores(), most_jobs or 512)
    try:
        if cluster is None:
            opened = local_workers(count)
        else:
            from meldroom.arena.cluster import LOCAL, cluster_workers

            if jobs is not None and cluster != LOCAL:
                raise CliError("--jobs: the cluster decides how many games are played at a time")
            opened = cluster_workers(cluster, count)
        with opened as workers:
            yield workers
    except WorkersFailed as error:
        raise CliError(str(error)) from None


_WORKER_OPTIONS = (
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster: the address of its scheduler, or `local` to start one on "
        "this machine.",
    ),
    click.option(
        "--jobs", type=click.IntRange(1, 512), metavar="J", help="Processes; default: one per core."
    ),
)
