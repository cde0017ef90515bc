"""Bundles and minifies the page for a wheel, where there is Node: few files in place of many.

Everything stays at its address: the file of a module then only passes on what a chunk exports, so
a plug-in game that imports it gets the page's own copy. The name of a chunk holds its hash. The
wheel's build runs this file, so it needs the standard library alone.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "meldroom"
MAIN = "/client/main.js"
WORKER = "/client/service_worker.js"  # no part of the page: it shares nothing
TABLE = re.compile(r"/games/[^/]+/table\.js")
LATE = re.compile(r'\bimport\("([^"]+)"\)')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # there, imports name types
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)"(?: media="(\w+)")?>\n')
FLAGS = (
    "--bundle", "--splitting", "--minify", "--format=esm", "--charset=utf8",
    "--legal-comments=inline", "--external:/fonts/*", "--log-level=warning",
    "--outbase=entries", "--outdir=built", "--chunk-names=chunks/[hash]",
)  # fmt: skip
PATIENCE = 120  # seconds, where the package index does not answer

reached = runpy.run_path(str(SOURCES / "server" / "http" / "page_modules.py"))["reached"]


class BundleError(Exception):
    """Why there is no bundle."""


def page_folders() -> dict[Path, str]:
    """Return the folders of the page's files, each with the beginning of their addresses."""
    games = sorted(SOURCES.glob("games/*/web"))
    keys = {folder: f"games/{folder.parent.name.replace('_', '-')}" for folder in games}
    return {**keys, SOURCES / "web": ""}


def bundle(target: Path) -> None:
    """Write a folder that has the page's files as a wheel has them in `meldroom`; BundleError."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name).resolve()
        for folder, address in page_folders().items():
            shutil.copytree(folder, work / "page" / address, dirs_exist_ok=True)
        _write_entries(work)
        _run_esbuild(work)
        _copy_other_files(work)
        _link_one_sheet(work)
        shutil.rmtree(target, ignore_errors=True)
        for folder, address in page_folders().items():
            place = target / folder.relative_to(SOURCES)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(work / "built" / address, place)


def _write_entries(work: Path) -> None:
    """Write what esbuild starts from: a file for each module and each style sheet of a wheel."""
    page = work / "page"
    files = sorted(page.rglob("*.js"))
    texts = {f"/{file.relative_to(page).as_posix()}": file.read_text("utf-8") for file in files}
    late = dict.fromkeys(LATE.findall(COMMENT.sub("", "".join(texts.values()))))
    late |= dict.fromkeys(filter(TABLE.fullmatch, texts))
    _write_modules(work / "entries", texts, [*late])
    for sheet in page.glob("games/*/*.css"):
        address = sheet.relative_to(page).as_posix()
        _write(work / "entries" / address, [f'@import "{sheet.as_posix()}";'])
    sheets = SHEET.findall((page / "index.html").read_text("utf-8"))
    imports = [f'@import "{page.as_posix()}{address}" {media};' for address, media in sheets]
    _write(work / "entries" / "chunks" / "style.css", imports)
    # Where esbuild finds what is imported by its address.
    paths = {f"{folder}*": [f".{folder}*"] for folder in ("/page/", "/entries/")}
    paths |= {address: [f"./entries{address}"] for address in late} | {"/*": ["./page/*"]}
    _write(work / "tsconfig.json", [json.dumps({"compilerOptions": {"paths": paths}})])


def _write_modules(entries: Path, texts: dict[str, str], late: list[str]) -> None:
    """Write the entries of modules, of which some are loaded late.

    esbuild makes a chunk of the modules that the same entries reach. So that no entry divides a
    chunk, each first imports what has always been loaded before: the main module, or a late one.
    """
    before = dict.fromkeys(late, MAIN)
    for start in (MAIN, *late):
        before |= {address: start for address in reached(start, texts.get) if address not in before}
    for address, text in texts.items():
        if address.startswith("/games/") and address not in late:
            continue  # nobody else imports a game's other modules
        lines = [f'export * from "/page{address}";']
        if "export default" in text:
            lines.append(f'export {{ default }} from "/page{address}";')
        if address not in (MAIN, WORKER):
            lines.insert(0, f'import "/entries{before.get(address, MAIN)}";')
        _write(entries / address[1:], lines)


def _write(file: Path, lines: list[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines), "utf-8")


def _run_esbuild(work: Path) -> None:
    """Run the version that package.json pins, by npx, which fetches it if it has to."""
    npx = shutil.which("npx")
    if npx is None:
        raise BundleError("there is no Node with npx")
    pinned = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]["esbuild"]
    files = sorted(path.relative_to(work) for path in (work / "entries").rglob("*.*"))
    command = [npx, "--yes", "--loglevel=error", f"esbuild@{pinned}", *FLAGS, *map(str, files)]
    environment = {**os.environ, "npm_config_fetch_retries": "0"}
    try:
        done = subprocess.run(
            command, cwd=work, env=environment, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise BundleError("esbuild cannot be fetched") from None
    if done.returncode:
        said = next(iter(done.stderr.strip().splitlines()), "it says nothing")
        raise BundleError(f"esbuild failed, or cannot be fetched: {said}")


def _copy_other_files(work: Path) -> None:
    """Copy what is neither a module nor a style sheet: pictures, fonts, licences."""
    for file in (work / "page").rglob("*.*"):
        copy = work / "built" / file.relative_to(work / "page")
        if file.suffix not in {".js", ".css"}:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)


def _link_one_sheet(work: Path) -> None:
    """Put all style sheets of the page in place of the first."""
    sheet = work / "built" / "chunks" / "style.css"
    named = sheet.with_stem(sha256(sheet.read_bytes()).hexdigest()[:8])
    sheet.rename(named)
    index = work / "built" / "index.html"
    text = index.read_text("utf-8")
    links = iter([f'<link rel="stylesheet" href="/chunks/{named.name}">\n'])
    _write(index, [SHEET.sub(lambda _: next(links, ""), text)])
