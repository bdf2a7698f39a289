"""Sight, its reasons and reach for the page: plain data for JSON, pure functions.

Facts only: how much shows, what hides how much, how far that is from the viewer. Places in table inches.
"""

from tablecam.rules.books.views import SightLimits
from tablecam.table.measure.eye_drawing import eye_svg
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.sight_drawing import OPEN, PARTLY, SHUT, wedge
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.measure.why import Why
from tablecam.table.snapshot import Snapshot
from webui.table.present import Json, sentence

# An obstruction that hides less is a hair's breadth: it is in the reasons, not in the list.
WORTH_TELLING = 0.005

# The view from the eye is drawn for a space about this wide: its lines are then as thick as the page's.
EYE_PX = 420.0

ANSWERS = {Verdict.YES: "seen", Verdict.NO: "hidden", Verdict.TOO_CLOSE: "too_close"}
SHOWS = {OPEN: "all", PARTLY: "some", SHUT: "none"}


def sight(found: Sighting, snapshot: Snapshot, limits: SightLimits | None) -> Json:
    """The visible share of the target, whether that is enough, and what hides some of it, the most first.

    limits: None where no rulebook says how much is enough.
    """
    least_visible, most_visible = found.spread
    return {
        "share": round(found.visible, 4),
        "spread": [round(least_visible, 4), round(most_visible, 4)],
        "answer": ANSWERS[found.verdict(limits.enough)] if limits else None,
        "leans": ("seen" if found.at_least(limits.enough) else "hidden") if limits else None,
        "enough": limits.enough if limits else None,
        "hiding": [
            hiding(obstruction, snapshot, limits)
            for obstruction in found.obstructions
            if obstruction.hidden > WORTH_TELLING
        ],
    }


def reading(limits: SightLimits | None) -> Json | None:
    """The rule by which sight is read, for the page: None where plain geometry is shown."""
    return {"enough": limits.enough, "near_in": limits.near_in, "text": str(limits.text)} if limits else None


def hiding(obstruction: Obstruction, snapshot: Snapshot, limits: SightLimits | None) -> Json:
    """An obstruction that hides some of the target; number: its row among the terrain features or models."""
    name = snapshot.models[obstruction.number].model.name if obstruction.kind == "model" else obstruction.name
    return {
        "kind": obstruction.kind,
        "number": obstruction.number,
        "name": name,
        "material": obstruction.material,
        "share": round(obstruction.hidden, 4),
        "distance_in": round(obstruction.distance_in, 2),
        "near": limits is not None and obstruction.distance_in <= limits.near_in,
    }


def why(found: Why, snapshot: Snapshot, limits: SightLimits | None) -> Json:
    """The reasons of one sighting: sentences, the wedge from above, and the view from the eye as SVG without a key."""
    return {
        "viewer": found.sighting.viewer,
        "target": found.sighting.target,
        "sight": sight(found.sighting, snapshot, limits),
        "sentences": [sentence(reason) for reason in found.sentences],
        "wedge": [
            {"shows": SHOWS[zone.shows], "corners": [[round(x, 3), round(y, 3)] for x, y in zone.corners]}
            for zone in wedge(found)
        ],
        "near_in": limits.near_in if limits else None,
        "eye_svg": eye_svg(snapshot, found, EYE_PX, key=False),
    }
