"""Builds the library of the compiled twins, if there is a C++ compiler.

`python src/meldroom/fast/build.py` builds it beside the package, unless it is there; set-up and
packaging do so. Nothing is ever compiled during play.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parent
SOURCES = PACKAGE / "csrc"
SUFFIX = ".dll" if sys.platform == "win32" else ".so"
COMPILERS = ("c++", "g++", "clang++")
# Without contraction a rating is the same number on every machine.
FLAGS = ("-std=c++17", "-O2", "-ffp-contract=off")
LIBRARY_FLAGS = ("-shared", "-fPIC", "-fvisibility=hidden")


def library_path() -> Path:
    """Name the library that belongs to these sources; an old one has another name."""
    sources = b"".join(path.read_bytes() for path in sorted(SOURCES.glob("*.*")))
    return PACKAGE / f"twins-{sha256(sources).hexdigest()[:16]}{SUFFIX}"


def find_compiler() -> str | None:
    """Find a C++ compiler: $CXX, else one of the usual names."""
    for name in (os.environ.get("CXX", ""), *COMPILERS):
        found = shutil.which(name) if name else None
        if found:
            return found
    return None


def compiled(source: str, target: Path, flags: tuple[str, ...]) -> str | None:
    """Compile one of the sources; gives what is wrong, None if nothing is."""
    compiler = find_compiler()
    if compiler is None:
        return "there is no C++ compiler"
    command = [compiler, *FLAGS, *flags, str(SOURCES / source), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr


def build() -> Path | None:
    """Build the library unless it is there; None where there is no compiler, or it fails."""
    library = library_path()
    if library.exists():
        return library
    unfinished = library.with_name(f"{library.name}.{os.getpid()}")
    try:
        if compiled("library.cpp", unfinished, LIBRARY_FLAGS) is not None:
            return None
        unfinished.replace(library)
    except OSError:  # a folder that cannot be written to
        return None
    finally:
        unfinished.unlink(missing_ok=True)
    for old in set(PACKAGE.glob(f"twins-*{SUFFIX}")) - {library}:
        old.unlink(missing_ok=True)
    return library


if __name__ == "__main__":
    build()
