"""The two dice of a fight. Clauses: UO Randomness (UO-054..056), Total Firepower (UO-057..060)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, topic
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.fight_events import Fought
from tablecam.rules.books.urban_operations.rules.randomness import (
    FACES,
    FireDuel,
    FireShot,
    Outcome,
    Row,
    find,
    list_expected_rows,
    outcome,
)
from tablecam.rules.books.urban_operations.rules.reasons import OperationsReason, reason
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.check import DuelSide, Modifier, sum_modifiers
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.plain import Json

NO_ROW = "none"


@dataclass(frozen=True)
class FightSide:
    """One side of a fight. weapon: its kind, empty for none. added: its firepower with all modifiers."""

    block: str
    weapon: str
    added: tuple[Modifier, ...]
    sniper: bool = False


def duel(game: Game, kind: str, ep: int, fighters: tuple[FightSide, FightSide]) -> Outcome:
    """Roll for both sides; the rows of the dice and the totals decide. Clause: UO Randomness (UO-054)."""
    shots, aid_rows = build_shots(game, kind, ep, fighters), aid.list_known_rows(game.state)
    attacker_rows, target_rows = (list_expected_rows(aid_rows, shot) for shot in shots)
    check = FireDuel(
        name="fight", sides=build_sides(game, fighters), tie=tie(game, shots), die=D10_FROM_0, clause=row(54),
        rows=(attacker_rows, target_rows), rules=game.state.rules,
    )  # fmt: skip
    faces = game.duel(topic("duel", fighters[0].block, fighters[1].block), check)
    thrown = zip(fighters, shots, faces, strict=True)
    rows = tuple(find_row(game, fighter.block, shot, face) for fighter, shot, face in thrown)
    ends = outcome([sum_modifiers(fighter.added) for fighter in fighters], rows, faces, game.state.rules)
    loser = "both" if ends.loser is None else fighters[ends.loser].block
    game.tell(
        Fought(
            block=fighters[0].block, target=fighters[1].block, kind=kind, faces=faces, totals=ends.totals,
            rows=tuple(table_row.id for table_row in rows), loser=loser,
        )
    )  # fmt: skip
    return ends


def tie(game: Game, shots: tuple[FireShot, FireShot]) -> OperationsReason:
    """The meaning of equal totals, and whether the chances leave out rows that the aid lost."""
    return reason("equal-totals-unknown" if unknown_rows(aid.list_known_rows(game.state), shots) else "equal-totals")


def unknown_rows(known: Mapping[str, Json], shots: tuple[FireShot, FireShot]) -> bool:
    """Whether the aid has lost which rows apply to the weapons."""
    return any(find(known, shot, face).open for shot in shots if shot.weapon for face in FACES)


def build_sides(game: Game, fighters: tuple[FightSide, FightSide]) -> tuple[DuelSide, DuelSide]:
    """Each side's seat, with the modifiers of its die."""
    attacker, defender = (DuelSide(game.state[fighter.block].side, fighter.added) for fighter in fighters)
    return attacker, defender


def build_shots(game: Game, kind: str, ep: int, fighters: tuple[FightSide, FightSide]) -> tuple[FireShot, FireShot]:
    """The facts that select both rows; only the attacker can suppress."""
    return build_state_shots(game.state, kind, ep, fighters)


def build_state_shots(
    state: OperationsState, kind: str, ep: int, fighters: tuple[FightSide, FightSide]
) -> tuple[FireShot, FireShot]:
    """The same, for any state."""
    attacker, defender = fighters
    back = "assault" if kind == "assault" else "reply"
    weights = [state[fighter.block].card.weight for fighter in fighters]
    return FireShot(kind, attacker.weapon, weights[1], attacker.sniper, ep), FireShot(
        back, defender.weapon, weights[0], defender.sniper, ep
    )


def find_row(game: Game, block: str, shot: FireShot, face: int) -> Row:
    """The row of a face; the table chooses where the aid's icons are lost. Clause: UO Randomness (UO-056)."""
    lookup = find(aid.list_known_rows(game.state), shot, face)
    if not lookup.open or not shot.weapon:
        return lookup.row
    member = f"{shot.weapon}.{shot.target}.{face}"
    row_id = aid.get_aid_answer(game.state, "critical", member)
    if not row_id:
        rows = [*map(_row_option, lookup.open), Option(NO_ROW, reason("no-row"))]
        options = [replace(option, id=f"{scope}{option.id}") for scope in aid.SCOPES for option in rows]
        answer = aid.ask_table(game, "aid.critical", ("critical", member, block), options)
        row_id = aid.remember(game, "critical", answer, member)
    return next((candidate for candidate in lookup.open if candidate.id == row_id), lookup.row)


def _row_option(of: Row) -> Option:
    """A row as an option, in its own words."""
    bounds: dict[str, str | int] = {"row": of.id, "first": of.first, "last": of.last}
    values = {**bounds, "bonus": of.bonus, "total": of.total}
    code = "row-destroys" if of.destroys else "row-loses-more" if of.extra else "row-loses" if of.loses else "row"
    return Option(of.id, reason(code, **values), clause=row(56))
