"""Dice as objects with faces. Nothing is rolled here: a rule asks for a roll, and somebody answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Die:
    """A die whose faces run from `first` to `last`, all equally likely."""

    name: str
    first: int
    last: int

    @property
    def faces(self) -> range:
        """Every face once."""
        return range(self.first, self.last + 1)

    def __str__(self) -> str:
        """The die's name, as players write it."""
        return self.name


# One rulebook reads a printed 0 as 10, another as 0: these are two dice, never one shared "d10".
D10 = Die("d10", 1, 10)
D10_FROM_0 = Die("d10 from 0", 0, 9)
D6 = Die("d6", 1, 6)
D20 = Die("d20", 1, 20)
