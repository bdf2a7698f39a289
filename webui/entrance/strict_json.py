"""JSON as the pages send it: what no honest page sends is refused before anything is done with it."""

import json
import math
from typing import Any, NoReturn

from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import BadRequest

DEEPEST = 32
# what a number of JSON can say without loss (RFC 8259, section 6)
LARGEST = 2**53
MOST_PARTS = 100_000


class StrictJSON(DefaultJSONProvider):
    """Flask's own JSON, reading with bounds. What it cannot take is a BadRequest with a sentence."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The data in `s`."""
        try:
            data = json.loads(s, parse_constant=_no_number, **kwargs)
        except (ValueError, RecursionError) as broken:
            raise BadRequest("The request’s body cannot be read as JSON: load the page anew.") from broken
        _bounded(data)
        return data


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _bounded(data: Any) -> None:
    """Refuses what nests too deep, goes on too long, or holds what no database and no screen can take."""
    level, parts = [data], 0
    for _ in range(DEEPEST):
        parts += len(level)
        if parts > MOST_PARTS:
            raise BadRequest(f"The request’s body has more than {MOST_PARTS} parts: send less at a time.")
        for value in level:
            _plain(value)
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return
    raise BadRequest(f"The request’s body nests deeper than {DEEPEST} levels: load the page anew.")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _plain(value: Any) -> None:
    if isinstance(value, str) and any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
        raise BadRequest("The request’s body has a letter that is none: type the text again.")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise BadRequest(f"The request’s body has a number beyond {LARGEST}: type a smaller one.")
    if isinstance(value, float) and not math.isfinite(value):
        raise BadRequest("The request’s body has a number without end: type a smaller one.")
