"""The size of the playing area, as the players choose it before anything is measured."""

from tablecam.base.i18n import Message
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.setup_state import SetupState

USUAL_IN = (48.0, 48.0)
SMALLEST_IN, LARGEST_IN = 12.0, 120.0
# key of setup.json
PART = "size"


class ChosenSize:
    """The answer to the first question of the set-up; table.toml overrides it once it exists."""

    def __init__(self, state: SetupState) -> None:
        self._state = state

    @property
    def inches(self) -> tuple[float, float]:
        """Width and depth; those of a common table until a player has chosen."""
        stored = self._state.part(PART)
        sides = stored.get("width_in"), stored.get("depth_in")
        return sides if all(isinstance(side, float) for side in sides) else USUAL_IN  # type: ignore[return-value]

    def choose(self, width_in: float, depth_in: float) -> None:
        """Keeps the size. Raises SetupRefusal for a size that no table has, and BadFile."""
        check_sides(width_in, depth_in)
        self._state.keep(PART, {"width_in": float(width_in), "depth_in": float(depth_in)})


def check_sides(width_in: float, depth_in: float) -> None:
    """Raises SetupRefusal for a size that no table has."""
    if not (SMALLEST_IN <= width_in <= LARGEST_IN and SMALLEST_IN <= depth_in <= LARGEST_IN):
        raise SetupRefusal(
            Message(
                "a table of {width} x {depth} in is not possible: each side is {least} to {most} in long",
                width=f"{width_in:g}",
                depth=f"{depth_in:g}",
                least=f"{SMALLEST_IN:g}",
                most=f"{LARGEST_IN:g}",
            )
        )
