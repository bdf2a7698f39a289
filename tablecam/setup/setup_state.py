"""The state of a set-up beyond the table folder's other files: `setup.json`, small, and harmless to lose."""

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
        """Returns the part stored under that name; {} if there is none."""
        with self._lock:
            stored = self._read_file().get(name)
        return stored if isinstance(stored, dict) else {}

    def keep(self, name: str, part: Mapping[str, Any]) -> None:
        """Stores a part under the name, in place of an earlier one. Raises BadFile."""
        with self._lock:
            write_text(self._path, json.dumps(self._read_file() | {name: dict(part)}, indent=1) + "\n")

    def marks(self) -> dict[str, str]:
        """Returns the steps that players marked as done or skipped."""
        return {step: mark for step, mark in self.part("marks").items() if mark in MARKS}

    def mark(self, step: str, mark: str | None) -> None:
        """Marks a step as done or skipped, or removes its mark (None)."""
        marks = self.marks()
        marks.pop(step, None)
        self.keep("marks", marks | ({step: mark} if mark else {}))

    def _read_file(self) -> dict[str, Any]:
        if not self._path.exists():
            return {}
        try:
            stored = parse_json(self._path, read_text(self._path, "the progress of the set-up"))  # no text
        except BadFile:
            return {}
        return stored if isinstance(stored, dict) else {}
