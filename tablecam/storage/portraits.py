"""Portraits of models, stored with the table: a small JPEG for each model, in the folder `portraits`.

    portraits = PortraitFolder(Path("my-table"))
    portraits.read("ida")

They are no part of the table or of a game: a fault of the disk costs a portrait and nothing else.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import write_bytes

log = logging.getLogger(__name__)

FOLDER, SUFFIX = "portraits", ".jpg"


@dataclass(frozen=True)
class PortraitFolder:
    """The portraits of the models of a table folder. The first portrait makes the folder."""

    table: Path

    def read(self, model: str) -> bytes | None:
        """The portrait of a model as JPEG; None if there is none."""
        with suppress(OSError):
            return self._find_path(model).read_bytes()
        return None

    def save(self, model: str, jpeg: bytes) -> None:
        """Stores a portrait in place of the last one."""
        try:
            # a portrait need not outlive a power cut
            write_bytes(self._find_path(model), jpeg, flush=False)
        except BadFile as fault:
            log.warning("the portrait of %s is not kept: %s", model, fault)

    def _find_path(self, model: str) -> Path:
        return self.table / FOLDER / f"{quote(model, safe='')}{SUFFIX}"
