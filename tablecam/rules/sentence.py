"""Events in words: a clause of a subject and a predicate, and the names that are put into it."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, Protocol

from tablecam.base.i18n import pgettext
from tablecam.rules.coded_text import Text
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum

Moment = Literal["hit", "miss", "saved", "out"]  # no text


class ModelNames(Protocol):
    """The names of models and seats."""

    def __call__(self, one: str) -> str:
        """The name of a model or seat, the id if it has none."""
        ...

    def all(self, several: Iterable[str]) -> str:
        """The names as a list: `Ann, Bob and Cat`."""
        ...

    def text(self, text: Text) -> str:
        """A text of the rulebook in words, with names in place of ids."""
        ...

    def read(self, record: Json) -> str:
        """The text of a log's record in words."""
        ...


class Sentence(NamedTuple):
    """An event as a clause, `Ida` `moves 3.4 in`: successive clauses with one subject become one.

    aside: it only repeats the events around it, so that a transcript can do without it.
    closes: it ends with a reason or a result, so that no other clause can follow with the same subject.
    summed: for an event that reports the result of a roll: the same clause with the roll's sum in it, for a reader who
    has not read the sum just before.
    brief: the predicate in fewer words, for the line of an action in the log.
    outcome: the result in one or two words, which ends the line of the action before it: "hit".
    of: the id of the model that the outcome is about.
    moment: what the board shows large for half a second.
    """

    who: str
    does: str
    aside: bool = False
    closes: bool = False
    summed: "Callable[[Rolled], Sentence] | None" = None
    brief: str = ""
    outcome: str = ""
    of: str = ""
    moment: Moment | None = None

    def __str__(self) -> str:
        """The clause as text."""
        return clause(self.who, self.does)


class Rolled(NamedTuple):
    """A roll in words. line: by itself; sum: as part of the clause of the event that it leads to.

    parts: the sums themselves, two for a duel.
    """

    line: str
    sum: str
    parts: tuple[RollSum, ...] = ()


def clause(who: str, does: str) -> str:
    """A clause of a subject and a predicate; a predicate without a subject stands by itself."""
    # Translators: {who} is a name, {does} what it does: "Ida" and "moves 3.4 in"
    return pgettext("clause", "{who} {does}", who=who, does=does) if who else does
