"""The menu of a block: its actions with the reasons that close them, and the limits of blocks per impulse.

Only its own side sees a menu. Clauses: UO Number of blocks (UO-023), Elimination (UO-099, UO-100).
"""

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.codes import option
from tablecam.rules.books.urban_operations.rules.pieces import PLATOON_LEADER, POPULATION, QUALITIES, TUNNEL
from tablecam.rules.books.urban_operations.rules.state import OperationsState

WITHOUT_LEADER, WITH_LEADER, WITH_BOTH = 3, 5, 7
LOST_LEADER = (4, 3, 2)


def limit(state: OperationsState, side: str) -> int:
    """The limit of blocks for the current impulse, or for the next."""
    lost_quality = state.leaderless.get(side)
    if lost_quality == "basic":
        return WITHOUT_LEADER
    if lost_quality:
        return LOST_LEADER[leader_row(state, lost_quality)]
    if not state.leaders(side, (PLATOON_LEADER,)):
        return WITHOUT_LEADER
    condition = str(aid.entry(state, "blocks.seven_condition.value"))
    return WITH_BOTH if state.leaders(side, (condition,)) else WITH_LEADER


def leader_row(state: OperationsState, quality: str) -> int:
    """The table row for a leader's quality: 0 for 4 blocks, 2 for 2. Clause: UO Elimination (UO-100)."""
    index = QUALITIES.index(quality) if quality in QUALITIES else 1
    return index if state.rules.uo_leader_rows != "other" else len(QUALITIES) - 1 - index


def get_limit(state: OperationsState) -> int:
    """The limit of the current impulse: its initial limit, or less once the side has lost its leader in it."""
    return limit(state, state.active) if state.active in state.leaderless else state.limit


def ready(state: OperationsState) -> tuple[str, ...]:
    """The blocks that the current impulse may still activate."""
    if state.used >= get_limit(state):
        return ()
    return tuple(
        name
        for name in state.on_map(state.active)
        if state[name].impulse == state.impulse and not state[name].activated
    )


def room(state: OperationsState, other: str) -> bool:
    """Whether a second block may be activated together with the acting one."""
    acting = state.acting.block if state.acting else ""
    # the asking block is not counted yet while it only considers the action
    is_within_limit = state.used + (not acting) < get_limit(state)
    return (
        is_within_limit
        and state[other].impulse == state.impulse
        and state[other].side == state.active
        and other != acting
    )


# actions without a split move. Clauses: UO Actions (UO-031, UO-033).
WHOLE = ("support", "supported", "mount", "dismount", "pair")
# actions of the advanced rules. Clauses: UO-091, UO-092, UO-098, UO-101.
ADVANCED = ("suppress", "pair", "impulse", "tunnel")


def options(state: OperationsState, block: str) -> list[Option]:
    """Every action, open or closed."""
    closed = {
        "none": "",
        "fire": _weapon_reason(state, block),
        "suppress": _weapon_reason(state, block),
        "assault": _weapon_reason(state, block),
        "support": _support_reason(state, block),
        "scout": "",
        "scatter": "" if any(_is_revealed(state, name, POPULATION) for name in state.tokens) else "nothing-there",
        "place": _unit_reason(state, block, "engineer.units"),
        "destroy": _unit_reason(state, block, "engineer.units") if state.tokens else "nothing-there",
        "mount": _mount_reason(state, block),
        "dismount": "" if _has_passenger(state, block) else "nothing-there",
        "breach": _breach_reason(state, block, "contact"),
        "blast": _breach_reason(state, block, "distance"),
        "smoke": _unit_reason(state, block, "smoke.units"),
        "pair": _pair_reason(state, block),
        "impulse": _impulse_reason(state, block),
        "tunnel": _tunnel_reason(state, block),
    }
    limited = _is_limited(state, block)
    numbers = {"none": 30, "fire": 50, "suppress": 91, "assault": 38, "support": 31, "scout": 34, "scatter": 35,
               "place": 32, "destroy": 32, "mount": 33, "dismount": 33, "breach": 36, "blast": 37, "smoke": 39,
               "pair": 92, "impulse": 98, "tunnel": 101}  # fmt: skip
    return [
        option(name, _limit_reason(name, why, limited), numbers[name])
        for name, why in closed.items()
        if state.scenario.advanced or name not in ADVANCED
    ]


def _limit_reason(name: str, why: str, limited: bool) -> str:
    return "limited-pair" if limited and name not in ("none", "fire") and not why else why


def _is_limited(state: OperationsState, block: str) -> bool:
    """Whether a pair limits the block to fire, since its partner has not acted. Clause: UO Armor cover (UO-092)."""
    partner = state[block].pair
    return bool(partner) and not state[partner].activated


def _weapon_reason(state: OperationsState, block: str) -> str:
    if not any(weapon.fp for weapon in state[block].card.weapons.values()):
        return "no-weapon"
    return "" if state.enemies(block) else "no-enemy"


def partners(state: OperationsState, block: str) -> tuple[str, ...]:
    """The friends in the same impulse that have not acted."""
    return tuple(friend for friend in state.friends(block) if not state[friend].activated and room(state, friend))


def _support_reason(state: OperationsState, block: str) -> str:
    """Clause: UO Actions (UO-031)."""
    allies = partners(state, block)
    if not allies:
        return "nobody-left"
    if state.used + 2 > state.limit:
        return "one-block-left"
    return "" if any(list_weakened(state, block, ally) for ally in allies) else "full-strength"


def list_weakened(state: OperationsState, block: str, other: str) -> tuple[str, ...]:
    """The blocks, of two, that may gain OSL under the current ceiling."""
    free = state.rules.uo_support_cap == "none"
    return tuple(name for name in (block, other) if free or state[name].osl < state[name].card.osl)


def _unit_reason(state: OperationsState, block: str, key: str) -> str:
    return "not-this-unit" if aid.is_known_nonmember(state, key, state[block].card.kind) else ""


def _is_revealed(state: OperationsState, token: str, kind: str) -> bool:
    return state.tokens[token].revealed and state.tokens[token].kind == kind


def _mount_reason(state: OperationsState, block: str) -> str:
    """Clause: UO Actions (UO-033)."""
    if not state[block].card.foot:
        return "not-foot"
    if state[block].pair:
        return "not-alone"
    return "" if carriers(state, block) else "nobody-left"


def carriers(state: OperationsState, block: str) -> tuple[str, ...]:
    """The vehicles of the impulse that have not acted and have room by their cards."""
    return tuple(vehicle for vehicle in partners(state, block) if _has_room(state, vehicle))


def _has_room(state: OperationsState, carrier: str) -> bool:
    card = state[carrier].card
    return not card.foot and (card.capacity is None or len(state.aboard(carrier)) < card.capacity)


def _has_passenger(state: OperationsState, block: str) -> bool:
    is_within_limit = state.used + 2 <= state.limit
    return is_within_limit and any(not state[passenger].activated for passenger in state.aboard(block))


def _breach_reason(state: OperationsState, block: str, how: str) -> str:
    """Clause: UO Breach (UO-036, UO-037)."""
    kinds = [weapon.kind for weapon in state[block].card.weapons.values()]
    possible = [kind for kind in kinds if not aid.is_known_nonmember(state, f"weapon.{kind}.breach", how)]
    return "" if possible else "no-weapon"


def _pair_reason(state: OperationsState, block: str) -> str:
    """Clause: UO Armor cover (UO-092)."""
    if not state[block].card.foot:
        return "not-foot"
    if state[block].pair:
        return "not-alone"
    return "" if vehicles(state, block) else "nobody-left"


def vehicles(state: OperationsState, block: str) -> tuple[str, ...]:
    """The vehicles of the impulse that have not acted and share their hex with no block."""
    return tuple(
        vehicle for vehicle in partners(state, block) if not state[vehicle].card.foot and not state[vehicle].pair
    )


def _impulse_reason(state: OperationsState, block: str) -> str:
    impulses = [
        impulse for impulse in state.scenario.impulses.get(state[block].side, ()) if impulse != state[block].impulse
    ]
    return "" if impulses else "no-other-impulse"


def _tunnel_reason(state: OperationsState, block: str) -> str:
    if not any(token.kind == TUNNEL for token in state.tokens.values()):
        return "nothing-there"
    return _unit_reason(state, block, "engineer.units")
