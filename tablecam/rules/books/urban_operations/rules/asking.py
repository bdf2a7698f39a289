"""The rules' questions: each has an action, the code that its words are found by, and the ids that it is about."""

from collections.abc import Iterable

from tablecam.rules.ask import Choose, Confirm, Count, Option, Pick, Roll, Topic
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.check import Check, Ladder
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.play import Play

Game = Play[OperationsState]


def topic(action: str, *subject: object, notes: Iterable[str] = ()) -> Topic:
    """The topic of a question; its purpose in the log is the same as one line. notes: ids that words only explain."""
    ids = tuple(map(str, subject))
    return Topic(" ".join((action, *ids)), action, (*ids, *notes))


def confirm(game: Game, action: str, *subject: object, seat: str | None = None) -> bool:
    """Ask yes or no; without a seat any player answers."""
    return game.ask(Confirm(seat=seat, **topic(action, *subject)._asdict()))


def counting(
    action: str, most: int, *subject: object, number: int | None = None, seat: str | None = None,
    notes: Iterable[str] = (),
) -> Count:  # fmt: skip
    """The question for a whole number from 0 to `most`. number: the row that asks for it; seat: keeps it private."""
    private = (seat,) if seat else None
    clause = row(number) if number else None
    return Count(seat=seat, seen_by=private, most=most, clause=clause, **topic(action, *subject, notes=notes)._asdict())


def count(game: Game, action: str, most: int, *subject: object, number: int | None = None, least: int = 0) -> int:
    """Ask for a whole number between bounds, from any player."""
    clause = row(number) if number else None
    return game.ask(Count(most=most, least=least, clause=clause, **topic(action, *subject)._asdict()))


def pick(
    game: Game, action: str, options: Iterable[str], *subject: object, number: int, notes: Iterable[str] = ()
) -> tuple[str, ...]:
    """Ask for some of several, from any player; ask nothing where there is nothing to pick."""
    listed = tuple(map(Option, options))
    if not listed:
        return ()
    return game.ask(Pick(options=listed, clause=row(number), **topic(action, *subject, notes=notes)._asdict()))


def choose(
    game: Game, seat: str | None, action: str, options: Iterable[Option | str], *subject: object, private: bool = False
) -> str:
    """Ask for one of several. private: only the seat sees the question, since its options reveal something."""
    listed = tuple(option if isinstance(option, Option) else Option(option) for option in options)
    seen_by = (seat,) if private and seat else None
    return game.ask(Choose(seat=seat, seen_by=seen_by, options=listed, **topic(action, *subject)._asdict()))


def roll(
    game: Game, seat: str | None, action: str, *subject: object, check: Check | Ladder | None = None
) -> tuple[int, ...]:
    """Roll a ten-sided die from 0 to 9."""
    return game.ask(Roll(seat=seat, die=D10_FROM_0, check=check, **topic(action, *subject)._asdict()))
