"""The part of a set-up that is not in the table folder's other files: `setup.json`, small, and harmless to lose."""

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import parse_json, read_text, write_text

NAME = "setup.json"
DONE, SKIPPED = "done", "skipped"
MARKS = (DONE, SKIPPED)


class SetupState:
    """Reads and writes `setup.json` of a folder; an unreadable file counts as an empty one."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._lock = threading.Lock()

    def part(self, name: str) -> dict[str, Any]:
        """The part that is stored under that name."""
        with self._lock:
            part = self._read().get(name)
        return part if isinstance(part, dict) else {}

    def keep(self, name: str, part: Mapping[str, Any]) -> None:
        """Stores a part under the name, in place of the one before. Raises BadFile."""
        with self._lock:
            write_text(self._path, json.dumps(self._read() | {name: dict(part)}, indent=1) + "\n")

    def marks(self) -> dict[str, str]:
        """The steps that players marked as done or skipped."""
        return {step: mark for step, mark in self.part("marks").items() if mark in MARKS}

    def mark(self, step: str, mark: str | None) -> None:
        """Marks a step as done or skipped, or removes its mark (None)."""
        marks = self.marks()
        marks.pop(step, None)
        self.keep("marks", marks | ({step: mark} if mark else {}))

    def _read(self) -> dict[str, Any]:
        if not self._path.exists():
            return {}
        try:
            stored = parse_json(self._path, read_text(self._path, "the progress of the set-up"))  # no text
        except BadFile:
            return {}
        return stored if isinstance(stored, dict) else {}
