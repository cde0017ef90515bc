"""Where games are played: in this process, in several on this machine, or on a cluster."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Protocol, TypeVar

from meldroom.arena.isolation import ignore_interrupts, process_context

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
GAMES_PER_CHUNK = 4  # that a worker plays before it reports them
CHUNKS_PER_WORKER = 4  # submitted ahead, so that no worker waits while results are written


class WorkersFailed(Exception):
    """The workers cannot play on; what they have played stands."""


class Workers(Protocol):
    """Plays chunks of games."""

    def run(
        self, play: Callable[[Chunk], Iterable[Result]], chunks: Iterable[Chunk]
    ) -> Generator[Result, None, None]:
        """Call `play` for each chunk, and give all results in the order of the chunks.

        Both may be sent to another process. Closing the generator cancels what has not begun.
        WorkersFailed says why the workers cannot go on.
        """


class ThisProcess:
    """Plays one game after the other in this process."""

    def run(
        self, play: Callable[[Chunk], Iterable[Result]], chunks: Iterable[Chunk]
    ) -> Generator[Result, None, None]:
        """Call `play` for each chunk, when its results are asked for."""
        for chunk in chunks:
            yield from play(chunk)


class ExecutorWorkers:
    """Plays by the workers of an executor; `count` says how many there are at the moment."""

    def __init__(self, executor: Executor, count: Callable[[], int]) -> None:
        self._executor, self._count = executor, count

    def run(
        self, play: Callable[[Chunk], Iterable[Result]], chunks: Iterable[Chunk]
    ) -> Generator[Result, None, None]:
        """Call `play` for several chunks at a time."""
        waiting = iter(chunks)
        submitted: deque[Future[list[Result]]] = deque()
        ahead = 0
        try:
            while True:
                if len(submitted) <= ahead // 2:
                    ahead = CHUNKS_PER_WORKER * self._count()
                    for chunk in islice(waiting, ahead - len(submitted)):
                        submitted.append(self._executor.submit(play_whole, play, chunk))
                if not submitted:
                    return
                yield from submitted.popleft().result()
        except BrokenProcessPool:
            raise WorkersFailed("a process that played games was killed") from None
        finally:
            for future in submitted:
                future.cancel()


def play_whole(play: Callable[[Chunk], Iterable[Result]], chunk: Chunk) -> list[Result]:
    """Play a whole chunk."""
    return list(play(chunk))


def chunked(numbers: Sequence[int], size: int = GAMES_PER_CHUNK) -> Iterator[Sequence[int]]:
    """Split the numbers of games into chunks."""
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


@contextmanager
def local_workers(jobs: int) -> Iterator[Workers]:
    """Play in so many processes of this machine; a single one is this process."""
    if jobs == 1:
        yield ThisProcess()
        return
    with ProcessPoolExecutor(jobs, process_context(), ignore_interrupts) as pool:
        try:
            yield ExecutorWorkers(pool, lambda: jobs)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def available_cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
