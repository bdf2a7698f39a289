"""The parameters of the player aid: known from a file, said by the table for this game, or asked each time.

    if settled(game, "weapon.first.targets", "tank"): ..        yes or no, for one of a list
    loss = number(game, "explosion.osl")
    side = one_of(game, "inadequate.side")

The file's values are in the setup of a game, so that a log replays without it. What the table says is an event: it is
asked once, holds for the game, can be overruled, and is handed on to the next game of the same table. `gaps.py` asks
for all that is unknown before the first turn; `aid_answers.py` says which answers there are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tablecam.base.clause import Clause
from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules.aid_answers import kind_of
from tablecam.rules.books.urban_operations.rules.asking import Game, topic
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.clauses import CLAUSES
from tablecam.rules.books.urban_operations.rules.events import ParameterSet
from tablecam.rules.books.urban_operations.rules.state import PROPOSAL, OperationsState
from tablecam.rules.plain import Json

# what an entry says of itself, beside its values
ABOUT = ("clause", "inferred", "leader_inferred")
MOVEMENT = "movement"
# what the program proposes where the aid has lost something, by the name of the parameter
PROPOSALS = "proposals"
NO_PARAMETERS = (MOVEMENT, PROPOSALS)
# what the table has said of a whole parameter: it plays the proposal, has named its members, or is asked each time
LISTED, EACH_TIME = "listed", "each time"  # no text
OF_THE_WHOLE = (PROPOSAL, LISTED, EACH_TIME)
# an answer that holds only this time; all others hold for the game
ONLY_NOW = "now:"
SCOPES = ("", ONLY_NOW)
CLAUSES_BY_ROW = {clause.row: clause for clause in CLAUSES.values()}


class UnknownParameter(NamedTuple):
    """A parameter that would be asked of the table: its key, and the row that it belongs to."""

    key: str
    row: str


def entries(aid: Mapping[str, Json], where: str = "", clause: str = "") -> Iterator[tuple[str, Json, str]]:
    """Every parameter with its key, its value and its row."""
    own = str(aid.get("clause", clause))
    for key, value in aid.items():
        if isinstance(value, Mapping) and key != PROPOSALS:
            yield from entries(value, f"{where}{key}.", own)
        elif key not in (*ABOUT, *NO_PARAMETERS):
            yield f"{where}{key}", value, own


def unknowns(aid: Mapping[str, Json]) -> tuple[UnknownParameter, ...]:
    """What the table would be asked, in the order of the file."""
    return tuple(UnknownParameter(key, clause) for key, value, clause in entries(aid) if value == UNKNOWN)


def entry(state: OperationsState, key: str) -> Json:
    """The value of a parameter by the file, or the proposal that the table plays; "?" where it is unknown."""
    found: Json = state.aid
    for part in key.split("."):
        found = found.get(part, UNKNOWN) if isinstance(found, Mapping) else UNKNOWN
    return proposal(state.aid, key) if found == UNKNOWN and state.ruled.get(key) == PROPOSAL else found


def proposal(aid: Mapping[str, Json], key: str) -> Json:
    """What the program proposes for an unknown parameter; "?" where it proposes nothing."""
    return aid.get(PROPOSALS, {}).get(key, UNKNOWN)


def said(state: OperationsState, key: str, member: str = "") -> str:
    """What the table has said of an unknown parameter for this game; empty where nothing yet."""
    names = (_name(key, member), f"{key}.{member}", key)
    known = (state.ruled.get(name, "") for name in names)
    return next((value for value in known if value and value not in OF_THE_WHOLE), "")


def _name(key: str, member: str) -> str:
    return f"{key}:{member}" if member else key


def members_said(state: OperationsState, key: str) -> list[str] | None:
    """The members that the table has named of an unknown list; None where it has not."""
    if state.ruled.get(key) != LISTED:
        return None
    own = f"{key}:"
    return [name.removeprefix(own) for name, value in state.ruled.items() if name.startswith(own) and value == "yes"]


def known_rows(state: OperationsState) -> Mapping[str, Json]:
    """The aid with all that is known of the weapons and targets of critical rows. Clause: UO Randomness (UO-056)."""
    rows = {id: {**row, **_icons(state, id, row)} for id, row in state.aid.get("critical", {}).items()}
    return {**state.aid, "critical": rows}


def _icons(state: OperationsState, id: str, row: Mapping[str, Json]) -> dict[str, Json]:
    unknown = [name for name in ("weapon", "target") if row.get(name) == UNKNOWN]
    keys = {name: f"critical.{id}.{name}" for name in unknown}
    listed = {name: members_said(state, key) for name, key in keys.items()}
    return {name: entry(state, key) if listed[name] is None else listed[name] for name, key in keys.items()}


def settled(game: Game, key: str, member: str, about: Iterable[str] = ()) -> bool:
    """Whether a list of the aid has a member; asked where the list is unknown. about: the block, and its weapon."""
    value = entry(game.state, key)
    if isinstance(value, list):
        return member in value
    if value != UNKNOWN:
        return bool(value == member)
    return _asked(game, key, member, about) == "yes"


def known_not(state: OperationsState, key: str, member: str) -> bool:
    """Whether it is known that a list of the aid does not have a member: nobody needs to be asked."""
    value = entry(state, key)
    if isinstance(value, list):
        return member not in value
    return value != member if value != UNKNOWN else said(state, key, member) == "no"


def known_false(state: OperationsState, key: str) -> bool:
    """Whether it is known that something does not hold."""
    return entry(state, key) is False or said(state, key) == "no"


def flag(game: Game, key: str, about: Iterable[str] = ()) -> bool:
    """Whether something holds."""
    value = entry(game.state, key)
    return value if isinstance(value, bool) else _asked(game, key, about=about) == "yes"


def one_of(game: Game, key: str, member: str = "", about: Iterable[str] = ()) -> str:
    """One of several codes."""
    value = value_of(game.state, key, member)
    return str(value) if value != UNKNOWN and str(value) in kind_of(key).codes else _asked(game, key, member, about)


def value_of(state: OperationsState, key: str, member: str) -> Json:
    """The value of a parameter that may have one for each member."""
    value = entry(state, key)
    return entry(state, f"{key}.{member}") if isinstance(value, Mapping) else value


def number(game: Game, key: str, member: str = "", about: Iterable[str] = ()) -> int:
    """A whole number."""
    value = entry(game.state, key)
    return value if isinstance(value, int) else int(_asked(game, key, member, about))


def _asked(game: Game, key: str, member: str = "", about: Iterable[str] = ()) -> str:
    """What the table says; one answer says too whether it holds for the game or only now."""
    if known := said(game.state, key, member):
        return known
    options = [Option(f"{scope}{each}") for scope in SCOPES for each in kind_of(key).codes]
    return remember(game, key, ask_table(game, "aid", (key, member, *about), options), member)


def ask_table(game: Game, action: str, subject: Sequence[str], options: Sequence[Option]) -> str:
    """The row's own words, and the answers that could be; the clause of each option is that of the row."""
    listed = tuple(Option(each.id, each.label, each.why_not, clause_of(game.state, subject[0])) for each in options)
    return game.ask(Choose(options=listed, **topic(action, *subject)._asdict()))


def clause_of(state: OperationsState, key: str) -> Clause | None:
    """The clause of the row that a parameter belongs to."""
    return CLAUSES_BY_ROW.get(row_of(state.aid, key))


def row_of(aid: Mapping[str, Json], key: str, clause: str = "") -> str:
    """The row of the first parameter whose key is that or goes on from it; empty where there is none."""
    own = str(aid.get("clause", clause))
    part, _dot, rest = key.partition(".")
    found = aid.get(part)
    if isinstance(found, Mapping):
        return row_of(found, rest, own) if rest else next((row for _key, _value, row in entries(found, "", own)), "")
    return "" if rest or part not in aid or part in (*ABOUT, *NO_PARAMETERS) else own


def remember(game: Game, key: str, answer: str, member: str = "") -> str:
    """The answer itself; unless it holds only this time, it is not asked again."""
    if answer.startswith(ONLY_NOW):
        return answer.removeprefix(ONLY_NOW)
    game.tell(ParameterSet(key=_name(key, member), value=answer))
    return answer
