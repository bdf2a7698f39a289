"""The interface of a rulebook: a handful of pure functions."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from tablecam.rules.ask import Below
from tablecam.rules.event import Event, decode, evolve
from tablecam.rules.plain import Json
from tablecam.rules.play import Play
from tablecam.rules.sentence import Rolled, Sentence
from tablecam.rules.steps import NO_STEPS, Steps

S = TypeVar("S")


class Step(NamedTuple):
    """The next procedure of a game, with a name for the log, readable and public (`step_name.py`)."""

    name: str
    procedure: Callable[[Play[Any]], None]


class System(Protocol[S]):
    """A rulebook. Everything it remembers is in the state, and the state is the fold of its events.

    name: as in the log's first line. `new_game` and `next_procedure` depend on their arguments alone.
    """

    @property
    def name(self) -> str:
        """The rulebook's name in the catalogue."""
        ...

    def new_game(self, setup: Mapping[str, Json]) -> S:
        """The state before anything has happened; IllegalAnswer for a setup that cannot be played."""
        ...

    def seats(self, state: S) -> tuple[str, ...]:
        """The seats in seating order."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event: pure, and total, because the umpire may add any event at any time."""
        ...

    def event(self, record: Json) -> Event:
        """An event from the log; BadRecord if it is none."""
        ...

    def next_procedure(self, state: S) -> Step | None:
        """The next procedure, from the state alone; None: the game is over."""
        ...

    def get_visible_state(self, state: S, seat: str) -> Json:
        """The part of the state that a seat may know, ready for its screen."""
        ...

    def visible_event(self, event: Event, seat: str) -> Event | None:
        """The part of an event that a seat may know; None: nothing."""
        ...


class EventSystem:
    """The part of a rulebook that the classes of its events decide. events: by name.

    steps: the functions that replace steps of another book, by their names (`tablecam/rules/steps.py`).
    keeps_private_answers: whether events leave out what seats answer to questions that only they may see.
    """

    events: ClassVar[Mapping[str, type[Event]]] = {}
    keeps_private_answers: ClassVar[bool] = False
    steps: ClassVar[Steps] = NO_STEPS

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event."""
        return evolve(state, event)

    def event(self, record: Json) -> Event:
        """An event from the log; BadRecord if it is none."""
        return decode(self.events, record)

    def visible_event(self, event: Event, seat: str) -> Event | None:
        """The part of an event that a seat may know; None: nothing."""
        return event.get_visible_event(seat)


@runtime_checkable
class SetupKeeper(Protocol):
    """The interface of a rulebook whose setup holds secrets of a seat, such as who its models are."""

    def visible_setup(self, setup: Mapping[str, Json], seat: str) -> Mapping[str, Json]:
        """The part of the setup that a seat may know during the game; the empty seat is a spectator."""
        ...


@runtime_checkable
class HiddenSampler(Protocol):
    """The interface of a rulebook that the machine can search: it draws what a seat does not know.

    The rest of a rulebook keeps no secrets beside this state and secret answers. A question that only its seat may see
    has an answer that everybody sees by its events, unless the book `keeps_private_answers`: then no trial begins after
    such an answer of another seat, until the procedure is over.
    """

    def sample_hidden(self, state: Any, seat: str, below: Below) -> Any:
        """The state with everything drawn that a seat does not know; it must not depend on what is hidden."""
        ...


# an answer in words, from its question's record, the answer, and the seat that answered
Tell = Callable[[Mapping[str, Json], Json, str], Rolled | None]


def _describe_no_roll(_ask: Mapping[str, Json], _raw: Json, _by: str) -> None:
    return None


class Wording(NamedTuple):
    """The words of a game: events as clauses, and names of steps as headings.

    rolled: an answer in words, from its question's record, the answer and the seat that answered; None for an answer
    that is no roll with a sum. called: the names of models and seats.
    """

    told: Callable[[Event], Sentence]
    titled: Callable[[str], str]
    rolled: Tell = _describe_no_roll
    called: Callable[[str], object] = str


def _word_event_plainly(event: Event) -> Sentence:
    return Sentence("", str(event))


# for a game whose rulebook is not available
AS_WRITTEN = Wording(_word_event_plainly, str)
