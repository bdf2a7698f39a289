"""The sum of a roll, from its question and its faces as the log has them: no word of it is English.

    roll_sum(ask, [6])      for a roll that needs a 7, or that has modifiers

`tablecam/rules/books/sum_words.py` puts it into words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tablecam.rules.check import Check, Ladder, Modifier, Natural
from tablecam.rules.dice import Die
from tablecam.rules.plain import Json

Record = Mapping[str, Json]


class Summand(NamedTuple):
    """A number added to the dice. why, clause: as the log has them."""

    amount: int
    why: Json
    clause: Json = None


@dataclass(frozen=True, kw_only=True)
class RollSum:
    """A roll with all its numbers.

    name: the name of the check, empty without one. die: the kind of die. tries: the dice of each try, which count
    together. added: the modifiers of each try, without zeros. target, needed: of a check. steps: of a ladder.
    scores: for each try 1 for a pass, or the hits on a ladder. overriding: the rules on bare dice that contradict the
    sum. duel: whether the die is compared with another seat's. clause: the clause of the roll.
    """

    name: str
    die: Die
    tries: tuple[tuple[int, ...], ...]
    added: tuple[Summand, ...] = ()
    target: int | None = None
    needed: int | None = None
    steps: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    overriding: tuple[Natural, ...] = ()
    duel: bool = False
    clause: Json = None

    @property
    def modifier(self) -> int:
        """The sum of all modifiers."""
        return sum(summand.amount for summand in self.added)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each try."""
        return tuple(sum(faces) + self.modifier for faces in self.tries)

    @property
    def scored(self) -> int:
        """The passes or hits of all tries."""
        return sum(self.scores)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of all dice."""
        return tuple(face for faces in self.tries for face in faces)


def roll_sum(ask: Record, raw: Json) -> RollSum | None:
    """The sum of an answered roll; None for any other question, and for a roll without check and modifiers."""
    if ask.get("kind") != "Roll" or raw is None:
        return None
    faces = tuple(raw if isinstance(raw, list | tuple) else (raw,))
    record, added = ask.get("check") or {}, ask.get("modifiers", ())
    if not record and not added:
        return None
    die = read_die(ask["die"])
    if not record:
        return _sum_without_check("", die, faces, added)
    if "sides" in record:
        side = next((side for side in record["sides"] if side["seat"] == ask.get("seat")), {"modifiers": ()})
        bare = _sum_without_check(record["name"], die, faces, side["modifiers"])
        return replace(bare, duel=True, clause=record.get("clause"))
    dice = record.get("dice", 1)
    tries = tuple(faces[start : start + dice] for start in range(0, len(faces), dice))
    plain = RollSum(
        name=record["name"],
        die=die,
        tries=tries,
        added=_read_summands(record["modifiers"]),
        clause=record.get("clause"),
    )
    return _score_on_ladder(plain, record) if "steps" in record else _score_against_number(plain, record)


def _sum_without_check(name: str, die: Die, faces: tuple[int, ...], modifiers: Sequence[Record]) -> RollSum:
    return RollSum(name=name, die=die, tries=(faces,), added=_read_summands(modifiers))


def _read_summands(modifiers: Sequence[Record]) -> tuple[Summand, ...]:
    return tuple(
        Summand(modifier["amount"], modifier["why"], modifier.get("clause"))
        for modifier in modifiers
        if modifier["amount"]
    )


def _score_on_ladder(plain: RollSum, record: Record) -> RollSum:
    ladder = read_ladder(record, plain.die)
    return replace(plain, steps=ladder.steps, scores=tuple(map(ladder.hits, plain.tries)))


def _score_against_number(plain: RollSum, record: Record) -> RollSum:
    check = read_check(record, plain.die)
    if check.dice > 1:
        # a rule that did not decide these dice is not worth a word
        decisive = (check.natural(faces) for faces in plain.tries if _is_overridden(check, faces))
    else:
        decisive = (check.natural((face,)) for face in plain.die.faces if _is_overridden(check, (face,)))
    overriding = tuple(dict.fromkeys(natural for natural in decisive if natural))
    scores = tuple(int(check.passes(faces)) for faces in plain.tries)
    return replace(plain, target=check.target, needed=check.lowest_pass, scores=scores, overriding=overriding)


def _is_overridden(check: Check, faces: Sequence[int]) -> bool:
    """Whether a rule on bare dice contradicts the sum."""
    return check.passes(faces) != (check.total(faces) >= check.target)


def read_check(record: Json, die: Die) -> Check:
    """A check from its log record: enough to judge by, without its clauses."""
    return Check(
        name=record["name"],
        target=record["target"],
        modifiers=_read_modifiers(record),
        naturals=tuple(Natural(natural["first"], natural["last"], natural["passes"]) for natural in record["naturals"]),
        die=die,
        dice=record.get("dice", 1),
    )


def read_ladder(record: Json, die: Die) -> Ladder:
    """A ladder from its log record."""
    return Ladder(
        name=record["name"],
        steps=tuple(record["steps"]),
        modifiers=_read_modifiers(record),
        die=die,
        dice=record.get("dice", 1),
    )


def read_die(record: Json) -> Die:
    """A die from its log record."""
    return Die(record["name"], record["first"], record["last"])


def _read_modifiers(record: Json) -> tuple[Modifier, ...]:
    return tuple(Modifier(modifier["amount"], modifier["why"]) for modifier in record["modifiers"])
