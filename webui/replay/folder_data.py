"""A game as the data of a folder that needs no server; the page's `folder_source.ts` reads it.

    game    {"game", "lines", "charts", "starts": the first line of each file of moments}
    1, 2 .. {"shared": [..], "moments": {line: {.., "ground", "table", "state", "sights": {..}}}}, these four by place

Little changes from line to line, so that a game is a tenth of the size of its moments one by one.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tablecam.game.replay.game_statistics import Statistics
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.game.replay.statistics_charts import charts
from webui.replay import present_recorded
from webui.table.present import Json

# a file of this many loads in a moment, and no moment of the game is far into one
LINES_PER_FILE = 200


class _Shared:
    """Values that moments have in common, each kept once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, value: Any) -> int:
        """The index of a value."""
        key = json.dumps(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


def files_of_lines(known: SeatHistory) -> list[list[int]]:
    """The lines that a reader can go to, those of each file: the answers show the questions."""
    numbers = [line["n"] for line in known.lines if line["kind"] != "ask"]
    return [numbers[start : start + LINES_PER_FILE] for start in range(0, len(numbers), LINES_PER_FILE)]


def game_data(past: RecordedGame, known: SeatHistory, begun: str, counted: Statistics) -> Json:
    """The data of a game besides its moments. begun: as an ISO time, or empty."""

    def get_title(kind: Any) -> str:
        return str(past.book.phrases.check(kind.name))

    return {
        "game": {"begun": begun, "closed": past.closed, **present_recorded.game(past, known)},
        "lines": present_recorded.lines(known, 1),
        "charts": [vars(chart) for chart in charts(counted, get_title, past.sides)],
        "starts": [numbers[0] for numbers in files_of_lines(known)],
    }


def moments_data(past: RecordedGame, known: SeatHistory, codes: Mapping[str, str], numbers: Iterable[int]) -> Json:
    """The moments of some lines. codes: short names of the models, as on the board."""
    shared = _Shared()
    names = {
        model: {"name": str(known.log_view.names(model)), "side": side, "code": codes[model]}
        for model, side in past.phrases.people(past.state).items()
    }
    moments = {str(number): _make_moment(past, known, names, number, shared) for number in numbers}
    return {"shared": shared.values, "moments": moments}


def _make_moment(
    past: RecordedGame, known: SeatHistory, names: Mapping[str, Json], number: int, shared: _Shared
) -> dict[str, Any]:
    position = known.moment(number)
    moment_data = present_recorded.moment(past, position, names, None)
    drawn_sight = moment_data.pop("sight")
    sights = {target: present_recorded.sight(past, position, target) for target in moment_data["targets"][1:]}
    if drawn_sight:
        sights = {moment_data["targets"][0]: drawn_sight, **sights}
    places = {key: shared.place(moment_data.pop(key)) for key in ("ground", "table", "state")}
    return {
        **moment_data,
        **places,
        "sights": {target: shared.place(sight_data) for target, sight_data in sights.items() if sight_data},
    }
