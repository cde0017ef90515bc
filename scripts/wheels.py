"""Builds a wheel with compiled twins for each platform, by one compiler that knows them all.

zig's compiler comes from the package index into an environment of its own under build/. Only the
wheel for Linux on x86-64 has ever been run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from meldroom.fast.build import FLAGS, LIBRARY_FLAGS, SOURCES, build_all_kernels, library_path

ROOT = Path(__file__).parents[1]
ZIG = "ziglang==0.17.0"
TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
}
# The twins need no C++ library. Without the sanitizer, which zig adds, they trust their caller.
ZIG_FLAGS = ("-fno-exceptions", "-fno-rtti", "-nostdlib++", "-fno-sanitize=undefined", "-s")


def zig_environment() -> Path:
    """Give the Python that has zig's compiler; installs it the first time."""
    folder = ROOT / "build" / "zig"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", ZIG], check=True)
    return python


def build_library(python: Path, platform: str) -> Path:
    """Compile the twins for a platform."""
    suffix = ".dll" if platform.startswith("win") else ".so"
    library = ROOT / "build" / platform / f"{library_path().stem}{suffix}"
    library.parent.mkdir(parents=True, exist_ok=True)
    compiler = [str(python), "-m", "ziglang", "cc", "-x", "c++", "-target", TARGETS[platform]]
    flags = [*FLAGS, *LIBRARY_FLAGS, *ZIG_FLAGS]
    subprocess.run([*compiler, *flags, SOURCES / "library.cpp", "-o", library], check=True)
    return library


def build_wheel(platform: str, library: Path) -> None:
    """Build the wheel around a library; scripts/hatch_build.py reads the two variables."""
    named = {"MELDROOM_LIBRARY": str(library), "MELDROOM_PLATFORM": platform}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **named}, check=True)


def main() -> None:
    """Build all wheels into dist/, with the kernels for NVIDIA cards where nvcc is."""
    python = zig_environment()
    if not build_all_kernels():
        print("without kernels for NVIDIA cards: there is no nvcc")
    for platform in sys.argv[1:] or TARGETS:
        library = build_library(python, platform)
        build_wheel(platform, library)
        (wheel,) = (ROOT / "dist").glob(f"*-py3-none-{platform}.whl")
        with zipfile.ZipFile(wheel) as archive:
            if not any(name.startswith("meldroom/web/chunks/") for name in archive.namelist()):
                sys.exit(f"{wheel.name}: the page is not bundled")
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, library {library.stat().st_size:,}")


if __name__ == "__main__":
    main()
