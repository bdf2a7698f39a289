"""Corrects where tags are glued on their trays: a model turned on the spot shows it, and a player's tap confirms it."""

import math
from collections.abc import Callable
from pathlib import Path

from tablecam.base.i18n import Message
from tablecam.sensing.tracking.glue import GlueFinding
from tablecam.sensing.tracking.turning import TurnedModel
from tablecam.setup.refusal import SetupRefusal
from tablecam.storage.models_toml import read_roster, write_roster
from tablecam.storage.table_folder import MODELS
from tablecam.table.roster import Roster

# greatest difference between the finding that a page showed and the current one
SAME_MM = 0.15


def write_glue(folder: Path, model_id: str, found: GlueFinding) -> None:
    """Writes the place of a model's tag on its tray into the folder's models.toml. Raises BadFile if it
    cannot be read.
    """
    path = folder / MODELS
    models = (found.apply_offset(model) if model.id == model_id else model for model in read_roster(path).models)
    write_roster(path, Roster(tuple(models)))


class GluedTags:
    """Writes confirmed places of tags into the models' file. saved: called after the file has changed."""

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._on_saved = saved

    def count(self, shown_mm: tuple[float, float], now: TurnedModel | None) -> None:
        """Counts a model's tag as glued at the place found.

        shown_mm: that place (right, forward) as the page showed it. now: the current finding. Raises SetupRefusal if
        they differ or there is no finding any more, and BadFile.
        """
        if now is None or now.found is None or math.dist(now.found.by_mm, shown_mm) > SAME_MM:
            raise SetupRefusal(Message("the model has moved in the meantime: turn it on the spot once more"))
        write_glue(self._folder, now.model.id, now.found)
        self._on_saved()
