"""The path of a model for a question about its move, while it is carried and until the answer is given."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablecam.game.hosting.open_game import LiveWay, OpenGame
from tablecam.live.expected_positions import ExpectedPositions
from tablecam.sensing.tracking.odometer import PUT_BACK_IN, Place, Start, Travel

# A path is drawn with at most this many points.
MOST_POINTS = 60
Points = tuple[tuple[float, float], ...]


@dataclass
class LiveWays:
    """Paths by the question's line, updated look by look. A path in several goes is one line."""

    _parts: dict[int, list[tuple[Place, ...]]] = field(default_factory=dict)

    def gone(self, open_game: OpenGame, account: ExpectedPositions) -> dict[int, LiveWay]:
        """The paths so far of the models that open questions are about, by the question's line."""
        table_facts, paths = open_game.book.facts, {}
        places = open_game.places
        for question in open_game.game.open:
            if mover := table_facts.mover(question.ask):
                start, carried = account.start(mover, places), account.odometer.carried(mover)
                paths[question.line] = self.way(question.line, start, carried, account.travelled(mover, places))
        for line in self._parts.keys() - paths.keys():
            del self._parts[line]
        return {line: path for line, path in paths.items() if path}

    def set_out(self, open_game: OpenGame, account: ExpectedPositions) -> dict[str, Place]:
        """The starting places of models that may be moved while the open questions are."""
        movers = {open_game.book.facts.sets_out(question.ask) for question in open_game.game.open} - {""}
        starts = {mover: account.start(mover, open_game.places).place for mover in movers}
        return {mover: place for mover, place in starts.items() if place}

    def way(self, line: int, start: Start, carried: tuple[Place, ...], travel: Travel) -> LiveWay | None:
        """The path so far; None while the model stands at its start, or was not seen there.

        carried: the points of the present or last carry. A carry before it set out belongs to another move.
        """
        legs = self._parts.setdefault(line, [])
        set_out = legs[-1][-1] if legs else start.place
        if legs and carried[:1] == legs[-1][:1]:
            legs[-1] = carried
        elif len(carried) > 1 and set_out and math.dist(carried[0], set_out) < PUT_BACK_IN:
            legs.append(carried)
        length = travel.straight_in if travel.path_in is None else travel.path_in
        if start.place is None or length < PUT_BACK_IN:
            return None
        places = [start.place, *(place for leg in legs for place in leg)]
        # each leg begins where the one before it ended
        places = [place for place, previous in zip(places[1:], places, strict=False) if place[:2] != previous[:2]]
        return LiveWay(thinned([start.place, *places]), round(length, 2), travel.path_in is not None)


def thinned(places: Sequence[Place]) -> Points:
    """Points for drawing, at most about MOST_POINTS, the first and the last among them."""
    step = -(-len(places) // MOST_POINTS) or 1
    return tuple((round(x, 2), round(y, 2)) for x, y, _z in (*places[:-1:step], *places[-1:]))
