"""Games on many machines: the workers of a Dask cluster, or of one that is started here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module

from dask import config as dask_config
from distributed import Client, KilledWorker, LocalCluster, WorkerPlugin, get_worker
from distributed.comm import CommClosedError

from meldroom.arena.isolation import ignore_interrupts
from meldroom.arena.workers import Chunk, ExecutorWorkers, Result, WorkersFailed

VERSION: str = import_module("meldroom").__version__  # which has more than may be imported here
LOCAL = "local"  # instead of an address: start a cluster on this machine
CONNECT_TIMEOUT = 10  # seconds
FIRST_WORKER_TIMEOUT = 60  # seconds


class IgnoreInterrupts(WorkerPlugin):  # type: ignore[misc]  # distributed is optional
    """Leaves it to the client to stop on Ctrl-C, which a terminal sends to its workers too."""

    name = "meldroom-ignore-interrupts"

    def setup(self, worker: object) -> None:
        """Ignore the signal in a new worker."""
        ignore_interrupts()


class ClusterWorkers:
    """Plays by the workers of a Dask cluster; the scheduler gives a dead one's chunks to others."""

    def __init__(self, client: Client) -> None:
        self.client = client
        executor = client.get_executor(pure=False)
        self._workers = ExecutorWorkers(executor, lambda: max(1, len(client.nthreads())))

    def run(
        self, play: Callable[[Chunk], Iterable[Result]], chunks: Iterable[Chunk]
    ) -> Generator[Result, None, None]:
        """Call `play` for several chunks at a time."""
        try:
            yield from self._workers.run(partial(play_on_worker, VERSION, play), chunks)
        except KilledWorker as error:
            raise WorkersFailed(f"the same games killed several workers: {error}") from None
        except (CancelledError, CommClosedError):
            raise WorkersFailed("the scheduler was lost") from None
        except ImportError as error:
            raise WorkersFailed(
                f"a worker has no {error.name}: install meldroom {VERSION} on all of them"
            ) from None


def play_on_worker(
    version: str, play: Callable[[Chunk], Iterable[Result]], chunk: Chunk
) -> Iterable[Result]:
    """Play a chunk on a worker that would give the same results as the client."""
    worker = get_worker()
    if version != VERSION:
        raise WorkersFailed(f"{worker.address} has meldroom {VERSION}, but {version} is needed")
    if worker.state.nthreads > 1:  # the time of the other threads would count for a bot's budget
        raise WorkersFailed(f"{worker.address} has several threads: start it with --nthreads 1")
    return play(chunk)


@contextmanager
def cluster_workers(address: str, jobs: int) -> Iterator[ClusterWorkers]:
    """Connect to a scheduler; `local` starts a cluster of so many processes."""
    with ExitStack() as started, dask_config.set({"distributed.worker.daemon": False}):
        scheduler: str | LocalCluster = address
        if address == LOCAL:
            scheduler = started.enter_context(
                LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
            )
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is raised
        try:
            client = started.enter_context(
                Client(scheduler, timeout=CONNECT_TIMEOUT, set_as_default=False)
            )
        except (OSError, ValueError) as error:
            raise WorkersFailed(f"no scheduler at {address}: {error}") from None
        try:
            client.wait_for_workers(1, timeout=FIRST_WORKER_TIMEOUT)
        except TimeoutError:
            raise WorkersFailed(f"the scheduler at {address} has no workers") from None
        if address == LOCAL:
            client.register_plugin(IgnoreInterrupts())
        yield ClusterWorkers(client)
