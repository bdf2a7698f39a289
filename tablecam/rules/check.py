"""Rolls against one number, several numbers or another die: modifiers with their clauses, and exact odds.

The screen shows a check while the dice are in the air, and the rule judges them with the same object.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from tablecam.base.clause import Clause
from tablecam.rules.coded_text import CodedText
from tablecam.rules.dice import D10, Die
from tablecam.rules.odds import Distribution, sum_dice
from tablecam.rules.plain import Json, to_plain


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number added to the dice, its reason and its clause. why: a sentence in old logs and small rulebooks."""

    amount: int
    why: CodedText | str
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Natural:
    """A rule on bare dice: a sum from `first` to `last` passes or fails whatever the modifiers."""

    first: int
    last: int
    passes: bool
    clause: Clause | None = None


@dataclass(frozen=True, kw_only=True)
class Check:
    """`dice` dice added up, plus the modifiers: `target` or more passes.

    naturals: the first rule that covers the dice decides alone.
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
        """The sum of all modifiers."""
        return sum_modifiers(self.modifiers)

    def natural(self, faces: Sequence[int]) -> Natural | None:
        """The rule on bare dice that decides for these dice, if any."""
        rolled = sum(faces)
        return next((natural for natural in self.naturals if natural.first <= rolled <= natural.last), None)

    def total(self, faces: Sequence[int]) -> int:
        """The sum of the dice and all modifiers."""
        return sum(faces) + self.modifier

    def passes(self, faces: Sequence[int]) -> bool:
        """Whether these dice pass; ValueError if their number is not the check's."""
        if len(faces) != self.dice:
            raise ValueError(f"{self.name} takes {self.dice} dice, not {len(faces)}")
        natural = self.natural(faces)
        return natural.passes if natural else self.total(faces) >= self.target

    @cached_property
    def lowest_pass(self) -> int | None:
        """The lowest sum of the dice that passes, None if none does."""
        sums = range(self.dice * self.die.first, self.dice * self.die.last + 1)
        return next((rolled for rolled in sums if self._passes_with_sum(rolled)), None)

    @cached_property
    def odds(self) -> Fraction:
        """The exact chance of passing."""
        if type(self) is Check:
            return _compute_check_odds(self.die, self.dice, self.target - self.modifier, self.naturals)
        return self._compute_odds()

    def __str__(self) -> str:
        """The check on one line: `+4 SH, -2 panicked, 10 or more: 8+ on d10 (3/10)`."""
        modifiers, dice = format_modifiers(self.modifiers), several(self.dice, self.die)
        # no text: for the command line
        odds = "cannot pass" if self.lowest_pass is None else f"{self.lowest_pass}+ on {dice} ({self.odds})"
        return f"{modifiers}{self.target} or more: {odds}"  # no text: for the command line

    def record(self) -> dict[str, Json]:
        """The check as JSON, with `needed` and `odds`, for the log and the screen."""
        fields = {name: to_plain(getattr(self, name)) for name in ("name", "target", "modifiers", "naturals", "clause")}
        return {**fields, **_dice_to_json(self.dice), "needed": self.lowest_pass, "odds": str(self.odds)}

    def _compute_odds(self) -> Fraction:
        return sum_dice(self.dice, self.die).chance(self._passes_with_sum)

    def _passes_with_sum(self, rolled: int) -> bool:
        return self.passes((rolled, *(0 for _ in range(self.dice - 1))))


@lru_cache(maxsize=1024)
def _compute_check_odds(die: Die, dice: int, needed: int, naturals: tuple[Natural, ...]) -> Fraction:
    """The chance of a check whose dice alone must reach a number: many checks share it."""
    return Check(name="", target=needed, naturals=naturals, die=die, dice=dice)._compute_odds()


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """`dice` dice added up, plus the modifiers: a hit for each of the `steps` that is reached.

    Ladder(name="shooting", steps=(6, 10, 14), die=D6, modifiers=(Modifier(4, "archers"),)).hits([6]) == 2
    """

    name: str
    steps: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    die: Die = D10
    dice: int = 1
    clause: Clause | None = None

    @property
    def modifier(self) -> int:
        """The sum of all modifiers."""
        return sum_modifiers(self.modifiers)

    def total(self, faces: Sequence[int]) -> int:
        """The sum of the dice and all modifiers."""
        return sum(faces) + self.modifier

    def hits(self, faces: Sequence[int]) -> int:
        """The number of steps that these dice reach; ValueError if the number of dice is not the ladder's."""
        if len(faces) != self.dice:
            raise ValueError(f"{self.name} takes {self.dice} dice, not {len(faces)}")
        return self._count_reached_steps(sum(faces))

    @property
    def needs(self) -> tuple[int | None, ...]:
        """The lowest sum of the dice that reaches each step, None if none does."""
        sums = range(self.dice * self.die.first, self.dice * self.die.last + 1)
        return tuple(next((rolled for rolled in sums if rolled + self.modifier >= step), None) for step in self.steps)

    @property
    def spread(self) -> Distribution[int]:
        """The number of hits, with its exact chances."""
        return sum_dice(self.dice, self.die).map(self._count_reached_steps)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The exact chance of 0, 1, 2 .. hits, up to as many as there are steps."""
        spread = self.spread.chances
        return tuple(spread.get(hits, Fraction(0)) for hits in range(len(self.steps) + 1))

    @property
    def odds(self) -> Fraction:
        """The exact chance of at least one hit."""
        return 1 - self.chances[0]

    def __str__(self) -> str:
        """The ladder on one line: `+4 archers, 6/10/14: 0 hits 1/6, 1 hit 2/3, 2 hits 1/6 on d6`."""
        chances = [
            f"{hits} {'hit' if hits == 1 else 'hits'} {chance}"  # no text: for the command line
            for hits, chance in enumerate(self.chances)
            if chance
        ]
        steps = "/".join(map(str, self.steps))
        # no text: for the command line
        return f"{format_modifiers(self.modifiers)}{steps}: {', '.join(chances)} on {several(self.dice, self.die)}"

    def record(self) -> dict[str, Json]:
        """The ladder as JSON, with the needs of each step and the chances; `steps` marks it as no check."""
        fields = {name: to_plain(getattr(self, name)) for name in ("name", "steps", "modifiers", "clause")}
        computed = {"needs": list(self.needs), "chances": to_plain(self.chances), "odds": str(self.odds)}
        return {**fields, **_dice_to_json(self.dice), **computed}

    def _count_reached_steps(self, rolled: int) -> int:
        return sum(rolled + self.modifier >= step for step in self.steps)


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One of the two dice of a duel: the seat that rolls it, and its modifiers."""

    seat: str
    modifiers: tuple[Modifier, ...] = ()


# "again": both dice are rolled again
Ties = Literal["neither", "first", "second", "again"]
TIED: Mapping[Ties, str] = {"neither": "=", "first": ">", "second": "<", "again": "~"}


@dataclass(frozen=True, kw_only=True)
class Duel:
    """Two dice of one kind, each with its modifiers, compared with each other: the higher total wins.

    ties: the winner at equal totals. tie: the meaning of equal totals, in the book's words. A book that reads its dice
    differently overrides `totals` or `find_leader`; odds, screen and statistics follow.
    """

    name: str
    sides: tuple[DuelSide, DuelSide]
    ties: Ties = "neither"
    tie: CodedText | str = ""
    die: Die = D10
    clause: Clause | None = None

    # every seat rolls one die
    @property
    def dice(self) -> int:
        """The number of dice of each side: one."""
        return 1

    def totals(self, first: int, second: int) -> tuple[int, int]:
        """The totals of both dice with their modifiers."""
        return first + sum_modifiers(self.sides[0].modifiers), second + sum_modifiers(self.sides[1].modifiers)

    def find_leader(self, first: int, second: int) -> int | None:
        """The side that is ahead, 0 or 1; None at equal totals."""
        first_total, second_total = self.totals(first, second)
        return None if first_total == second_total else int(second_total > first_total)

    def winner(self, first: int, second: int) -> int | None:
        """The side that wins, 0 or 1, ties included; None if neither wins or both roll again."""
        ahead = self.find_leader(first, second)
        return {"first": 0, "second": 1}.get(self.ties) if ahead is None else ahead

    def again(self, first: int, second: int) -> bool:
        """Whether both dice are rolled again."""
        return self.ties == "again" and self.find_leader(first, second) is None

    @property
    def odds(self) -> tuple[Fraction, Fraction, Fraction]:
        """The exact chances that the first side wins, that the second does, and that neither does."""
        signs = "".join(self.outcomes).replace("~", "")
        if not signs:
            return Fraction(0), Fraction(0), Fraction(1)
        first_odds, second_odds, neither = (Fraction(signs.count(sign), len(signs)) for sign in "><=")
        return first_odds, second_odds, neither

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """A sign for each face of the second side, by the first side's face: `>`, `<`, `=` neither, `~` again."""
        return tuple(
            "".join(self._describe_outcome(first_face, second_face) for second_face in self.die.faces)
            for first_face in self.die.faces
        )

    def __str__(self) -> str:
        """The duel on one line: `red +1 cover, blue +0: red 11/20, blue 9/20, tie 0 on d10`."""
        sides = [f"{side.seat} {format_modifiers(side.modifiers) or '+0, '}" for side in self.sides]
        first_odds, second_odds, neither = self.odds
        chances = f"{self.sides[0].seat} {first_odds}, {self.sides[1].seat} {second_odds}, tie {neither}"  # no text
        return f"{''.join(sides).removesuffix(', ')}: {chances} on {self.die}"  # no text: for the command line

    def record(self) -> dict[str, Json]:
        """The duel as JSON, with the chances; `sides` marks it as no check."""
        fields = {name: to_plain(getattr(self, name)) for name in ("name", "ties", "tie", "clause")}
        sides = [{"seat": side.seat, "modifiers": to_plain(side.modifiers)} for side in self.sides]
        return {**fields, "sides": sides, "chances": to_plain(self.odds), "outcomes": list(self.outcomes)}

    def _describe_outcome(self, first: int, second: int) -> str:
        ahead = self.find_leader(first, second)
        return TIED[self.ties] if ahead is None else "><"[ahead]


def sum_modifiers(modifiers: Sequence[Modifier]) -> int:
    """The sum of all modifiers."""
    return sum(modifier.amount for modifier in modifiers)


def format_modifiers(modifiers: Sequence[Modifier]) -> str:
    """The modifiers as `+4 SH, -2 panicked, `, for the command line."""
    return "".join(f"{modifier.amount:+d} {modifier.why}, " for modifier in modifiers)


def several(dice: int, die: Die) -> str:
    """The dice as `2d10` or `d10`."""
    return f"{dice if dice > 1 else ''}{die}"


def _dice_to_json(dice: int) -> dict[str, Json]:
    """The number of dice in a record, if it is not one."""
    return {"dice": dice} if dice > 1 else {}
