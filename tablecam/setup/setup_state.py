"""What of a set-up is not in the table folder's own files: `setup.json`, small, and harmless to lose."""

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecam.errors import BadFile
from tablecam.storage.text_file import parse_json, read_text, write_text

NAME = "setup.json"
DONE, SKIPPED = "done", "skipped"
MARKS = (DONE, SKIPPED)


class SetupState:
    """Reads and writes `setup.json` of a folder; what cannot be read counts as nothing kept."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._lock = threading.Lock()

    def part(self, name: str) -> dict[str, Any]:
        """What was kept under that name."""
        with self._lock:
            part = self._read().get(name)
        return part if isinstance(part, dict) else {}

    def keep(self, name: str, part: Mapping[str, Any]) -> None:
        """Keeps this under the name, instead of what was there. Raises BadFile."""
        with self._lock:
            write_text(self._path, json.dumps(self._read() | {name: dict(part)}, indent=1) + "\n")

    def marks(self) -> dict[str, str]:
        """Which steps somebody called done or skipped."""
        return {step: mark for step, mark in self.part("marks").items() if mark in MARKS}

    def mark(self, step: str, mark: str | None) -> None:
        """Calls a step done or skipped, or neither any more."""
        marks = self.marks()
        marks.pop(step, None)
        self.keep("marks", marks | ({step: mark} if mark else {}))

    def _read(self) -> dict[str, Any]:
        if not self._path.exists():
            return {}
        try:
            said = parse_json(self._path, read_text(self._path, "how far the set-up went"))
        except BadFile:
            return {}
        return said if isinstance(said, dict) else {}
