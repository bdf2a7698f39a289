"""The answers that players give by hand where the camera cannot see."""

from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_war.rules.materials import MATERIALS, cover_check
from tablecam.rules.plain import Json


def list_answers_by_hand() -> list[dict[str, Json]]:
    """The answers on a target without the camera; a partly hidden target names the piece."""
    partly_visible = {"visible": 0.5, "visible_past_terrain": 0.5}
    across = {"kind": "terrain", "distance_in": 2, "hidden": 0.5}
    behind: list[dict[str, Json]] = [
        {
            "label": _("Part of it: {cover}", cover=kind.cover),
            # players name no piece
            "raw": {**partly_visible, "obstructions": [{**across, "name": cover_check(id), "material": id}]},
        }
        for id, kind in MATERIALS.items()
    ]
    return [
        {"label": _("All of it"), "raw": {"visible": 1}},
        *behind,
        {"label": _("Part of it, behind a model"), "raw": {"visible": 0.5}},
        {"label": _("Nothing, or too little"), "raw": {"visible": 0, "visible_past_terrain": 0}},
    ]
