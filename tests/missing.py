"""Why tests are left out: what is missing on a machine, and how to install it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHROMIUM = "no Chromium (Debian: apt install chromium-headless-shell)"
CHROMIUM_WITH_NOTIFICATIONS = "no Chromium with notifications (Debian: apt install chromium)"
FIREFOX = "no Firefox (Debian: apt install firefox-esr)"
LIBATOMIC = "no libatomic.so.1 for Playwright (Debian: apt install libatomic1)"
ESBUILD = "no Node, or npx cannot fetch esbuild (Debian: apt install nodejs npm)"
COMPILER = "no C++ compiler (Debian: apt install g++)"
CARD = "no NVIDIA card with its driver"
POSTGRES = "no PostgreSQL (Debian: apt install postgresql)"
RL = 'no gymnasium and pettingzoo (pip install "meldroom[rl]")'
OPENSPIEL = 'no OpenSpiel (pip install "meldroom[openspiel]")'
TORCH = 'no PyTorch (pip install "meldroom[train]")'


def needs(program: str, package: str) -> pytest.MarkDecorator:
    """Leave a test out where a program is missing that a package of Debian has."""
    reason = f"no {program} (Debian: apt install {package})"
    return pytest.mark.skipif(shutil.which(program) is None, reason=reason)


def playwright_can_start() -> bool:
    """Say whether Playwright's driver finds the system's libraries that it needs."""
    version = [sys.executable, "-m", "playwright", "--version"]
    tried = subprocess.run(version, capture_output=True, text=True, check=False)
    return "libatomic.so.1" not in tried.stderr


def esbuild_can_start() -> bool:
    """Return whether there is the esbuild that package.json pins, or npx can fetch it."""
    npx = shutil.which("npx")
    if npx is None:
        return False
    package = json.loads((Path(__file__).parents[1] / "package.json").read_text("utf-8"))
    pinned = f"esbuild@{package['devDependencies']['esbuild']}"
    tried = subprocess.run([npx, "--yes", pinned, "--version"], capture_output=True, check=False)
    return tried.returncode == 0
