"""A server in a process of its own, which can be killed."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SERVE = "import sys; from meldroom.cli import main; main(['serve', *sys.argv[1:]])"
LIMITED = (
    "import resource, sys\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)\n" + SERVE
)


class Process:
    """`meldroom serve` on a free port of loopback."""

    def __init__(
        self, database: Path, file_size: int | None = None, more: Sequence[str] = ()
    ) -> None:
        program = [SERVE] if file_size is None else [LIMITED, str(file_size)]
        where = ["--port", "0", "--database", f"sqlite:///{database}"]
        self.child: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-c", *program, *where, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": ":".join(sys.path)},
        )
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        assert line.startswith("Meldroom is running at "), self._end()
        self.origin = line.rpartition(" ")[2].strip()

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self.child.kill()
        self._end()

    def stop(self) -> int:
        """Ask it to stop, and give its exit code."""
        self.child.terminate()
        self._end()
        return self.child.returncode

    def wait(self) -> tuple[int, str]:
        """Wait until it ends by itself; gives its exit code and last words."""
        return (words := self._end()) and (self.child.returncode, words)

    def memory(self) -> int:
        """Give how many bytes of memory it has."""
        pages = Path(f"/proc/{self.child.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()

    def _end(self) -> Any:
        _, words = self.child.communicate(timeout=30)
        return words
