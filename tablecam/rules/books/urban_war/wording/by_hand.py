"""The answers that players give by hand where the camera cannot see."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.plain import Json

# an obstruction of a target, by its name in logs where players name no piece
# no text: the keys are codes
SOLID, FLIMSY = "solid cover", "flimsy cover"
UNNAMED: Mapping[str, Message] = {SOLID: Message("solid cover"), FLIMSY: Message("flimsy cover")}


def seen_by_hand() -> list[dict[str, Json]]:
    """The answers on a target without the camera; a partly hidden target names the piece."""
    partly_visible = {"visible": 0.5, "visible_past_terrain": 0.5}
    across = {"kind": "terrain", "distance_in": 2, "hidden": 0.5}
    pieces = (
        (_("Part of it, behind something solid"), SOLID, "solid"),
        (_("Part of it, behind something flimsy"), FLIMSY, "flimsy"),
    )
    behind: list[dict[str, Json]] = [
        {"label": label, "raw": {**partly_visible, "obstructions": [{**across, "name": name, "material": material}]}}
        for label, name, material in pieces
    ]
    return [
        {"label": _("All of it"), "raw": {"visible": 1}},
        *behind,
        {"label": _("Part of it, behind a model"), "raw": {"visible": 0.5}},
        {"label": _("Nothing, or too little"), "raw": {"visible": 0, "visible_past_terrain": 0}},
    ]
