"""The user's own room, opened on loopback for as long as a command runs."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from meldroom.cli.data_folder import default_database
from meldroom.cli.errors import CliError

IN_USE = (
    "another meldroom has your room open; if that is a server, play there:"
    " --server http://127.0.0.1:8000, or where it runs"
)


@contextmanager
def own_room(pace: float = 1.0) -> Iterator[str]:
    """Open the room of the database in the data folder, with bots of this pace; gives its URL."""
    from meldroom.server.addresses import local_origins
    from meldroom.server.app import Config, make_app
    from meldroom.server.run import make_server
    from meldroom.server.storage.integrity import open_undamaged
    from meldroom.server.storage.store import CannotOpen, InUse, Store

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        origins = local_origins(listening.getsockname()[1])
        store = Store(default_database())
        try:
            open_undamaged(store)
            app = make_app(Config(origins, pace), store)
            server = make_server(app)
            opened = threading.Event()
            app.state.on_open = opened.set
            app.state.stop = lambda: setattr(server, "should_exit", True)

            def serve() -> None:
                try:
                    asyncio.run(server.serve(sockets=[listening]))
                finally:
                    opened.set()

            thread = threading.Thread(target=serve, daemon=True)
            thread.start()
            opened.wait()
            try:
                yield origins[0]
            finally:
                server.should_exit = True
                thread.join()
        except InUse:
            raise CliError(IN_USE) from None
        except CannotOpen as error:
            raise CliError(str(error)) from None
        finally:
            store.close()
