"""The service worker and its bundle: every file of the page, all of one version."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import httpx
import pytest

from meldroom.games import GAMES
from meldroom.server.app import PAGE_ADDRESSES
from meldroom.server.http import static_files
from meldroom.server.http.origin_guard import SECURITY_HEADERS
from meldroom.server.http.shell import ShellFiles


async def test_the_bundle_has_every_file_as_it_is_served(http: httpx.AsyncClient) -> None:
    answer = await http.get("/shell.json")
    assert answer.headers["Cache-Control"] == "no-store"
    assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    bundle = answer.json()
    assert {"/", "/client/main.js", "/manifest.webmanifest"} <= bundle["texts"].keys()
    assert {f"/games/{key}/table.js" for key in GAMES} <= bundle["texts"].keys()
    assert bundle["texts"]["/"][1] == (static_files.WEB_FOLDER / "index.html").read_text("utf-8")
    for path in ("/client/main.js", f"/games/{next(iter(GAMES))}/faces.svg"):
        kind, text = bundle["texts"][path]
        served = await http.get(path)
        assert (served.text, served.headers["Content-Type"].split(";")[0]) == (
            text,
            kind.split(";")[0],
        )
    assert len(bundle["fonts"]) == 2
    for path in bundle["fonts"]:
        assert (await http.get(path)).status_code == 200


async def test_the_worker_is_revalidated_and_names_the_version_of_the_bundle(
    http: httpx.AsyncClient,
) -> None:
    worker = await http.get("/service_worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert worker.headers["Cache-Control"] == "no-cache"
    version = (await http.get("/shell.json")).json()["version"]
    assert f'"version": "{version}"' in worker.text
    tag = {"If-None-Match": worker.headers["ETag"]}
    assert (await http.get("/service_worker.js", headers=tag)).status_code == 304


def test_a_change_of_any_file_is_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(static_files.WEB_FOLDER, tmp_path / "web"))
    monkeypatch.setattr(static_files, "WEB_FOLDER", folder)
    files = ShellFiles(PAGE_ADDRESSES)
    before = files.shell()
    assert files.shell() is before
    versions = {before.version}
    for name in ("index.html", "style/tokens.css", "client/service_worker.js"):
        with (folder / name).open("a") as file:
            file.write("\n")
        versions.add(files.shell().version)
    assert len(versions) == 4


def test_the_worker_opens_the_addresses_of_pages_and_no_others() -> None:
    patterns = [re.compile(pattern) for pattern in ShellFiles(PAGE_ADDRESSES).pages]
    pages = ("/", "/t/x", "/rules/x", "/learn/x", "/replay/x/1", "/settings", "/me", "/daily")
    for path in pages:
        assert any(pattern.search(path) for pattern in patterns), path
    for path in ("/api/games", "/socket", "/api/me/export", "/replay/x/y", "/tabel", "/t/x/y"):
        assert not any(pattern.search(path) for pattern in patterns), path
