"""The states of a track: one table.

A model on a table is nearly always at rest, and nearly every apparent movement is a hand. So the theory is: a standing
model stands until several whole readings say otherwise; a hidden model stays in its last place; a moving model is at
rest again once its readings agree with each other. Two rules about this file: nothing that needs a measurement (that is
`track.py`, which turns readings into signs), and no state that the table does not show.

A tentative track that is not seen again never becomes anything: the tracker forgets it without a report. A pair that is
not in the table is a mistake of the caller: it raises, and nothing changes.
"""

import enum


class TrackState(enum.Enum):
    """The tracker's knowledge of a model. The words are those of the screen, the command line and the snapshot."""

    TENTATIVE = "tentative"
    SETTLED = "settled"
    MOVING = "moving"
    OCCLUDED = "occluded"
    LOST = "lost"


class Sign(enum.Enum):
    """The message of one frame about a track."""

    # a reading lies where the model was at rest
    AGREED = "agreed"
    # confirmed readings lie elsewhere
    STRAYED = "strayed"
    # readings agree with each other, long enough to call it rest
    RESTED = "rested"
    # there is no reading, and something is over the place
    COVERED = "covered"
    # there has been no reading for longer than patience lasts
    EXPIRED = "expired"


TRANSITIONS: dict[TrackState, dict[Sign, TrackState]] = {
    TrackState.TENTATIVE: {
        Sign.RESTED: TrackState.SETTLED,
    },
    TrackState.SETTLED: {
        Sign.AGREED: TrackState.SETTLED,
        Sign.STRAYED: TrackState.MOVING,
        Sign.COVERED: TrackState.OCCLUDED,
        Sign.EXPIRED: TrackState.LOST,
    },
    TrackState.MOVING: {
        Sign.STRAYED: TrackState.MOVING,
        Sign.RESTED: TrackState.SETTLED,
        Sign.COVERED: TrackState.OCCLUDED,
        Sign.EXPIRED: TrackState.LOST,
    },
    TrackState.OCCLUDED: {
        Sign.AGREED: TrackState.SETTLED,
        Sign.STRAYED: TrackState.MOVING,
        Sign.COVERED: TrackState.OCCLUDED,
        Sign.EXPIRED: TrackState.LOST,
    },
    TrackState.LOST: {
        Sign.AGREED: TrackState.SETTLED,
        Sign.STRAYED: TrackState.MOVING,
    },
}


class IllegalTransitionError(ValueError):
    """A sign that has no meaning in that state: the caller's mistake."""


def following(state: TrackState, sign: Sign) -> TrackState:
    """Return the state after a sign; IllegalTransitionError if the table has no such pair."""
    try:
        return TRANSITIONS[state][sign]
    except KeyError:
        raise IllegalTransitionError(f"a {state.value} track cannot be told '{sign.value}'") from None


def table_text() -> str:
    """Return the table as Markdown, a row a state and a column a sign, as `docs/tracking.md` prints it."""
    header = ["", *(sign.name for sign in Sign)]
    rows = [
        [state.name, *(TRANSITIONS[state][sign].name if sign in TRANSITIONS[state] else "-" for sign in Sign)]
        for state in TrackState
    ]
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
