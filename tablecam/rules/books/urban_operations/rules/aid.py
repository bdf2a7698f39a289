"""The parameters of the player aid: read from a file, set by the table for this game, or asked each time.

    if settled(game, "weapon.first.targets", "tank"): ..        yes or no, for one of a list
    loss = number(game, "explosion.osl")
    side = one_of(game, "inadequate.side")

The file's values are in the setup of a game, so that a log replays without it. The table's answer is an event: it is
asked once, holds for the game, can be overruled, and carries over to the next game of the same table. `gaps.py` asks
for all unknown parameters before the first turn; `aid_answers.py` lists the answers that each one allows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tablecam.base.clause import Clause
from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules.aid_answers import get_kind
from tablecam.rules.books.urban_operations.rules.asking import Game, topic
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.clauses import CLAUSES
from tablecam.rules.books.urban_operations.rules.initial_events import ParameterSet
from tablecam.rules.books.urban_operations.rules.state import PROPOSAL, OperationsState
from tablecam.rules.plain import Json

# an entry's keys that describe it, beside its values
ABOUT = ("clause", "inferred", "leader_inferred")
MOVEMENT = "movement"
# the program's proposals where the aid has lost something, by the name of the parameter
PROPOSALS = "proposals"
NO_PARAMETERS = (MOVEMENT, PROPOSALS)
# the table's answers for a whole parameter: play the proposal, named members, or ask each time
LISTED, EACH_TIME = "listed", "each time"  # no text
OF_THE_WHOLE = (PROPOSAL, LISTED, EACH_TIME)
# an answer that holds only this time; all other answers hold for the game
ONLY_NOW = "now:"
SCOPES = ("", ONLY_NOW)
CLAUSES_BY_ROW = {clause.row: clause for clause in CLAUSES.values()}


class UnknownParameter(NamedTuple):
    """A parameter that the table must answer: its key, and the row that it belongs to."""

    key: str
    row: str


def entries(aid: Mapping[str, Json], where: str = "", clause: str = "") -> Iterator[tuple[str, Json, str]]:
    """Every parameter with its key, value and row."""
    row_id = str(aid.get("clause", clause))
    for key, value in aid.items():
        if isinstance(value, Mapping) and key != PROPOSALS:
            yield from entries(value, f"{where}{key}.", row_id)
        elif key not in (*ABOUT, *NO_PARAMETERS):
            yield f"{where}{key}", value, row_id


def unknowns(aid: Mapping[str, Json]) -> tuple[UnknownParameter, ...]:
    """The parameters that the table must answer, in the order of the file."""
    return tuple(UnknownParameter(key, clause) for key, value, clause in entries(aid) if value == UNKNOWN)


def entry(state: OperationsState, key: str) -> Json:
    """The value of a parameter by the file, or the proposal that the table plays; "?" where it is unknown."""
    value: Json = state.aid
    for key_part in key.split("."):
        value = value.get(key_part, UNKNOWN) if isinstance(value, Mapping) else UNKNOWN
    return proposal(state.aid, key) if value == UNKNOWN and state.ruled.get(key) == PROPOSAL else value


def proposal(aid: Mapping[str, Json], key: str) -> Json:
    """The program's proposal for an unknown parameter; "?" where it proposes nothing."""
    return aid.get(PROPOSALS, {}).get(key, UNKNOWN)


def get_aid_answer(state: OperationsState, key: str, member: str = "") -> str:
    """The table's answer for an unknown parameter in this game; empty where it has not answered."""
    names = (_parameter_name(key, member), f"{key}.{member}", key)
    answers = (state.ruled.get(name, "") for name in names)
    return next((value for value in answers if value and value not in OF_THE_WHOLE), "")


def _parameter_name(key: str, member: str) -> str:
    return f"{key}:{member}" if member else key


def members_said(state: OperationsState, key: str) -> list[str] | None:
    """The members that the table has named for an unknown list; None where it has not."""
    if state.ruled.get(key) != LISTED:
        return None
    stem = f"{key}:"
    return [name.removeprefix(stem) for name, value in state.ruled.items() if name.startswith(stem) and value == "yes"]


def list_known_rows(state: OperationsState) -> Mapping[str, Json]:
    """The aid with all known weapons and targets of critical rows. Clause: UO Randomness (UO-056)."""
    rows = {id: {**row, **_fill_icons(state, id, row)} for id, row in state.aid.get("critical", {}).items()}
    return {**state.aid, "critical": rows}


def _fill_icons(state: OperationsState, id: str, row: Mapping[str, Json]) -> dict[str, Json]:
    unknown = [name for name in ("weapon", "target") if row.get(name) == UNKNOWN]
    keys = {name: f"critical.{id}.{name}" for name in unknown}
    listed = {name: members_said(state, key) for name, key in keys.items()}
    return {name: entry(state, key) if listed[name] is None else listed[name] for name, key in keys.items()}


def ask_membership(game: Game, key: str, member: str, about: Iterable[str] = ()) -> bool:
    """Whether a list of the aid has a member; asks where the list is unknown. about: the block, and its weapon."""
    value = entry(game.state, key)
    if isinstance(value, list):
        return member in value
    if value != UNKNOWN:
        return bool(value == member)
    return _ask_parameter(game, key, member, about) == "yes"


def is_known_nonmember(state: OperationsState, key: str, member: str) -> bool:
    """Whether a list of the aid is known to lack a member, so that nobody needs to answer."""
    value = entry(state, key)
    if isinstance(value, list):
        return member not in value
    return value != member if value != UNKNOWN else get_aid_answer(state, key, member) == "no"


def is_known_false(state: OperationsState, key: str) -> bool:
    """Whether a condition is known not to hold."""
    return entry(state, key) is False or get_aid_answer(state, key) == "no"


def flag(game: Game, key: str, about: Iterable[str] = ()) -> bool:
    """Whether a condition holds; asks where it is unknown."""
    value = entry(game.state, key)
    return value if isinstance(value, bool) else _ask_parameter(game, key, about=about) == "yes"


def ask_code(game: Game, key: str, member: str = "", about: Iterable[str] = ()) -> str:
    """One of several codes; asks where it is unknown."""
    value = get_value(game.state, key, member)
    return (
        str(value)
        if value != UNKNOWN and str(value) in get_kind(key).codes
        else _ask_parameter(game, key, member, about)
    )


def get_value(state: OperationsState, key: str, member: str) -> Json:
    """The value of a parameter that may have one for each member."""
    value = entry(state, key)
    return entry(state, f"{key}.{member}") if isinstance(value, Mapping) else value


def number(game: Game, key: str, member: str = "", about: Iterable[str] = ()) -> int:
    """A whole number; asks where it is unknown."""
    value = entry(game.state, key)
    return value if isinstance(value, int) else int(_ask_parameter(game, key, member, about))


def _ask_parameter(game: Game, key: str, member: str = "", about: Iterable[str] = ()) -> str:
    """The table's answer, which also says whether it holds for the game or only this time."""
    if answer := get_aid_answer(game.state, key, member):
        return answer
    options = [Option(f"{scope}{code}") for scope in SCOPES for code in get_kind(key).codes]
    return remember(game, key, ask_table(game, "aid", (key, member, *about), options), member)


def ask_table(game: Game, action: str, subject: Sequence[str], options: Sequence[Option]) -> str:
    """Ask the table in the row's own words; the clause of each option is that of the row."""
    listed = tuple(
        Option(option.id, option.label, option.why_not, find_clause(game.state, subject[0])) for option in options
    )
    return game.ask(Choose(options=listed, **topic(action, *subject)._asdict()))


def find_clause(state: OperationsState, key: str) -> Clause | None:
    """The clause of the row that a parameter belongs to."""
    return CLAUSES_BY_ROW.get(find_row(state.aid, key))


def find_row(aid: Mapping[str, Json], key: str, clause: str = "") -> str:
    """The row of the first parameter whose key equals `key` or starts with it; empty where there is none."""
    row_id = str(aid.get("clause", clause))
    head, _dot, tail = key.partition(".")
    value = aid.get(head)
    if isinstance(value, Mapping):
        return (
            find_row(value, tail, row_id)
            if tail
            else next((row for _key, _value, row in entries(value, "", row_id)), "")
        )
    return "" if tail or head not in aid or head in (*ABOUT, *NO_PARAMETERS) else row_id


def remember(game: Game, key: str, answer: str, member: str = "") -> str:
    """The answer itself; an answer for the whole game is recorded, and not asked again."""
    if answer.startswith(ONLY_NOW):
        return answer.removeprefix(ONLY_NOW)
    game.tell(ParameterSet(key=_parameter_name(key, member), value=answer))
    return answer
