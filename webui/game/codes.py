"""Short names for the models of a game, the same as on the board: A1, A2, B1 ..."""

from collections.abc import Mapping
from typing import Any

from tablecam.table.roster import Roster
from webui.table import present


def with_codes(names: Mapping[str, Mapping[str, Any]], roster: Roster) -> dict[str, Any]:
    """The names of a game's models, each with its code; models that the roster lacks get the next free numbers."""
    roster_codes = present.assign_codes(roster)
    letters = {side: chr(ord("A") + number % 26) for number, side in enumerate(present.list_sides(roster))}
    codes_in_use = {*roster_codes.values()}
    coded = {}
    for model, called in names.items():
        letter = letters.setdefault(str(called["side"]), chr(ord("A") + len(letters) % 26))
        code = roster_codes.get(model) or _find_free_code(letter, codes_in_use)
        codes_in_use.add(code)
        coded[model] = {**called, "code": code}
    return coded


def _find_free_code(letter: str, taken: set[str]) -> str:
    return next(code for number in range(1, len(taken) + 2) if (code := f"{letter}{number}") not in taken)
