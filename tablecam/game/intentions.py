"""A seat's spoken intentions for its models: where each is to go, and by which path. The rules know nothing of them.

    game.declare(IntendsLine(intends="ida", by="near", way=((3, 4), (6, 8)), length_in=5.0))
    standing(game.visible_lines("near"))["ida"].length_in

An intention stands until it is withdrawn, another replaces it, its line is struck, or the model has acted and its
procedure is over. All of that is read from lines that everybody knows, so it reveals nothing that is hidden.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import describe_length, figures
from tablecam.game.log import IntendsLine
from tablecam.rules.plain import Json

# A path drawn by hand has at most this many points, and none further out, where there is no table.
MOST_POINTS = 60
FARTHEST_IN = 1000.0
Point = tuple[float, float]


def standing(records: Sequence[Mapping[str, Json]]) -> dict[str, IntendsLine]:
    """The intentions that stand after those lines, by model. records: a seat's own log, as JSON."""
    if not any("intends" in record for record in records):
        return {}
    intentions: dict[str, IntendsLine] = {}
    acted_models: set[str] = set()
    for record in _live_records(records):
        if "boundary" in record:
            intentions = {model: line for model, line in intentions.items() if model not in acted_models}
            acted_models = set()
        elif "event" in record:
            acted_models.add(str(record["event"].get("model", "")))
        elif "intends" in record:
            model = str(record["intends"])
            intentions.pop(model, None)
            if not record.get("withdrawn"):
                intentions[model] = read_back(record)
    return intentions


def read_back(record: Mapping[str, Json]) -> IntendsLine:
    """The line for a record of a log that was read already."""
    path = tuple((float(x), float(y)) for x, y in record.get("way", ()))
    return IntendsLine(
        intends=str(record["intends"]), by=str(record["by"]), way=path, length_in=float(record.get("length_in", 0.0)),
        withdrawn=bool(record.get("withdrawn")),
    )  # fmt: skip


def compute_path_length(way: Iterable[Point]) -> float:
    """The length of a path in plan, in the units of its points."""
    return round(sum(math.dist(a, b) for a, b in pairwise(way)), 2)


def intention_text(line: IntendsLine, called: Callable[[str], object]) -> str:
    """`Red intends: Ida to 12.3, 20.1, 5.2 in`. called: names of models and seats."""
    seat, model = called(line.by), called(line.intends)
    if line.withdrawn or not line.way:
        return _("{seat} withdraws the intention for {model}", seat=seat, model=model)
    x, y = (figures(value) for value in line.way[-1])
    length = describe_length(line.length_in)
    return _("{seat} intends: {model} to {x}, {y}, {length}", seat=seat, model=model, x=x, y=y, length=length)


def _live_records(records: Sequence[Mapping[str, Json]]) -> list[Mapping[str, Json]]:
    """The lines that were not struck, in order."""
    live: list[tuple[int, Mapping[str, Json]]] = []
    for number, record in enumerate(records, 1):
        if "struck" in record:
            while live and live[-1][0] >= record["struck"][0]:
                live.pop()
        else:
            live.append((number, record))
    return [record for _number, record in live]
