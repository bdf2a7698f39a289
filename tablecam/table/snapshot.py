"""Where things stand: immutable, so that a live thread publishes one by assigning a reference."""

from dataclasses import dataclass, field

from tablecam.table.miniature import Placed
from tablecam.table.terrain import Terrain


@dataclass(frozen=True)
class Snapshot:
    """The position of the table at one time.

    scale_sigma: relative one-sigma uncertainty that all distances share (camera pose and calibration).
    held_back: true while the camera's pose is not trusted; then the models are the last good ones.
    problems: sentences for the players, such as two tags of one number.
    """

    time: float
    models: tuple[Placed, ...]
    terrain: Terrain = field(default_factory=Terrain)
    width_in: float = 48.0
    depth_in: float = 48.0
    scale_sigma: float = 0.0
    held_back: bool = False
    unknown_tags: tuple[int, ...] = ()
    problems: tuple[str, ...] = ()

    def model(self, id: str) -> Placed:
        """The model of that id; KeyError when it does not stand on the table."""
        for placed in self.models:
            if placed.model.id == id:
                return placed
        raise KeyError(id)
