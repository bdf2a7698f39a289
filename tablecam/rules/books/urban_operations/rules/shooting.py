"""Fire, suppressing fire and assault as actions: target, line of sight, range. Clauses: UO-038, UO-050."""

from collections.abc import Mapping

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, confirm, topic
from tablecam.rules.books.urban_operations.rules.cards import PLATOON_LEADER
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.impulse_events import NothingDone
from tablecam.rules.books.urban_operations.rules.losses import reveal
from tablecam.rules.books.urban_operations.rules.reactions import Reactor, offer, react, watchers
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import POPULATION
from tablecam.rules.books.urban_operations.rules.travel import is_interrupted
from tablecam.rules.books.urban_operations.rules.weapons import closing, measure_distance, reach

NOBODY = "nobody"
LEADER_EP = 6


def fire(game: Game, block: str) -> None:
    """Fire at an enemy. Clause: UO Fire (UO-050)."""
    _resolve_attack(game, block, "fire")


def suppress(game: Game, block: str) -> None:
    """Suppress an enemy: only some targets, and only without moving first. Clause: UO Suppressing fire (UO-091)."""
    _resolve_attack(game, block, "suppress")


def assault(game: Game, block: str) -> None:
    """Assault an enemy; in a building only with a leader near. Clause: UO Assault (UO-038)."""
    _resolve_attack(game, block, "assault")


def _resolve_attack(game: Game, block: str, kind: str) -> None:
    reveal(game, "fire", block)
    target, ep = _choose_target(game, block, kind)
    if not target:
        game.tell(NothingDone(block=block, why="no-target"))
    elif kind == "assault" and not _is_led(game, block, target):
        game.tell(NothingDone(block=block, why="no-leader"))
    else:
        attack_kind = kind if kind != "suppress" or _can_suppress(game, target) else "fire"
        fight(game, AttackPlan(block, target, attack_kind, ep))


def _choose_target(game: Game, block: str, kind: str) -> tuple[str, int]:
    """The target and its distance in EP. Targets out of range or out of sight are closed, and the question repeats."""
    barred: dict[str, str] = {}
    tried: tuple[str, ...] = ()
    start, reach_ep = game.state[block], reach(game.state, block)
    while True:
        question, enemies = _target_question(game.state, block, kind, barred), watchers(game.state, block, tried)
        answer = game.ask_unless(question, offer(game.state, block, enemies)) if enemies else game.ask(question)
        if isinstance(answer, Reactor):
            tried = (*tried, answer.block)
            if react(game, answer.block, block) and is_interrupted(game, block, start):
                return "", 0
        elif answer == NOBODY:
            return "", 0
        else:
            ep = measure_distance(game, block, answer, reach_ep)
            closed = closing(game.state, block, ep)
            if not closed and confirm(game, "sees", block, answer, ""):
                return answer, ep
            barred[answer] = closed or "unseen"


def _target_question(state: OperationsState, block: str, kind: str, barred: Mapping[str, str]) -> Choose:
    """The question for the target; it lists population, which is never a target. Clause: UO Tokens (UO-076)."""
    options = [option(enemy, barred.get(enemy, ""), 50) for enemy in state.enemies(block)]
    people = [name for name, token in state.tokens.items() if token.kind == POPULATION and token.revealed]
    options += [option(name, "population", 76) for name in people]
    about = topic(f"target.{kind}", block)._asdict()
    return Choose(seat=state[block].side, options=(*options, Option(NOBODY)), **about)


def _is_led(game: Game, block: str, target: str) -> bool:
    """Whether a block may assault a building. Clause: UO Assault (UO-038)."""
    if not confirm(game, "in-building", target):
        return True
    kinds = aid.entry(game.state, "assault.leader")
    leaders = game.state.leaders(game.state[block].side, tuple(kinds) if isinstance(kinds, list) else (PLATOON_LEADER,))
    if leaders and confirm(game, "led", block, LEADER_EP):
        return True
    return aid.ask_membership(game, "assault.exempt", game.state[block].card.kind, (block,))


def _can_suppress(game: Game, target: str) -> bool:
    """Whether fire may suppress the target; otherwise it is ordinary fire."""
    acting = game.state.acting
    reveal(game, "fire", target)
    is_still = not (acting and acting.moved)
    return is_still and aid.ask_membership(game, "suppress.targets", game.state[target].card.weight, (target,))
