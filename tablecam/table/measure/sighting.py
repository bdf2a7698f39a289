"""A sighting: the share of one model that another sees, and everything that hides a part."""

from collections.abc import Callable
from dataclasses import dataclass

from tablecam.table.measure.facts import Verdict

# The rounding error of a share that lies exactly at a limit.
ROUNDING = 1e-9


@dataclass(frozen=True)
class Obstruction:
    """Something that hides part of a target.

    kind: "terrain" or "model". material, piece: of terrain. distance_in: in plan, from the viewer's base edge to its
    whole footprint. hidden: the share of the target that it hides by itself. number: its row among the snapshot's
    terrain features, or models.
    """

    name: str
    kind: str
    material: str | None
    piece: str | None
    distance_in: float
    hidden: float
    number: int


@dataclass(frozen=True)
class Sighting:
    """The view that `viewer` has of `target`.

    visible, visible_past_terrain: shares of the target, past everything and past terrain alone. obstructions: the
    greatest hidden share first. eye: (x, y, z) of the eye. sigma: one sigma of `visible`, from the uncertainty of both
    places. within_error: the same sighting with the models moved to the ends of their error, two sigmas out; empty
    unless requested.
    """

    viewer: str
    target: str
    visible: float
    visible_past_terrain: float
    obstructions: tuple[Obstruction, ...]
    eye: tuple[float, float, float]
    sigma: float = 0.0
    within_error: tuple["Sighting", ...] = ()

    def __repr__(self) -> str:
        """The viewer, the target, the visible share with its sigma, and the number of obstructions."""
        share = f"{self.visible:.4f} visible, sigma {self.sigma:.4f}"
        return f"<Sighting {self.viewer} to {self.target}: {share}, {len(self.obstructions)} obstructions>"

    @property
    def share(self) -> float:
        """The share of the target that is visible past everything, 0 to 1: `visible` under its everyday name."""
        return self.visible

    @property
    def spread(self) -> tuple[float, float]:
        """The least and the greatest visible share, within the error of both places."""
        shares = [self.visible, *(sighting.visible for sighting in self.within_error)]
        return min(shares), max(shares)

    def verdict(self, share: float) -> Verdict:
        """Whether `share` of the target or more is visible; TOO_CLOSE if that changes within the error."""
        return self.holds(lambda sighting: sighting.at_least(share))

    def at_least(self, share: float) -> bool:
        """The best guess whether `share` of the target or more is visible, for TOO_CLOSE too."""
        return self.visible >= share - ROUNDING

    def holds(self, reading: Callable[["Sighting"], bool]) -> Verdict:
        """Whether a predicate of sightings holds here; TOO_CLOSE if its answer changes within the error."""
        answers = {reading(sighting) for sighting in (self, *self.within_error)}
        if len(answers) > 1:
            return Verdict.TOO_CLOSE
        return Verdict.YES if answers.pop() else Verdict.NO
