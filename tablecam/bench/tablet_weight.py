"""The download size of the table's page, from the build's manifest."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"
# the entry module of every address, and the page module of the table
DOOR, TABLE = "index.html", "src/table/page.tsx"

Chunks = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Weight:
    """Packed bytes. at_once: of script before the table shows; later: of script that a game may load."""

    at_once: int
    later: int
    styles: int

    @property
    def script(self) -> int:
        """All script that an evening at the table may need."""
        return self.at_once + self.later


def weight(built: Path) -> Weight:
    """The sizes of the page in a folder built by vite."""
    chunks: Chunks = json.loads((built / MANIFEST).read_text(encoding="utf-8"))
    at_once = needed(chunks, DOOR) | needed(chunks, TABLE)
    all_ = at_once | later(chunks, at_once)
    styles = {style for name in all_ for style in chunks[name].get("css", ())}
    return Weight(
        sum(packed(built / chunks[name]["file"]) for name in at_once),
        sum(packed(built / chunks[name]["file"]) for name in all_ - at_once),
        sum(packed(built / style) for style in styles),
    )


def needed(chunks: Chunks, name: str) -> set[str]:
    """The chunk and all its static imports."""
    found, waiting = set[str](), [name]
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += chunks[one].get("imports", ())
    return found


def later(chunks: Chunks, at_once: set[str]) -> set[str]:
    """The chunks that the table's chunks load on demand; other pages of the entry do not belong to the table."""
    found, waiting = set[str](), list(at_once - {DOOR})
    while waiting:
        for name in chunks[waiting.pop()].get("dynamicImports", ()):
            first_time = needed(chunks, name) - found - at_once
            found |= first_time
            waiting += first_time
    return found


def packed(path: Path) -> int:
    """Bytes of a file as sent: compressed if that makes it smaller."""
    beside = path.with_name(f"{path.name}.gz")
    return (
        beside.stat().st_size if beside.is_file() else min(path.stat().st_size, len(gzip.compress(path.read_bytes())))
    )
