"""The port of a rulebook: one frozen `Book` is everything that the rest of the program knows of it.

    TOY = Book(system=Toy(), title="Toy", seats=("near", "far"), phrases=ToyPhrases(),
               scenarios=(Scenario("first", "First game", setup={"near": ["ann"], "far": ["bob"]}),))
    books = BOOKS.with_book(TOY)                      # one row in the catalogue

Only `system`, `title`, `seats` and `phrases` are required, and of `phrases` only `people`. Everything else has a plain
default: questions are asked in plain words, facts are measured by plain geometry, nothing is advised.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tablecam.rules.books import plain_setup
from tablecam.rules.books.demo_table import DemoTable
from tablecam.rules.books.glossary import GlossaryWord
from tablecam.rules.books.plain_board import HIDDEN_TITLE, plain_board, plain_result, plain_turn, plain_turn_title
from tablecam.rules.books.rule_rows import RuleRow, Unknown
from tablecam.rules.books.setup_views import ForceRead, HouseRuleView, Scenario
from tablecam.rules.books.sum_words import tell_rolls
from tablecam.rules.books.table_facts import MeasuredAnswer, StrayModel, TableFacts, TableNow
from tablecam.rules.books.views import (
    AdviceRing,
    AdviceView,
    GameBoardView,
    GameResultView,
    SightLimits,
    TerrainMaterial,
    dump_view,
)
from tablecam.rules.books.views import Text as Title
from tablecam.rules.campaign import Campaign
from tablecam.rules.coded_text import Text
from tablecam.rules.deeds import Deed
from tablecam.rules.event import Event
from tablecam.rules.event_scoring import WIN_DRAW_LOSS, WON, EventScoring, SeatScore
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames, Sentence
from tablecam.rules.system import System, Wording

if TYPE_CHECKING:
    import numpy as np

    from tablecam.table.measure.why import Why
    from tablecam.table.snapshot import Snapshot

# the file of a data book, by which its folder is known
DATA_BOOK_FILE = "book.toml"


class Phrases(Protocol):
    """The players' words of a rulebook; `PlainPhrases` has words for every question of the engine.

    names: the result of this book's own `build_names`, which is at least `ModelNames`.
    """

    def build_names(self, state: Any, called: Mapping[str, str]) -> ModelNames:
        """The names of models and seats. called: names by id, from the roster."""
        ...

    def people(self, state: Any) -> Mapping[str, str]:
        """The seat of every model: the one thing that a book must provide."""
        ...

    def describe_question(self, ask: Mapping[str, Json], names: Any) -> str:
        """A question as one line."""
        ...

    def spell_question(self, ask: Mapping[str, Json], names: Any) -> dict[str, Json]:
        """A question's record with names in place of ids in every text that a person reads."""
        ...

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, names: Any) -> str:
        """An answer as one line; raw is None if it is secret."""
        ...

    def describe_sum(self, ask: Mapping[str, Json], raw: Json, names: Any) -> str:
        """The sum of an answered roll, with every number; empty for an answer without one."""
        ...

    def phrase_text(self, text: Text, names: Any) -> str:
        """A refusal, or any other text of the rulebook, with names in place of ids."""
        ...

    def describe_event(self, event: Event, names: Any) -> Sentence:
        """An event as a clause."""
        ...

    def title_step(self, step: str, names: Any) -> str:
        """A procedure as a heading."""
        ...

    def get_clause(self, event: Mapping[str, Json]) -> str:
        """The clause of an event, empty for none."""
        ...

    def find_seat(self, ask: Mapping[str, Json], state: Any) -> str | None:
        """The seat that a question is for, also if the table could answer it: a side ends its own moves."""
        ...

    def find_ending(self, ask: Mapping[str, Json]) -> str:
        """The option that ends an action, if the question offers it; empty otherwise."""
        ...

    def only_answer(self, ask: Mapping[str, Json]) -> str:
        """The only open option, which is taken without a player; empty for every other question.

        It must not depend on anything hidden, nor be the last chance of another seat to interrupt.
        """
        ...

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """Whether a question is one about the table."""
        ...

    def is_unsure(self, raw: Json) -> bool:
        """Whether a measured answer leaves something to the players."""
        ...

    def check(self, name: str) -> str:
        """The name of a check in the statistics of the dice; in logs it is a code."""
        ...

    def list_forms(self) -> list[dict[str, Json]]:
        """A form for each kind of event that an umpire may add (`event_forms.py`)."""
        ...

    def make_concession(self, state: Any, seat: str) -> Event | None:
        """The event of a seat that concedes; None if the rulebook has none."""
        ...


class ForceReader(Protocol):
    """The forces of a rulebook."""

    def starters(self) -> Mapping[str, Path]:
        """The files of the forces that come with the book, by name."""
        ...

    def read_force(self, path: Path) -> ForceRead:
        """The force of a file; Faulty with every fault and its line."""
        ...


class ScenarioReader(Protocol):
    """The scenarios of a rulebook that are files."""

    def starters(self) -> Mapping[str, Path]:
        """The files of the scenarios that come with the book, by name."""
        ...

    def read_scenario(self, path: Path) -> Scenario:
        """The scenario of a file; Faulty with every fault and its line. `scenario_toml.py` has most of it."""
        ...


class SightReading(Protocol):
    """A rulebook's reading of sight. Without one, every model and piece blocks and the bare share is shown."""

    def limits(self, state: Any = None) -> SightLimits:
        """The limits that a sighting is compared with. state: of the game in progress, None if there is none."""
        ...

    def blocking(self, snapshot: Snapshot, state: Any = None) -> np.ndarray:
        """The models that block, (viewer, 1, blocker), as `measure.sight.all_sight` takes it."""
        ...

    def recompute_sight(self, ask: Mapping[str, Json], target: str, state: Any, snapshot: Snapshot) -> Why | None:
        """A sight from the log, computed again with its reasons; None if viewer or target stood nowhere."""
        ...


class Adviser(Protocol):
    """A function that lists what a model could do from its position."""

    def __call__(self, snapshot: Snapshot, state: Any, model: str, names: ModelNames) -> AdviceView:
        """The advice for one model."""
        ...


class QuestionAdviser(Protocol):
    """A function that lists the reasons for each answer to an open question, from the models' positions."""

    def __call__(self, snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
        """Rows with the `option` that each stands for, best first; None for a question that needs no advice.

        It may use only what the seat of the question knows, or, if everybody sees the question, what everybody knows.
        It is computed in the background, where no reader's language is known, so its texts are messages. Call
        `breather.take_breath()` before each step of long work, so that nobody waits for it.
        """
        ...


@dataclass(frozen=True)
class DemoGame:
    """A small game for the demonstration and the benchmarks. forces: names of starters, by seat.

    setup: values that override the setup, so that the game begins with play. profiles: of the models of the
    demonstration's table, by id. hardy: card numbers with which nobody dies, for a game of any length. table: a table
    of its own, in place of the usual one. watched: the state of a game in which a model of a snapshot is about to move
    while other models wait to interrupt; None in a book without interruptions.
    """

    forces: Mapping[str, str] = field(default_factory=dict)
    setup: Mapping[str, Json] = field(default_factory=dict)
    profiles: Mapping[str, str] = field(default_factory=dict)
    hardy: Mapping[str, int] = field(default_factory=dict)
    table: DemoTable | None = None
    watched: Callable[[Snapshot, str, Sequence[str]], Any] | None = None


def make_plain_facts() -> TableFacts:
    """The facts of a book that names none of its own."""
    from tablecam.rules.books.plain_table_facts import PlainTableFacts

    return PlainTableFacts()


@dataclass(frozen=True)
class Book:
    """A rulebook: see the fields, each with the plain default that a book may leave it at.

    turn, turn_title: the number of a state's turn, and the title of a turn by its number.
    board: the view for a seat, made only of `system.get_visible_state` for that seat, so that nothing hidden leaks.
    build_setup: the setup of a game from forces and a scenario. setup_keys: the keys of a setup beside the house
    rules. carried: the values that a table's next game has in its setup, from the setup and events of the last one.
    hidden_title: the heading over items that lie face down for a seat; empty in a book without any.
    hidden_names: the text that a seat sees in place of the name of a model that it does not know yet, by id; the seat
    is None for spectators and the projector. A model whose id says who it is has an id that does not.
    rows, unknowns: the rules of the book that are played, and the values that it asks the table for.
    glossary: the words of its questions, options and counters, each explained in a paragraph.
    shot: the shooter and target of a question's roll, in a duel of its first side; None for a roll that is no shot.
    seats: every seat that a scenario may have. seat_titles: the titles of seats, if the id is none; red, blue, green
    and yellow have one.
    scoring: the score card of a game in a club event, with the points that it gives; by default who has won.
    scores: what a game that is over enters on it, by seat; by default the winner of `result`.
    campaign: what models carry on from game to game in a club's campaign; None for nothing.
    strength: of each seat's side in a state, for the machine's choices; None counts the models in play.
    read_deed: an event as an attack or a removal, for the balance of cards; None for any other event.
    """

    system: System[Any]
    title: Title
    seats: tuple[str, ...]
    phrases: Phrases
    facts: TableFacts = field(default_factory=make_plain_facts)
    turn: Callable[[Any], int] = plain_turn
    turn_title: Callable[[int], str] = plain_turn_title
    board: Callable[[Mapping[str, Json], str], GameBoardView] = plain_board
    result: Callable[[Any, ModelNames], GameResultView | None] = plain_result
    hidden_title: Title = HIDDEN_TITLE
    hidden_names: Callable[[Any, str | None], Mapping[str, Title]] = plain_setup.nothing_hidden
    scenarios: tuple[Scenario, ...] = ()
    scenario_files: ScenarioReader | None = None
    forces: ForceReader | None = None
    build_setup: Callable[[Mapping[str, Any], Scenario | None], dict[str, Json]] = plain_setup.build_setup
    setup_keys: tuple[str, ...] = ()
    carried: Callable[[Mapping[str, Json], Iterable[Json]], dict[str, Json]] = plain_setup.nothing_carried
    house_rules: Callable[[], Sequence[HouseRuleView]] = plain_setup.no_house_rules
    materials: tuple[TerrainMaterial, ...] = ()
    rings: tuple[AdviceRing, ...] = ()
    advice: Adviser | None = None
    question_advice: QuestionAdviser | None = None
    sight_reading: SightReading | None = None
    demo: Callable[[], DemoGame] = DemoGame
    rows: Callable[[], Sequence[RuleRow]] = plain_setup.no_rows
    unknowns: Callable[[], Sequence[Unknown]] = plain_setup.no_unknowns
    glossary: tuple[GlossaryWord, ...] = ()
    shot: Callable[[Mapping[str, Json]], tuple[str, str] | None] = plain_setup.no_shot
    scoring: EventScoring = WIN_DRAW_LOSS
    scores: Callable[[Any], Mapping[str, SeatScore]] | None = None
    campaign: Campaign | None = None
    seat_titles: Mapping[str, Title] = field(default_factory=dict)
    strength: Callable[[Any], Mapping[str, float]] | None = None
    read_deed: Callable[[Event], Deed | None] = plain_setup.no_deed

    @property
    def name(self) -> str:
        """Its name in the catalogue and in the first line of a log."""
        return self.system.name

    @property
    def names_targets(self) -> bool:
        """Whether any of its rolls names shooter and target."""
        return self.shot is not plain_setup.no_shot

    @property
    def material_names(self) -> tuple[str, ...]:
        """The ids of the materials of terrain; empty if the book has none."""
        return tuple(material.id for material in self.materials)

    def state_shown(self, visible: Mapping[str, Json], seat: str, hidden: Collection[str] = ()) -> dict[str, Json]:
        """The part of the state that a seat may know, as JSON: the book's views of its models, and the markers.

        hidden: the models that the seat does not know; they have no card.
        """
        view = self.board(visible, seat)
        models = {model: replace(it, card=None) if model in hidden else it for model, it in view.models.items()}
        turn = {"turn": view.turn, "turn_title": self.turn_title(view.turn)}
        parts = {**turn, "phase": view.phase, "models": models, "markers": view.markers}
        return {name: dump_view(view) for name, view in parts.items()}

    def wording(self, state: Any) -> Wording:
        """The words of a game at a terminal, where no roster has names. state: of any moment of it."""
        return self.wording_with(self.phrases.build_names(state, {}))

    def wording_with(self, names: Any) -> Wording:
        """The words of a game. names: of its models and seats, as this book's phrases give them."""
        return Wording(
            lambda event: self.phrases.describe_event(event, names),
            lambda step: self.phrases.title_step(step, names),
            tell_rolls(self.phrases, names),
            names,
        )

    def measure_strength(self, state: Any) -> Mapping[str, float]:
        """The strength of each seat's side in a state, in a unit of the book's own."""
        if self.strength is not None:
            return self.strength(state)
        return plain_setup.count_models_in_play(state, self.phrases.people(state))

    def score_game(self, state: Any) -> Mapping[str, SeatScore]:
        """The halves of a score card that a game fills in, by seat; empty if the book cannot say."""
        if self.scores is not None:
            return self.scores(state)
        result = self.result(state, self.phrases.build_names(state, {}))
        if result is None or self.scoring is not WIN_DRAW_LOSS:
            return {}
        return {side.seat: SeatScore({WON.key: int(side.seat == result.winner)}) for side in result.sides}

    def result_shown(self, state: Any, names: ModelNames) -> Json:
        """The result or the standing of the game, as JSON; None if the book cannot say."""
        return dump_view(self.result(state, names))


__all__ = [
    "Adviser",
    "Book",
    "DemoGame",
    "ForceReader",
    "MeasuredAnswer",
    "ModelNames",
    "Phrases",
    "QuestionAdviser",
    "ScenarioReader",
    "SightReading",
    "StrayModel",
    "TableFacts",
    "TableNow",
]  # fmt: skip
