"""Views of a rulebook: plain frozen data that tablet, terminal and report draw without knowing the book.

Texts are strings or messages (`tablecam/base/i18n.py`); `record()` writes everything as JSON, in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Literal

from tablecam.base.i18n import Message, speaking, spoken
from tablecam.rules.plain import Json

Text = str | Message
# "marker" lies open, "number" is counted, "own" is known to its seat only, "hidden" lies face down
CounterKind = Literal["marker", "number", "own", "hidden"]


def dump_view(value: Any) -> Json:
    """Any view as JSON; messages become text in the reader's language."""
    match value:
        # first, because most values are these and the check of a mapping is slow
        case str() | int() | float() | None:
            return value
        case Mapping():
            return {str(key): dump_view(item) for key, item in value.items()}
        case tuple() | list():
            return [dump_view(item) for item in value]
        case Message():
            return str(value)
        case ModelCard():
            return _dump_card(value, spoken())
    if is_dataclass(value) and not isinstance(value, type):
        return _dump_fields(value)
    return value


def _dump_fields(value: Any) -> dict[str, Json]:
    return {view_field.name: dump_view(getattr(value, view_field.name)) for view_field in fields(value)}


@dataclass(frozen=True)
class Counter:
    """A counter beside a model. value: None if only the label is shown, or if nobody may know it."""

    label: Text
    value: Text | int | float | None = None
    kind: CounterKind = "marker"


@dataclass(frozen=True)
class CardRow:
    """A line of a table on a card: `medium`, `−1 to hit, strength 5`."""

    label: Text
    text: Text


@dataclass(frozen=True)
class CardTable:
    """A table on a card, such as a weapon."""

    title: Text
    rows: tuple[CardRow, ...] = ()

    def __post_init__(self) -> None:
        _keep_tuples(self, "rows")


@dataclass(frozen=True)
class CardNumber:
    """A number on a card: `SH` 5."""

    label: Text
    value: int | float


@dataclass(frozen=True)
class CardRule:
    """A special rule on a card. by_players: the program does not know it, so the players apply it."""

    name: Text
    text: Text = ""
    by_players: bool = False


@dataclass(frozen=True)
class ModelCard:
    """The stat card of a model, for players."""

    title: Text = ""
    badges: tuple[Text, ...] = ()
    numbers: tuple[CardNumber, ...] = ()
    tables: tuple[CardTable, ...] = ()
    rules: tuple[CardRule, ...] = ()

    def __post_init__(self) -> None:
        _keep_tuples(self, "badges", "numbers", "tables", "rules")


def _keep_tuples(part: CardTable | ModelCard, *names: str) -> None:
    """Store lists from a book as tuples, so that a card can be hashed."""
    for name in names:
        object.__setattr__(part, name, tuple(getattr(part, name)))


@lru_cache(maxsize=1024)
def _dump_card(card: ModelCard, language: NullTranslations) -> dict[str, Json]:
    """A card in a language, cached, because most views are cards that hardly ever change."""
    with speaking(language):
        return _dump_fields(card)


@dataclass(frozen=True)
class ModelView:
    """A model as a seat may know it. left, of: its strength now and at the start, in `unit`; None: not counted.

    unit: in the form that goes with `of`. left_text: `left` with its unit, if the unit has another form there.
    markers: the markers beside it, as words.
    """

    alive: bool = True
    left: int | None = None
    of: int | None = None
    unit: Text = ""
    left_text: Text = ""
    counters: tuple[Counter, ...] = ()
    markers: tuple[Text, ...] = ()
    card: ModelCard | None = None


@dataclass(frozen=True)
class Announcement:
    """A button with which a seat announces which of these models goes on.

    after: the key of the question that the same tap answers, which ends the action in progress; None: no question.
    note: further effects of the tap. In title and note, {side} is the name of the seat.
    """

    seat: str
    title: Text
    models: tuple[str, ...]
    after: str | None = None
    note: Text = ""

    def with_side_name(self, side: str) -> "Announcement":
        """The announcement with the name of its side in its texts."""
        title, note = (
            text.with_values(side=side) if isinstance(text, Message) else text for text in (self.title, self.note)
        )
        return replace(self, title=title, note=note)


@dataclass(frozen=True)
class Interrupt:
    """A notice that waiting seats may interrupt the active seat; shown whether or not anybody can."""

    label: Text


@dataclass(frozen=True)
class GameBoardView:
    """The game as a seat may know it. models: by id.

    active: the seat that acts, empty if none does. acting: the model that acts, if everybody may know which.
    announce: by seat, the announcement it may make while the game waits for it in private. going_on: the same for the
    seat that goes on once the action in progress has ended. Both say only what everybody at the table sees.
    markers: the markers on the table beside no model, as words.
    """

    turn: int = 0
    phase: Text = ""
    models: Mapping[str, ModelView] = field(default_factory=dict)
    announce: Mapping[str, Announcement] = field(default_factory=dict)
    going_on: Announcement | None = None
    interrupt: Interrupt | None = None
    active: str = ""
    markers: tuple[Text, ...] = ()
    acting: str = ""


@dataclass(frozen=True)
class ResultColumn:
    """A column of the table of results."""

    key: str
    title: Text


@dataclass(frozen=True)
class SideResult:
    """A seat's row in the table of results: a text by the column's key. text: the row as one line."""

    seat: str
    cells: Mapping[str, Text]
    text: Text = ""


@dataclass(frozen=True)
class TournamentResult:
    """The game's result in a tournament. ahead: the seat that is ahead, empty for a draw; steps: its lead."""

    text: Text
    ahead: str = ""
    steps: int = 0


@dataclass(frozen=True)
class GameResultView:
    """The result or standing of a game. reason: why it is over, empty while it is not. winner: a seat, or empty."""

    headline: Text
    reason: Text = ""
    columns: tuple[ResultColumn, ...] = ()
    sides: tuple[SideResult, ...] = ()
    winner: str = ""
    tournament: TournamentResult | None = None

    def __repr__(self) -> str:
        """The headline, and the winner if there is one."""
        return f"<GameResultView {str(self.headline)!r}, winner {self.winner or 'none'}>"


@dataclass(frozen=True)
class AdviceRing:
    """A circle around the selected model: the reach of a kind of action."""

    name: Text
    end_in: float


@dataclass(frozen=True)
class AdviceRegion:
    """The area that the centre of the model's base can reach by a move. rings: outlines and holes, in inches.

    answers: the options that begin such a move, in the order of their questions; empty where it may not.
    """

    key: str
    label: Text
    inches: float
    rings: list[list[tuple[float, float]]] = field(default_factory=list)
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class AdviceGroup:
    """Rows that are shown together, under a button of their own."""

    key: str
    label: Text


@dataclass(frozen=True)
class AdviceNumber:
    """A measured number and its limit."""

    value: float
    limit: float
    ok: Literal["yes", "no", "too_close"]


@dataclass(frozen=True)
class AdviceOdds:
    """A chance, as a fraction and in per cent. sums: its calculation, line by line."""

    label: Text
    share: str
    per_cent: int
    sums: tuple[Text, ...] = ()


@dataclass(frozen=True)
class AdviceFact:
    """A fact about a row: `12.8 in, long`. key: a code, the same in each row that has it.

    unsure: the cases too close to call, and the answer in each; empty if nothing is unsure.
    """

    key: str
    label: Text
    text: Text
    unsure: Text = ""
    clause: str = ""


@dataclass(frozen=True)
class AdviceRow:
    """A possible action of a model on another. badge: a mark in the list; mark: the same, short, on the board.

    kind: a shot or blow at `target`, a way to it, or a reaction of `target` itself.
    option: the answer to the open question that the row stands for; empty for none. closed: why that is impossible.
    deed: the whole action on the target, for a button; answers: the options that make it, in the order of their
    questions. Both are empty where the model may not act so.
    """

    key: str
    kind: Literal["target", "way", "reaction"]
    target: str
    badge: Text = ""
    mark: str = ""
    text: Text = ""
    notes: tuple[Text, ...] = ()
    number: AdviceNumber | None = None
    odds: tuple[AdviceOdds, ...] = ()
    line: tuple[tuple[float, float], ...] | None = None
    style: Literal["first", "plain", "checked", "too_far"] = "plain"
    clause: str = ""
    group: AdviceGroup | None = None
    option: str = ""
    closed: Text = ""
    facts: tuple[AdviceFact, ...] = ()
    deed: Text = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class AdviceNote:
    """A sentence below the rows."""

    text: Text
    clause: str = ""
    odds: AdviceOdds | None = None


@dataclass(frozen=True)
class AdviceView:
    """The possible actions of a model from its position."""

    model: str
    rings: tuple[AdviceRing, ...] = ()
    regions: tuple[AdviceRegion, ...] = ()
    rows: tuple[AdviceRow, ...] = ()
    note: AdviceNote | None = None


@dataclass(frozen=True)
class AlertView:
    """A model that could interrupt a move. at_in: the first place; text: for the list; short: for the board.

    kind: the kind of interruption, a code: a model has one alert of a kind. option: the answer that chooses it. odds:
    its chances.
    """

    model: str
    text: Text
    short: Text
    at_in: tuple[float, float]
    kind: str = ""
    option: str = ""
    odds: tuple[AdviceOdds, ...] = ()


@dataclass(frozen=True)
class MachineMove:
    """A move that people make for the machine. way: the points of its path; length_in: as the machine measures it.

    goal: what the end lies at: a corner of a piece of terrain, a piece, or another model; "stay": the model stays.
    place: the name of the piece, or the id of the model. there: whether the camera sees it at the end.
    """

    model: str
    way: tuple[tuple[float, float], ...]
    length_in: float
    goal: Literal["", "corner", "piece", "model", "stay"] = ""
    place: str = ""
    there: bool = False


@dataclass(frozen=True)
class MachineView:
    """The machine in a game. people_roll: whether people roll its dice.

    state: it thinks, waits so that people may react, is held by them, or waits for its model to be moved; empty: it is
    not asked. move: the move that it waits for.
    """

    seats: tuple[str, ...]
    level: int
    people_roll: bool
    state: Literal["", "thinking", "pausing", "held", "moving"] = ""
    move: MachineMove | None = None


@dataclass(frozen=True)
class HintView:
    """The machine's answer in a seat's place. ready: whether it has finished thinking.

    text: the answer, empty if it found none; why: its reason. move: for a question about a move, where the model goes.
    """

    ready: bool = False
    text: str = ""
    why: str = ""
    move: MachineMove | None = None


@dataclass(frozen=True)
class SightLimits:
    """The limits of a sight. enough: the share that must be visible; near_in: an obstruction no further does not count.

    worth_telling: an obstruction that hides less is not listed. text: the same for the players.
    """

    enough: float
    near_in: float
    worth_telling: float = 0.005
    text: Text = ""


@dataclass(frozen=True)
class TerrainMaterial:
    """A material of terrain. pattern: the way it is drawn."""

    id: str
    title: Text
    pattern: Literal["plain", "weave"] = "plain"
