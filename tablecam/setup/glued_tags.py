"""Where tags are glued on their trays: shown by models that are turned on the spot, counted so by a tap."""

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

# what was read on a page and what is known by now are the same, while they differ by no more
SAME_MM = 0.15


def write_glue(folder: Path, model_id: str, found: GlueFinding) -> None:
    """Writes where a model's tag is glued into the folder's models.toml; BadFile where that cannot be read."""
    path = folder / MODELS
    models = (found.applied(one) if one.id == model_id else one for one in read_roster(path).models)
    write_roster(path, Roster(tuple(models)))


class GluedTags:
    """Writes what was found live into the models' file. saved: called when the file is new."""

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._saved = saved

    def count(self, shown_mm: tuple[float, float], now: TurnedModel | None) -> None:
        """Counts a model's tag as glued where it was found.

        shown_mm: (right, forward) of where it counts, as somebody read it; now: what is known. SetupRefusal where those
        differ, or nothing is known any more; BadFile.
        """
        if now is None or now.found is None or math.dist(now.found.by_mm, shown_mm) > SAME_MM:
            raise SetupRefusal(Message("the model was moved meanwhile: turn it on the spot once more"))
        write_glue(self._folder, now.model.id, now.found)
        self._saved()
