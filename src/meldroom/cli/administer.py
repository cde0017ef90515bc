"""Administration commands: sent to the server that runs, or carried out here if none does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

from meldroom.cli.data_folder import data_folder
from meldroom.cli.errors import CliError

if TYPE_CHECKING:
    from meldroom.server.administration import AnyCommand
    from meldroom.server.control import Control
    from meldroom.server.storage.store import Store

ANSWER_TIMEOUT = 600.0  # seconds: forgetting somebody at thousands of tables takes a while


def perform(database: str, command: AnyCommand) -> dict[str, Any]:
    """Carry out a command on a database, by its server if one runs; CliError says why not."""
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom.server.administration import AdministrationError
    from meldroom.server.control import control_path, read_control
    from meldroom.server.storage.store import InUse, StorageError, Store

    store = Store(database)
    try:
        control = read_control(control_path(store, data_folder))
        answer = None if control is None else _ask(control, command)
        if answer is not None:
            return answer
        if store.sqlite and not store.path.exists():
            raise CliError(f"{store}: does not exist")
        store.open()
        return asyncio.run(_perform_here(store, command))
    except InUse as error:
        raise CliError(f"{error}, which was started with --monitor off") from None
    except (AdministrationError, StorageError) as error:
        raise CliError(str(error)) from None
    except SQLAlchemyError as error:
        raise CliError(f"{store}: {getattr(error, 'orig', error)}") from None
    finally:
        store.close()


def _ask(control: Control, command: AnyCommand) -> dict[str, Any] | None:
    """Send a command to a server; None if no server is there any more."""
    import msgspec

    headers = {"Authorization": f"Bearer {control.token}", "Content-Type": "application/json"}
    request = Request(f"{control.url}/control", msgspec.json.encode(command), headers)
    opener = build_opener(ProxyHandler({}))  # never through a proxy that the environment names
    try:
        with opener.open(request, timeout=ANSWER_TIMEOUT) as response:
            answer: dict[str, Any] = msgspec.json.decode(response.read())
            return answer
    except HTTPError as error:
        with error:
            if error.headers.get_content_type() != "application/problem+json":
                return None  # another program got that port meanwhile
            raise CliError(msgspec.json.decode(error.read())["detail"]) from None
    except TimeoutError:
        raise CliError(f"the server at {control.url} does not answer") from None
    except (URLError, ConnectionError):
        return None


async def _perform_here(store: Store, command: AnyCommand) -> dict[str, Any]:
    from meldroom.server.administration import Administration
    from meldroom.server.cluster.shared_room import make_room

    room = make_room(store, pace=1.0, stop=lambda _: None)
    try:
        return await Administration(room).perform(command)
    finally:
        await room.close()
