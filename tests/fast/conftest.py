"""A card to play on: the machine's, and one that is simulated on the processor."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from meldroom.fast import build, cuda
from meldroom.fast.cuda import Card
from tests import missing
from tests.levels import as_long

SIMULATED_DRIVER = Path(__file__).with_name("simulated_driver.cpp")
BUILT = Path(__file__).parents[2] / "build"


@pytest.fixture(scope="session")
def simulated_driver() -> Path:
    """Build the driver of the simulated card, once for these sources."""
    sources = sha256(SIMULATED_DRIVER.read_bytes()).hexdigest()[:16]
    driver = BUILT / f"driver-{sources}-{build.library_path().name}"
    if not driver.exists():
        BUILT.mkdir(exist_ok=True)
        unfinished = driver.with_suffix(f".{os.getpid()}")
        flags = (*build.LIBRARY_FLAGS, f"-I{build.SOURCES}")
        assert build.compiled(str(SIMULATED_DRIVER), unfinished, flags) is None
        unfinished.replace(driver)
    return driver


@pytest.fixture(params=["real", as_long("simulated")])
def card(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Card]:
    """Open a card; the real one is skipped where there is none."""
    if request.param == "simulated":
        request.getfixturevalue("library")
        monkeypatch.setattr(cuda, "DRIVER", str(request.getfixturevalue("simulated_driver")))
        for name in ("build_kernels", "kernels_path"):  # the driver has them
            monkeypatch.setattr(cuda, name, lambda source: build.SOURCES / f"{source}.cu")
    cuda.card.cache_clear()
    found = cuda.card()
    if isinstance(found, str):
        assert request.param == "real", found
        pytest.skip(missing.CARD)
    if request.param == "simulated":
        found._driver.simulated_reset()
    yield found
    cuda.card.cache_clear()
