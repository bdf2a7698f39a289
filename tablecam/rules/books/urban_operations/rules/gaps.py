"""What the player aid has lost, filled before the first turn: by proposals of the program, or as the table knows it.

The table accepts all proposals, or marks those that it does not want and says at once what holds in their place, or is
asked when it matters. What it has said stands in the state (`ruled`), and `carried` hands it on to the next game.
"""

from collections.abc import Iterable, Iterator, Mapping

from tablecam.rules.ask import Option, Pick
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid_answers import MEMBERS, kind_of
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, topic
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.events import EVENTS, AidFilled, ParameterSet
from tablecam.rules.books.urban_operations.rules.state import PROPOSAL, OperationsState
from tablecam.rules.event import decode
from tablecam.rules.plain import Json

REMEMBERED = "remembered"
CRITICAL = "critical"
# the ways to fill them: all proposals, those that are not marked, none before it matters
ACCEPT, LOOK, LATER = "accept", "look", "later"
# between the name of a gap and its proposal, and between the members of a list, in the id of an option
IS, AND = "=", ", "


def fill(game: Game) -> None:
    """Asks for all gaps that matter to this scenario; nothing where there are none."""
    groups = gaps(game.state)
    if not groups:
        return
    way = choose(game, None, "aid.gaps", (ACCEPT, LOOK, LATER), len(groups))
    if way == LATER:
        return
    others = _mark(game, groups) if way == LOOK else set()
    accepted = [key for name, keys in groups.items() if name not in others for key in keys]
    if accepted:
        game.tell(AidFilled(proposals=tuple(accepted)))
    for name in groups:
        for key in groups[name] if name in others else ():
            _ask_whole(game, key)


def _mark(game: Game, groups: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The proposals that the table does not want."""
    options = tuple(_option(game.state, name, keys) for name, keys in groups.items())
    marked = game.ask(Pick(options=options, **topic("aid.marks")._asdict()))
    return {id.partition(IS)[0] for id in marked}


def gaps(state: OperationsState) -> dict[str, tuple[str, ...]]:
    """The unknown parameters that have a proposal and have not been settled, by what they are marked by."""
    groups: dict[str, tuple[str, ...]] = {}
    for key, _row in aid.unknowns(state.aid):
        if aid.proposal(state.aid, key) != UNKNOWN and key not in state.ruled and _matters(state, key):
            name = CRITICAL if key.startswith(f"{CRITICAL}.") else key
            groups[name] = (*groups.get(name, ()), key)
    return groups


def _matters(state: OperationsState, key: str) -> bool:
    """Whether the scenario has what a parameter is about, as far as everybody knows it."""
    part, _dot, rest = key.partition(".")
    if part == "3d":
        asked_for = {kind for side in state.scenario.support.values() for kind in side}
        return bool(asked_for) if rest.startswith("conditions") else rest.partition(".")[0] in asked_for
    return True


def _option(state: OperationsState, name: str, keys: tuple[str, ...]) -> Option:
    value = aid.proposal(state.aid, keys[0])
    return Option(f"{name}{IS}{text_of(value)}", clause=aid.clause_of(state, keys[0]))


def text_of(value: Json) -> str:
    """A value of the aid as one line: members of a list with commas between them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return AND.join(map(str, value)) if isinstance(value, list) else str(value)


def _ask_whole(game: Game, key: str) -> None:
    """What holds for a whole parameter; one answer says too that it is asked each time."""
    kind = kind_of(key)
    if not kind.lists:
        answer = choose(game, None, "aid.whole", (*kind.codes, aid.EACH_TIME), key)
        game.tell(ParameterSet(key=key, value=answer))
        return
    members = MEMBERS[kind.lists]
    options = tuple(Option(each, clause=aid.clause_of(game.state, key)) for each in (*members, aid.EACH_TIME))
    named = game.ask(Pick(options=options, **topic("aid.list", key)._asdict()))
    if aid.EACH_TIME in named:
        game.tell(ParameterSet(key=key, value=aid.EACH_TIME))
        return
    game.tell(ParameterSet(key=key, value=aid.LISTED))
    for member in members:
        game.tell(ParameterSet(key=f"{key}:{member}", value="yes" if member in named else "no"))


def carried(setup: Mapping[str, Json], events: Iterable[Json]) -> dict[str, Json]:
    """What the table has said of the aid in a game, as part of the setup of the next one. events: those that count."""
    said = {**setup.get(REMEMBERED, {}), **dict(_said(events))}
    return {REMEMBERED: said} if said else {}


def _said(events: Iterable[Json]) -> Iterator[tuple[str, str]]:
    for record in events:
        match decode(EVENTS, record):
            case ParameterSet(key=key, value=value):
                yield key, value
            case AidFilled(proposals=keys):
                yield from ((key, PROPOSAL) for key in keys)
