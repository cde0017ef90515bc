"""Builds the compiled twins into the wheel, where there is a C++ compiler; else it has none."""

from __future__ import annotations

import runpy
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags


class TwinsHook(BuildHookInterface[Any]):
    """Builds the library beside its sources, which is all that an editable install needs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and name the platform that the wheel is for."""
        building = runpy.run_path(f"{self.root}/src/meldroom/fast/build.py")
        library, kernels = building["build"](), building["kernels_path"]()
        if library is None or version == "editable":
            return
        for path in (library, kernels):  # kernels only where `make ptx` built them
            if path.exists():
                build_data["force_include"][str(path)] = f"meldroom/fast/{path.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{next(sys_tags()).platform}"
