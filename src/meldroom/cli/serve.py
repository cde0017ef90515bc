"""`meldroom serve`: open the room on this machine, or behind a proxy for others."""

from __future__ import annotations

import socket
import threading
import webbrowser

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--database", default="sqlite:///meldroom.db", show_default=True, help="Where the log lies."
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="What people type to come here through a proxy, e.g. https://cards.example.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy whose X-Forwarded-For is believed; without one, an address is the peer's.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=8192,
    show_default=True,
    help="Connections that there may be at a time.",
)
@click.option(
    "--most-per-address",
    type=click.IntRange(min=1),
    default=256,
    show_default=True,
    help="Of these, from one address.",
)
@click.option("--open", "show", is_flag=True, help="Open the room in the browser.")
@click.option("--hurry", is_flag=True, help="Bots move at once, for tests and benches.")
def serve(
    host: str,
    port: int,
    database: str,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    most: int,
    most_per_address: int,
    show: bool,
    hurry: bool,
) -> None:
    """Open the room: tables for people and bots."""
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom.server.app import Config, make_app
    from meldroom.server.http.admission import ConnectionLimits
    from meldroom.server.logging_setup import configure_logging
    from meldroom.server.run import checked_origin, local_origins, run
    from meldroom.server.storage.store import InUse, StorageError, Store

    configure_logging()
    store: Store | None = None
    with _listen(host, port) as listening:
        try:
            local = local_origins(listening.getsockname()[1])
            pages = tuple(map(checked_origin, origins)) or local
            store = Store(database)
            store.open()
            limits = ConnectionLimits(most, most_per_address, from_this_machine=most)
            pace = 0.0 if hurry else 1.0
            app = make_app(Config(pages, pace, connection_limits=limits, proxies=proxies), store)

            def opened() -> None:
                click.echo(f"The room is open at {pages[0]}")
                if show:
                    threading.Thread(target=webbrowser.open, args=[pages[0]], daemon=True).start()

            run(app, listening, opened)
        except (ValueError, InUse) as error:
            raise click.ClickException(str(error)) from None
        except SQLAlchemyError as error:
            raise click.ClickException(f"{database}: {getattr(error, 'orig', error)}") from None
        except StorageError as trouble:
            raise click.ClickException(
                f"the disk failed, nothing more was written: {trouble}"
            ) from None
        finally:
            if store is not None:
                store.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise click.ClickException(
            f"port {port} cannot be used ({error.strerror}); try --port {port + 1}"
        ) from None
    return listening
