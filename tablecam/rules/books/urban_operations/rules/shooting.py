"""Fire, suppressing fire and assault as actions: target, line of sight, range. Clauses: UO-038, UO-050."""

from collections.abc import Mapping

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, confirm, topic
from tablecam.rules.books.urban_operations.rules.cards import PLATOON_LEADER
from tablecam.rules.books.urban_operations.rules.events import NothingDone
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.losses import reveal
from tablecam.rules.books.urban_operations.rules.reactions import Reactor, offer, react, watchers
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import POPULATION
from tablecam.rules.books.urban_operations.rules.travel import interrupted
from tablecam.rules.books.urban_operations.rules.weapons import closing, measure_distance, reach

NOBODY = "nobody"
LEADER_EP = 6


def fire(game: Game, block: str) -> None:
    """Clause: UO Fire (UO-050)."""
    _attack(game, block, "fire")


def suppress(game: Game, block: str) -> None:
    """Only against some targets, and only without having moved. Clause: UO Suppressing fire (UO-091)."""
    _attack(game, block, "suppress")


def assault(game: Game, block: str) -> None:
    """Against a building only near a leader. Clause: UO Assault (UO-038)."""
    _attack(game, block, "assault")


def _attack(game: Game, block: str, kind: str) -> None:
    reveal(game, "fire", block)
    target, ep = _target(game, block, kind)
    if not target:
        game.tell(NothingDone(block=block, why="no-target"))
    elif kind == "assault" and not _led(game, block, target):
        game.tell(NothingDone(block=block, why="no-leader"))
    else:
        usable = kind if kind != "suppress" or _suppressed(game, target) else "fire"
        fight(game, AttackPlan(block, target, usable, ep))


def _target(game: Game, block: str, kind: str) -> tuple[str, int]:
    """The target and its distance; one out of range, or else not seen, is closed, and another is named."""
    barred: dict[str, str] = {}
    tried: tuple[str, ...] = ()
    start, most = game.state[block], reach(game.state, block)
    while True:
        question, enemies = _question(game.state, block, kind, barred), watchers(game.state, block, tried)
        named = game.ask_unless(question, offer(game.state, block, enemies)) if enemies else game.ask(question)
        if isinstance(named, Reactor):
            tried = (*tried, named.block)
            if react(game, named.block, block) and interrupted(game, block, start):
                return "", 0
        elif named == NOBODY:
            return "", 0
        else:
            ep = measure_distance(game, block, named, most)
            closed = closing(game.state, block, ep)
            if not closed and confirm(game, "sees", block, named, ""):
                return named, ep
            barred[named] = closed or "unseen"


def _question(state: OperationsState, block: str, kind: str, barred: Mapping[str, str]) -> Choose:
    """Which target; population is listed, but never a target. Clause: UO Tokens (UO-076)."""
    options = [option(each, barred.get(each, ""), 50) for each in state.enemies(block)]
    people = [name for name, token in state.tokens.items() if token.kind == POPULATION and token.revealed]
    options += [option(each, "population", 76) for each in people]
    about = topic(f"target.{kind}", block)._asdict()
    return Choose(seat=state[block].side, options=(*options, Option(NOBODY)), **about)


def _led(game: Game, block: str, target: str) -> bool:
    """Whether a block may assault a building. Clause: UO Assault (UO-038)."""
    if not confirm(game, "in-building", target):
        return True
    kinds = aid.entry(game.state, "assault.leader")
    led = game.state.leaders(game.state[block].side, tuple(kinds) if isinstance(kinds, list) else (PLATOON_LEADER,))
    if led and confirm(game, "led", block, LEADER_EP):
        return True
    return aid.settled(game, "assault.exempt", game.state[block].card.kind, (block,))


def _suppressed(game: Game, target: str) -> bool:
    """Whether fire may suppress; otherwise it is ordinary fire."""
    acting = game.state.acting
    reveal(game, "fire", target)
    still = not (acting and acting.moved)
    return still and aid.settled(game, "suppress.targets", game.state[target].card.weight, (target,))
