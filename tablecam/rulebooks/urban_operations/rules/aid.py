"""The parameters of the player aid: known from a file, said by the table for this game, or asked each time.

    if settled(game, "weapon.first.targets", "tank"): ..        yes or no, for one of a list
    loss = number(game, "explosion.osl", most=3)
    side = one_of(game, "inadequate.side", ("shooter", "target"))

The file's values are in the setup of a game, so that a log replays without it. What the table says "for this game" is
an event: it is asked once, and can be overruled.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tablecam.rulebooks.urban_operations.rules.asking import Game, topic
from tablecam.rulebooks.urban_operations.rules.cards import UNKNOWN
from tablecam.rulebooks.urban_operations.rules.clauses import CLAUSES
from tablecam.rulebooks.urban_operations.rules.events import ParameterSet
from tablecam.rulebooks.urban_operations.rules.state import OperationsState
from tablecam.rules.ask import Choose, Option
from tablecam.rules.plain import Json

# what an entry says of itself, beside its values
ABOUT = ("clause", "inferred", "leader_inferred")
MOVEMENT = "movement"
YES_NO = ("yes", "no")
# how long an answer of the table holds
SCOPES = ("game", "now")
CLAUSES_BY_ROW = {clause.row: clause for clause in CLAUSES.values()}


class UnknownParameter(NamedTuple):
    """A parameter that would be asked of the table: its key, and the row that it belongs to."""

    key: str
    row: str


def entries(aid: Mapping[str, Json], where: str = "", clause: str = "") -> Iterator[tuple[str, Json, str]]:
    """Every parameter with its key, its value and its row."""
    own = str(aid.get("clause", clause))
    for key, value in aid.items():
        if isinstance(value, Mapping):
            yield from entries(value, f"{where}{key}.", own)
        elif key not in (*ABOUT, MOVEMENT):
            yield f"{where}{key}", value, own


def unknowns(aid: Mapping[str, Json]) -> tuple[UnknownParameter, ...]:
    """What the table would be asked, in the order of the file."""
    return tuple(UnknownParameter(key, clause) for key, value, clause in entries(aid) if value == UNKNOWN)


def entry(state: OperationsState, key: str) -> Json:
    """The value of a parameter as the file has it; "?" where it is unknown or not there."""
    found: Json = state.aid
    for part in key.split("."):
        found = found.get(part, UNKNOWN) if isinstance(found, Mapping) else UNKNOWN
    return found


def said(state: OperationsState, key: str, member: str = "") -> str:
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


def known_not(state: OperationsState, key: str, member: str) -> bool:
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
    clause = CLAUSES_BY_ROW.get(row_of(game.state.aid, key))
    listed = tuple(Option(each.id, each.label, each.why_not, clause) for each in options)
    return game.ask(Choose(options=listed, **topic(action, key, member)._asdict()))


def row_of(aid: Mapping[str, Json], key: str, clause: str = "") -> str:
    """The row of the first parameter whose key is that or goes on from it; empty where there is none."""
    own = str(aid.get("clause", clause))
    part, _dot, rest = key.partition(".")
    found = aid.get(part)
    if isinstance(found, Mapping):
        return row_of(found, rest, own) if rest else next((row for _key, _value, row in entries(found, "", own)), "")
    return "" if rest or part not in aid or part in (*ABOUT, MOVEMENT) else own


def remember(game: Game, key: str, answer: str, member: str = "") -> None:
    """Whether an answer holds for this game, or only now."""
    scope = game.ask(Choose(options=tuple(map(Option, SCOPES)), **topic("aid.scope", key, member)._asdict()))
    if scope == "game":
        game.tell(ParameterSet(key=_name(key, member), value=answer))
