"""What a seat says aloud that a model is to do: where it is to go, by which way. The rules know nothing of it.

    game.declare(IntendsLine(intends="ida", by="near", way=((3, 4), (6, 8)), length_in=5.0))
    standing(game.visible_lines("near"))["ida"].length_in

It stands until it is withdrawn, another takes its place, its line is struck, or the model has acted and its procedure
is over. All of that is read off lines that everybody knows, so that it says nothing of what is hidden.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import figures, in_words
from tablecam.game.log import IntendsLine
from tablecam.rules.plain import Json

# A way drawn by hand has no more points than this, and none further out: there is no table.
MOST_POINTS = 60
FARTHEST_IN = 1000.0
Point = tuple[float, float]


def standing(records: Sequence[Mapping[str, Json]]) -> dict[str, IntendsLine]:
    """The intentions that stand after those lines, by the model. records: a seat's own log, as JSON has it."""
    if not any("intends" in record for record in records):
        return {}
    said: dict[str, IntendsLine] = {}
    acted: set[str] = set()
    for record in _counting(records):
        if "boundary" in record:
            said = {model: line for model, line in said.items() if model not in acted}
            acted = set()
        elif "event" in record:
            acted.add(str(record["event"].get("model", "")))
        elif "intends" in record:
            model = str(record["intends"])
            said.pop(model, None)
            if not record.get("withdrawn"):
                said[model] = read_back(record)
    return said


def read_back(record: Mapping[str, Json]) -> IntendsLine:
    """The line of a record in a log that was read already."""
    way = tuple((float(x), float(y)) for x, y in record.get("way", ()))
    return IntendsLine(
        intends=str(record["intends"]), by=str(record["by"]), way=way, length_in=float(record.get("length_in", 0.0)),
        withdrawn=bool(record.get("withdrawn")),
    )  # fmt: skip


def length_of(way: Iterable[Point]) -> float:
    """How long a way is, in plan."""
    return round(sum(math.dist(a, b) for a, b in pairwise(way)), 2)


def intention_text(line: IntendsLine, called: Callable[[str], object]) -> str:
    """`Red intends: Ida to 12.3, 20.1, 5.2 in`. called: what models and seats are called."""
    seat, model = called(line.by), called(line.intends)
    if line.withdrawn or not line.way:
        return _("{seat} withdraws what was intended with {model}", seat=seat, model=model)
    x, y = (figures(value) for value in line.way[-1])
    length = in_words(line.length_in)
    return _("{seat} intends: {model} to {x}, {y}, {length}", seat=seat, model=model, x=x, y=y, length=length)


def _counting(records: Sequence[Mapping[str, Json]]) -> list[Mapping[str, Json]]:
    """The lines that were not struck, in order."""
    counting: list[tuple[int, Mapping[str, Json]]] = []
    for number, record in enumerate(records, 1):
        if "struck" in record:
            while counting and counting[-1][0] >= record["struck"][0]:
                counting.pop()
        else:
            counting.append((number, record))
    return [record for _number, record in counting]
