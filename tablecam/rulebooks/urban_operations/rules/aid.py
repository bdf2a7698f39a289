"""The parameters of the player aid: known from a file, said by the table for this game, or asked each time.

    if settled(game, "weapon.first.targets", "tank"): ..        yes or no, for one of a list
    loss = number(game, "explosion.osl", most=3)
    side = one_of(game, "inadequate.side", ("shooter", "target"))

The file's values are in the setup of a game, so that a log replays without it. What the table says "for this game" is
an event: it is asked once, and can be overruled.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tablecam.errors import BadFile
from tablecam.rulebooks.urban_operations.rules.asking import Game, topic
from tablecam.rulebooks.urban_operations.rules.cards import UNKNOWN
from tablecam.rulebooks.urban_operations.rules.clauses import CLAUSES
from tablecam.rulebooks.urban_operations.rules.events import ParameterSet
from tablecam.rulebooks.urban_operations.rules.state import State
from tablecam.rules.ask import Choose, Option
from tablecam.rules.plain import Json

SHIPPED = Path(__file__).resolve().parent.parent / "data" / "aid.toml"
# what an entry says of itself, beside its values
ABOUT = ("clause", "inferred", "leader_inferred")
MOVEMENT = "movement"
YES_NO = ("yes", "no")
# how long an answer of the table holds
SCOPES = ("game", "now")
CLAUSES_BY_ROW = {clause.row: clause for clause in CLAUSES.values()}
KINDS_OF_VALUES = (str, int, bool, list)


class Unknown(NamedTuple):
    """A parameter that would be asked of the table: its key, and the row that it belongs to."""

    key: str
    row: str


@cache
def shipped() -> dict[str, Json]:
    """The file that comes with the book."""
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def read_aid(path: Path) -> dict[str, Json]:
    """A club's own copy, over the file that comes with the book; BadFile where it names what that does not know."""
    try:
        own = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}") from error
    aid = shipped()
    _check(path, own, aid, "")
    return _over(aid, own)


def _check(path: Path, own: Mapping[str, Json], known: Mapping[str, Json], where: str) -> None:
    for key, value in own.items():
        name = f"{where}{key}"
        if key not in known and key not in ABOUT:
            raise BadFile(f"{path}: there is no parameter {name}")
        if isinstance(value, dict) != isinstance(known.get(key), dict):
            raise BadFile(f"{path}: {name} is not what the aid has there")
        if isinstance(value, dict):
            _check(path, value, known[key], f"{name}.")
        elif not isinstance(value, KINDS_OF_VALUES):
            raise BadFile(f"{path}: {name} is a word, a number, true, false or a list, not {value!r}")


def _over(under: Mapping[str, Json], own: Mapping[str, Json]) -> dict[str, Json]:
    return {
        **under,
        **{key: _over(under[key], value) if isinstance(value, dict) else value for key, value in own.items()},
    }


def entries(aid: Mapping[str, Json], where: str = "", clause: str = "") -> Iterator[tuple[str, Json, str]]:
    """Every parameter with its key, its value and its row."""
    own = str(aid.get("clause", clause))
    for key, value in aid.items():
        if isinstance(value, Mapping):
            yield from entries(value, f"{where}{key}.", own)
        elif key not in (*ABOUT, MOVEMENT):
            yield f"{where}{key}", value, own


def unknowns(aid: Mapping[str, Json] | None = None) -> tuple[Unknown, ...]:
    """What the table would be asked, in the order of the file."""
    return tuple(Unknown(key, clause) for key, value, clause in entries(aid or shipped()) if value == UNKNOWN)


def entry(state: State, key: str) -> Json:
    """The value of a parameter as the file has it; "?" where it is unknown or not there."""
    found: Json = state.aid
    for part in key.split("."):
        found = found.get(part, UNKNOWN) if isinstance(found, Mapping) else UNKNOWN
    return found


def said(state: State, key: str, member: str = "") -> str:
    """What the table has said of an unknown parameter for this game; empty where nothing yet."""
    return state.ruled.get(_name(key, member), "")


def _name(key: str, member: str) -> str:
    return f"{key}:{member}" if member else key


def settled(game: Game, key: str, member: str) -> bool:
    """Whether a list of the aid has a member; asked where the list is unknown."""
    value = entry(game.state, key)
    if isinstance(value, list):
        return member in value
    if value != UNKNOWN:
        return bool(value == member)
    return _asked(game, key, YES_NO, member) == "yes"


def known_not(state: State, key: str, member: str) -> bool:
    """Whether it is known that a list of the aid does not have a member: nobody needs to be asked."""
    value = entry(state, key)
    if isinstance(value, list):
        return member not in value
    return value != member if value != UNKNOWN else said(state, key, member) == "no"


def flag(game: Game, key: str) -> bool:
    """Whether something holds."""
    value = entry(game.state, key)
    return value if isinstance(value, bool) else _asked(game, key, YES_NO) == "yes"


def one_of(game: Game, key: str, answers: Sequence[str], member: str = "") -> str:
    """One of several codes."""
    value = entry(game.state, key)
    if isinstance(value, Mapping):
        value = value.get(member, UNKNOWN)
    return str(value) if value != UNKNOWN and str(value) in answers else _asked(game, key, answers, member)


def number(game: Game, key: str, most: int, least: int = 0, member: str = "") -> int:
    """A whole number, 0 to `most` where it is asked for."""
    value = entry(game.state, key)
    if isinstance(value, int):
        return value
    return int(_asked(game, key, tuple(map(str, range(least, most + 1))), member))


def _asked(game: Game, key: str, answers: Sequence[str], member: str = "") -> str:
    """What the table says, now or for the whole game."""
    if known := said(game.state, key, member):
        return known
    answer = ask_table(game, "aid", key, member, [Option(each) for each in answers])
    remember(game, key, answer, member)
    return answer


def ask_table(game: Game, action: str, key: str, member: str, options: Sequence[Option]) -> str:
    """The row's own words, and the answers that could be; the clause of each option is that of the row."""
    rows = (row for name, _value, row in entries(shipped()) if f"{name}.".startswith(f"{key}."))
    clause = CLAUSES_BY_ROW.get(next(rows, ""))
    listed = tuple(Option(each.id, each.label, each.why_not, clause) for each in options)
    return game.ask(Choose(options=listed, **topic(action, key, member)._asdict()))


def remember(game: Game, key: str, answer: str, member: str = "") -> None:
    """Whether an answer holds for this game, or only now."""
    scope = game.ask(Choose(options=tuple(map(Option, SCOPES)), **topic("aid.scope", key, member)._asdict()))
    if scope == "game":
        game.tell(ParameterSet(key=_name(key, member), value=answer))
