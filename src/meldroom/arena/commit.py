"""The commit that figures were measured at."""

from __future__ import annotations

import subprocess
from pathlib import Path


def current_commit() -> str:
    """Give the commit that is checked out here, or "unknown" outside a checkout."""
    here = Path(__file__).parent
    try:
        described = subprocess.run(
            ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return described.stdout.strip()
