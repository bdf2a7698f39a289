"""The way that a model goes for a question about its move, while it is carried and until the answer is given."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablecam.game.hosting.open_game import LiveWay, OpenGame
from tablecam.live.expected_positions import ExpectedPositions
from tablecam.sensing.tracking.odometer import PUT_BACK_IN, Place, Start, Travel

# A way is drawn by no more points than this.
MOST_POINTS = 60
Points = tuple[tuple[float, float], ...]


@dataclass
class LiveWays:
    """Followed look by look, by the question's line. A way in several goes is one line."""

    _parts: dict[int, list[tuple[Place, ...]]] = field(default_factory=dict)

    def gone(self, open_game: OpenGame, account: ExpectedPositions) -> dict[int, LiveWay]:
        """How the models have gone so far that open questions are about, by the question's line."""
        table_facts, found = open_game.book.facts, {}
        places = open_game.places
        for question in open_game.game.open:
            if mover := table_facts.mover(question.ask):
                start, carried = account.start(mover, places), account.odometer.carried(mover)
                found[question.line] = self.way(question.line, start, carried, account.travelled(mover, places))
        for line in self._parts.keys() - found.keys():
            del self._parts[line]
        return {line: way for line, way in found.items() if way}

    def set_out(self, open_game: OpenGame, account: ExpectedPositions) -> dict[str, Place]:
        """Where the models set out that may be moved while the open questions are."""
        movers = {open_game.book.facts.sets_out(question.ask) for question in open_game.game.open} - {""}
        starts = {mover: account.start(mover, open_game.places).place for mover in movers}
        return {mover: place for mover, place in starts.items() if place}

    def way(self, line: int, start: Start, carried: tuple[Place, ...], travel: Travel) -> LiveWay | None:
        """The way so far; None while the model stands where it set out, or was not seen there.

        carried: the points of the path along which it is carried, or was last. What was carried before it set out
        belongs to another move.
        """
        parts = self._parts.setdefault(line, [])
        set_out = parts[-1][-1] if parts else start.place
        if parts and carried[:1] == parts[-1][:1]:
            parts[-1] = carried
        elif len(carried) > 1 and set_out and math.dist(carried[0], set_out) < PUT_BACK_IN:
            parts.append(carried)
        length = travel.straight_in if travel.path_in is None else travel.path_in
        if start.place is None or length < PUT_BACK_IN:
            return None
        places = [start.place, *(place for part in parts for place in part)]
        # each part begins where the one before it ended
        places = [place for place, before in zip(places[1:], places, strict=False) if place[:2] != before[:2]]
        return LiveWay(thinned([start.place, *places]), round(length, 2), travel.path_in is not None)


def thinned(places: Sequence[Place]) -> Points:
    """Not too many points for drawing, the first and the last among them."""
    step = -(-len(places) // MOST_POINTS) or 1
    return tuple((round(x, 2), round(y, 2)) for x, y, _z in (*places[:-1:step], *places[-1:]))
