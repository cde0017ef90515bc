"""Bots of other packages in processes of their own: they get views and legal actions, no more.

In the arena's process a bot could read the whole state from the frames that called it. Every seat
of every game has a new process, so a bot cannot remember a deal that it saw from another seat
either. This keeps bots honest; it is no sandbox for hostile code.
"""

from __future__ import annotations

import json
import multiprocessing
import pickle
import signal
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from meldroom.bots.registry import make_bot
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.view import AnyView
from meldroom.games import find

# Never `fork`: a copy of the arena's process holds the state.
START_METHOD = "forkserver" if sys.platform == "linux" else "spawn"
PRELOADED = [__name__, "meldroom.arena.contest"]
PATIENCE = 5.0  # seconds for a process to exit by itself


def process_context() -> Any:
    """Give the multiprocessing context of the arena, whose processes start with nothing of ours."""
    context = multiprocessing.get_context(START_METHOD)
    if START_METHOD == "forkserver":
        context.set_forkserver_preload(PRELOADED)
    return context


class IsolatedBot:
    """A bot that thinks in a process of its own."""

    def __init__(self, game: AnyGame, name: str, seed: bytes) -> None:
        if multiprocessing.current_process().daemon:  # as workers of a cluster are by default
            raise ValueError(
                f"the bot {name} needs a process of its own: start the cluster's workers with "
                "DASK_DISTRIBUTED__WORKER__DAEMON=False"
            )
        context = process_context()
        self._name = name
        self._pipe, theirs = context.Pipe()
        arguments = theirs, game.key, name, seed
        self._process = context.Process(target=serve_bot, args=arguments, daemon=True)
        self._process.start()
        theirs.close()

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions; ValueError says how the bot failed."""
        try:
            self._pipe.send_bytes(pickle.dumps((view, list(legal), budget)))
            answer = json.loads(self._pipe.recv_bytes())  # never unpickled: it may be anything
        except (EOFError, OSError):
            raise ValueError(f"the process of the bot {self._name} has ended") from None
        if type(answer) is not int or not 0 <= answer < len(legal):
            raise ValueError(f"the bot {self._name} failed: {answer}")
        return legal[answer]

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(PATIENCE)
        self._process.kill()
        self._process.join()
        self._process.close()


def serve_bot(pipe: Connection, key: str, name: str, seed: bytes) -> None:
    """Answer with the place of the bot's choice among the legal actions, until the pipe closes."""
    ignore_interrupts()
    sys.argv[1:] = []  # the command line of the arena names the seed of all deals
    bot = None
    while True:
        try:
            view, legal, budget = pickle.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            bot = bot or make_bot(find(key), name, seed)
            action = bot.choose(view, legal, budget)
            answer: int | str = f"it chose {action!r}, which is not legal"
            if action in legal:
                answer = legal.index(action)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        pipe.send_bytes(json.dumps(answer).encode())


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker process: the parent decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
