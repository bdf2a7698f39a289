"""What a roll came to, added up from its question and its faces as the log has them: no word of it is English.

    roll_sum(ask, [6])      of a roll that was held against 7, or to which something was added

Words are made of it by `tablecam/rules/books/sum_words.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tablecam.rules.check import Check, Ladder, Modifier, Natural
from tablecam.rules.dice import Die
from tablecam.rules.plain import Json

Record = Mapping[str, Json]


class Summand(NamedTuple):
    """What was added to the dice. why, clause: as the log has them."""

    amount: int
    why: Json
    clause: Json = None


@dataclass(frozen=True, kw_only=True)
class RollSum:
    """A roll with all its numbers.

    name: that of the check, empty without one. die: of one die. tries: the dice of each try, which count together.
    added: what is added to each try, without zeros. target, needed: of a check. steps: of a ladder.
    scores: of each try 1 for a pass, or as many hits as a ladder gives. overriding: the rules on bare dice that say
    otherwise than the sum does. duel: the die is held against another seat's. clause: where the roll rests.
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
        """All that is added, together."""
        return sum(summand.amount for summand in self.added)

    @property
    def totals(self) -> tuple[int, ...]:
        """What each try comes to."""
        return tuple(sum(faces) + self.modifier for faces in self.tries)

    @property
    def scored(self) -> int:
        """All tries together: passes, or hits."""
        return sum(self.scores)

    @property
    def faces(self) -> tuple[int, ...]:
        """All dice."""
        return tuple(face for faces in self.tries for face in faces)


def roll_sum(ask: Record, raw: Json) -> RollSum | None:
    """The sum of an answered roll; None for any other question, and where nothing was added or held against."""
    if ask.get("kind") != "Roll" or raw is None:
        return None
    faces = tuple(raw if isinstance(raw, list | tuple) else (raw,))
    record, added = ask.get("check") or {}, ask.get("modifiers", ())
    if not record and not added:
        return None
    die = die_of(ask["die"])
    if not record:
        return _bare("", die, faces, added)
    if "sides" in record:
        own = next((side for side in record["sides"] if side["seat"] == ask.get("seat")), {"modifiers": ()})
        bare = _bare(record["name"], die, faces, own["modifiers"])
        return replace(bare, duel=True, clause=record.get("clause"))
    dice = record.get("dice", 1)
    tries = tuple(faces[first : first + dice] for first in range(0, len(faces), dice))
    plain = RollSum(
        name=record["name"], die=die, tries=tries, added=_summands(record["modifiers"]), clause=record.get("clause")
    )
    return _on_ladder(plain, record) if "steps" in record else _against_number(plain, record)


def _bare(name: str, die: Die, faces: tuple[int, ...], modifiers: Sequence[Record]) -> RollSum:
    return RollSum(name=name, die=die, tries=(faces,), added=_summands(modifiers))


def _summands(modifiers: Sequence[Record]) -> tuple[Summand, ...]:
    return tuple(
        Summand(modifier["amount"], modifier["why"], modifier.get("clause"))
        for modifier in modifiers
        if modifier["amount"]
    )


def _on_ladder(plain: RollSum, record: Record) -> RollSum:
    ladder = ladder_of(record, plain.die)
    return replace(plain, steps=ladder.steps, scores=tuple(map(ladder.hits, plain.tries)))


def _against_number(plain: RollSum, record: Record) -> RollSum:
    check = check_of(record, plain.die)
    if check.dice > 1:
        # a rule that did not decide these dice is not worth a word
        decisive = (check.natural(faces) for faces in plain.tries if _overridden(check, faces))
    else:
        decisive = (check.natural((face,)) for face in plain.die.faces if _overridden(check, (face,)))
    overriding = tuple(dict.fromkeys(natural for natural in decisive if natural))
    scores = tuple(int(check.passes(faces)) for faces in plain.tries)
    return replace(plain, target=check.target, needed=check.needed, scores=scores, overriding=overriding)


def _overridden(check: Check, faces: Sequence[int]) -> bool:
    """Whether a rule on bare dice says otherwise than the sum does."""
    return check.passes(faces) != (check.total(faces) >= check.target)


def check_of(record: Json, die: Die) -> Check:
    """A check back from what the log has of it: enough to judge by, without its clauses."""
    return Check(
        name=record["name"],
        target=record["target"],
        modifiers=_modifiers(record),
        naturals=tuple(Natural(natural["first"], natural["last"], natural["passes"]) for natural in record["naturals"]),
        die=die,
        dice=record.get("dice", 1),
    )


def ladder_of(record: Json, die: Die) -> Ladder:
    """A ladder back from what the log has of it."""
    return Ladder(
        name=record["name"],
        steps=tuple(record["steps"]),
        modifiers=_modifiers(record),
        die=die,
        dice=record.get("dice", 1),
    )


def die_of(record: Json) -> Die:
    """A die back from the log."""
    return Die(record["name"], record["first"], record["last"])


def _modifiers(record: Json) -> tuple[Modifier, ...]:
    return tuple(Modifier(modifier["amount"], modifier["why"]) for modifier in record["modifiers"])
