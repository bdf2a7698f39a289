"""The file of the player aid's parameters, and a club's copy that overrides it. `rules/aid.py` explains their use."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.rules.books.urban_operations.rules.aid import ABOUT
from tablecam.rules.plain import Json

SHIPPED = Path(__file__).resolve().parent / "data" / "aid.toml"
KINDS_OF_VALUES = (str, int, bool, list)


@cache
def load_shipped_aid() -> dict[str, Json]:
    """The file that comes with the book."""
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def read_aid(path: Path) -> dict[str, Json]:
    """The shipped file with a club's copy merged over it; BadFile where the copy names an unknown parameter."""
    try:
        club_aid = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}") from error
    shipped_aid = load_shipped_aid()
    _check_keys(path, club_aid, shipped_aid, "")
    return _merge_aid(shipped_aid, club_aid)


def _check_keys(path: Path, own: Mapping[str, Json], known: Mapping[str, Json], where: str) -> None:
    for key, value in own.items():
        name = f"{where}{key}"
        if key not in known and key not in ABOUT:
            raise BadFile(f"{path}: there is no parameter {name}")
        if isinstance(value, dict) != isinstance(known.get(key), dict):
            raise BadFile(f"{path}: {name} is not what the aid has there")
        if isinstance(value, dict):
            _check_keys(path, value, known[key], f"{name}.")
        elif not isinstance(value, KINDS_OF_VALUES):
            raise BadFile(f"{path}: {name} is a word, a number, true, false or a list, not {value!r}")


def _merge_aid(under: Mapping[str, Json], own: Mapping[str, Json]) -> dict[str, Json]:
    return {
        **under,
        **{key: _merge_aid(under[key], value) if isinstance(value, dict) else value for key, value in own.items()},
    }
