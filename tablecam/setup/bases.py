"""The common bases of models, by short names: 32, 75x42 (oval), rectangle:25x25."""

from collections.abc import Mapping

from hardware.catalogue import TAG_SIZES_MM, parse_base
from hardware.paper import CannotPrint
from hardware.tray import COMMON_BASES, tray_for
from tablecam.base.i18n import Message
from tablecam.base.units import to_mm
from tablecam.setup.refusal import SetupRefusal
from tablecam.table.base import Base, Circle, Ellipse, Rectangle

SQUARES_MM = (20.0, 25.0, 40.0, 50.0)
OFFERED: tuple[Base, ...] = (*COMMON_BASES, *(Rectangle(side, side) for side in SQUARES_MM), Rectangle(50.0, 25.0))
LONGEST_NAME = 40


def base_called(name: str) -> Base:
    """Finds the base of that short name. Raises SetupRefusal."""
    try:
        if len(name) <= LONGEST_NAME:
            return parse_base(name)
    except CannotPrint as fault:
        raise _refuse_base() from fault
    raise _refuse_base()


def _refuse_base() -> SetupRefusal:
    return SetupRefusal(Message("a base has a name like 32, 75x42 or rectangle:50x25: choose one from the list"))


def base_name(base: Base) -> str:
    """Returns the short name of a base, from which `base_called` makes the same base again."""
    match base:
        case Circle(diameter):
            return f"{diameter:g}"
        case Ellipse(length, width):
            return f"{length:g}x{width:g}"
        case Rectangle(length, width):
            return f"rectangle:{length:g}x{width:g}"


def tag_sizes() -> list[float]:
    """Returns the sizes of printed tags, mm over the white ring."""
    return list(TAG_SIZES_MM)


def _describe_base(base: Base) -> dict[str, object]:
    half_width, half_length = base.half_extents_in
    shape = "square" if isinstance(base, Rectangle) else "round"
    label = tray_for(base, TAG_SIZES_MM[0]).label
    sizes = {"length_mm": round(to_mm(2 * half_length), 1), "width_mm": round(to_mm(2 * half_width), 1)}
    return {"base": base_name(base), "label": label, "shape": shape, **sizes}


BASES: tuple[Mapping[str, object], ...] = tuple(map(_describe_base, OFFERED))
