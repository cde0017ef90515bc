"""A card to play on: the machine's, and one that is simulated on the processor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from meldroom.fast import build, cuda
from meldroom.fast.cuda import Card
from tests import missing
from tests.levels import as_long

SIMULATED_DRIVER = Path(__file__).with_name("simulated_driver.cpp")


@pytest.fixture(scope="session")
def simulated_driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the driver of the simulated card."""
    driver = tmp_path_factory.mktemp("driver") / "driver.so"
    flags = (*build.LIBRARY_FLAGS, f"-I{build.SOURCES}")
    assert build.compiled(str(SIMULATED_DRIVER), driver, flags) is None
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
        pytest.skip(missing.CARD)
    yield found
    cuda.card.cache_clear()
