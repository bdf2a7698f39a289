"""The two dice of a fight. Clauses: UO Randomness (UO-054..056), Total Firepower (UO-057..060)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, topic
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.events import Fought
from tablecam.rules.books.urban_operations.rules.randomness import (
    FACES,
    FireDuel,
    FireShot,
    Outcome,
    Row,
    expected_rows,
    find,
    outcome,
)
from tablecam.rules.books.urban_operations.rules.reasons import OperationsReason, reason
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.check import DuelSide, Modifier, added_up
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.plain import Json

NO_ROW = "none"


@dataclass(frozen=True)
class FightSide:
    """One side of a fight. weapon: its kind, empty for none. added: its firepower and all that adds to it."""

    block: str
    weapon: str
    added: tuple[Modifier, ...]
    sniper: bool = False


def duel(game: Game, kind: str, ep: int, fighters: tuple[FightSide, FightSide]) -> Outcome:
    """Both throw; the rows of the dice and the totals decide. Clause: UO Randomness (UO-054)."""
    shots, known = shots_of(game, kind, ep, fighters), aid.known_rows(game.state)
    one, two = (expected_rows(known, shot) for shot in shots)
    check = FireDuel(
        name="fight", sides=sides_of(game, fighters), tie=tie(game, shots), die=D10_FROM_0, clause=row(54),
        rows=(one, two), rules=game.state.rules,
    )  # fmt: skip
    faces = game.duel(topic("duel", fighters[0].block, fighters[1].block), check)
    thrown = zip(fighters, shots, faces, strict=True)
    rows = tuple(row_of(game, fighter.block, shot, face) for fighter, shot, face in thrown)
    ends = outcome([added_up(each.added) for each in fighters], rows, faces, game.state.rules)
    loser = "both" if ends.loser is None else fighters[ends.loser].block
    game.tell(
        Fought(
            block=fighters[0].block, target=fighters[1].block, kind=kind, faces=faces, totals=ends.totals,
            rows=tuple(each.id for each in rows), loser=loser,
        )
    )  # fmt: skip
    return ends


def tie(game: Game, shots: tuple[FireShot, FireShot]) -> OperationsReason:
    """What equal totals mean, and whether the chances leave out what the aid lost."""
    return reason("equal-totals-unknown" if unknown_rows(aid.known_rows(game.state), shots) else "equal-totals")


def unknown_rows(known: Mapping[str, Json], shots: tuple[FireShot, FireShot]) -> bool:
    """Whether the aid has lost which rows are those of the weapons."""
    return any(find(known, shot, face).open for shot in shots if shot.weapon for face in FACES)


def sides_of(game: Game, fighters: tuple[FightSide, FightSide]) -> tuple[DuelSide, DuelSide]:
    """Whose die it is, and what is added to it."""
    one, two = (DuelSide(game.state[each.block].side, each.added) for each in fighters)
    return one, two


def shots_of(game: Game, kind: str, ep: int, fighters: tuple[FightSide, FightSide]) -> tuple[FireShot, FireShot]:
    """What decides about the rows of both; only the one that attacks suppresses."""
    return shots_between(game.state, kind, ep, fighters)


def shots_between(
    state: OperationsState, kind: str, ep: int, fighters: tuple[FightSide, FightSide]
) -> tuple[FireShot, FireShot]:
    """The same, of any state."""
    one, two = fighters
    back = "assault" if kind == "assault" else "reply"
    weights = [state[each.block].card.weight for each in fighters]
    return FireShot(kind, one.weapon, weights[1], one.sniper, ep), FireShot(
        back, two.weapon, weights[0], two.sniper, ep
    )


def row_of(game: Game, block: str, shot: FireShot, face: int) -> Row:
    """The row of a face; the table says which, where the aid's icons are lost. Clause: UO Randomness (UO-056)."""
    found = find(aid.known_rows(game.state), shot, face)
    if not found.open or not shot.weapon:
        return found.row
    member = f"{shot.weapon}.{shot.target}.{face}"
    named = aid.said(game.state, "critical", member)
    if not named:
        rows = [*map(_option, found.open), Option(NO_ROW, reason("no-row"))]
        options = [replace(each, id=f"{scope}{each.id}") for scope in aid.SCOPES for each in rows]
        answer = aid.ask_table(game, "aid.critical", ("critical", member, block), options)
        named = aid.remember(game, "critical", answer, member)
    return next((each for each in found.open if each.id == named), found.row)


def _option(of: Row) -> Option:
    """A row in its own words."""
    bounds: dict[str, str | int] = {"row": of.id, "first": of.first, "last": of.last}
    values = {**bounds, "bonus": of.bonus, "total": of.total}
    code = "row-destroys" if of.destroys else "row-loses-more" if of.extra else "row-loses" if of.loses else "row"
    return Option(of.id, reason(code, **values), clause=row(56))
