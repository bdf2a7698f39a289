"""The codes of Urban Operations: clauses, reasons with their words, and questions by action and subject.

The clauses are the headings of every row of `docs/rules/urban-operations.md`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from tablecam.base.clause import Clause
from tablecam.base.i18n import InContext, Message
from tablecam.rules.ask import Choose, Confirm, Count, Option, Pick, Roll, Topic
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.check import Check, Ladder
from tablecam.rules.coded_text import REFUSALS, CodedText, Words
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.play import Play

AID = "UO"

HEADINGS = {
    "Blocs: Types et qualité": (1, 2),
    "Weaponry": (3, 4),
    "Firepower and range": (5,),
    "Height": (6,),
    "1 turn": (10,),
    "Initial phase": (*range(11, 17), 20, 21),
    "3D actions": (17, 18, 19),
    "Impulses": (22,),
    "Number of blocks played per impulse": (23,),
    "Final phase": (24,),
    "Activation of blocks": (30,),
    "Actions": tuple(range(31, 36)),
    "Breach": (36, 37),
    "Assault": (38,),
    "Fire": tuple(range(50, 54)),
    "Smoke block": (39,),
    "Randomness": tuple(range(54, 57)),
    "Total Firepower": tuple(range(57, 61)),
    "Result": (61, 62, 63),
    "Weapons Effect": (64, 70),
    "Apply losses": (65, 66),
    "Reactions": (67,),
    "Tokens": tuple(range(71, 83)),
    "Night rules": (83, 84),
    "Population movement": (85,),
    "Contact": (86,),
    "Sniper": (87,),
    "Supporting fire": (90,),
    "Suppressing fire": (91,),
    "Armor cover": (92, 93),
    "Anti-sniping": (94,),
    "Ambush against vehicle": (95,),
    "Superstructure": (96,),
    "Crossing walls": (97,),
    "Changing order of battle": (98,),
    "Elimination": (99, 100),
    "Tunnels": (101,),
    "Antipersonnel mine": (102,),
    "Rubbles": (103,),
    "Game setup": (104,),
}

CLAUSES = {
    number: Clause(AID, heading, f"UO-{number:03d}") for heading, numbers in HEADINGS.items() for number in numbers
}


def row(number: int) -> Clause:
    """The clause of a row: `row(54)` is UO Randomness (UO-054)."""
    return CLAUSES[number]


# reasons for a closed option
CLOSED: Mapping[str, Words] = {
    "no-weapon": Message("it has no weapon that could be used"),
    "no-enemy": Message("no enemy is on the map"),
    "full-strength": Message("neither block has lost strength"),
    "nobody-left": Message("no other block of the impulse is left"),
    "one-block-left": Message("only one more block of the impulse may act"),
    "not-foot": Message("only blocks on foot can"),
    "not-vehicle": Message("only vehicles can"),
    "not-alone": Message("it shares a hex with another block"),
    "nothing-there": Message("there is nothing of the kind"),
    "not-this-unit": Message("units of this kind cannot"),
    "no-other-impulse": Message("there is no other impulse"),
    "reacted": Message("it has reacted this turn"),
    "population": Message("population is never a target"),
    "gone": Message("it is no longer there"),
    "out-of-range": Message("its weapons do not reach that far"),
    "too-near": Message("it is nearer than the minimum range"),
    "unseen": Message("it is not in sight"),
    "inside": Message("it may not be fired from inside a building"),
    "used-up": Message("it is used up"),
    "enough-this-turn": Message("no more of it can be asked for this turn"),
    "played": Message("it has been played this turn"),
    "ground-never-modified": Message("ground-based actions are never modified"),
    "limited-pair": Message("its partner of the pair may only fire"),
}
# modifiers of firepower
ADDED: Mapping[str, Words] = {
    "firepower.light": Message("light weapons"),
    "firepower.heavy": Message("heavy weapons"),
    "ambush": Message("ambush"),
    "chain": Message("command chain"),
    "position": Message("position"),
    "opportunity": Message("opportunity fire"),
    "worn": Message("worn down"),
    "support": Message("supporting fire"),
    "suppress": Message("suppressing fire"),
    "cover": Message("cover fire"),
    "anti-sniping": Message("a sniper not yet revealed"),
    "outer-wall": Message("crossing an outer wall"),
    "equal-totals": Message("equal totals: both lose 1 OSL"),
    "equal-totals-unknown": Message("equal totals: both lose 1 OSL; critical rows that are unknown count as ordinary"),
}
# labels of options, beside their ids
CALLED: Mapping[str, Words] = {
    "row": Message("{row}: {first}-{last}, bonus +{bonus}, total +{total}"),
    "row-loses": Message("{row}: {first}-{last}, the opponent loses, total +{total}"),
    "row-loses-more": Message("{row}: {first}-{last}, the opponent loses and 1 OSL more, total +{total}"),
    "row-destroys": Message("{row}: {first}-{last}, destroys, the opponent loses, total +{total}"),
    "no-row": Message("the ordinary row"),
    "end-impulse": Message("end the impulse"),
    "nobody": InContext("an option", "nobody"),
}


@dataclass(frozen=True)
class OperationsReason(CodedText):
    """A reason, the name of a modifier, or the label of an option in Urban Operations."""

    texts: ClassVar[Mapping[str, Words]] = {**REFUSALS, **CLOSED, **ADDED, **CALLED}


# the reason of a code; KeyError for a code without words
reason = OperationsReason.named


def option(id: str, closed: str = "", number: int = 0) -> Option:
    """An option, closed for a reason or open."""
    return Option(id, why_not=reason(closed) if closed else "", clause=row(number) if number and closed else None)


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
