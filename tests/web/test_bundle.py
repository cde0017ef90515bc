"""The page as a wheel has it: bundled, with every module still at its address."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from meldroom.server.app import PAGE_ADDRESSES
from meldroom.server.http.static_files import WEB_FOLDER
from tests import missing
from tests.levels import only
from tests.web.browser_user import BrowserUser
from tests.web.chromium import first_visit
from tests.web.conftest import QUICKEST
from tests.web.fixed_deal_server import FIXED_DEAL_SERVER
from tests.web.room_process import open_room

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    f"/{file.relative_to(WEB_FOLDER).as_posix()}"
    for file in WEB_FOLDER.rglob("*.js")
    if file.name != "service_worker.js"
)
EXPORTS = """async (modules) => Object.fromEntries(await Promise.all(
  modules.map(async (one) => [one, Object.keys(await import(one)).sort()])))"""
REQUESTED = """() => performance.getEntriesByType("resource")
  .map(({ name }) => new URL(name).pathname).filter((path) => /[.](js|css)$/.test(path))"""
PLUGIN_TABLE = """
import { html } from "/vendor/lit.js";
import { currentPage } from "/client/render.js";
import { Toolkit } from "/client/toolkit.js";
import { targetPrompt } from "/parts/targets.js";
export default {
  progress: (kit) => html`<b class="same-toolkit">${kit instanceof Toolkit}</b>
    <b class="same-page">${currentPage() !== null}</b>`,
};
"""


def unpack_wheel(project: Path, built: Path, site: Path) -> None:
    """Build a project's wheel and unpack it as an installer does."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install Meldroom from its wheel; gives the folder."""
    if not missing.esbuild_can_start():
        pytest.skip(missing.ESBUILD)
    folder = tmp_path_factory.mktemp("meldroom")
    unpack_wheel(ROOT, folder / "built", folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def plugin_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install a plug-in game with a front end of its own; gives the folder."""
    folder = tmp_path_factory.mktemp("windfall")
    shutil.copytree(ROOT / "examples" / "sixth_game", folder / "source")
    (folder / "source" / "windfall" / "web" / "table.js").write_text(PLUGIN_TABLE)
    unpack_wheel(folder / "source", folder / "built", folder / "site")
    return folder / "site"


@contextmanager
def installed_room(*folders: Path) -> Iterator[str]:
    """Start a server, on which bots move at once and deals are known, from these folders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, (*folders, ROOT))))
        with open_room(FIXED_DEAL_SERVER) as url:
            yield url


@pytest.fixture(scope="module")
def server_url(site: Path) -> Iterator[str]:
    """Start the installed server."""
    with installed_room(site) as url:
        yield url


def test_licences_stay_beside_what_is_vendored_and_in_the_chunks(site: Path) -> None:
    for licence in WEB_FOLDER.rglob("*.LICENSE"):
        copied = site / "meldroom" / "web" / licence.relative_to(WEB_FOLDER)
        assert copied.read_bytes() == licence.read_bytes()
    chunks = (site / "meldroom" / "web" / "chunks").glob("*.js")
    text = "".join(chunk.read_text("utf-8") for chunk in chunks)
    assert "SPDX-License-Identifier: BSD-3-Clause" in text
    assert "@noble/hashes 2.4.0 (MIT" in text


def test_every_module_keeps_its_address_and_exports(user: BrowserUser) -> None:
    user.visit("/")
    bundled = user.page.evaluate(EXPORTS, MODULES)
    with open_room() as checkout:
        user.page.goto(checkout)
        assert user.page.evaluate(EXPORTS, MODULES) == bundled


@pytest.mark.parametrize("address", only(PAGE_ADDRESSES, ["/", "/t/{key}"]))
def test_a_page_asks_at_once_for_all_that_it_imports(
    address: str, site: Path, user: BrowserUser
) -> None:
    user.expects_errors = True  # there is no table or game x
    user.visit(re.sub(r"{\w+:number}", "1", re.sub(r"{\w+}", "x", address)))
    user.page.wait_for_selector("#app > *")
    user.page.wait_for_load_state("networkidle")
    linked = user.page.evaluate("""() => [...document.querySelectorAll("link[href]")]
      .map(({ href }) => new URL(href).pathname)""")
    requested = {path for path in user.page.evaluate(REQUESTED) if "/games/" not in path}
    tables = (table.read_text("utf-8") for table in site.glob("meldroom/games/*/web/table.js"))
    games = re.findall(r"/chunks/\w+\.js", "".join(tables))  # some pages draw all games, then
    assert requested <= {
        *linked,
        *games,
        "/client/shell.js",
    }  # the last is loaded when all is drawn
    assert sum(path.endswith(".css") for path in requested) == 1


def test_the_first_load_of_home_is_at_most_180_kilobytes_with_fonts(
    browser: Any, server_url: str
) -> None:
    assert first_visit(browser, server_url).size <= 180_000


def test_a_table_is_played_from_the_bundle(user: BrowserUser) -> None:
    user.open_table(QUICKEST)
    assert any("/chunks/" in path for path in user.page.evaluate(REQUESTED))
    for _ in range(3):
        user.wait_for_turn()
        user.act_and_wait()


def test_a_plugin_game_that_imports_modules_gets_those_of_the_page(
    site: Path, plugin_site: Path, user: BrowserUser
) -> None:
    with installed_room(site, plugin_site) as user.server_url:
        user.open_table("windfall")
        assert user.page.locator(".same-toolkit").inner_text() == "true"
        assert user.page.locator(".same-page").inner_text() == "true"
        user.page.goto("about:blank")  # before the server ends
