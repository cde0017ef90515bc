"""Builds the library of the compiled twins, if there is a C++ compiler.

`python src/meldroom/fast/build.py` builds it beside the package, unless it is there; set-up and
packaging do so. Nothing is ever compiled during play. `make ptx` builds the kernels for NVIDIA
cards, where nvcc is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parent
SOURCES = PACKAGE / "csrc"
SUFFIX = ".dll" if sys.platform == "win32" else ".so"
COMPILERS = ("c++", "g++", "clang++")
# Without contraction a rating is the same number on every machine.
FLAGS = ("-std=c++17", "-O3", "-ffp-contract=off")
# For the oldest cards that nvcc knows; the driver compiles it for the card it finds.
KERNEL_FLAGS = ("-std=c++17", "-O3", "--fmad=false", "-arch=compute_75", "-ptx")
LIBRARY_FLAGS = ("-shared", "-fPIC", "-fvisibility=hidden")


def library_path() -> Path:
    """Name the library that belongs to these sources; an old one has another name."""
    return PACKAGE / f"twins-{_sources_hash()}{SUFFIX}"


def kernel_sources() -> list[str]:
    """Name the sources of kernels: each is built and loaded by itself."""
    return sorted(path.stem for path in SOURCES.glob("*.cu"))


def kernels_path(source: str) -> Path:
    """Name the kernels of a source; old ones have another name."""
    return PACKAGE / f"twins-{_sources_hash()}.{source}.ptx"


def _sources_hash() -> str:
    sources = b"".join(path.read_bytes() for path in sorted(SOURCES.glob("*.*")))
    return sha256(sources).hexdigest()[:16]


def find_compiler() -> str | None:
    """Find a C++ compiler: $CXX, else one of the usual names."""
    for name in (os.environ.get("CXX"), *COMPILERS):
        found = shutil.which(name) if name else None
        if found:
            return found
    return None


def compiled(source: str, target: Path, flags: tuple[str, ...]) -> str | None:
    """Compile one of the sources; gives what is wrong, None if nothing is."""
    compiler = find_compiler()
    if compiler is None:
        return "there is no C++ compiler"
    return _run([compiler, *FLAGS, *flags, str(SOURCES / source), "-o", str(target)])


def kernels_compiled(source: str, target: Path) -> str | None:
    """Compile the kernels of a source; gives what is wrong, None if nothing is."""
    compiler = shutil.which("nvcc")
    if compiler is None:
        return "there is no nvcc"
    return _run([compiler, *KERNEL_FLAGS, str(SOURCES / f"{source}.cu"), "-o", str(target)])


def _run(command: list[str]) -> str | None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr


def build() -> Path | None:
    """Build the library unless it is there; None where there is no compiler, or it fails."""
    return _built(library_path(), lambda path: compiled("library.cpp", path, LIBRARY_FLAGS))


def build_kernels(source: str) -> Path | None:
    """Build the kernels of a source unless they are there; None where that fails."""
    return _built(kernels_path(source), lambda path: kernels_compiled(source, path))


def build_all_kernels() -> bool:
    """Build the kernels of every source; False where there is no nvcc, or it fails."""
    return None not in [build_kernels(source) for source in kernel_sources()]


def _built(target: Path, compile_to: Callable[[Path], str | None]) -> Path | None:
    if target.exists():
        return target
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        if compile_to(unfinished) is not None:
            return None
        unfinished.replace(target)
    except OSError:  # a folder that cannot be written to
        return None
    finally:
        unfinished.unlink(missing_ok=True)
    for old in set(PACKAGE.glob(f"twins-*{''.join(target.suffixes)}")) - {target}:
        old.unlink(missing_ok=True)
    return target


if __name__ == "__main__":
    if sys.argv[1:] == ["kernels"]:
        sys.exit(None if build_all_kernels() else "the kernels were not built, which needs nvcc")
    build()
