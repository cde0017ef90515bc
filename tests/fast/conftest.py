"""The library of the compiled twins; skipped where there is no C++ compiler."""

from __future__ import annotations

import pytest

from meldroom.fast import build


@pytest.fixture(scope="session")
def library() -> None:
    """Build the library if it is not there."""
    if build.build() is None:
        pytest.skip("there is no C++ compiler on this machine")
