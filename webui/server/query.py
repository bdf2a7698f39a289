"""Integers in the address or the headers of a request, read with bounds."""

import re

from flask import abort, request

from tablecam.base.i18n import gettext as _
from webui.entrance.strict_json import LARGEST

# as many digits as LARGEST has: Python itself refuses to read thousands
INTEGER = re.compile(r"-?[0-9]{1,16}")


def parse_integer(text: str) -> int | None:
    """The integer that a text is, at most LARGEST either way; None for any other text."""
    number = int(text) if INTEGER.fullmatch(text) else None
    return number if number is not None and abs(number) <= LARGEST else None


def integer(name: str, usual: int) -> int:
    """The integer that the query gives under `name`; `usual` where it gives none. Aborts with 400 for anything else."""
    text = request.args.get(name, "")
    number = parse_integer(text) if text else usual
    if number is None:
        values = {"name": name, "most": LARGEST, "example": f"{request.path}?{name}=12"}
        abort(400, _("{name} must be a whole number of at most {most}, as in {example}.", **values))
    return number
