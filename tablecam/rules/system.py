"""What a rulebook is: a handful of pure functions."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from tablecam.base.i18n import pgettext
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.play import Play
from tablecam.rules.roll_sum import RollSum

S = TypeVar("S")


class Step(NamedTuple):
    """What is played next: a name for the log, readable and public, and the procedure."""

    name: str
    procedure: Callable[[Play[Any]], None]


class Sentence(NamedTuple):
    """An event as a clause, `Ida` `moves 3.4 in`: successive clauses with one subject become one.

    aside: it only repeats what the events around it say, so that a transcript can do without it.
    closes: it ends with a reason or a result, so that no other clause can follow with the same subject.
    summed: of an event that tells what a roll came to: the clause that says so with the roll's sum in it, for a reader
    who has not read the sum just before.
    """

    who: str
    does: str
    aside: bool = False
    closes: bool = False
    summed: "Callable[[Rolled], Sentence] | None" = None

    def __str__(self) -> str:
        """The clause by itself."""
        return clause(self.who, self.does)


class Rolled(NamedTuple):
    """A roll in words. line: by itself; sum: what stands in the clause of the event that it leads to.

    parts: the sums themselves, of a duel both.
    """

    line: str
    sum: str
    parts: tuple[RollSum, ...] = ()


def clause(who: str, does: str) -> str:
    """A subject and what it does; a clause without a subject stands by itself."""
    # Translators: {who} is a name, {does} what it does: "Ida" and "moves 3.4 in"
    return pgettext("clause", "{who} {does}", who=who, does=does) if who else does


class System(Protocol[S]):
    """A rulebook. Everything it remembers is in the state, and the state is the fold of its events.

    name: as the log's first line has it. `new_game` and `next_procedure` are functions of what is handed in alone.
    """

    @property
    def name(self) -> str:
        """The rulebook's name in the catalogue."""
        ...

    def new_game(self, setup: Mapping[str, Json]) -> S:
        """The state before anything has happened; IllegalAnswer for a setup that cannot be played."""
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
        """What a seat may know of the state, ready for its screen."""
        ...

    def visible_event(self, event: Event, seat: str) -> Event | None:
        """What a seat may know of the event; None: nothing."""
        ...


@runtime_checkable
class SetupKeeper(Protocol):
    """What a rulebook offers whose setup says what a seat may not know: who its models are."""

    def visible_setup(self, setup: Mapping[str, Json], seat: str) -> Mapping[str, Json]:
        """What a seat may know of the setup while the game goes on; the empty seat is that of all who have none."""
        ...


# an answer in words, from its question's record, what was answered, and who answered
Tell = Callable[[Mapping[str, Json], Json, str], Rolled | None]


def _no_sums(_ask: Mapping[str, Json], _raw: Json, _by: str) -> None:
    return None


class Wording(NamedTuple):
    """The words in which a game is told: events as clauses, and names of steps as headings.

    rolled: an answer in words, from its question's record, what was answered and who answered; None for one that is no
    roll with a sum. called: what models and seats are called.
    """

    told: Callable[[Event], Sentence]
    titled: Callable[[str], str]
    rolled: Tell = _no_sums
    called: Callable[[str], object] = str


def _as_written(event: Event) -> Sentence:
    return Sentence("", str(event))


# of a game whose rulebook is not at hand
AS_WRITTEN = Wording(_as_written, str)
