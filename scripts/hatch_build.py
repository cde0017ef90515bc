"""Builds the compiled twins into the wheel, where there is a C++ compiler; else it has none."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags


class TwinsHook(BuildHookInterface[Any]):
    """Builds the library beside its sources, which is all that an editable install needs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Take the library that scripts/wheels.py names, else build one for this platform."""
        building = runpy.run_path(f"{self.root}/src/meldroom/fast/build.py")
        named = os.environ.get("MELDROOM_LIBRARY")
        library = Path(named) if named else building["build"]()
        if library is None or version == "editable":
            return
        kernels = map(building["kernels_path"], building["kernel_sources"]())
        for path in (library, *kernels):
            if path.exists():  # the kernels only where `make ptx` built them
                build_data["force_include"][str(path)] = f"meldroom/fast/{path.name}"
        platform = os.environ.get("MELDROOM_PLATFORM") or next(sys_tags()).platform
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
