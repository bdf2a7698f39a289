"""The log as one seat reads it: its own lines in the players' words. It only ever grows, so a screen asks for more."""

from typing import Any, Protocol

from tablecam.game.log import BoundaryLine, GameLog
from tablecam.game.seat_log import SeatView
from tablecam.hosting.answer_sources import how_measured
from tablecam.rulebooks.book import ModelNames, Phrases
from tablecam.rules.plain import Json
from tablecam.rules.system import System


class LoggedGame(Protocol):
    """A game that is told of: one in progress, or one read back."""

    system: System[Any]
    log: GameLog

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""

    @property
    def state(self) -> Any:
        """The state as it is now."""


class LogView:
    """A seat's log in words. view: the lines as JSON has them. lines: the same for a screen, the first is line 1."""

    def __init__(
        self, game: LoggedGame, phrases: Phrases, names: ModelNames, seat: str, view: SeatView | None = None
    ) -> None:
        self.game = game
        self.phrases = phrases
        self.names = names
        self.seat = seat
        self.view = view or SeatView(game.system, seat)
        self.lines: list[dict[str, Json]] = []
        self.catch_up()

    def catch_up(self) -> None:
        """Take in what the log has grown by."""
        self.view.catch_up(self.game.log)
        for record in self.view.lines[len(self.lines) :]:
            self.lines.append(self._told(len(self.lines) + 1, record))

    def ask_of(self, answer: dict[str, Json]) -> dict[str, Json]:
        """The question that the answer of a line was given to."""
        ask: dict[str, Json] = self.view.lines[answer["to"] - 1]["ask"]
        return ask

    def acted(self, number: int) -> str:
        """What somebody did at a line, in the seat's own numbers, as one sentence."""
        return str(self.lines[number - 1]["text"])

    def since_boundary(self) -> list[int]:
        """The seat's own numbers of the lines that count in the procedure in progress, its name first."""
        log = self.game.log
        begun = next((n for n in reversed(log.live) if isinstance(log[n], BoundaryLine)), 1)
        return [own for number in log.since(begun) if (own := self.view.own(number)) is not None]

    def _told(self, number: int, record: dict[str, Json]) -> dict[str, Json]:
        kind = next(each for each in KINDS if each in record)
        line = {"n": number, "kind": kind, "text": "", "seat": "", "clause": "", "fact": False, "overrulable": False}
        return line | KINDS[kind](self, record)

    def _game(self, record: dict[str, Json]) -> dict[str, Json]:
        return {"text": " against ".join(filter(None, map(self._force, record["seats"])))}

    def _force(self, seat: str) -> str:
        return self.game.log.header.tags.get(seat.capitalize(), seat.capitalize())

    def _boundary(self, record: dict[str, Json]) -> dict[str, Json]:
        return {"text": self.phrases.titled(record["boundary"], self.names)}

    def _ask(self, record: dict[str, Json]) -> dict[str, Json]:
        ask = record["ask"]
        return {"text": self.phrases.asked(ask, self.names), "seat": ask.get("seat") or ""}

    def _answer(self, record: dict[str, Json]) -> dict[str, Json]:
        ask, by = self.ask_of(record), record["by"]
        blank = record["answer"] is None
        how = how_measured(record.get("source") or "")
        said = {
            "text": self.phrases.answered(ask, record["answer"], by, self.names) + (f", {how}" if how else ""),
            "seat": by if by in self.game.seats else "",
            "fact": self.phrases.is_fact(ask),
            "overrulable": not (blank or ask.get("secret") or ask.get("seen_by")),
        }
        if record.get("overrules"):
            text = f"{by.capitalize()} overrules: {said['text']} ({record.get('why', '')})"
            return {**said, "kind": "overruled", "text": text}
        return said

    def _event(self, record: dict[str, Json]) -> dict[str, Json]:
        event = self.game.system.event(record["event"])
        told = str(self.phrases.told(event, self.names))
        said = {"text": told[:1].upper() + told[1:], "clause": self.phrases.clause_of(record["event"])}
        seat = record["event"].get("seat") or self._side(record["event"].get("model"))
        if record.get("by") in self.game.seats:
            # a side has given up: the event says it all
            return {**said, "kind": "correction", "seat": record["by"]}
        if record.get("by"):
            text = f"{record['by'].capitalize()} corrects: {said['text']} ({record.get('why', '')})"
            return {**said, "kind": "correction", "text": text}
        return {**said, "seat": seat}

    def _side(self, model: Json) -> str:
        return self.phrases.people(self.game.state).get(str(model), "")

    def _abandoned(self, record: dict[str, Json]) -> dict[str, Json]:
        what = self.phrases.titled(record["abandoned"], self.names)
        return {"text": f"{record['by'].capitalize()} breaks off: {what} ({record['why']})"}

    def _struck(self, record: dict[str, Json]) -> dict[str, Json]:
        first, last = record["struck"]
        return {"text": f"Taken back: lines {first} to {last} ({record['why']})", "struck": [first, last]}


KINDS: dict[str, Any] = {
    "game": LogView._game, "boundary": LogView._boundary, "ask": LogView._ask, "answer": LogView._answer,
    "event": LogView._event, "abandoned": LogView._abandoned, "struck": LogView._struck,
}  # fmt: skip
