"""Every module can be imported on systems that lack POSIX modules or optional packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import meldroom

SOURCE = Path(meldroom.__file__).parent
POSIX_ONLY = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "uvloop")

IMPORT_ALL = """
import importlib, os, sys, types
sys.path.insert(0, sys.argv[1])
names = sys.argv[3:]
del os.nice, os.getuid, os.getloadavg
blocked = sys.argv[2].split(",")
import asyncio, ipaddress, multiprocessing, pathlib, signal, socket, subprocess, tempfile
import alembic.command, openskill, rich.console, sqlalchemy, starlette.applications, uvicorn
for name in blocked:
    sys.modules[name] = None  # importing it is an ImportError
locks = sys.modules["msvcrt"] = types.ModuleType("msvcrt")
locks.LK_NBLCK, locks.locking = 2, lambda *_: None
sys.platform = "win32"
failed = []
for name in names:
    try:
        importlib.import_module(name)
    except Exception as error:
        failed.append(f"{name}: {error!r}")
print(*failed, sep=chr(10))
"""


def modules() -> list[str]:
    """Name every module of the package, but those of optional packages and migrations."""
    names = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        if parts[-1] in ("__main__", "env") and "games" not in parts:
            continue  # they run when they are imported
        if parts[1] in ("envs", "training") or parts[-1] in ("charts", "cluster"):
            continue  # what they need is optional everywhere
        if "versions" not in parts:
            names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def test_every_module_can_be_imported_without_posix_modules() -> None:
    names = modules()
    assert "meldroom.server.storage.store" in names
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, str(SOURCE.parent), ",".join(POSIX_ONLY), *names],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ""
