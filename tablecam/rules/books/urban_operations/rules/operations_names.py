"""The names that the sentences of Urban Operations' events need."""

from typing import Protocol

from tablecam.rules.roll_sum import RollSum
from tablecam.rules.sentence import ModelNames


class OperationsNames(ModelNames, Protocol):
    """The names of blocks, tokens and sides, of 3D actions, and of the aid's parameters."""

    def action(self, kind: str) -> str:
        """The name of a 3D action."""
        ...

    def setting(self, key: str, value: str) -> str:
        """A parameter of the aid with its value, as question and answer."""
        ...

    def die_and_firepower(self, sum: RollSum, total: int) -> str:
        """The gain of a fight's die with all modifiers: `1 (die 7) + light weapons 3 = 4`."""
        ...
