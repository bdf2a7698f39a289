"""The table of a folder, on which `tablecam umpire --table` measures from typed places."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablecam.rules.ask import Ask
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.rules.books.book import Book
    from tablecam.table.snapshot import Snapshot


class PaperTable:
    """The table of a folder: its size, its terrain, the bases and heights of its models."""

    def __init__(self, path: Path, book: Book) -> None:
        from tablecam.storage.table_folder import read_folder

        self.path = path
        self.book = book
        self.folder = read_folder(path, camera_needed=False, materials=book.material_names)

    @property
    def setup(self) -> dict[str, Json]:
        """The table's part of a game's setup."""
        from tablecam.rules.books.game_setups import TABLE_IN

        if TABLE_IN not in self.book.setup_keys:
            return {}
        return {TABLE_IN: [self.folder.table.width_in, self.folder.table.depth_in]}

    def strangers(self, models: Sequence[str]) -> list[str]:
        """A sentence about the models that cannot be measured, since the roster lacks them."""
        from tablecam.storage.table_folder import MODELS

        missing = [model for model in models if model not in self.folder.roster.by_id]
        return [f"{self.path / MODELS} does not have {', '.join(missing)}: measure these yourselves"] if missing else []

    def snapshot(self, state: Any) -> Snapshot:
        """The places of the models, including casualties, since a player may still measure to a casualty's place."""
        from tablecam.rules.books.scenery_terrain import add_scenery
        from tablecam.table.miniature import Placed
        from tablecam.table.snapshot import Snapshot

        placements = [
            Placed(self.folder.roster.by_id[model], *place, heading_rad=0.0)
            for model, place in self.book.facts.list_places(state).items()
            if model in self.folder.roster.by_id
        ]
        table, terrain = self.folder.table, self.folder.terrain
        snapshot = Snapshot(0.0, tuple(placements), terrain, table.width_in, table.depth_in, grid=table.grid)
        return add_scenery(snapshot, state)

    def answer(self, ask: Ask[Any], state: Any) -> Json:
        """The measured answer; None where there is none, since only the players know what they move and place."""
        from tablecam.rules.books.book import TableNow
        from tablecam.rules.facts import Move
        from tablecam.rules.placing import Placing
        from tablecam.rules.scenery import get_scenery

        if isinstance(ask, Move | Placing):
            return None
        moment = TableNow(self.snapshot(state), {})
        standing = {placement.model.id for placement in moment.snapshot.models} | {*get_scenery(state).ids}
        return (
            self.book.facts.answer(ask, state, moment)
            if standing.issuperset(self.book.facts.list_models(ask))
            else None
        )

    def position(self, state: Any) -> str:
        """The position in snapshot notation, without the terrain, which the folder has."""
        from tablecam.table.notation import write

        return "\n".join(line for line in write(self.snapshot(state)).splitlines() if not line.startswith("terrain"))
