"""How far a set-up is: told from the table folder's own files, and from what the players marked."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.setup.finding import BAD, FAIR, UNKNOWN, Finding
from tablecam.setup.known_places import TableFiles
from tablecam.storage.table_folder import CAMERA, MODELS, TABLE, TERRAIN

# in the order in which they are best done
STEPS = ("camera", "print", "lens", "place", "gauge", "terrain", "roster", "play")
DONE, ATTENTION, OPEN, SKIPPED = "done", "attention", "open", "skipped"
WORST_FOCAL_SIGMA = 0.01
# nobody needs a finer figure
FINEST = 1e-4


@dataclass(frozen=True)
class StepState:
    """state: done, attention (says why), open (not begun) or skipped. says: one sentence, or nothing."""

    name: str
    state: str
    says: str = ""


@dataclass(frozen=True)
class Now:
    """What is going on.

    picture: size of the newest frame, or None. trouble: what is wrong with the camera or its place, or nothing.
    placed: whether the camera's place over the table is known. lens_says: why lens and picture do not fit, or nothing.
    capturing: whether views of the board are being taken.
    """

    picture: tuple[int, int] | None
    trouble: str
    placed: bool
    lens_says: str
    capturing: bool


def progress(known: TableFiles, marks: Mapping[str, str], now: Now, gauge: Finding) -> tuple[StepState, ...]:
    """The state of every step."""
    told = {
        "camera": _camera(known, marks, now),
        "print": StepState("print", OPEN),
        "lens": _lens(known, now),
        "place": _place(known, now),
        "gauge": _gauge(gauge),
        "terrain": _terrain(known),
        "roster": _roster(known),
        "play": StepState("play", OPEN),
    }
    return tuple(_marked(told[name], marks.get(name)) for name in STEPS)


def _marked(told: StepState, mark: str | None) -> StepState:
    """What the players said counts where nothing is wrong or known."""
    return StepState(told.name, mark) if told.state == OPEN and mark in (DONE, SKIPPED) else told


def _camera(known: TableFiles, marks: Mapping[str, str], now: Now) -> StepState:
    if now.picture is None:
        return StepState("camera", ATTENTION, now.trouble or "No picture has come yet: choose a camera.")
    if now.lens_says:
        return StepState("camera", ATTENTION, now.lens_says)
    done = marks.get("camera") == DONE or known.lens is not None
    size = f"The picture is {now.picture[0]} x {now.picture[1]}."
    return StepState("camera", DONE if done else OPEN, size)


def _lens(known: TableFiles, now: Now) -> StepState:
    if now.capturing:
        return StepState("lens", ATTENTION, "Views of the board are being taken: go on, or stop.")
    if CAMERA in known.faults:
        return StepState("lens", ATTENTION, known.faults[CAMERA])
    if known.lens is None:
        return StepState("lens", OPEN)
    sigma = known.lens.focal_sigma
    if sigma > WORST_FOCAL_SIGMA:
        return StepState("lens", ATTENTION, f"The focal length is uncertain by {sigma:.1%}: calibrate again.")
    return StepState(
        "lens", DONE, f"The focal length is known to {max(sigma, FINEST):.2%}." if sigma else "The lens is known."
    )


def _place(known: TableFiles, now: Now) -> StepState:
    if TABLE in known.faults:
        return StepState("place", ATTENTION, known.faults[TABLE])
    if known.table is None:
        return StepState("place", OPEN)
    if known.lens is None:
        return StepState("place", OPEN, "The lens comes first.")
    if not now.placed:
        return StepState("place", ATTENTION, now.trouble or "The camera's place is not known yet.")
    return StepState("place", DONE, f"A table of {known.table.width_in:g} x {known.table.depth_in:g} in.")


def _gauge(finding: Finding) -> StepState:
    if finding.verdict == UNKNOWN:
        return StepState("gauge", OPEN)
    return StepState("gauge", ATTENTION if finding.verdict in (FAIR, BAD) else DONE, finding.says)


def _terrain(known: TableFiles) -> StepState:
    if TERRAIN in known.faults:
        return StepState("terrain", ATTENTION, known.faults[TERRAIN])
    count = len(known.terrain.features) if known.terrain is not None else 0
    return (
        StepState("terrain", DONE, f"{count} pieces." if count > 1 else "One piece.")
        if count
        else StepState("terrain", OPEN)
    )


def _roster(known: TableFiles) -> StepState:
    if MODELS in known.faults:
        return StepState("roster", ATTENTION, known.faults[MODELS])
    count = len(known.roster.models) if known.roster is not None else 0
    return StepState("roster", DONE, f"{count} models.") if count else StepState("roster", OPEN)
