"""The figures that the hub was designed with, measured on a first sketch of it; and figures beside them."""

from dataclasses import dataclass

from tablecam.bench.figure import Figure, Target

# how far a figure may be from what was planned
SLACK = 1.5


@dataclass(frozen=True)
class PlannedCrowd:
    """What so many viewers over WebSockets cost, of 100 tables that send 3 kB four times a second.

    share: of a core that the broker uses. each_kb_per_s: what a viewer is sent. p50_ms: None where it was not noted.
    """

    viewers: int
    share: float
    memory_mb: float
    p50_ms: float | None
    p95_ms: float
    each_kb_per_s: float


PLANNED_CROWDS = (
    PlannedCrowd(500, 0.08, 15, 0.4, 2.9, 12.5),
    PlannedCrowd(2000, 0.25, 24, None, 3.8, 12.5),
)
# a second, by one archiver: batches of 20 to 100 lines, and single lines
PLANNED_BATCHES, PLANNED_SINGLE = 10_000.0, 3_200.0
# a full game: as text, in batches that are deflated or packed, as rows, and all that is archived of it
PLANNED_RAW_KB, PLANNED_PACKED_KB, PLANNED_ROWS_KB, PLANNED_ARCHIVED_KB = 383.0, 28.0, 800.0, 51.0


def figure(what: str, value: float, unit: str, planned: float | None, note: str = "", *, more: bool = False) -> Figure:
    """A figure beside what was planned, if that was. more: more is better."""
    if planned is None:
        return Figure(what, value, unit, note=note)
    target = Target(at_least=planned / SLACK) if more else Target(at_most=planned * SLACK)
    return Figure(what, value, unit, (("planned", planned),), target, note=note)
