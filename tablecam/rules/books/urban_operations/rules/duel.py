"""The two dice of a fight: their rows of the table, the totals and the loser.

Clauses: UO Randomness (UO-054..056), Total Firepower (UO-057..060).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.codes import Game, OperationsReason, reason, row, topic
from tablecam.rules.books.urban_operations.rules.fight_events import Fought
from tablecam.rules.books.urban_operations.rules.pieces import UNKNOWN
from tablecam.rules.books.urban_operations.rules.state import OperationsRules
from tablecam.rules.check import Duel, DuelSide, Modifier, sum_modifiers
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.plain import Json
from tablecam.rules.steps import replaceable

# The randomness of a fight: rows of the table, totals, loser. Pure, so that the odds are exact.
#
# Clauses: UO Randomness (UO-054..056), Result (UO-061..063), Suppressing fire (UO-091).

FACES = range(10)
CRITICAL_FROM = 7


@dataclass(frozen=True)
class Row:
    """A row of the table: `bonus` for the lower die, `total` for the higher one. extra: OSL beside the usual loss."""

    id: str = ""
    first: int = 0
    last: int = 6
    bonus: int = 0
    total: int = 1
    loses: bool = False
    extra: int = 0
    destroys: bool = False


ORDINARY = Row()
SUPPRESSING = Row("suppress", CRITICAL_FROM, 9, 0, 1, loses=True)


class FireShot(NamedTuple):
    """The facts that select a row. kind: fire, suppress, opportunity or assault."""

    kind: str
    weapon: str
    target: str
    sniper: bool = False
    ep: int = 0


class RowFound(NamedTuple):
    """The row of a face by the aid. open: rows that may apply instead, if the table says so."""

    row: Row
    open: tuple[Row, ...] = ()


def find_critical_rows(aid: Mapping[str, Json], face: int) -> Iterator[tuple[Row, Mapping[str, Json]]]:
    """The critical rows of a face in the aid's order, each with its entry."""
    for id, entry in aid.get("critical", {}).items():
        if entry["from"] <= face <= entry["to"]:
            yield _to_row(id, entry), entry


def _to_row(id: str, entry: Mapping[str, Json]) -> Row:
    return Row(
        id, entry["from"], entry["to"], entry.get("bonus", 0), entry.get("total", 1),
        bool(entry.get("opponent_loses")), entry.get("extra_loss", 0), bool(entry.get("destroys")),
    )  # fmt: skip


def find(aid: Mapping[str, Json], shot: FireShot, face: int) -> RowFound:
    """The row of a face; where icons are unknown, also the rows that may apply."""
    if shot.kind == "suppress" and face >= CRITICAL_FROM:
        return RowFound(SUPPRESSING)
    when = "assault" if shot.kind == "assault" else "sniper" if shot.sniper and shot.ep > SNIPED_FROM_EP else ""
    fitting = [(row, entry) for row, entry in find_critical_rows(aid, face) if entry.get("when", "") == when]
    if when and fitting:
        return RowFound(fitting[0][0])
    matches = [(row, fits(entry, shot)) for row, entry in fitting]
    sure = next((row for row, fit in matches if fit is True), None)
    if sure:
        return RowFound(sure)
    return RowFound(ORDINARY, tuple(row for row, fit in matches if fit is None))


SNIPED_FROM_EP = 10


def fits(entry: Mapping[str, Json], shot: FireShot) -> bool | None:
    """Whether a row applies to this weapon and target; None where that is unknown."""
    answers = [
        _has_member(entry.get("weapon", UNKNOWN), shot.weapon),
        _has_member(entry.get("target", UNKNOWN), shot.target),
    ]
    if False in answers:
        return False
    return None if None in answers else True


def _has_member(value: Json, member: str) -> bool | None:
    if value == UNKNOWN:
        return None
    return member in value if isinstance(value, list) else bool(value == member)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a fight. loser: 0 or 1, None for both; extra, destroyed: of each side.

    totals: what led to it; outcomes that differ in nothing else are equal.
    """

    totals: tuple[int, int] = field(compare=False)
    loser: int | None
    extra: tuple[int, int] = (0, 0)
    destroyed: tuple[bool, bool] = (False, False)


def compute_gains(rows: Sequence[Row], faces: Sequence[int], rules: OperationsRules) -> tuple[int, int]:
    """The gains of both dice: the total of the higher die's row, the bonus of the lower die's row. Clause: UO-054."""
    tie = faces[0] == faces[1] and rules.uo_duel_tie == "both"
    higher = [tie or faces[0] > faces[1], tie or faces[1] > faces[0]]
    first_gain, second_gain = (row.total if high else row.bonus for row, high in zip(rows, higher, strict=True))
    return first_gain, second_gain


def outcome(firepower: Sequence[int], rows: Sequence[Row], faces: Sequence[int], rules: OperationsRules) -> Outcome:
    """The outcome by totals and criticals. Clauses: UO Result (UO-061..063)."""
    added = compute_gains(rows, faces, rules)
    totals = (firepower[0] + added[0], firepower[1] + added[1])
    strikes = [row.loses and _is_effective(faces, side, rules) for side, row in enumerate(rows)]
    ending = [row if strike else ORDINARY for row, strike in zip(rows, strikes, strict=True)]
    if all(strikes):
        apply = rules.uo_mutual_critical == "apply"
        return Outcome(totals, None, *(_compute_harm(ending) if apply else ((0, 0), (False, False))))
    if any(strikes):
        return Outcome(totals, int(strikes[0]), *_compute_harm(ending))
    return Outcome(totals, None if totals[0] == totals[1] else int(totals[0] > totals[1]))


def _is_effective(faces: Sequence[int], side: int, rules: OperationsRules) -> bool:
    return rules.uo_losing_die_critical == "effects" or faces[side] >= faces[1 - side]


def _compute_harm(rows: Sequence[Row]) -> tuple[tuple[int, int], tuple[bool, bool]]:
    """The extra losses and the destruction of each side by the row of the other."""
    return (rows[1].extra, rows[0].extra), (rows[1].destroys, rows[0].destroys)


@dataclass(frozen=True, kw_only=True)
class FireDuel(Duel):
    """The two dice of a fight: a side wins when it makes the other lose. Unknown rows count as ordinary.

    rows: by face, of each side.
    """

    rows: tuple[tuple[Row, ...], tuple[Row, ...]]
    rules: OperationsRules

    def totals(self, first: int, second: int) -> tuple[int, int]:
        """The firepower of both sides with the gains of their dice."""
        return self._compute_outcome(first, second).totals

    def find_leader(self, first: int, second: int) -> int | None:
        """The side that makes the other lose; None where both lose."""
        loser = self._compute_outcome(first, second).loser
        return None if loser is None else 1 - loser

    @property
    def is_doubtful(self) -> bool:
        """Whether the chances leave out rows that the aid has lost."""
        return isinstance(self.tie, OperationsReason) and self.tie.code == "equal-totals-unknown"

    @cached_property
    def _modifier_sums(self) -> tuple[int, int]:
        first_side, second_side = self.sides
        return sum_modifiers(first_side.modifiers), sum_modifiers(second_side.modifiers)

    def _compute_outcome(self, first: int, second: int) -> Outcome:
        return outcome(self._modifier_sums, (self.rows[0][first], self.rows[1][second]), (first, second), self.rules)


def list_expected_rows(aid: Mapping[str, Any], shot: FireShot) -> tuple[Row, ...]:
    """The row of every face; unknown rows count as ordinary."""
    return tuple(find(aid, shot, face).row for face in FACES)


NO_ROW = "none"


@dataclass(frozen=True)
class FightSide:
    """One side of a fight. weapon: its kind, empty for none. added: its firepower with all modifiers."""

    block: str
    weapon: str
    added: tuple[Modifier, ...]
    sniper: bool = False


@replaceable
def duel(game: Game, kind: str, ep: int, fighters: tuple[FightSide, FightSide]) -> Outcome:
    """Roll for both sides; the rows of the dice and the totals decide. Clause: UO Randomness (UO-054)."""
    shots, check = build_shots(game, kind, ep, fighters), build_duel(game, kind, ep, fighters)
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


@replaceable
def build_duel(game: Game, kind: str, ep: int, fighters: tuple[FightSide, FightSide]) -> FireDuel:
    """The dice of both sides, each with its rows of the aid."""
    shots, aid_rows = build_shots(game, kind, ep, fighters), aid.list_known_rows(game.state)
    attacker_rows, target_rows = (list_expected_rows(aid_rows, shot) for shot in shots)
    return FireDuel(
        name="fight", sides=build_sides(game, fighters), tie=tie(game, shots), die=D10_FROM_0, clause=row(54),
        rows=(attacker_rows, target_rows), rules=game.state.rules,
    )  # fmt: skip


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
    state = game.state
    attacker, defender = fighters
    back = "assault" if kind == "assault" else "reply"
    weights = [state[fighter.block].card.weight for fighter in fighters]
    return FireShot(kind, attacker.weapon, weights[1], attacker.sniper, ep), FireShot(
        back, defender.weapon, weights[0], defender.sniper, ep
    )


@replaceable
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
