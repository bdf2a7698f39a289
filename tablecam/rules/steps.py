"""Steps of procedures that another book replaces by name, such as a second edition of a game.

    @replaceable
    def shoot(game: Play[State], seat: str, model: str) -> None: ..

    STEPS = collect_steps(sys.modules[__name__])                 in the first book

    class SecondEdition(FirstEdition):                           in the second
        steps = replace_steps(first.STEPS, shoot)                its own function of that name

Procedures call a step as any function; the book that is played decides which function runs. A step takes the game as
its first argument. `first.shoot.original(game, ..)` is the step of the first book, also from within the second.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

Steps = Mapping[str, Callable[..., Any]]
NO_STEPS: Steps = MappingProxyType({})
_played: ContextVar[Steps] = ContextVar("played_steps", default=NO_STEPS)


class SteppedGame(Protocol):
    """A game whose book may replace steps; `Play` is one."""

    @property
    def steps(self) -> Steps:
        """The functions that run in place of steps, by the names of these."""
        ...


@dataclass(frozen=True)
class ReplaceableStep(Generic[P, R]):
    """A step with a name. original: the function that runs unless the book that is played replaces it."""

    name: str
    original: Callable[Concatenate[Any, P], R]

    def __call__(self, game: SteppedGame, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the step as the book that is played has it."""
        run: Callable[..., R] = game.steps.get(self.name, self.original)
        return run(game, *args, **kwargs)


def replaceable(step: Callable[Concatenate[Any, P], R]) -> ReplaceableStep[P, R]:
    """Make a function a step that other books replace by its name."""
    return ReplaceableStep(step.__name__, step)


def collect_steps(*modules: ModuleType) -> Mapping[str, ReplaceableStep[..., Any]]:
    """The steps in these modules by name; ValueError if two share one."""
    steps = {
        id(step): step for module in modules for step in vars(module).values() if isinstance(step, ReplaceableStep)
    }
    named = {step.name: step for step in steps.values()}
    if len(named) != len(steps):
        raise ValueError("two steps share a name")
    return named


def replace_steps(steps: Steps, *replacements: Callable[..., Any]) -> Steps:
    """The replacements by the names of the steps that they replace; ValueError for a name that is no step."""
    named = {step.name if isinstance(step, ReplaceableStep) else step.__name__: step for step in replacements}
    if strangers := sorted(named.keys() - steps.keys()):
        raise ValueError(f"there is no step '{strangers[0]}' to replace, only {', '.join(sorted(steps))}")
    return {name: step.original if isinstance(step, ReplaceableStep) else step for name, step in named.items()}


def find_steps(system: object) -> Steps:
    """The steps that a rulebook replaces."""
    steps: Steps = getattr(system, "steps", NO_STEPS)
    return steps


@contextmanager
def playing(system: object) -> Iterator[None]:
    """Compute odds meanwhile with the steps of this rulebook."""
    token = _played.set(find_steps(system))
    try:
        yield
    finally:
        _played.reset(token)


def get_played_steps() -> Steps:
    """The steps of the rulebook that odds are computed for."""
    return _played.get()
