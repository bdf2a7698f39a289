"""Friends who step in. Clauses: UO Fire (UO-053), Supporting fire (UO-090), Anti-sniping (UO-094)."""

from dataclasses import dataclass

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, confirm
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.fight_events import CoverGiven, Reacted
from tablecam.rules.books.urban_operations.rules.impulse_events import AlsoActivated
from tablecam.rules.books.urban_operations.rules.limits import room
from tablecam.rules.books.urban_operations.rules.losses import reveal
from tablecam.rules.books.urban_operations.rules.reasons import reason
from tablecam.rules.books.urban_operations.rules.weapons import choose_weapon, farthest, firepower, measure_distance
from tablecam.rules.check import Modifier

NOBODY = "nobody"
COVER_EP = 3
# Clause: UO Anti-sniping (UO-094).
COUNTER_FROM_EP = 11
COUNTER_TO_EP = 20


@dataclass(frozen=True)
class Cover:
    """Cover fire by a friend of the target. ep: from the friend to the attacker. joined: its modifiers."""

    by: str = ""
    effect: str = ""
    ep: int = 0
    joined: tuple[Modifier, ...] = ()


def cover(game: Game, attacker: str, target: str) -> Cover:
    """Cover fire by a friend within 3 EP of the target; the aid or the table sets its effect. Clause: UO-053."""
    state = game.state
    friends = [friend for friend in state.friends(target) if not state[friend].reacted]
    if not friends:
        return Cover()
    by = choose(game, state[target].side, "cover", [*friends, NOBODY], target, attacker)
    if by == NOBODY:
        return Cover()
    fresh = not state[by].revealed
    reveal(game, "fire", by)
    counter = _can_counter_snipe(game, attacker, by)
    if not counter and not confirm(game, "cover.near", by, target, COVER_EP):
        return Cover()
    game.tell(Reacted(block=by, to=attacker, kind="cover"))
    effect = aid.ask_code(game, "cover_fire.effect", about=(by, target))
    game.tell(CoverGiven(block=by, target=target, effect=effect))
    ep = measure_distance(game, by, attacker, farthest()) if effect != "takes" else 0
    joined = _join_modifiers(game, by, ep, counter and fresh) if effect == "joins" else ()
    return Cover(by, effect, ep, joined)


def _can_counter_snipe(game: Game, attacker: str, by: str) -> bool:
    """Whether a sniper answers a sniper from 11 to 20 EP away. Clause: UO Anti-sniping (UO-094)."""
    state = game.state
    are_snipers = state[attacker].card.kind == state[by].card.kind == "sniper"
    return are_snipers and state.scenario.advanced and confirm(
        game, "counter-sniper", by, attacker, COUNTER_FROM_EP, COUNTER_TO_EP
    )  # fmt: skip


def _join_modifiers(game: Game, by: str, ep: int, fresh_sniper: bool) -> tuple[Modifier, ...]:
    weapon = choose_weapon(game, by, ep)
    added = [Modifier(firepower(game, by, weapon, ep), reason("cover"), row(53))] if weapon else []
    if fresh_sniper:
        added.append(Modifier(2, reason("anti-sniping"), row(94)))
    return tuple(added)


def supporting(game: Game, attacker: str, target: str) -> str:
    """The block that adds 2 as it sees the target, or empty; both are activated. Clause: UO-090."""
    state = game.state
    fresh = [friend for friend in state.friends(attacker) if not state[friend].activated and room(state, friend)]
    if not state.scenario.advanced or not fresh:
        return ""
    by = choose(game, state[attacker].side, "supporting", [*fresh, NOBODY], attacker, target)
    if by == NOBODY or not confirm(game, "sees", by, target, farthest()):
        return ""
    reveal(game, "fire", by)
    game.tell(AlsoActivated(block=by, why="supporting"))
    return by
