"""3D actions: asked for, cancelled or modified, resolved. Clauses: UO Initial phase (UO-015, UO-016), 3D actions."""

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, confirm, pick, roll
from tablecam.rules.books.urban_operations.rules.cards import PLATOON_LEADER
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.effects import struck
from tablecam.rules.books.urban_operations.rules.engineers import new_token
from tablecam.rules.books.urban_operations.rules.events import (
    ActionCancelled,
    ActionModified,
    ActionRequested,
    ActionResolved,
    ActionUnavailable,
    Collapsed,
    Handled,
    TokenPlaced,
    TokenRemoved,
)
from tablecam.rules.books.urban_operations.rules.initial import items
from tablecam.rules.books.urban_operations.rules.losses import destroy, lose, reveal
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.riders import riders_suffer
from tablecam.rules.books.urban_operations.rules.state import OperationsState, Request
from tablecam.rules.books.urban_operations.rules.tokens import BARRICADE, BREACH, FORTIFICATION, SMOKE
from tablecam.rules.check import Check
from tablecam.rules.dice import D10_FROM_0

# who may ask for what, and how far away. Clause: UO Initial phase (UO-016).
BY_LEADER = ("mortar", "artillery", "smoke", "flare")
REACHES = {"cds": 15, "jfo": 20}
INTERCEPTION = "interception"
DONE, NOBODY = "done", "nobody"
CODES = ("T", "T+1", "I")
COLLAPSES = Check(name="collapse", target=9, die=D10_FROM_0, clause=row(103))


def requests(game: Game) -> None:
    """A side asks for an action for the next turn, one for each block that may. Clause: UO Initial phase (UO-016)."""
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
    _ask_for(game, side, kind, by)


def _ask_for(game: Game, side: str, kind: str, by: str) -> None:
    """The code on the card: this turn, next turn, or not available and not used up. Clause: UO 3D actions (UO-017)."""
    code = choose(game, None, "3d.code", CODES, kind)
    if code == "I":
        game.tell(ActionUnavailable(seat=side, kind=kind, by=by))
        return
    now = code == "T"
    turn = game.state.turn + (not now)
    request = Request(f"3d-{game.state.turn}-{len(game.state.asked_by) + 1}", side, kind, turn)
    game.tell(ActionRequested(id=request.id, seat=side, kind=kind, by=by, turn=turn))
    if now and not intercepted(game, request):
        strike(game, request)


def observers(state: OperationsState, side: str) -> tuple[str, ...]:
    """The blocks that may ask for something, each once a turn."""
    own = [each for each in state.on_map(side) if _asks(state, each) and each not in state.asked_by]
    return tuple(each for each in own if any(option.open for option in kinds(state, each)))


def _asks(state: OperationsState, block: str) -> bool:
    """A platoon leader asks as CDS does. Clause: UO Initial phase (UO-016)."""
    return bool(state[block].card.observer) or state[block].card.leader == PLATOON_LEADER


def kinds(state: OperationsState, block: str) -> list[Option]:
    """What a block may ask for; used up, or enough for this turn, is closed."""
    side = state[block].side
    support = state.scenario.support.get(side, {})
    allowed = [each for each in support if each != INTERCEPTION]
    if state[block].card.observer != "jfo":
        allowed = [each for each in allowed if each in BY_LEADER]
    return [option(each, _used(state, side, each), 16) for each in allowed]


def _used(state: OperationsState, side: str, kind: str) -> str:
    uses, a_turn = state.scenario.support.get(side, {}).get(kind, (0, 0))
    if state.spent.get(f"{side} {kind}", 0) >= uses:
        return "used-up"
    return "enough-this-turn" if state.asked_now.get(f"{side} {kind}", 0) >= a_turn else ""


def intercepted(game: Game, request: Request) -> bool:
    """The other side may stop an air action: both count as used. Clause: UO 3D actions (UO-017)."""
    other = game.state.other(request.side)
    if not air(game.state, request.kind) or _used(game.state, other, INTERCEPTION):
        return False
    if choose(game, other, "3d.intercept", ("yes", "no"), request.id, request.kind) == "no":
        return False
    code = choose(game, None, "3d.code", ("T", "I"), INTERCEPTION)
    if code == "I":
        game.tell(ActionUnavailable(seat=other, kind=INTERCEPTION, by=""))
        return False
    turn = game.state.turn
    game.tell(ActionRequested(id=f"{request.id}-stopped", seat=other, kind=INTERCEPTION, by="", turn=turn))
    game.tell(ActionCancelled(id=f"{request.id}-stopped"))
    game.tell(ActionCancelled(id=request.id, by=other))
    return True


def air(state: OperationsState, kind: str) -> bool:
    """Whether an action comes from the air."""
    return aid.entry(state, f"3d.{kind}.air") is True


def adjust(game: Game) -> None:
    """An action of last turn is kept, cancelled or modified. Clause: UO 3D actions (UO-018)."""
    request = _first(game)
    options = [Option("keep"), Option("cancel")]
    options.append(option("modify", "" if air(game.state, request.kind) else "ground-never-modified", 18))
    said = choose(game, request.side, "3d.adjust", options, request.id, request.kind)
    flies = air(game.state, request.kind)
    if said == "cancel" and (flies or aid.flag(game, "3d.conditions.cancel_if")):
        game.tell(ActionCancelled(id=request.id, by=request.side))
        return
    if said == "modify" and aid.flag(game, "3d.conditions.modify_if"):
        game.tell(ActionModified(id=request.id))
    game.tell(Handled(what=request.id))


def _first(game: Game) -> Request:
    at = items(game.state)[0]
    return next(each for each in game.state.requests if each.id == at)


def resolve(game: Game) -> None:
    """An action of last turn takes place."""
    request = _first(game)
    if not intercepted(game, request):
        strike(game, request)


def strike(game: Game, request: Request) -> None:
    """The effect of an action; a fortified block loses 1 OSL less. Clauses: UO-015, UO 3D actions (UO-019), UO-080."""
    osl = aid.number(game, f"3d.{request.kind}.osl")
    everybody = (*game.state.everywhere(), *game.state.tokens) if osl else ()
    under = pick(game, "3d.under", everybody, request.id, request.kind, number=19)
    blocks = tuple(each for each in under if each in game.state.blocks)
    fortified = pick(game, "fortified", blocks, "3d", number=79) if _forts(game.state) else ()
    game.tell(ActionResolved(id=request.id, blocks=blocks))
    reveal(game, "effect", *blocks)
    for block in blocks:
        loss = osl - (block in fortified)
        lose(game, block, loss, "3d")
        riders_suffer(game, block, loss, heavy=True)
    for token in under:
        if token in game.state.tokens:
            struck(game, token)
    if request.kind == SMOKE:
        game.tell(TokenPlaced(token=new_token(game.state), kind=SMOKE, seat=request.side))
    elif osl and game.state.scenario.advanced:
        collapse(game, request)


def _forts(state: OperationsState) -> bool:
    return any(token.kind == FORTIFICATION for token in state.tokens.values())


def collapse(game: Game, request: Request) -> None:
    """A building that was hit falls on a 9, and leaves a barricade or a fortification. Clause: UO Rubbles (UO-103)."""
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
        breaches = game.state.of_kind(BREACH)
        for token in pick(game, "3d.breaches", breaches, request.id, number=103):
            game.tell(TokenRemoved(token=token, why="rubble"))
