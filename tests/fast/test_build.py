"""Building the library, and doing without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from meldroom.core.rng import Rng, seed_from
from meldroom.fast import Twin, available, binding, build, why_missing
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


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the library be built in a folder of its own, from sources that compile at once."""
    sources = tmp_path / "csrc"
    sources.mkdir()
    (sources / "library.cpp").write_text("int answer() { return 42; }")
    monkeypatch.setattr(build, "PACKAGE", tmp_path)
    monkeypatch.setattr(build, "SOURCES", sources)
    return tmp_path


def libraries(package: Path) -> list[Path]:
    return [path for path in package.iterdir() if path.is_file()]


@pytest.mark.usefixtures("library")
def test_a_library_is_built_once_for_its_sources_and_replaces_the_old_one(package: Path) -> None:
    (package / "twins-of-old-sources.so").touch()
    built = build.build()
    assert built == build.library_path()
    assert libraries(package) == [built]
    at = built.stat().st_mtime_ns
    assert build.build() == built
    assert built.stat().st_mtime_ns == at
    (package / "csrc" / "library.cpp").write_text("int answer() { return 43; }")
    again = build.build()
    assert again != built
    assert libraries(package) == [again]


@pytest.mark.usefixtures("library")
def test_of_sources_that_do_not_compile_nothing_is_left(package: Path) -> None:
    (package / "csrc" / "library.cpp").write_text("this is no C++")
    assert build.build() is None
    assert libraries(package) == []
    problem = build.compiled("library.cpp", package / "library", build.LIBRARY_FLAGS)
    assert problem is not None
    assert "library.cpp:1" in problem


def test_without_a_library_its_absence_is_explained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(binding, "library", lambda: None)
    compiler = tmp_path / "compiler"
    compiler.touch(mode=0o755)
    monkeypatch.setenv("PATH", "")
    for name, why in {
        "": "there is no C++ compiler",
        "none": "there is no C++ compiler",
        str(compiler): "the library was not built",
    }.items():
        monkeypatch.setenv("CXX", name)
        assert why_missing() == why
    monkeypatch.setenv("CXX", "")
    assert build.compiled("library.cpp", tmp_path / "none", ()) == "there is no C++ compiler"
    monkeypatch.delenv("CXX")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert why_missing() == "there is no C++ compiler"
    (tmp_path / "clang++").touch(mode=0o755)
    assert why_missing() == "the library was not built"


def test_kernels_are_built_only_where_nvcc_is(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "csrc" / "some.cu").touch()
    monkeypatch.setenv("PATH", str(package))
    assert build.kernels_compiled("some", package / "some.ptx") == "there is no nvcc"
    assert build.build_kernels("some") is None
    assert not build.build_all_kernels()
    nvcc = package / "nvcc"  # notes what it is told in its output, the last argument
    nvcc.write_text('#!/bin/sh\nfor last; do :; done\necho "$@" > "$last"\n')
    nvcc.chmod(0o755)
    assert build.build_all_kernels()
    [kernels] = package.glob("twins-*.some.ptx")
    assert kernels == build.kernels_path("some")
    assert kernels.read_text().startswith(" ".join(build.KERNEL_FLAGS))
    assert f" {package / 'csrc' / 'some.cu'} -o " in kernels.read_text()


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
