"""Builds into the wheel what a checkout does without: the compiled twins, and the page's bundle.

Without a C++ compiler the wheel has no twins; without Node it has the page as a checkout serves it.
"""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags


class BuildHook(BuildHookInterface[Any]):
    """Builds the library beside its sources, which is all that an editable install needs."""

    bundled: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files that are built."""
        if version != "editable":
            self._add_page(build_data)
        self._add_twins(version, build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what was built for this wheel alone."""
        if self.bundled is not None:
            self.bundled.cleanup()

    def _add_page(self, build_data: dict[str, Any]) -> None:
        """Bundle the page, else take its files as they are."""
        bundling = runpy.run_path(f"{self.root}/scripts/bundle_page.py")
        self.bundled = TemporaryDirectory()  # several wheels may be built at once
        folder = Path(self.bundled.name, "meldroom")
        try:
            bundling["bundle"](folder)
            build_data["force_include"][str(folder)] = "meldroom"
        except bundling["BundleError"] as why:
            self.app.display_warning(f"The page is not bundled: {why}.")
            for source in bundling["page_folders"]():
                place = source.relative_to(Path(self.root, "src")).as_posix()
                build_data["force_include"][str(source)] = place

    def _add_twins(self, version: str, build_data: dict[str, Any]) -> None:
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
