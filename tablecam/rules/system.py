"""What a rulebook is: a handful of pure functions."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.play import Play

S = TypeVar("S")


class Step(NamedTuple):
    """What is played next: a name for the log, readable and public, and the procedure."""

    name: str
    procedure: Callable[[Play[Any]], None]


class Sentence(NamedTuple):
    """An event as a clause, `Ida` `moves 3.4 in`: clauses of one subject that follow on each other become one.

    aside: it only repeats what the events around it say, so that a transcript can do without it.
    """

    who: str
    does: str
    aside: bool = False

    def __str__(self) -> str:
        """The clause by itself."""
        return f"{self.who} {self.does}".lstrip()


class System(Protocol[S]):
    """A rulebook. Everything it remembers is in the state, and the state is the fold of its events.

    name: as the log's first line has it. `new_game` and `next_procedure` are functions of what is handed in alone.
    """

    @property
    def name(self) -> str:
        """The rulebook's name in the catalogue."""
        ...

    def new_game(self, setup: Mapping[str, Json]) -> S:
        """The state before anything has happened; Refused for a setup that cannot be played."""
        ...

    def seats(self, state: S) -> tuple[str, ...]:
        """Who plays, in seating order."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event: pure, and total, for the umpire may tell anything at any time."""
        ...

    def event(self, record: Json) -> Event:
        """An event read back from the log; BadRecord where it is none."""
        ...

    def next_procedure(self, state: S) -> Step | None:
        """What is played next, from the state alone; None: the game is over."""
        ...

    def visible_to(self, state: S, seat: str) -> Json:
        """The state as a seat may know it, ready for its screen."""
        ...

    def visible_event(self, event: Event, seat: str) -> Event | None:
        """The event as a seat may know it; None: not at all."""
        ...


@runtime_checkable
class Teller(Protocol):
    """What a rulebook may offer besides: its events in the players' words, to be read aloud."""

    def told(self, event: Event, state: Any) -> Sentence:
        """The event as a clause. state: one of the same game, of whatever moment, for who its models are."""
        ...

    def titled(self, step: str, state: Any) -> str:
        """The name of a step as a heading."""
        ...
