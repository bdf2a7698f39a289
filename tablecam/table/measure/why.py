"""The reasons for a sighting: in words, and as regions of the target that can be drawn."""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tablecam.base.i18n import InContext, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import describe_length
from tablecam.table.geometry.sightlines import Views, outlines, target_outline
from tablecam.table.measure.sight import Eye, sighting
from tablecam.table.measure.sighting import Obstruction, Sighting, SightScene, scene, views
from tablecam.table.snapshot import Snapshot

# A window of less than this share of the target is a crack: it counts, but is not worth a mention.
CRACK = 0.002

# The place of a window on the target: the values of `Window.place`.
UPPER_LEFT, UPPER_RIGHT = "upper left", "upper right"  # no text
LOWER_LEFT, LOWER_RIGHT = "lower left", "lower right"  # no text
UPPER, LOWER, LEFT, RIGHT, MIDDLE = "upper", "lower", "left", "right", "middle"
# Places by row and column.
PLACES = {
    (UPPER, LEFT): UPPER_LEFT,
    (UPPER, RIGHT): UPPER_RIGHT,
    (UPPER, MIDDLE): UPPER,
    (LOWER, LEFT): LOWER_LEFT,
    (LOWER, RIGHT): LOWER_RIGHT,
    (LOWER, MIDDLE): LOWER,
    (MIDDLE, LEFT): LEFT,
    (MIDDLE, RIGHT): RIGHT,
    (MIDDLE, MIDDLE): MIDDLE,
}
# The part of the target that shows.
PARTS = {
    UPPER_LEFT: Message("the upper left part of it"),
    UPPER_RIGHT: Message("the upper right part of it"),
    LOWER_LEFT: Message("the lower left part of it"),
    LOWER_RIGHT: Message("the lower right part of it"),
    UPPER: Message("the upper part of it"),
    LOWER: Message("the lower part of it"),
    LEFT: Message("the left part of it"),
    RIGHT: Message("the right part of it"),
    MIDDLE: Message("the middle part of it"),
}
# The same in a list of several parts.
WHERE = {
    UPPER_LEFT: InContext("place on a target", "the upper left"),
    UPPER_RIGHT: InContext("place on a target", "the upper right"),
    LOWER_LEFT: InContext("place on a target", "the lower left"),
    LOWER_RIGHT: InContext("place on a target", "the lower right"),
    UPPER: InContext("place on a target", "the upper"),
    LOWER: InContext("place on a target", "the lower"),
    LEFT: InContext("place on a target", "the left"),
    RIGHT: InContext("place on a target", "the right"),
    MIDDLE: InContext("place on a target", "the middle"),
}


@dataclass(frozen=True)
class Window:
    """A part of the target that shows, with no break in it.

    share: of the target. place: its place on the target as the viewer sees it, one of the constants above;
    empty if it is nearly all of the target. left_rad, right_rad: the
    bearings, anticlockwise from the line of view, that hold it; low_rad, high_rad: the heights above the horizon.
    """

    share: float
    place: str
    left_rad: float
    right_rad: float
    low_rad: float
    high_rad: float


@dataclass(frozen=True)
class Why:
    """A sighting and its reasons.

    hidden: the region that each obstruction hides by itself, in the order of the sighting's; clear: the visible region;
    both on the target's plane: u to the left of its axis, z up from the eye's height. view: the one look. near:
    obstructions no further than `near_in` from the viewer's base edge, where a rulebook treats them apart. ignored:
    names of models in the way that do not block by the rulebook.
    """

    sighting: Sighting
    view: Views
    hidden: tuple[tuple[Obstruction, BaseGeometry], ...]
    clear: BaseGeometry
    windows: tuple[Window, ...]
    near: tuple[Obstruction, ...]
    ignored: tuple[str, ...]
    sentences: tuple[str, ...]
    near_in: float | None = None


def why(
    snapshot: Snapshot,
    viewer: str,
    target: str,
    blocks: np.ndarray | None = None,
    eye: Eye = Eye.CENTRE,
    near_in: float | None = None,
) -> Why:
    """The reasons of one sighting, with its error; arguments and errors as for `measure.sight.sighting`.

    near_in: obstructions no further than this from the viewer's base edge are named; None: none are.
    """
    outcome = sighting(snapshot, viewer, target, blocks, eye)
    ids = [placed.model.id for placed in snapshot.models]
    pair = ids.index(viewer), ids.index(target)
    sight_scene = scene(snapshot, blocks)
    view = _make_view(sight_scene, pair, outcome.eye)
    shapes = _find_hidden_regions(sight_scene, view, pair)
    hidden = tuple(
        (hider, shapes[_obstruction_key(hider)]) for hider in outcome.obstructions if _obstruction_key(hider) in shapes
    )
    clear = shapely.difference(target_outline(view), shapely.union_all([shape for _unused, shape in hidden]))
    windows = _find_windows(view, clear)
    near = tuple(hider for hider in outcome.obstructions if near_in is not None and hider.distance_in <= near_in)
    ignored = () if blocks is None else _find_ignored(scene(snapshot), view, pair, outcome)
    names = {placed.model.id: placed.model.name for placed in snapshot.models}
    sentences = tuple(_write_sentences(outcome, windows, near, [names[model] for model in ignored], names))
    return Why(outcome, view, hidden, clear, windows, near, ignored, sentences, near_in)


def _make_view(now: SightScene, pair: tuple[int, int], eye: tuple[float, float, float]) -> Views:
    viewer, target = (now.models[:, [number]] for number in pair)
    return views(viewer, target, np.array(eye[:2])[:, None])


def _find_hidden_regions(now: SightScene, view: Views, pair: tuple[int, int]) -> dict[tuple[str, int], BaseGeometry]:
    """The region that each obstruction hides, by its kind and number."""
    features, regions = now.features, outlines(view, now.hiders, *pair)
    return {("terrain", n) if n < features else ("model", n - features): shape for n, shape in regions.items()}


def _obstruction_key(obstruction: Obstruction) -> tuple[str, int]:
    return obstruction.kind, obstruction.number


def _find_ignored(every: SightScene, view: Views, pair: tuple[int, int], found: Sighting) -> tuple[str, ...]:
    """The models that would hide something if all blocked, and hide nothing."""
    blocking = {hider.number for hider in found.obstructions if hider.kind == "model"}
    numbers = [
        number for kind, number in _find_hidden_regions(every, view, pair) if kind == "model" and number not in blocking
    ]
    return tuple(every.snapshot.models[number].model.id for number in numbers)


def _find_windows(view: Views, clear: BaseGeometry) -> tuple[Window, ...]:
    """The visible parts of the target, the largest first."""
    target = target_outline(view)
    parts = [region for region in getattr(clear, "geoms", [clear]) if region.area > CRACK * target.area]
    return tuple(_measure_window(view, target, region) for region in sorted(parts, key=lambda part: -part.area))


def _measure_window(view: Views, whole: BaseGeometry, part: BaseGeometry) -> Window:
    length = float(view.length[0])
    u, z = (np.array(coordinates) for coordinates in part.exterior.coords.xy)
    bearing, height = np.arctan2(u, length), np.arctan2(z, np.hypot(length, u))
    ends = (float(bearing.max()), float(bearing.min()), float(height.min()), float(height.max()))
    return Window(part.area / whole.area, _name_place(whole, part), *ends)


def _name_place(whole: BaseGeometry, part: BaseGeometry) -> str:
    """The place of a part on the target, by thirds of its middle: "upper right", "left", "middle"."""
    left, bottom, right, top = whole.bounds
    # u runs to the viewer's left
    across = (part.centroid.x - left) / (right - left)
    up = (part.centroid.y - bottom) / (top - bottom)
    if part.area > 0.9 * whole.area:
        return ""
    row = LOWER if up < 0.4 else UPPER if up > 0.6 else MIDDLE
    column = RIGHT if across < 0.4 else LEFT if across > 0.6 else MIDDLE
    return PLACES[row, column]


def _write_sentences(
    found: Sighting,
    windows: tuple[Window, ...],
    near: tuple[Obstruction, ...],
    ignored: list[str],
    names: dict[str, str],
) -> list[str]:
    viewer, target = names[found.viewer], names[found.target]
    sentences = [_describe_visible(found, viewer, target, names)]
    if windows and found.visible < 1:
        sentences.append(_describe_windows(windows))
    sentences += [
        _describe_nearness(_name_obstruction(obstruction, names), obstruction.distance_in, viewer)
        for obstruction in near
    ]
    if ignored:
        sentences.append(_describe_ignored(ignored))
    loose = find_loose_hiders(found)
    if loose:
        sentences.append(
            # Translators: hiders are names of pieces of terrain and of models that stand in the way.
            _(
                "The share also depends on the exact position of {hiders}.",
                hiders=join_items(names.get(id, id) for id in loose),
            )
        )
    lowest, highest = (percent(share) for share in found.spread)
    if lowest != highest:
        sentences.append(
            _(
                "Within the error of both positions, that share is between {least} and {most}.",
                least=lowest,
                most=highest,
            )
        )
    return sentences


def find_loose_hiders(found: Sighting) -> list[str]:
    """The pieces and models in the way whose own errors change the visible share by more than a crack, by name."""
    moved = (look.moved for look in found.within_error if abs(look.visible - found.visible) > CRACK)
    return [name for name in dict.fromkeys(moved) if name]


def _describe_visible(found: Sighting, viewer: str, target: str, names: dict[str, str]) -> str:
    if not found.obstructions:
        return _("{viewer} sees all of {target}: nothing hides any of it.", viewer=viewer, target=target)
    hiding = join_items(
        hides(_name_obstruction(obstruction, names), obstruction.hidden) for obstruction in found.obstructions
    )
    if found.visible > 0:
        # Translators: hiding is a list such as "crate hides 57 % and chapel hides 50 %".
        return _(
            "{viewer} sees {share} of {target}: {hiding}.",
            viewer=viewer,
            share=percent(found.visible),
            target=target,
            hiding=hiding,
        )
    if len(found.obstructions) > 1 and found.obstructions[0].hidden < 1:
        return _(
            "{viewer} sees nothing of {target}: {hiding} between them.", viewer=viewer, target=target, hiding=hiding
        )
    return _("{viewer} sees nothing of {target}: {hiding}.", viewer=viewer, target=target, hiding=hiding)


def _describe_windows(windows: tuple[Window, ...]) -> str:
    if len(windows) > 1:
        places = join_items(
            # Translators: place is for instance "the upper left", share "23 %".
            _("{place} ({share})", place=WHERE[window.place or MIDDLE], share=percent(window.share))
            for window in windows
        )
        return _("The visible parts are separate: {places}.", places=places)
    width = f"{math.degrees(windows[0].left_rad - windows[0].right_rad):.1f}"
    if not windows[0].place:
        return _("Nearly all of it shows, {width} degrees wide.", width=width)
    # Translators: part is for instance "the upper left part of it".
    return _("The visible part is {part}, {width} degrees wide.", part=PARTS[windows[0].place], width=width)


def _describe_nearness(obstruction: str, distance_in: float, viewer: str) -> str:
    return _(
        "{obstruction} is {distance} from the base of {viewer}.",
        obstruction=obstruction,
        distance=describe_length(distance_in, 2),
        viewer=viewer,
    )


def _describe_ignored(models: list[str]) -> str:
    return ngettext(
        "{models} stands in the way, but does not block.",
        "{models} stand in the way, but do not block.",
        len(models),
        models=join_items(models),
    )


def _name_obstruction(obstruction: Obstruction, names: dict[str, str]) -> str:
    return names[obstruction.name] if obstruction.kind == "model" else obstruction.name


def hides(obstruction: str, share: float) -> str:
    """The share of a target that an obstruction hides, as part of a sentence or a line of a drawing's key."""
    return _("{obstruction} hides {share}", obstruction=obstruction, share=percent(share))


def percent(share: float) -> str:
    """A share in words; a share just above nothing or just below everything is never rounded to it."""
    if share == 1:
        # Translators: a share of the target, as in "chapel hides all of it".
        return _("all of it")
    if 0 < share < 0.01:
        return _("less than 1 %")
    if 0.99 < share < 1:
        return _("more than 99 %")
    return _("{number} %", number=f"{100 * share:.0f}")
