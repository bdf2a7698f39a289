"""What a block may do: the actions with the reasons that close them. Only its own side sees this list."""

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.limits import room
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import POPULATION, TUNNEL

# no split move with these. Clauses: UO Actions (UO-031, UO-033).
WHOLE = ("support", "supported", "mount", "dismount", "pair")
# what the advanced rules add. Clauses: UO-091, UO-092, UO-098, UO-101.
ADVANCED = ("suppress", "pair", "impulse", "tunnel")


def options(state: OperationsState, block: str) -> list[Option]:
    """Every action, open or closed."""
    closed = {
        "none": "",
        "fire": _armed(state, block),
        "suppress": _armed(state, block),
        "assault": _armed(state, block),
        "support": _support(state, block),
        "scout": "",
        "scatter": "" if any(_seen(state, name, POPULATION) for name in state.tokens) else "nothing-there",
        "place": _unit(state, block, "engineer.units"),
        "destroy": _unit(state, block, "engineer.units") if state.tokens else "nothing-there",
        "mount": _mount(state, block),
        "dismount": "" if _inside(state, block) else "nothing-there",
        "breach": _breach(state, block, "contact"),
        "blast": _breach(state, block, "distance"),
        "smoke": _unit(state, block, "smoke.units"),
        "pair": _pair(state, block),
        "impulse": _impulse(state, block),
        "tunnel": _tunnel(state, block),
    }
    limited = _limited(state, block)
    numbers = {"none": 30, "fire": 50, "suppress": 91, "assault": 38, "support": 31, "scout": 34, "scatter": 35,
               "place": 32, "destroy": 32, "mount": 33, "dismount": 33, "breach": 36, "blast": 37, "smoke": 39,
               "pair": 92, "impulse": 98, "tunnel": 101}  # fmt: skip
    return [
        option(name, _limit(name, why, limited), numbers[name])
        for name, why in closed.items()
        if state.scenario.advanced or name not in ADVANCED
    ]


def _limit(name: str, why: str, limited: bool) -> str:
    return "limited-pair" if limited and name not in ("none", "fire") and not why else why


def _limited(state: OperationsState, block: str) -> bool:
    """The passive one of a pair limits it to fire. Clause: UO Armor cover (UO-092)."""
    partner = state[block].pair
    return bool(partner) and not state[partner].activated


def _armed(state: OperationsState, block: str) -> str:
    if not any(weapon.fp for weapon in state[block].card.weapons.values()):
        return "no-weapon"
    return "" if state.enemies(block) else "no-enemy"


def partners(state: OperationsState, block: str) -> tuple[str, ...]:
    """Blocks of the same impulse that have not acted."""
    return tuple(each for each in state.friends(block) if not state[each].activated and room(state, each))


def _support(state: OperationsState, block: str) -> str:
    """Clause: UO Actions (UO-031)."""
    others = partners(state, block)
    if not others:
        return "nobody-left"
    if state.used + 2 > state.limit:
        return "one-block-left"
    return "" if any(weakened(state, block, other) for other in others) else "full-strength"


def weakened(state: OperationsState, block: str, other: str) -> tuple[str, ...]:
    """Those of the two that may gain OSL, under the ceiling that is played."""
    free = state.rules.uo_support_cap == "none"
    return tuple(each for each in (block, other) if free or state[each].osl < state[each].card.osl)


def _unit(state: OperationsState, block: str, key: str) -> str:
    return "not-this-unit" if aid.known_not(state, key, state[block].card.kind) else ""


def _seen(state: OperationsState, token: str, kind: str) -> bool:
    return state.tokens[token].revealed and state.tokens[token].kind == kind


def _mount(state: OperationsState, block: str) -> str:
    """Clause: UO Actions (UO-033)."""
    if not state[block].card.foot:
        return "not-foot"
    if state[block].pair:
        return "not-alone"
    return "" if carriers(state, block) else "nobody-left"


def carriers(state: OperationsState, block: str) -> tuple[str, ...]:
    """Vehicles of the impulse that have not acted and may take another block, by what their cards say."""
    return tuple(each for each in partners(state, block) if _roomy(state, each))


def _roomy(state: OperationsState, carrier: str) -> bool:
    card = state[carrier].card
    return not card.foot and (card.capacity is None or len(state.aboard(carrier)) < card.capacity)


def _inside(state: OperationsState, block: str) -> bool:
    within = state.used + 2 <= state.limit
    return within and any(not state[each].activated for each in state.aboard(block))


def _breach(state: OperationsState, block: str, how: str) -> str:
    """Clause: UO Breach (UO-036, UO-037)."""
    kinds = [weapon.kind for weapon in state[block].card.weapons.values()]
    possible = [kind for kind in kinds if not aid.known_not(state, f"weapon.{kind}.breach", how)]
    return "" if possible else "no-weapon"


def _pair(state: OperationsState, block: str) -> str:
    """Clause: UO Armor cover (UO-092)."""
    if not state[block].card.foot:
        return "not-foot"
    if state[block].pair:
        return "not-alone"
    return "" if vehicles(state, block) else "nobody-left"


def vehicles(state: OperationsState, block: str) -> tuple[str, ...]:
    """Vehicles of the impulse that have not acted and share their hex with nobody."""
    return tuple(each for each in partners(state, block) if not state[each].card.foot and not state[each].pair)


def _impulse(state: OperationsState, block: str) -> str:
    others = [each for each in state.scenario.impulses.get(state[block].side, ()) if each != state[block].impulse]
    return "" if others else "no-other-impulse"


def _tunnel(state: OperationsState, block: str) -> str:
    if not any(token.kind == TUNNEL for token in state.tokens.values()):
        return "nothing-there"
    return _unit(state, block, "engineer.units")
