"""`meldroom serve`: run the server, on this machine or behind a proxy."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import ExitStack, nullcontext

import click

from meldroom.cli.arguments import database_option
from meldroom.cli.data_folder import data_folder

DEFAULT_MONITOR = "127.0.0.1:9190"
MAX_PORT = 65_535
ROUGH_EFFORT = 0.05  # of the usual worlds of a review, in tests
NOT_ENCRYPTED = (
    "Everybody on your network can open it. The connection is not encrypted, so use --lan only at"
    " home or among friends."
)
NO_NETWORK = "This computer is in no network, so nobody else can open it yet."


@click.command()
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--lan",
    is_flag=True,
    help="Let phones and computers in the local network in. The connection is not encrypted.",
)
@database_option
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Public URL when behind a proxy, e.g. https://cards.example; may be repeated.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Address of a proxy whose X-Forwarded-For is trusted; may be repeated.",
)
@click.option(
    "--advertise",
    metavar="HOST:PORT",
    help="Address at which other servers on the same PostgreSQL database reach this one."
    "  [default: where it listens]",
)
@click.option(
    "--max-connections",
    type=click.IntRange(min=1),
    default=8192,
    show_default=True,
    help="Maximum connections.",
)
@click.option(
    "--max-connections-per-address",
    type=click.IntRange(min=1),
    default=256,
    show_default=True,
    help="Maximum connections from one address.",
)
@click.option(
    "--monitor",
    metavar="HOST:PORT",
    help="Address for health, metrics and administration, or `off`."
    f"  [default: {DEFAULT_MONITOR}, or a free port if that is taken]",
)
@click.option(
    "--accept-loss",
    is_flag=True,
    help="Start though the database lacks saved entries, e.g. after restoring a backup.",
)
@click.option(
    "--keep-finished",
    type=click.FloatRange(min=0),
    metavar="DAYS",
    help="Delete finished and closed tables after DAYS.  [default: never]",
)
@click.option(
    "--keep-unfinished",
    type=click.FloatRange(min=0),
    metavar="DAYS",
    help="Delete tables where nothing has happened for DAYS.  [default: never]",
)
@click.option(
    "--player-table", is_flag=True, help="Show everybody the names and ratings of all players."
)
@click.option(
    "--smtp",
    metavar="URL",
    envvar="MELDROOM_SMTP",
    help="SMTP server for emails to players whose turn lasts for days,"
    " as smtp://USER:PASSWORD@HOST:587.  [default: $MELDROOM_SMTP, or no emails]",
)
@click.option(
    "--mail-from",
    metavar="ADDRESS",
    envvar="MELDROOM_MAIL_FROM",
    help="Address that these emails come from.  [default: $MELDROOM_MAIL_FROM]",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--hurry", is_flag=True, help="Bots and emails do not wait, reviews are rough: for tests."
)
def serve(
    host: str | None,
    port: int,
    lan: bool,
    database: str,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    advertise: str | None,
    max_connections: int,
    max_connections_per_address: int,
    monitor: str | None,
    accept_loss: bool,
    keep_finished: float | None,
    keep_unfinished: float | None,
    player_table: bool,
    smtp: str | None,
    mail_from: str | None,
    open_browser: bool,
    hurry: bool,
) -> None:
    """Start the server and play in the browser, with people and bots."""
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom.room.limits import Limits
    from meldroom.room.services import StorageError
    from meldroom.server.addresses import addresses, local_origins
    from meldroom.server.administration import Retention
    from meldroom.server.app import Config, make_app
    from meldroom.server.control import Control, control_file, control_path, new_control_token
    from meldroom.server.logging_setup import configure_logging
    from meldroom.server.mail import mail_server
    from meldroom.server.people.mails import MailPlan
    from meldroom.server.run import checked_origin, run
    from meldroom.server.storage.integrity import open_undamaged
    from meldroom.server.storage.store import CannotOpen, Store

    if lan and host is not None:
        raise click.UsageError("--lan listens on every address: leave out --host")
    host = "0.0.0.0" if lan else host or "127.0.0.1"
    configure_logging()
    store: Store | None = None
    with _listen(host, port) as listening, _listen_for_monitoring(monitor) as monitoring:
        try:
            listening_port = listening.getsockname()[1]
            local, public = local_origins(listening_port), tuple(map(checked_origin, origins))
            lan_port = listening_port if lan else None
            store = Store(database)
            open_undamaged(store, accept_loss)
            limits = Limits(max_connections, max_connections_per_address)
            pace = 0.0 if hurry else 1.0
            config = Config(
                (*public, *local) if lan else public or local,
                pace,
                limits=limits,
                proxies=proxies,
                retention=Retention(keep_finished, keep_unfinished),
                review_effort=ROUGH_EFFORT if hurry else 1.0,
                player_table=player_table,
                lan_port=lan_port,
                control_token=new_control_token(),
                mail=mail_server(smtp, mail_from or "") if smtp else None,
                mail_plan=MailPlan(grace=0.0, interval=0.2) if hurry else MailPlan(),
                address=advertise or _http_address(listening).removeprefix("http://"),
            )
            app = make_app(config, store)

            def on_start() -> None:
                first = addresses(config.origins, lan_port)[0]
                click.echo(f"Meldroom is running at {first.url}")
                if lan:
                    click.echo(NO_NETWORK if first.scope == "machine" else NOT_ENCRYPTED)
                click.echo(f"Tables are stored in {store}")
                if monitor is not None and monitoring is not None:
                    click.echo(f"Metrics are at {_http_address(monitoring)}/metrics")
                if open_browser:
                    # Not the address in the network: it changes, and with it what is remembered.
                    url = (public or local)[0]
                    threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

            with ExitStack() as stack:
                if monitoring is not None:
                    control = Control(_http_address(monitoring), config.control_token)
                    stack.enter_context(control_file(control_path(store, data_folder), control))
                run(app, listening, monitoring, on_start)
        except (ValueError, CannotOpen) as error:
            raise click.ClickException(str(error)) from None
        except (SQLAlchemyError, StorageError) as error:
            why = str(getattr(error, "orig", error))
            if isinstance(error, StorageError) and error.fatal:
                why = f"the disk failed, nothing more was written: {why}"
            raise click.ClickException(f"{database}: {why}") from None
        finally:
            if store is not None:
                store.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        return _listening_socket(host, port)
    except OSError as error:
        raise click.ClickException(
            f"cannot use port {port} ({error.strerror}); try --port {port + 1}"
        ) from None


def _listen_for_monitoring(address: str | None) -> socket.socket | nullcontext[None]:
    """Listen where --monitor says; by default any free port will do."""
    if address == "off":
        return nullcontext()
    host, _, port = (address or DEFAULT_MONITOR).rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or int(port) > MAX_PORT:
        raise click.ClickException(f"--monitor: {address!r} is not HOST:PORT, nor off")
    try:
        return _listening_socket(host, int(port))
    except OSError as error:
        if address is None:
            return _listening_socket(host, 0)
        raise click.ClickException(
            f"cannot monitor at {address} ({error.strerror}); try --monitor {host}:0"
        ) from None


def _http_address(listening: socket.socket) -> str:
    """Return the address at which this machine reaches a socket."""
    host, port, *_ = listening.getsockname()
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listening_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening
