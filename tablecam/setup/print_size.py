"""Corrects the size at which the models' tags were printed: all tags together show it, and a player confirms it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tablecam.base.i18n import Message
from tablecam.sensing.tracking.print_share import PrintShare
from tablecam.setup.known_places import known
from tablecam.setup.refusal import SetupRefusal
from tablecam.storage.table_folder import TABLE
from tablecam.storage.table_toml import write_table

# greatest change of a share that is measured again
SAME = 0.003


class PrintSize:
    """Writes the size into the table's file. saved: called after the file has changed."""

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._on_saved = saved

    def use(self, shown: float, now: PrintShare | None) -> None:
        """Counts the tags as printed at this share of their present size.

        shown: as the page showed it. now: as the tags show it. Raises SetupRefusal if the two differ, or without a
        table.
        """
        if now is None or not now.printed or abs(now.share - shown) > SAME:
            raise SetupRefusal(Message("the tags do not measure {share} any more: look again", share=f"{shown:.1%}"))
        table = known(self._folder).table
        if table is None:
            raise SetupRefusal(Message("there is no table yet: set it up first"))
        write_table(self._folder / TABLE, replace(table, print_scale=round(table.print_scale * now.share, 4)))
        self._on_saved()
