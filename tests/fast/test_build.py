"""Building the library, and doing without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from meldroom.core.rng import Rng, seed_from
from meldroom.fast import Twin, available, binding, build
from meldroom.fast.layout import HEADER, games_with_twins, header
from tests.conftest import Figure

SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def test_the_constants_of_the_twins_are_current() -> None:
    assert HEADER.read_text("utf-8") == header(), "run make layout"


def test_without_a_compiler_nothing_is_built_and_nothing_is_said(tmp_path: Path) -> None:
    program = "import runpy; print(runpy.run_path('build.py')['build']())"
    package = tmp_path / "fast"
    (package / "csrc").mkdir(parents=True)
    for path in [*build.SOURCES.glob("*.*"), build.PACKAGE / "build.py"]:
        target = package / path.relative_to(build.PACKAGE)
        target.write_bytes(path.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=package, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("None\n", "")
    assert not list(package.glob("twins-*"))


@pytest.mark.usefixtures("library")
def test_a_library_from_other_sources_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(binding, "library_path", lambda: tmp_path / "twins-of-other-sources.so")
    caches = (binding.library, binding.available, binding.functions)
    for cached in caches:
        cached.cache_clear()
    try:
        game = games_with_twins()[0]
        assert not available(game)
        with pytest.raises(RuntimeError, match="meldroom doctor"):
            Twin(game, {}, 2, Rng(seed_from(1)))
    finally:
        for cached in caches:
            cached.cache_clear()


@pytest.mark.usefixtures("library")
def test_a_twin_for_other_rules_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games_with_twins()[0]
    assert available(game)
    monkeypatch.setattr(binding, "layout_hash", lambda _: "0" * 16)
    binding.available.cache_clear()
    try:
        assert not available(game)
    finally:
        binding.available.cache_clear()


@pytest.mark.long
@pytest.mark.parametrize("source", sorted(path.name for path in build.SOURCES.glob("exercise*")))
@pytest.mark.usefixtures("library")
def test_the_sanitizers_find_nothing(source: str, tmp_path: Path, figure: Figure) -> None:
    program = tmp_path / "exercise"
    problem = build.compiled(source, program, SANITIZERS)
    if problem is not None and "sanitize" in problem:
        pytest.skip("this compiler has no sanitizers")
    assert problem is None
    done = subprocess.run([program], capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode, done.stderr) == (0, "")
    figure(f"sanitizers, {source}: nothing found; {', '.join(done.stdout.splitlines())}")
