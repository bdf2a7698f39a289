"""Odds that are known already: a table asks for the same ones again and again while models move.

    @remembered
    def shot_attack(state: State, shooter: str, target: str, weapon: Weapon) -> Attack: ..

The odds depend on the state, which is never changed but replaced, on the arguments, and on the steps of the rulebook
that is played (`playing` in `tablecam/rules/steps.py`).
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from tablecam.rules.steps import get_played_steps

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")

# enough for every question about all models of a table with 25 a side
MOST_KNOWN = 1024


class _Question:
    """Odds in a state. It equals the same question in the same state, which need not have a hash."""

    def __init__(self, odds: Callable[..., Any], state: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._odds, self._state = odds, state
        self._arguments = (args, kwargs, get_played_steps())
        self._hash = hash((odds, id(state), *(arg for arg in args if isinstance(arg, str))))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Question)
            and (self._state is other._state and self._odds is other._odds)
            and self._arguments == other._arguments
        )

    def compute_odds(self) -> Any:
        """Compute the odds."""
        args, kwargs, _steps = self._arguments
        return self._odds(self._state, *args, **kwargs)


@lru_cache(maxsize=MOST_KNOWN)
def _find_odds(question: _Question) -> Any:
    return question.compute_odds()


def remembered(odds: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Make a function of a state compute its result, which nobody changes, once for the same state and arguments."""

    @wraps(odds)
    def find_odds(state: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        found: R = _find_odds(_Question(odds, state, args, kwargs))
        return found

    return find_odds
