"""3D actions: request, cancellation, change, resolution. Clauses: UO Initial phase (UO-015, UO-016), 3D actions."""

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.actions import new_token
from tablecam.rules.books.urban_operations.rules.codes import Game, choose, confirm, option, pick, roll, row
from tablecam.rules.books.urban_operations.rules.initial import items
from tablecam.rules.books.urban_operations.rules.initial_events import Handled, TokenPlaced, TokenRemoved
from tablecam.rules.books.urban_operations.rules.losses import destroy, lose, reveal, riders_suffer, strike_token
from tablecam.rules.books.urban_operations.rules.pieces import BARRICADE, BREACH, FORTIFICATION, PLATOON_LEADER, SMOKE
from tablecam.rules.books.urban_operations.rules.request_events import (
    ActionCancelled,
    ActionModified,
    ActionRequested,
    ActionResolved,
    ActionUnavailable,
    Collapsed,
)
from tablecam.rules.books.urban_operations.rules.state import OperationsState, Request
from tablecam.rules.check import Check
from tablecam.rules.dice import D10_FROM_0

# the actions of a leader, and the reach of each observer in EP. Clause: UO Initial phase (UO-016).
BY_LEADER = ("mortar", "artillery", "smoke", "flare")
REACHES = {"cds": 15, "jfo": 20}
INTERCEPTION = "interception"
DONE, NOBODY = "done", "nobody"
CODES = ("T", "T+1", "I")
COLLAPSES = Check(name="collapse", target=9, die=D10_FROM_0, clause=row(103))


def requests(game: Game) -> None:
    """Let a side ask for an action for the next turn, once per block that may. Clause: UO Initial phase (UO-016)."""
    side = items(game.state)[0]
    asking = observers(game.state, side)
    by = choose(game, side, "3d.by", [*asking, DONE], side, private=True) if asking else DONE
    if by == DONE:
        game.tell(Handled(what=side))
        return
    reveal(game, "action", by)
    kind = choose(game, side, "3d.kind", kinds(game.state, by), by)
    far = REACHES[game.state[by].card.observer or "cds"]
    if not confirm(game, "3d.near", by, kind, far):
        game.tell(ActionUnavailable(seat=side, kind=kind, by=by))
        return
    _request_action(game, side, kind, by)


def _request_action(game: Game, side: str, kind: str, by: str) -> None:
    """Read the card's code: this turn, next turn, or not available and not used. Clause: UO 3D actions (UO-017)."""
    code = choose(game, None, "3d.code", CODES, kind)
    if code == "I":
        game.tell(ActionUnavailable(seat=side, kind=kind, by=by))
        return
    this_turn = code == "T"
    turn = game.state.turn + (not this_turn)
    request = Request(f"3d-{game.state.turn}-{len(game.state.asked_by) + 1}", side, kind, turn)
    game.tell(ActionRequested(id=request.id, seat=side, kind=kind, by=by, turn=turn))
    if this_turn and not is_intercepted(game, request):
        strike(game, request)


def observers(state: OperationsState, side: str) -> tuple[str, ...]:
    """The blocks that may ask for an action, each once a turn."""
    candidates = [block for block in state.on_map(side) if _can_request(state, block) and block not in state.asked_by]
    return tuple(block for block in candidates if any(option.open for option in kinds(state, block)))


def _can_request(state: OperationsState, block: str) -> bool:
    """Whether a block may ask; a platoon leader asks as a CDS does. Clause: UO Initial phase (UO-016)."""
    return bool(state[block].card.observer) or state[block].card.leader == PLATOON_LEADER


def kinds(state: OperationsState, block: str) -> list[Option]:
    """The actions that a block may ask for; closed where used up, or where the turn's limit is reached."""
    side = state[block].side
    support = state.scenario.support.get(side, {})
    allowed = [kind for kind in support if kind != INTERCEPTION]
    if state[block].card.observer != "jfo":
        allowed = [kind for kind in allowed if kind in BY_LEADER]
    return [option(kind, _check_availability(state, side, kind), 16) for kind in allowed]


def _check_availability(state: OperationsState, side: str, kind: str) -> str:
    uses, a_turn = state.scenario.support.get(side, {}).get(kind, (0, 0))
    if state.spent.get(f"{side} {kind}", 0) >= uses:
        return "used-up"
    return "enough-this-turn" if state.asked_now.get(f"{side} {kind}", 0) >= a_turn else ""


def is_intercepted(game: Game, request: Request) -> bool:
    """Whether the other side stops an air action; both count as used then. Clause: UO 3D actions (UO-017)."""
    opponent = game.state.other(request.side)
    if not air(game.state, request.kind) or _check_availability(game.state, opponent, INTERCEPTION):
        return False
    if choose(game, opponent, "3d.intercept", ("yes", "no"), request.id, request.kind) == "no":
        return False
    code = choose(game, None, "3d.code", ("T", "I"), INTERCEPTION)
    if code == "I":
        game.tell(ActionUnavailable(seat=opponent, kind=INTERCEPTION, by=""))
        return False
    turn = game.state.turn
    game.tell(ActionRequested(id=f"{request.id}-stopped", seat=opponent, kind=INTERCEPTION, by="", turn=turn))
    game.tell(ActionCancelled(id=f"{request.id}-stopped"))
    game.tell(ActionCancelled(id=request.id, by=opponent))
    return True


def air(state: OperationsState, kind: str) -> bool:
    """Whether an action comes from the air."""
    return aid.entry(state, f"3d.{kind}.air") is True


def adjust(game: Game) -> None:
    """Keep, cancel or modify an action of last turn. Clause: UO 3D actions (UO-018)."""
    request = _find_first_request(game)
    options = [Option("keep"), Option("cancel")]
    options.append(option("modify", "" if air(game.state, request.kind) else "ground-never-modified", 18))
    decision = choose(game, request.side, "3d.adjust", options, request.id, request.kind)
    flies = air(game.state, request.kind)
    if decision == "cancel" and (flies or aid.flag(game, "3d.conditions.cancel_if")):
        game.tell(ActionCancelled(id=request.id, by=request.side))
        return
    if decision == "modify" and aid.flag(game, "3d.conditions.modify_if"):
        game.tell(ActionModified(id=request.id))
    game.tell(Handled(what=request.id))


def _find_first_request(game: Game) -> Request:
    request_id = items(game.state)[0]
    return next(request for request in game.state.requests if request.id == request_id)


def resolve(game: Game) -> None:
    """Carry out an action of last turn."""
    request = _find_first_request(game)
    if not is_intercepted(game, request):
        strike(game, request)


def strike(game: Game, request: Request) -> None:
    """Apply an action; a fortified block loses 1 OSL less. Clauses: UO-015, UO 3D actions (UO-019), UO-080."""
    osl = aid.number(game, f"3d.{request.kind}.osl")
    everybody = (*game.state.everywhere(), *game.state.tokens) if osl else ()
    targets = pick(game, "3d.under", everybody, request.id, request.kind, number=19)
    blocks = tuple(name for name in targets if name in game.state.blocks)
    fortified = pick(game, "fortified", blocks, "3d", number=79) if _has_fortification(game.state) else ()
    game.tell(ActionResolved(id=request.id, blocks=blocks))
    reveal(game, "effect", *blocks)
    for block in blocks:
        loss = osl - (block in fortified)
        lose(game, block, loss, "3d")
        riders_suffer(game, block, loss, heavy=True)
    for token in targets:
        if token in game.state.tokens:
            strike_token(game, token)
    if request.kind == SMOKE:
        game.tell(TokenPlaced(token=new_token(game.state), kind=SMOKE, seat=request.side))
    elif osl and game.state.scenario.advanced:
        collapse(game, request)


def _has_fortification(state: OperationsState) -> bool:
    return any(token.kind == FORTIFICATION for token in state.tokens.values())


def collapse(game: Game, request: Request) -> None:
    """Collapse a hit building on a 9, leaving a barricade or a fortification. Clause: UO Rubbles (UO-103)."""
    if not confirm(game, "3d.building", request.id, request.kind):
        return
    faces = roll(game, request.side, "collapse", request.id, check=COLLAPSES)
    if not COLLAPSES.passes(faces):
        game.tell(Collapsed(id=request.id, faces=faces))
        return
    further = roll(game, request.side, "rubble", request.id)
    leaves = FORTIFICATION if further[0] % 2 else BARRICADE
    game.tell(Collapsed(id=request.id, faces=(*faces, *further), leaves=leaves))
    for block in pick(game, "3d.inside", game.state.everywhere(), request.id, number=103):
        destroy(game, block, "collapse")
    game.tell(TokenPlaced(token=new_token(game.state), kind=leaves, seat=request.side))
    if leaves == FORTIFICATION:
        breaches = game.state.list_tokens(BREACH)
        for token in pick(game, "3d.breaches", breaches, request.id, number=103):
            game.tell(TokenRemoved(token=token, why="rubble"))
