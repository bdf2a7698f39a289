"""The gaps of the player aid, filled before the first turn: by the program's proposals, or by the table's answers.

The table accepts all proposals, or marks the unwanted ones and answers those at once, or answers each when it matters.
Its answers are in the state (`ruled`), and `carried` takes them to the next game.
"""

from collections.abc import Iterable, Iterator, Mapping

from tablecam.rules.ask import Option, Pick
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid_answers import MEMBERS, get_kind
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, topic
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.initial_events import AidFilled, ParameterSet
from tablecam.rules.books.urban_operations.rules.state import PROPOSAL, OperationsState
from tablecam.rules.event import decode
from tablecam.rules.plain import Json

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
            _ask_parameter(game, key)


def _find_unwanted(game: Game, groups: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The proposals that the table does not want."""
    options = tuple(_proposal_option(game.state, name, keys) for name, keys in groups.items())
    marked = game.ask(Pick(options=options, **topic("aid.marks")._asdict()))
    return {id.partition(IS)[0] for id in marked}


def gaps(state: OperationsState) -> dict[str, tuple[str, ...]]:
    """The unsettled unknown parameters that have a proposal, by the names that the table marks."""
    groups: dict[str, tuple[str, ...]] = {}
    for key, _row in aid.unknowns(state.aid):
        if aid.proposal(state.aid, key) != UNKNOWN and key not in state.ruled and _is_relevant(state, key):
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
    value = aid.proposal(state.aid, keys[0])
    return Option(f"{name}{IS}{format_value(value)}", clause=aid.find_clause(state, keys[0]))


def format_value(value: Json) -> str:
    """A value of the aid as one line, with commas between the members of a list."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return AND.join(map(str, value)) if isinstance(value, list) else str(value)


def _ask_parameter(game: Game, key: str) -> None:
    """Ask for a whole parameter; one answer is to ask each time."""
    kind = get_kind(key)
    if not kind.lists:
        answer = choose(game, None, "aid.whole", (*kind.codes, aid.EACH_TIME), key)
        game.tell(ParameterSet(key=key, value=answer))
        return
    members = MEMBERS[kind.lists]
    options = tuple(Option(code, clause=aid.find_clause(game.state, key)) for code in (*members, aid.EACH_TIME))
    named = game.ask(Pick(options=options, **topic("aid.list", key)._asdict()))
    if aid.EACH_TIME in named:
        game.tell(ParameterSet(key=key, value=aid.EACH_TIME))
        return
    game.tell(ParameterSet(key=key, value=aid.LISTED))
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
