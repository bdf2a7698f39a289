"""The roles that look at a game, and the log as one seat reads it: its own lines in the players' words.

A line is worded when somebody first reads it in a language, and is kept in that language: devices of several languages
read one log.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from tablecam.base.i18n import InContext, Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.game.chess_clock import clocks_text
from tablecam.game.game import acceptance_text
from tablecam.game.intentions import intention_text, read_back
from tablecam.game.log import TAKEN_BACK, BoundaryLine, GameLog, SeatView, reason_text
from tablecam.game.machine_answers import read_reason
from tablecam.rules.books.book import ModelNames, Phrases
from tablecam.rules.books.seat_names import SeatNames
from tablecam.rules.books.side_names import reader_style, title_sides
from tablecam.rules.event import PositionsAccepted
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum, roll_sum
from tablecam.rules.sentence import Sentence, clause
from tablecam.rules.step_name import get_step_name
from tablecam.rules.system import System

# the source of a measurement; an unusual method follows after a comma
TABLE = "table"
# the source of an answer that needs no player, because every other one is closed
ONLY = "only answer"  # no text
NOTHING_ELSE = Message("every other answer is ruled out")
# The words on the left are in logs: they never change.
HOW: Mapping[str, Message] = {
    "as the crow flies": Message("as the crow flies"),  # no text
}


def name_measured_source(how: str = "") -> str:
    """The source of a measurement as the log keeps it: `table`, or `table, as the crow flies`."""
    return f"{TABLE}, {how}" if how else TABLE


def how_measured(source: str) -> str:
    """The method of a measurement, or why no player answered, by source; empty for the usual method and a player."""
    if source == ONLY:
        return str(NOTHING_ELSE)
    who, _comma, how = source.partition(", ")
    return str(HOW.get(how, how)) if who == TABLE else ""


# The roles that look at a game, and their rights: the shared tablet, a side's own device, the umpire, spectators.
#
# A role sees what its seat sees. The tablet between the players, the umpire and a spectator have no seat: they see
# public facts, and nothing that depends on hidden orders.

UMPIRE, SPECTATOR = "umpire", "spectator"
# the seat of roles without one: no rulebook gives a side this name
NOBODY = ""
# the author of an answer at the shared tablet, where the question was for no single seat
PLAYERS = "players"
# Translators: who has done something, at the beginning of a line: "Umpire overrules: ..."
TITLES: Mapping[str, InContext] = {
    UMPIRE: InContext("who did it", "Umpire"),
    TABLE: InContext("who did it", "Table"),
    PLAYERS: InContext("who did it", "Players"),
    SPECTATOR: InContext("who did it", "Spectator"),
}


def get_viewing_seat(role: str, seats: Sequence[str]) -> str:
    """The seat that a role looks from."""
    return role if role in seats else NOBODY


def may_answer(role: str, asked: str | None, seats: Sequence[str]) -> bool:
    """Whether a role may answer a question for a seat (None: the table, or any player in its place)."""
    if role == TABLE:
        return True
    if role == UMPIRE:
        return asked is None
    return role in seats and asked in (role, None)


def answers_as(role: str, asked: str | None) -> str:
    """The name under which the log keeps an answer: at the shared tablet, the seat that was asked."""
    return (asked or PLAYERS) if role == TABLE else role


def role_title(role: str) -> str:
    """The title of a role without a seat, as it begins a line of the log: "Umpire"."""
    title = TITLES.get(role)
    return str(title) if title else role.capitalize()


class LoggedGame(Protocol):
    """A game whose log is shown: one in progress, or a recorded one."""

    system: System[Any]
    log: GameLog

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play."""

    @property
    def state(self) -> Any:
        """The present state."""


class LogView:
    """A seat's log in words. view: the lines as JSON. count: how many lines there are."""

    def __init__(
        self, game: LoggedGame, phrases: Phrases, names: SeatNames, seat: str, view: SeatView | None = None
    ) -> None:
        self.game = game
        self.phrases = phrases
        self._seat_names = names
        self.seat = seat
        self.view = view or SeatView(game.system, seat)
        self._in_style: dict[str, list[dict[str, Json]]] = {}
        self.catch_up()

    @property
    def names(self) -> ModelNames:
        """Names of models and seats, as the seat may know them now."""
        return self._seat_names.names_for(self.game.state, self.seat)

    def catch_up(self) -> None:
        """Take in the log's new lines."""
        self.view.catch_up(self.game.log)

    @property
    def count(self) -> int:
        """The number of lines that the seat knows."""
        return len(self.view.lines)

    @property
    def lines(self) -> list[dict[str, Json]]:
        """The lines for a screen, in the language of the reader; the first is line 1."""
        lines = self._in_style.setdefault(reader_style(), [])
        for record in self.view.lines[len(lines) :]:
            lines.append(self._describe_record(len(lines) + 1, record))
        return lines

    def get_question(self, answer: dict[str, Json]) -> dict[str, Json]:
        """The question that the answer of a line was given to."""
        ask: dict[str, Json] = self.view.lines[answer["to"] - 1]["ask"]
        return ask

    def describe_act(self, number: int) -> str:
        """The act at a line, in the seat's own numbers, as one sentence."""
        return str(self.lines[number - 1]["text"])

    def since_boundary(self) -> list[int]:
        """The seat's own numbers of the lines that count in the procedure in progress, its name first."""
        log = self.game.log
        start = next((n for n in reversed(log.live) if isinstance(log[n], BoundaryLine)), 1)
        return [seat_number for number in log.since(start) if (seat_number := self.view.own(number)) is not None]

    def _describe_record(self, number: int, record: dict[str, Json]) -> dict[str, Json]:
        kind = next(name for name in KINDS if name in record)
        line = {"n": number, "kind": kind, "text": "", "seat": "", "clause": "", "fact": False, "overrulable": False}
        return line | KINDS[kind](self, record)

    def _describe_game(self, record: dict[str, Json]) -> dict[str, Json]:
        return {"text": match_title(title_sides(record["seats"], self.game.log.header.tags).values())}

    def _describe_boundary(self, record: dict[str, Json]) -> dict[str, Json]:
        return {"text": self.phrases.title_step(get_step_name(record), self.names)}

    def _describe_ask(self, record: dict[str, Json]) -> dict[str, Json]:
        ask = record["ask"]
        return {"text": self.phrases.describe_question(ask, self.names), "seat": ask.get("seat") or ""}

    def _describe_answer(self, record: dict[str, Json]) -> dict[str, Json]:
        ask, by = self.get_question(record), record["by"]
        blank = record["answer"] is None
        text = self.phrases.describe_answer(ask, record["answer"], by, self.names)
        how = how_measured(record.get("source") or "")
        line = {
            "text": _("{answer}, {how_measured}", answer=text, how_measured=how) if how else text,
            "seat": by if by in self.game.seats else "",
            "clause": self._roll_clause(record),
            "fact": self.phrases.is_fact(ask),
            "overrulable": not (blank or ask.get("secret") or ask.get("seen_by")),
        }
        if reason := read_reason(record.get("why", "")):
            line["text"] = _("{answer} ({why})", answer=line["text"], why=str(reason).rstrip("."))
        if record.get("overrules"):
            why = self._reason_text(record.get("why", ""))
            text = _("{who} overrules: {answer} ({why})", who=self._author_name(by), answer=line["text"], why=why)
            return {**line, "kind": "overruled", "text": text}
        return line

    def reasons(self, number: int) -> list[dict[str, Json]]:
        """The modifiers of a line's roll, each with its clause; empty for other lines. number: the seat's own."""
        sum = self._roll_sum(self.view.lines[number - 1])
        if not sum:
            return []
        return [{"amount": amount, "why": self.names.read(why), "clause": clause} for amount, why, clause in sum.added]

    def _roll_sum(self, record: dict[str, Json]) -> RollSum | None:
        return roll_sum(self.get_question(record), record["answer"]) if "answer" in record else None

    def _roll_clause(self, record: dict[str, Json]) -> str:
        """The clause that a roll rests on; the events that follow from it name theirs."""
        sum = self._roll_sum(record)
        clauses = [sum.clause, *(summand.clause for summand in sum.added)] if sum else []
        return str(next(filter(None, clauses), ""))

    def _describe_event(self, record: dict[str, Json]) -> dict[str, Json]:
        event, by = self.game.system.event(record["event"]), record.get("by")
        told_event = self.phrases.describe_event(event, self.names)
        clause = str(told_event)
        text = clause[:1].upper() + clause[1:]
        line = {
            "text": text,
            "clause": self.phrases.get_clause(record["event"]),
            "aside": told_event.aside,
            **self._describe_action(record["event"], told_event),
        }
        if by and isinstance(event, PositionsAccepted):
            accepted = acceptance_text(event, by, self.names, self._author_name)
            return {**line, "kind": "correction", "text": accepted}
        if by in self.game.seats:
            # a side has given up: the event says so
            return {**line, "kind": "correction", "seat": by}
        if by:
            why = self._reason_text(record.get("why", ""))
            corrected = _("{who} corrects: {event} ({why})", who=self._author_name(by), event=text, why=why)
            return {**line, "kind": "correction", "text": corrected}
        return {**line, "seat": record["event"].get("seat") or self._side_of_model(record["event"].get("model"))}

    def _describe_action(self, event: Mapping[str, Json], told_event: Sentence) -> dict[str, Json]:
        """The part of an event that the line of an action shows, if there is any."""
        people = self.phrases.people(self.game.state)
        models = [value for value in event.values() if isinstance(value, str) and value in people]
        action = {
            "models": list(dict.fromkeys(models)),
            "brief": clause(told_event.who, told_event.brief) if told_event.brief else "",
            "outcome": told_event.outcome,
            "of": told_event.of,
            "moment": told_event.moment,
        }
        return {name: value for name, value in action.items() if value}

    def _side_of_model(self, model: Json) -> str:
        return self.phrases.people(self.game.state).get(str(model), "")

    def _describe_abandoned(self, record: dict[str, Json]) -> dict[str, Json]:
        step = self.phrases.title_step(self._find_step(record["abandoned"]), self.names)
        why, who = self._reason_text(record["why"]), self._author_name(record["by"])
        return {"text": _("{who} breaks off: {step} ({why})", who=who, step=step, why=why)}

    def _find_step(self, name: str) -> str:
        """The latest step of a name with its code; the bare name if the log lacks it."""
        begun = (get_step_name(line) for line in reversed(self.view.lines) if line.get("boundary") == name)
        return next(begun, name)

    def _describe_struck(self, record: dict[str, Json]) -> dict[str, Json]:
        first_line, last_line = record["struck"]
        text = self._describe_undone(first_line, last_line)
        if record["why"] != TAKEN_BACK:
            text = _("{taken_back} ({why})", taken_back=text, why=self._reason_text(record["why"]))
        return {"text": text, "struck": [first_line, last_line]}

    def _describe_undone(self, first: int, last: int) -> str:
        """The struck lines in words, by the first of them: lines have no numbers on a screen."""
        first_text = self._describe_record(first, self.view.lines[first - 1])["text"]
        if first == last:
            return _("Taken back: {line}", line=first_text)
        return ngettext(
            "Taken back: {line}, and {n} line after it",
            "Taken back: {line}, and {n} lines after it",
            last - first,
            line=first_text,
        )

    def _describe_closed(self, record: dict[str, Json]) -> dict[str, Json]:
        if record["by"] in self.game.seats:
            return {"text": _("Both sides confirm the result: the game is closed")}
        return {"text": _("{who} confirms the result: the game is closed", who=self._author_name(record["by"]))}

    def _describe_intention(self, record: dict[str, Json]) -> dict[str, Json]:
        return {"text": intention_text(read_back(record), self.names), "seat": record["by"]}

    def _describe_clocks(self, record: dict[str, Json]) -> dict[str, Json]:
        text = _("The players’ clocks: {clocks}", clocks=clocks_text(record["clocks"], self.names))
        return {"text": text, "aside": True}

    def _reason_text(self, why: str) -> str:
        return reason_text(why, self.game.seats, self.names)

    def _author_name(self, by: str) -> str:
        return self.names(by) if by in self.game.seats else role_title(by)


def match_title(forces: Iterable[str]) -> str:
    """The title of a match: "Harbour Watch against Tunnel Kin"; a force without a name is left out."""
    title, *opponents = [force for force in forces if force] or [""]
    for force in opponents:
        title = _("{force} against {other}", force=title, other=force)
    return title


KINDS: dict[str, Any] = {
    "game": LogView._describe_game, "boundary": LogView._describe_boundary, "ask": LogView._describe_ask,
    "answer": LogView._describe_answer,
    "event": LogView._describe_event, "abandoned": LogView._describe_abandoned, "struck": LogView._describe_struck,
    "closed": LogView._describe_closed, "intends": LogView._describe_intention,
    "clocks": LogView._describe_clocks,
}  # fmt: skip
