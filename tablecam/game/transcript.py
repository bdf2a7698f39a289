"""A log for people: header tags, then one line for each activation, with what happened in it.

[Game "duel"]
[Red "Anna"]

1. orders of turn 1: OrdersGiven seat=red; OrdersGiven seat=blue
2. activation: Activated model=ann; Moved model=ann length_in=5.2

In the words of its rulebook: `2. Red: Ann is activated and moves 5.2 in`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.game.game import acceptance_text, read_acceptance
from tablecam.game.intentions import intention_text
from tablecam.game.log import (
    AbandonedLine,
    AnswerLine,
    BoundaryLine,
    EventLine,
    GameLog,
    IntendsLine,
    Line,
    reason_text,
)
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.sentence import Rolled, Sentence, clause
from tablecam.rules.system import AS_WRITTEN, System, Tell, Wording

# Put rolls into the clauses of the events that they led to.
#
# An answer comes first and its event after it, perhaps with other lines between them: dice that are thrown at once are
# reported in the order of their questions.


class _Waiting(NamedTuple):
    """A roll that no event has reported yet. to: the line of its question; check: what it was rolled against."""

    to: int
    check: Json
    rolled: Rolled

    @property
    def duels(self) -> bool:
        """Whether the die is one of two that are compared with each other."""
        return isinstance(self.check, dict) and "sides" in self.check


class SumsInWords:
    """The rolls of a log, line by line. tell: words a roll."""

    def __init__(self, log: GameLog, tell: Tell) -> None:
        self._log = log
        self._tell = tell
        self._waiting: list[_Waiting] = []

    def keep_roll(self, line: Line) -> None:
        """Keep a roll until its event comes."""
        if not isinstance(line, AnswerLine):
            return
        ask = self._find_ask(line)
        rolled = self._tell(ask, line.answer, line.by)
        if rolled and rolled.sum:
            self._waiting.append(_Waiting(line.to, ask.get("check"), rolled))

    def describe_event(self, sentence: Sentence) -> list[Sentence]:
        """An event's clause with the sum of its roll in it; an event without a roll comes after the rolls that wait."""
        if sentence.summed is None:
            return [*self.left(), sentence]
        if not self._waiting:
            return [sentence]
        earliest = min(self._waiting, key=lambda waiting: waiting.to)
        pair = [waiting for waiting in self._waiting if waiting.duels and waiting.check == earliest.check][-2:]
        used = sorted(pair or [earliest], key=lambda waiting: waiting.to)
        self._waiting = [waiting for waiting in self._waiting if waiting not in used]
        if pair:
            # a tie was rolled again
            rolls = [waiting.rolled for waiting in used]
            sums = "; ".join(rolled.sum for rolled in rolls)
            return [
                *self.left(),
                sentence.summed(Rolled(sums, sums, tuple(piece for rolled in rolls for piece in rolled.parts))),
            ]
        return [sentence.summed(earliest.rolled)]

    def left(self) -> list[Sentence]:
        """Rolls that no event reports, each as its own sentence."""
        lines = [Sentence("", waiting.rolled.line, closes=True) for waiting in self._waiting]
        self._waiting = []
        return lines

    def _find_ask(self, line: AnswerLine) -> dict[str, Json]:
        ask: dict[str, Json] = getattr(self._log[line.to], "ask", {})
        return ask


# words an event; as a string the result is a whole clause
Say = Callable[[Event], object]


class Passage(NamedTuple):
    """A procedure and the sentences of its events."""

    name: str
    sentences: list[Sentence]


def transcript(system: System[Any], log: GameLog, wording: Wording = AS_WRITTEN) -> str:
    """The lines that count, as text; struck lines are left out, overruled answers say so."""
    tags = {"Game": log.header.game, **log.header.tags}
    lines = [f'[{tag} "{value}"]' for tag, value in tags.items()]
    turns = [
        f"{count}. {_add_heading(wording.titled(name), sentence(clauses) or '-')}"
        for count, (name, clauses) in enumerate(read_aloud(system, log, log.list_lines_since(2), wording), 1)
    ]
    return "\n".join([*lines, "", *turns]) + "\n"


def _add_heading(heading: str, told: str) -> str:
    """A heading with its sentence; once if both are the same."""
    return heading if heading == told else f"{heading}: {told}"


def read_aloud(
    system: System[Any],
    log: GameLog,
    numbers: Iterable[int],
    wording: Wording,
) -> list[Passage]:
    """The procedures of those lines, the short ones of one name joined; `sentence` words each of them.

    Rolls come with their sums, each in the clause of the event that it led to.
    """
    return list(_join_passages(_read_passages(system, log, numbers, wording)))


def sentence(statements: Sequence[Sentence]) -> str:
    """Clauses as one sentence: successive clauses of a subject share it; asides are left out if they can be.

    Nothing follows a clause that ends with a reason or a result.
    """
    runs: list[list[Sentence]] = []
    for statement in [statement for statement in statements if not statement.aside] or statements:
        previous = runs[-1][-1] if runs else Sentence("", "")
        if statement.who and statement.who == previous.who and not previous.closes:
            runs[-1].append(statement)
        else:
            runs.append([statement])
    return "; ".join(clause(run[0].who, join_items(_merge_repeats(item.does for item in run))) for run in runs)


def _merge_repeats(clauses: Iterable[str]) -> Iterator[str]:
    """Merge equal successive clauses: `lose a step twice`."""
    for does, equal_clauses in groupby(clauses):
        count = len(list(equal_clauses))
        if count == 1:
            yield does
        elif count == 2:
            yield _("{does} twice", does=does)
        else:
            yield _("{does} {n} times", does=does, n=count)


def words(system: System[Any], line: Line, say: Say = str, called: Callable[[str], object] = str) -> str:
    """A line in words; empty for a line that only the machine needs. called: names of models and seats."""
    match line:
        case EventLine(by="") as event_line:
            return str(say(system.event(event_line.event)))
        case EventLine(interjected=True) as event_line:
            return _describe_acceptance(event_line, called)
        case EventLine() as event_line:
            event = str(say(system.event(event_line.event)))
            return _(
                "{who} corrects: {event} ({why})",
                who=called(event_line.by),
                event=event,
                why=reason_text(event_line.why, (event_line.by,), called),
            )
        case AnswerLine(overrules=int()) as answer:
            values = {"who": called(answer.by), "answer": answer.answer, "why": reason_text(answer.why)}
            return _("{who} overrules: {answer} ({why})", **values)
        case AbandonedLine() as line:
            why = reason_text(line.why, (line.by,), called)
            return _("{who} abandons {step} ({why})", who=called(line.by), step=line.abandoned, why=why)
        case IntendsLine():
            return intention_text(line, called)
    return ""


def _read_passages(system: System[Any], log: GameLog, numbers: Iterable[int], wording: Wording) -> list[Passage]:
    passages: list[Passage] = []
    sums = SumsInWords(log, wording.rolled)
    for number in numbers:
        line = log[number]
        if isinstance(line, BoundaryLine):
            _add_sentences(passages, sums.left())
            passages.append(Passage(line.name, []))
            continue
        told_sentence = _describe_line(system, line, wording)
        if told_sentence:
            _add_sentences(passages, sums.describe_event(told_sentence))
        sums.keep_roll(line)
    _add_sentences(passages, sums.left())
    return passages


def _add_sentences(passages: list[Passage], sentences: list[Sentence]) -> None:
    if sentences and not passages:
        passages.append(Passage(_("before the first activation"), []))
    if sentences:
        passages[-1].sentences.extend(sentences)


def _describe_line(system: System[Any], line: Line, wording: Wording) -> Sentence | None:
    """A clause for an event of the rules, a sentence of its own for what people said or did to the game."""
    if isinstance(line, EventLine) and not line.by:
        return wording.told(system.event(line.event))
    text = words(system, line, wording.told, wording.called)
    return Sentence("", text) if text else None


def _describe_acceptance(line: EventLine, called: Callable[[str], object]) -> str:
    """An agreement of the people in the midst of a procedure."""
    event = read_acceptance(line)
    return acceptance_text(event, line.by, called) if event else ""


def _join_passages(passages: Iterable[Passage]) -> Iterable[Passage]:
    """Join procedures of one name and one clause each: models are put on the table one by one."""
    for (name, short), group in groupby(passages, key=lambda passage: (passage.name, len(passage.sentences) == 1)):
        if short:
            yield Passage(name, [told_sentence for passage in group for told_sentence in passage.sentences])
        else:
            yield from group
