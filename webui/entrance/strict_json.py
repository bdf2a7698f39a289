"""JSON within bounds: input that no honest page sends is refused before anything else sees it."""

import json
import math
from typing import Any, NoReturn

from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import BadRequest

from tablecam.base.i18n import gettext as _

DEEPEST = 32
# the largest integer that JSON keeps without loss (RFC 8259, section 6)
LARGEST = 2**53
MOST_PARTS = 100_000


class StrictJSON(DefaultJSONProvider):
    """Flask's own JSON with bounds for reading. BadRequest, with a sentence, for anything beyond them."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The data in `s`. Raises BadRequest."""
        try:
            data = json.loads(s, parse_constant=_refuse_number, **kwargs)
        except (ValueError, RecursionError) as broken:
            raise BadRequest(_("The request’s body cannot be read as JSON: reload the page.")) from broken
        _check_bounds(data)
        return data


def _refuse_number(name: str) -> NoReturn:
    raise ValueError(name)


def _check_bounds(data: Any) -> None:
    """Refuses data that nests too deep, is too long, or holds values that no database or screen can take."""
    level, parts = [data], 0
    for _level in range(DEEPEST):
        parts += len(level)
        if parts > MOST_PARTS:
            raise BadRequest(
                _("The request’s body has more than {parts} parts: send less at a time.", parts=MOST_PARTS)
            )
        for value in level:
            _check_value(value)
        level = [inner for value in level for inner in _list_inner_values(value)]
        if not level:
            return
    raise BadRequest(_("The request’s body nests deeper than {levels} levels: reload the page.", levels=DEEPEST))


def _list_inner_values(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _check_value(value: Any) -> None:
    if isinstance(value, str) and any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
        raise BadRequest(_("The request’s body has an invalid character: type the text again."))
    if isinstance(value, int) and abs(value) > LARGEST:
        raise BadRequest(_("The request’s body has a number beyond {largest}: type a smaller one.", largest=LARGEST))
    if isinstance(value, float) and not math.isfinite(value):
        raise BadRequest(_("The request’s body has an infinite number: type a smaller one."))
