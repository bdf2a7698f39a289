"""The parameters of the player aid: read from a file, set by the table for this game, or asked each time.

    if settled(game, "weapon.first.targets", "tank"): ..        yes or no, for one of a list
    loss = number(game, "explosion.osl")
    side = one_of(game, "inadequate.side")

The file's values are in the setup of a game, so that a log replays without it. The table's answer is an event: it is
asked once, holds for the game, can be overruled, and carries over to the next game of the same table. All
unknown parameters are asked for before the first turn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tablecam.base.clause import Clause
from tablecam.rules.ask import Choose, Option, Pick
from tablecam.rules.books.urban_operations.rules.codes import CLAUSES, Game, choose, topic
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.initial_events import AidFilled, ParameterSet
from tablecam.rules.books.urban_operations.rules.pieces import (
    BARRICADE,
    LEADERS,
    UNKNOWN,
    WEAPON_KINDS,
    WEIGHTS,
    UnitCard,
)
from tablecam.rules.books.urban_operations.rules.state import PROPOSAL, OperationsState
from tablecam.rules.event import decode
from tablecam.rules.plain import Json

YES_NO = ("yes", "no")
# how a weapon breaches; which blocks an effect hits; whether a sniper's target may reply
BREACHES = ("contact", "distance", "none")
WHO = ("friends", "everybody")
SHAPES = ("axis", "radius")
REPLIES = ("none", "no_reply", "reply", "reply_in_range")
# without the causes that quality never changes: withdrawal, critical hits, a fallen leader
CAUSES = (
    "fire", "assault", "effect", "explosion", "mine", "3d", "toxic", "inadequate", "event", "backblast", "pair",
)  # fmt: skip

Lists = Literal["units", "classes", "weapons", "causes", "leaders", ""]


@dataclass(frozen=True)
class AnswerKind:
    """The answers to a parameter. codes: the choices; lists: the kind of members, for a list."""

    codes: tuple[str, ...] = YES_NO
    lists: Lists = ""


def _number_answers(most: int) -> AnswerKind:
    return AnswerKind(tuple(map(str, range(most + 1))))


UNITS, CLASSES, WEAPONS = AnswerKind(lists="units"), AnswerKind(lists="classes"), AnswerKind(lists="weapons")
# kinds of units by the names on unit cards, not those of a game, which would reveal blocks face down
UNIT_KINDS = (
    # no text: codes
    "command", "rifles", "machine gun", "engineers", "scouts", "sniper", "anti-tank", "truck", "carrier", "tank",
)  # fmt: skip
MEMBERS = {"units": UNIT_KINDS, "classes": WEIGHTS, "weapons": WEAPON_KINDS, "causes": CAUSES, "leaders": LEADERS}
# by parameter; "*" stands for any segment of its name
KINDS = {
    "weapon.*.targets": CLASSES, "weapon.*.breach": AnswerKind(BREACHES), "weapon.*.no_building": AnswerKind(),
    "unit.fp": _number_answers(9), "explosion.osl": _number_answers(3),
    "event_table.value": AnswerKind(("nothing", "losses")),
    "3d.*.osl": _number_answers(4), "3d.conditions.cancel_if": AnswerKind(),
    "3d.conditions.modify_if": AnswerKind(),
    "blocks.seven_condition.value": AnswerKind(("commander", "none")),
    "engineer.units": UNITS, "carrier.capacity": _number_answers(3), "carrier.exposed": CLASSES, "scout.units": UNITS,
    "assault.exempt": UNITS, "smoke.units": UNITS, "withdraw.*.mp": AnswerKind(("2", "4")),
    "inadequate.side": AnswerKind(("shooter", "target")), "cover_fire.effect": AnswerKind(("joins", "takes", "fires")),
    "critical.*.weapon": WEAPONS, "critical.*.target": CLASSES, "osl.weak": _number_answers(3),
    "losses.exempt": AnswerKind(lists="causes"), "weapons_effect.*.osl": _number_answers(3),
    "weapons_effect.*.who": AnswerKind(WHO), "weapons_effect.*.shape": AnswerKind(SHAPES),
    "barricade.blocks": CLASSES, "mine.osl": _number_answers(4), "mine.triggers": CLASSES, "mine_ap.triggers": CLASSES,
    "backblast.weapons": WEAPONS, "sniper.floor": _number_answers(3), "sniper.targets": AnswerKind(REPLIES),
    "sniper.targets.*": AnswerKind(REPLIES), "suppress.targets": CLASSES,
    "pair.losses": AnswerKind(("none", "foot", "vehicle")), "ambush.units": UNITS, "ambush.targets": CLASSES,
    "superstructure.carriers": CLASSES, "leader_lost.units": AnswerKind(lists="leaders"), "wreck.classes": CLASSES,
}  # fmt: skip


def get_kind(key: str) -> AnswerKind:
    """The answers to the parameter of that name; KeyError for an unknown name."""
    return KINDS[find_pattern(key)]


def find_pattern(key: str) -> str:
    """The name of a parameter as in `KINDS`, with "*" in the place of a segment that varies."""
    parts = key.split(".")
    wild = (".".join([*parts[:index], "*", *parts[index + 1 :]]) for index in range(len(parts)))
    return next((name for name in (key, *wild) if name in KINDS), key)


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


# The gaps of the player aid, filled before the first turn: by the program's proposals, or by the table's answers.
#
# The table accepts all proposals, or marks the unwanted ones and answers those at once, or answers each when it
# matters. Its answers are in the state (`ruled`), and `carried` takes them to the next game.

REMEMBERED = "remembered"
CRITICAL = "critical"
# the ways to fill gaps: accept all proposals, look through them, answer each when it matters
ACCEPT, LOOK, LATER = "accept", "look", "later"
# between the name of a gap and its proposal, and between the members of a list, in the id of an option
IS, AND = "=", ", "


def fill(game: Game) -> None:
    """Ask for all gaps that matter to this scenario; ask nothing where there are none."""
    groups = gaps(game.state)
    if not groups:
        return
    choice = choose(game, None, "aid.gaps", (ACCEPT, LOOK, LATER), len(groups))
    if choice == LATER:
        return
    unwanted = _find_unwanted(game, groups) if choice == LOOK else set()
    accepted = [key for name, keys in groups.items() if name not in unwanted for key in keys]
    if accepted:
        game.tell(AidFilled(proposals=tuple(accepted)))
    for name in groups:
        for key in groups[name] if name in unwanted else ():
            _ask_whole_parameter(game, key)


def _find_unwanted(game: Game, groups: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The proposals that the table does not want."""
    options = tuple(_proposal_option(game.state, name, keys) for name, keys in groups.items())
    marked = game.ask(Pick(options=options, **topic("aid.marks")._asdict()))
    return {id.partition(IS)[0] for id in marked}


def gaps(state: OperationsState) -> dict[str, tuple[str, ...]]:
    """The unsettled unknown parameters that have a proposal, by the names that the table marks."""
    groups: dict[str, tuple[str, ...]] = {}
    for key, _row in unknowns(state.aid):
        if proposal(state.aid, key) != UNKNOWN and key not in state.ruled and _is_relevant(state, key):
            name = CRITICAL if key.startswith(f"{CRITICAL}.") else key
            groups[name] = (*groups.get(name, ()), key)
    return groups


def _is_relevant(state: OperationsState, key: str) -> bool:
    """Whether the scenario has the subject of a parameter, as far as everybody knows."""
    head, _dot, tail = key.partition(".")
    if head == "3d":
        kinds = {kind for side in state.scenario.support.values() for kind in side}
        return bool(kinds) if tail.startswith("conditions") else tail.partition(".")[0] in kinds
    return True


def _proposal_option(state: OperationsState, name: str, keys: tuple[str, ...]) -> Option:
    value = proposal(state.aid, keys[0])
    return Option(f"{name}{IS}{format_value(value)}", clause=find_clause(state, keys[0]))


def format_value(value: Json) -> str:
    """A value of the aid as one line, with commas between the members of a list."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return AND.join(map(str, value)) if isinstance(value, list) else str(value)


def _ask_whole_parameter(game: Game, key: str) -> None:
    """Ask for a whole parameter; one answer is to ask each time."""
    kind = get_kind(key)
    if not kind.lists:
        answer = choose(game, None, "aid.whole", (*kind.codes, EACH_TIME), key)
        game.tell(ParameterSet(key=key, value=answer))
        return
    members = MEMBERS[kind.lists]
    options = tuple(Option(code, clause=find_clause(game.state, key)) for code in (*members, EACH_TIME))
    named = game.ask(Pick(options=options, **topic("aid.list", key)._asdict()))
    if EACH_TIME in named:
        game.tell(ParameterSet(key=key, value=EACH_TIME))
        return
    game.tell(ParameterSet(key=key, value=LISTED))
    for member in members:
        game.tell(ParameterSet(key=f"{key}:{member}", value="yes" if member in named else "no"))


def carry_answers(setup: Mapping[str, Json], events: Iterable[Json]) -> dict[str, Json]:
    """The table's answers of one game, as part of the next game's setup. events: those that count."""
    answers = {**setup.get(REMEMBERED, {}), **dict(_list_answers(events))}
    return {REMEMBERED: answers} if answers else {}


def _list_answers(events: Iterable[Json]) -> Iterator[tuple[str, str]]:
    for record in events:
        match decode(EVENTS, record):
            case ParameterSet(key=key, value=value):
                yield key, value
            case AidFilled(proposals=keys):
                yield from ((key, PROPOSAL) for key in keys)


# The cost of terrain by the movement table of the aid. Clauses: UO-030, UO Tokens (UO-073, UO-078, UO-081).
#
# The rows are data, since a club's copy of the aid may have other rows. All rows of one cost are one word of a
# question's subject, `2=water, breach in a building`; `wording/wording.py` puts it in words.

IMPASSABLE = "X"
# the cost of a hex beside a barricade, and of its own hex for units that it does not stop
BESIDE_MP = "2"
COST, NAMES, OTHERWISE = "=", ", ", "/"


def terrain_costs(state: OperationsState, block: str) -> tuple[str, ...]:
    """A word for each cost with its terrain, the cheapest first and the impassable last."""
    costs: dict[str, list[str]] = {}
    for name, cost in _list_costs(state, state[block].card):
        costs.setdefault(cost, []).append(name)
    return tuple(f"{cost}{COST}{NAMES.join(costs[cost])}" for cost in sorted(costs, key=lambda it: (len(it), it)))


def _list_costs(state: OperationsState, card: UnitCard) -> Iterator[tuple[str, str]]:
    for row in movement(state):
        cost = str(row.get("foot" if card.foot else "vehicle", UNKNOWN))
        if row["name"] == BARRICADE:
            cost = _barricade_cost(state, card, cost)
        if cost != UNKNOWN:
            yield OTHERWISE.join((row["name"], *_alternative_cost(row, cost))), cost if cost.isdigit() else IMPASSABLE


def _barricade_cost(state: OperationsState, card: UnitCard, cost: str) -> str:
    """A barricade stops the classes of its own list, where that is known. Clause: UO Tokens (UO-073)."""
    blocks = entry(state, "barricade.blocks")
    if not isinstance(blocks, list):
        return cost
    return IMPASSABLE if card.weight in blocks else BESIDE_MP if cost == IMPASSABLE else cost


def _alternative_cost(row: Mapping[str, Json], cost: str) -> tuple[str, ...]:
    """The cost of a row in another case, and that case; empty where it has none."""
    return (str(row["other"]), str(row.get("where", ""))) if "other" in row and cost.isdigit() else ()


def movement(state: OperationsState) -> tuple[Mapping[str, Json], ...]:
    """The rows of the movement table that have a name."""
    return tuple(row for row in state.aid.get(MOVEMENT, ()) if row.get("name", UNKNOWN) != UNKNOWN)


def far_terrain(state: OperationsState) -> tuple[str, ...]:
    """A word for each EP above 1 with the terrain whose hexes count it. Clause: UO Firepower and range (UO-005)."""
    counted: dict[str, list[str]] = {}
    for row in movement(state):
        if int(row.get("ep", 1)) > 1:
            counted.setdefault(str(row["ep"]), []).append(row["name"])
    return tuple(f"{ep}{COST}{NAMES.join(names)}" for ep, names in counted.items())
