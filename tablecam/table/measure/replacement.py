"""The models of a position that are not the same objects as in an earlier one."""

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not

from tablecam.table.miniature import Placed


def find_replaced_models(earlier: Sequence[Placed], later: Sequence[Placed]) -> list[int] | None:
    """The numbers of the models that are different objects in the two; None if the models themselves differ."""
    if len(earlier) != len(later):
        return None
    numbers = list(compress(count(), map(is_not, earlier, later)))
    changed = [(earlier[number].model, later[number].model) for number in numbers]
    return numbers if all((a.id, a.side) == (b.id, b.side) for a, b in changed) else None
