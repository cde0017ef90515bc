"""A server in a process of its own, which can be killed."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.patience import PATIENCE

SERVE = "import sys; from meldroom.cli import main; main(['serve', *sys.argv[1:]])"
SERVE_WITH_FILE_LIMIT = (
    "import resource, sys\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)\n" + SERVE
)


class ServerProcess:
    """`meldroom serve` on a free port of loopback."""

    def __init__(
        self,
        database: Path | str,
        max_file_size: int | None = None,
        more: Sequence[str] = (),
        prefix: Sequence[str] = (),
    ) -> None:
        url = database if isinstance(database, str) else f"sqlite:///{database}"
        program = [SERVE] if max_file_size is None else [SERVE_WITH_FILE_LIMIT, str(max_file_size)]
        arguments = ["--port", "0", "--monitor", "127.0.0.1:0"]
        arguments += ["--database", url]
        # A pipe would fill up and block the server.
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.child: subprocess.Popen[str] = subprocess.Popen(
            [*prefix, sys.executable, "-c", *program, *arguments, *more],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env={"PYTHONPATH": ":".join(sys.path), "HOME": os.environ.get("HOME", "")},
        )
        assert self.child.stdout is not None
        address = self.child.stdout.readline().rpartition(" ")[2].strip()
        assert address.startswith("http://"), self._stderr()
        self.origin = address
        self.child.stdout.readline()  # where its tables are stored
        self.monitor = self.child.stdout.readline().rpartition(" ")[2].removesuffix("/metrics\n")

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self.child.kill()
        self._stderr()

    def stop(self) -> int:
        """Ask it to stop, and give its exit code."""
        self.child.terminate()
        self._stderr()
        return self.child.returncode

    def wait(self) -> tuple[int, str]:
        """Wait until it ends by itself; gives its exit code and what it wrote to stderr."""
        stderr = self._stderr()
        return self.child.returncode, stderr

    def memory(self) -> int:
        """Give how many bytes of memory it uses."""
        pages = Path(f"/proc/{self.child.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()

    def _stderr(self) -> str:
        self.child.communicate(timeout=PATIENCE)
        with self._errors as errors:
            errors.seek(0)
            return errors.read()
