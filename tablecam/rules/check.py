"""A roll against a number: the target, every modifier with its clause, and the exact odds.

The screen shows a check while the dice are in the air, and the rule judges with the same object afterwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tablecam.clause import Clause
from tablecam.rules.coded_text import CodedText
from tablecam.rules.dice import D10, Die
from tablecam.rules.odds import sum_of
from tablecam.rules.plain import Json, to_plain


@dataclass(frozen=True, slots=True)
class Modifier:
    """What is added to the dice, why, and where the book says so. why: a sentence in old logs and small rulebooks."""

    amount: int
    why: CodedText | str
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Natural:
    """Dice, before anything is added, from `first` to `last` pass or fail whatever the modifiers."""

    first: int
    last: int
    passes: bool
    clause: Clause | None = None


@dataclass(frozen=True, kw_only=True)
class Check:
    """`dice` dice added up, plus the modifiers: `target` or more passes.

    naturals: the first one that covers the dice decides alone.
    """

    name: str
    target: int
    modifiers: tuple[Modifier, ...] = ()
    naturals: tuple[Natural, ...] = ()
    die: Die = D10
    dice: int = 1
    clause: Clause | None = None

    @property
    def modifier(self) -> int:
        """All modifiers together."""
        return sum(modifier.amount for modifier in self.modifiers)

    def natural(self, faces: Sequence[int]) -> Natural | None:
        """The rule that decides for these dice whatever is added, if any."""
        rolled = sum(faces)
        return next((natural for natural in self.naturals if natural.first <= rolled <= natural.last), None)

    def total(self, faces: Sequence[int]) -> int:
        """The dice and all modifiers."""
        return sum(faces) + self.modifier

    def passes(self, faces: Sequence[int]) -> bool:
        """Whether these dice pass; ValueError for another number of dice than the check has."""
        if len(faces) != self.dice:
            raise ValueError(f"{self.name} takes {self.dice} dice, not {len(faces)}")
        natural = self.natural(faces)
        return natural.passes if natural else self.total(faces) >= self.target

    @property
    def needed(self) -> int | None:
        """The lowest sum of the dice that passes, None where none does."""
        sums = range(self.dice * self.die.first, self.dice * self.die.last + 1)
        return next((rolled for rolled in sums if self._passes(rolled)), None)

    @property
    def odds(self) -> Fraction:
        """The exact chance to pass."""
        return sum_of(self.dice, self.die).chance(self._passes)

    def __str__(self) -> str:
        """One line for a person: `+4 SH, -2 panicked, 10 or more: 8+ on d10 (3/10)`."""
        added = "".join(f"{modifier.amount:+d} {modifier.why}, " for modifier in self.modifiers)
        dice = f"{self.dice if self.dice > 1 else ''}{self.die}"
        # no text: for the command line
        wanted = "cannot pass" if self.needed is None else f"{self.needed}+ on {dice} ({self.odds})"
        return f"{added}{self.target} or more: {wanted}"  # no text: for the command line

    def record(self) -> dict[str, Json]:
        """The check as JSON, with `needed` and `odds` worked out, for the log and the screen."""
        fields = {name: to_plain(getattr(self, name)) for name in ("name", "target", "modifiers", "naturals", "clause")}
        several = {"dice": self.dice} if self.dice > 1 else {}
        return {**fields, **several, "needed": self.needed, "odds": str(self.odds)}

    def _passes(self, rolled: int) -> bool:
        return self.passes((rolled, *(0 for _ in range(self.dice - 1))))
