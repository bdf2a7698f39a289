"""The progress of a set-up, from the table folder's own files and from the marks of the players."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Counted, Message
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, Text
from tablecam.setup.setup_files import TableFiles
from tablecam.storage.table_folder import CAMERA, MODELS, TABLE, TERRAIN

# in the best order
STEPS = ("camera", "print", "lens", "place", "gauge", "terrain", "roster", "play")
DONE, ATTENTION, OPEN, SKIPPED = "done", "attention", "open", "skipped"
WORST_FOCAL_SIGMA = 0.01
# finest figure worth showing
FINEST = 1e-4


@dataclass(frozen=True)
class StepState:
    """state: done, attention (says why), open (not begun) or skipped. says: one sentence, or nothing."""

    name: str
    state: str
    says: Text = ""


@dataclass(frozen=True)
class Now:
    """The state of the cameras and the table during the set-up.

    picture: size of the newest frame, or None. trouble: the trouble with the camera or its place, or nothing. placed:
    whether the camera's place over the table is known. lens_says: why lens and picture do not fit, or None. capturing:
    whether views of the board are being taken. unopened: number of needed sheets that no player has opened. untagged:
    number of models of the chosen forces without a tag. stale: whether the card was read on another table. scale: the
    unprinted source of lengths, or nothing. rescale: whether that was found on another table. unchecked: whether
    terrain was proposed from the picture, and no player has confirmed that no piece is missing.
    """

    picture: tuple[int, int] | None
    trouble: Text
    placed: bool
    lens_says: Message | None
    capturing: bool
    unopened: int = 0
    untagged: int = 0
    stale: bool = False
    scale: Text = ""
    rescale: bool = False
    unchecked: bool = False


def progress(known: TableFiles, marks: Mapping[str, str], now: Now, gauge: Finding) -> tuple[StepState, ...]:
    """Returns the state of every step."""
    states = {
        "camera": _judge_camera(known, marks, now),
        "print": _judge_print(marks, now),
        "lens": _judge_lens(known, now),
        "place": _judge_place(known, now),
        "gauge": _judge_gauge(gauge, now),
        "terrain": _judge_terrain(known, now),
        "roster": _judge_roster(known, now),
        "play": StepState("play", OPEN),
    }
    return tuple(_apply_mark(states[name], marks.get(name)) for name in STEPS)


def _apply_mark(state: StepState, mark: str | None) -> StepState:
    """Applies the players' mark to a step that is open."""
    return StepState(state.name, mark) if state.state == OPEN and mark in (DONE, SKIPPED) else state


def _judge_camera(known: TableFiles, marks: Mapping[str, str], now: Now) -> StepState:
    if now.picture is None:
        return StepState("camera", ATTENTION, now.trouble or Message("No image yet: choose a camera."))
    if now.lens_says:
        return StepState("camera", ATTENTION, now.lens_says)
    done = marks.get("camera") == DONE or known.lens is not None
    size = Message("The image is {width} x {height}.", width=now.picture[0], height=now.picture[1])
    return StepState("camera", DONE if done else OPEN, size)


def _judge_print(marks: Mapping[str, str], now: Now) -> StepState:
    """Judges the step; the players' mark counts as skipped while a needed sheet is unopened."""
    if marks.get("print") == DONE and now.unopened:
        doubt = Counted(
            "You already have the sheets or do not need them: {n} was not opened here.",
            "You already have the sheets or do not need them: {n} were not opened here.",
            now.unopened,
        )
        return StepState("print", SKIPPED, doubt)
    return StepState("print", OPEN)


def _judge_lens(known: TableFiles, now: Now) -> StepState:
    if now.capturing:
        return StepState("lens", ATTENTION, Message("The camera is taking views of the board: continue, or stop."))
    if CAMERA in known.faults:
        return StepState("lens", ATTENTION, known.faults[CAMERA])
    if known.lens is None:
        return StepState("lens", OPEN)
    sigma = known.lens.focal_sigma
    if sigma > WORST_FOCAL_SIGMA:
        doubt = Message("The focal length is uncertain by {sigma}: calibrate again.", sigma=f"{sigma:.1%}")
        return StepState("lens", ATTENTION, doubt)
    if not sigma:
        return StepState("lens", DONE, Message("The lens is known."))
    share = f"{max(sigma, FINEST):.2%}"
    return StepState("lens", DONE, Message("The focal length is accurate to {share}.", share=share))


def _judge_place(known: TableFiles, now: Now) -> StepState:
    if TABLE in known.faults:
        return StepState("place", ATTENTION, known.faults[TABLE])
    if known.table is None:
        return StepState("place", OPEN)
    if known.lens is None:
        return StepState("place", OPEN, Message("The lens comes first."))
    if not now.placed:
        return StepState("place", ATTENTION, now.trouble or Message("The camera's position is not known yet."))
    width, depth = f"{known.table.width_in:g}", f"{known.table.depth_in:g}"
    return StepState("place", DONE, Message("A table of {width} x {depth} in.", width=width, depth=depth))


def _judge_gauge(finding: Finding, now: Now) -> StepState:
    if now.stale:
        return StepState("gauge", ATTENTION, finding.says)
    if now.rescale:
        new = Message("The table or the lens has changed since its true scale was found: find it again.")
        return StepState("gauge", ATTENTION, new)
    if finding.verdict == UNKNOWN or (now.scale and finding.verdict == GOOD):
        return StepState("gauge", DONE, now.scale) if now.scale else StepState("gauge", OPEN)
    return StepState("gauge", ATTENTION if finding.verdict in (FAIR, BAD) else DONE, finding.says)


def _judge_terrain(known: TableFiles, now: Now) -> StepState:
    if TERRAIN in known.faults:
        return StepState("terrain", ATTENTION, known.faults[TERRAIN])
    count = len(known.terrain.features) if known.terrain is not None else 0
    if not count:
        return StepState("terrain", OPEN)
    if now.unchecked:
        few = Counted(
            "{n} piece found: check whether pieces are missing.",
            "{n} pieces found: check whether pieces are missing.",
            count,
        )
        return StepState("terrain", ATTENTION, few)
    return StepState("terrain", DONE, Counted("One piece.", "{n} pieces.", count))


def _judge_roster(known: TableFiles, now: Now) -> StepState:
    if MODELS in known.faults:
        return StepState("roster", ATTENTION, known.faults[MODELS])
    count = len(known.roster.models) if known.roster is not None else 0
    if not count:
        return StepState("roster", OPEN)
    if now.untagged:
        lacks = Counted("{n} model of the forces has no tag.", "{n} models of the forces have no tag.", now.untagged)
        return StepState("roster", ATTENTION, lacks)
    return StepState("roster", DONE, Counted("One model.", "{n} models.", count))
