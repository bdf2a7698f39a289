"""The port of a rulebook: one frozen `Book` is all that a rulebook hands over, and all that anybody knows of it.

    TOY = Book(system=Toy(), title="Toy", seats=("near", "far"), phrases=ToyPhrases(),
               scenarios=(Scenario("first", "First game", setup={"near": ["ann"], "far": ["bob"]}),))
    books = BOOKS.with_book(TOY)                      # one row in the catalogue

Only `system`, `title`, `seats` and `phrases` must be given, and of `phrases` only whose each model is. Everything else
has a plain default: questions are asked in plain words, facts are measured by plain geometry, nothing is advised.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tablecam.rules.accepted_positions import describe_moves
from tablecam.rules.books import plain_setup
from tablecam.rules.books.demo_table import DemoTable
from tablecam.rules.books.glossary import GlossaryWord
from tablecam.rules.books.plain_board import HIDDEN_TITLE, plain_board, plain_result, plain_turn, plain_turn_title
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.rule_rows import RuleRow, Unknown
from tablecam.rules.books.setup_views import ForceRead, HouseRuleView, Scenario
from tablecam.rules.books.sum_words import tell_rolls
from tablecam.rules.books.table_facts import Measured, ModelNames, StrayModel, TableFacts, TableNow
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
from tablecam.rules.coded_text import Text
from tablecam.rules.event import Event, PositionsAccepted
from tablecam.rules.plain import Json
from tablecam.rules.system import Sentence, System, Wording
from tablecam.table.measure.why import Why
from tablecam.table.snapshot import Snapshot


class Phrases(Protocol):
    """The players' words of a rulebook; `PlainPhrases` has words for every question of the engine.

    names: what this book's own `names` gave, which is at least `ModelNames`.
    """

    def names(self, state: Any, called: Mapping[str, str]) -> ModelNames:
        """What models and seats are called. called: names by id, from the roster."""
        ...

    def people(self, state: Any) -> Mapping[str, str]:
        """The seat of every model: the one thing that a book must say."""
        ...

    def asked(self, ask: Mapping[str, Json], names: Any) -> str:
        """A question as one line."""
        ...

    def spelled(self, ask: Mapping[str, Json], names: Any) -> dict[str, Json]:
        """A question's record with names in place of ids in every text that a person reads."""
        ...

    def answered(self, ask: Mapping[str, Json], raw: Json, by: str, names: Any) -> str:
        """An answer as one line; raw is None where it is secret."""
        ...

    def summed(self, ask: Mapping[str, Json], raw: Json, names: Any) -> str:
        """The sum of an answered roll, with every number; empty for an answer that has none."""
        ...

    def phrased(self, text: Text, names: Any) -> str:
        """A refusal, or any other text of the rulebook, with names in place of ids."""
        ...

    def told(self, event: Event, names: Any) -> Sentence:
        """An event as a clause."""
        ...

    def titled(self, step: str, names: Any) -> str:
        """A procedure as a heading."""
        ...

    def clause_of(self, event: Mapping[str, Json]) -> str:
        """The clause that an event rests on, empty for none."""
        ...

    def whose(self, ask: Mapping[str, Json], state: Any) -> str | None:
        """The seat that a question is for, also where the table could answer it: a side ends its own moves."""
        ...

    def ending(self, ask: Mapping[str, Json]) -> str:
        """The option that ends an action, where the question offers it; empty elsewhere."""
        ...

    def only_answer(self, ask: Mapping[str, Json]) -> str:
        """The option that is taken without a player, since nothing else is open; empty for every other question.

        It must not depend on anything hidden, nor be the last chance of another seat to break in.
        """
        ...

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """Whether a question is one about the table."""
        ...

    def unsure(self, raw: Json) -> bool:
        """Whether a measured answer left something to the players."""
        ...

    def check(self, name: str) -> str:
        """What a check is called, in the statistics of the dice; its name is a code in logs."""
        ...

    def forms(self) -> list[dict[str, Json]]:
        """A form for everything that an umpire may say has happened (`event_forms.py`)."""
        ...

    def conceded(self, state: Any, seat: str) -> Event | None:
        """What happens when a seat concedes; None where the rulebook does not know that."""
        ...


class ForceReader(Protocol):
    """The forces of a rulebook."""

    def starters(self) -> Mapping[str, Path]:
        """The files of the forces that come with the book, by name."""
        ...

    def read(self, path: Path) -> ForceRead:
        """The force of a file; Faulty with every fault and its line."""
        ...


class ScenarioReader(Protocol):
    """The scenarios of a rulebook that are files."""

    def starters(self) -> Mapping[str, Path]:
        """The files of the scenarios that come with the book, by name."""
        ...

    def read(self, path: Path) -> Scenario:
        """The scenario of a file; Faulty with every fault and its line. `scenario_toml.py` has most of it."""
        ...


class SightReading(Protocol):
    """How a rulebook reads sight. Where a book has none, all that stands blocks and the bare share is shown."""

    def limits(self, state: Any = None) -> SightLimits:
        """The limits that a sighting is held against. state: of the game in progress, None where there is none."""
        ...

    def blocking(self, snapshot: Snapshot, state: Any = None) -> np.ndarray:
        """Which models block, (viewer, 1, blocker), as `measure.sight.all_sight` takes it."""
        ...

    def recorded(self, ask: Mapping[str, Json], target: str, state: Any, snapshot: Snapshot) -> Why | None:
        """A sight from the log, worked out again with its reasons; None where one of the two stood nowhere."""
        ...


class Adviser(Protocol):
    """What a model could do from where it stands."""

    def __call__(self, snapshot: Snapshot, state: Any, model: str, names: ModelNames) -> AdviceView:
        """The advice for one model."""
        ...


class QuestionAdviser(Protocol):
    """What speaks for each answer to an open question, from where the models stand."""

    def __call__(self, snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
        """Rows with the `option` that each stands for, best first; None for a question that needs no advice.

        It rests on nothing that the seat of the question does not know, or, where everybody sees the question, on
        nothing that not everybody knows. It is worked out in the background, where no reader's language is known, so
        its texts are messages; with `breather.take_breath()` before each step of long work, nobody waits for it.
        """
        ...


@dataclass(frozen=True)
class DemoGame:
    """A small game for the demonstration and the benchmarks. forces: names of starters, by seat.

    setup: what is put over the setup, so that it begins with play. profiles: of the models of the demonstration's
    table, by id. hardy: numbers of a card that let nobody die, for a game as long as is wanted. table: a table of its
    own, in place of the usual one. watched: the state of a game in which a model of a snapshot is about to move while
    others wait to break in; None in a book where nobody does.
    """

    forces: Mapping[str, str] = field(default_factory=dict)
    setup: Mapping[str, Json] = field(default_factory=dict)
    profiles: Mapping[str, str] = field(default_factory=dict)
    hardy: Mapping[str, int] = field(default_factory=dict)
    table: DemoTable | None = None
    watched: Callable[[Snapshot, str, Sequence[str]], Any] | None = None


@dataclass(frozen=True)
class Book:
    """A rulebook: see the fields, each with the plain default that a book may leave it at.

    turn, turn_title: the number of a state's turn, and what a turn of that number is called.
    board: what a seat is shown, made of what `system.visible_to` says to that seat, so that nothing hidden leaks.
    setup_of: the setup of a game from forces by seat and a scenario. setup_keys: what a setup may say beside the
    house rules. carried: what a table's next game begins with in its setup, by the setup and events of the last one.
    hidden_title: over what lies face down for others; empty in a book where nothing ever does.
    hidden_names: what a seat sees in place of the name of a model that it does not know yet, by id; the seat is None
    for spectators and the projector. A model whose id says who it is has an id that does not.
    rows, unknowns: what of the book is played, and what it would ask the table for.
    glossary: the words of its questions, options and counters, each explained in a paragraph.
    shot: who shoots at whom with the roll of a question, of a duel the first side; None for a roll that is no shot.
    club_events: whether a game of it can be a pairing of a club event and fill in its score card.
    """

    system: System[Any]
    title: Title
    seats: tuple[str, ...]
    phrases: Phrases
    facts: TableFacts = field(default_factory=PlainTableFacts)
    turn: Callable[[Any], int] = plain_turn
    turn_title: Callable[[int], str] = plain_turn_title
    board: Callable[[Mapping[str, Json], str], GameBoardView] = plain_board
    result: Callable[[Any, ModelNames], GameResultView | None] = plain_result
    hidden_title: Title = HIDDEN_TITLE
    hidden_names: Callable[[Any, str | None], Mapping[str, Title]] = plain_setup.nothing_hidden
    scenarios: tuple[Scenario, ...] = ()
    scenario_files: ScenarioReader | None = None
    forces: ForceReader | None = None
    setup_of: Callable[[Mapping[str, Any], Scenario | None], dict[str, Json]] = plain_setup.setup_of
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
    club_events: bool = False

    @property
    def name(self) -> str:
        """Its name in the catalogue and in the first line of a log."""
        return self.system.name

    @property
    def names_targets(self) -> bool:
        """Whether any of its rolls says who shoots at whom."""
        return self.shot is not plain_setup.no_shot

    @property
    def material_names(self) -> tuple[str, ...]:
        """What terrain may be made of, as its file has it; empty where the book does not say."""
        return tuple(material.id for material in self.materials)

    def state_shown(self, visible: Mapping[str, Json], seat: str, hidden: Collection[str] = ()) -> dict[str, Json]:
        """What a seat may know of the state, as JSON: the book's views of its models, and what lies on the table.

        hidden: the models that it does not know; they have no card.
        """
        view = self.board(visible, seat)
        models = {model: replace(it, card=None) if model in hidden else it for model, it in view.models.items()}
        turn = {"turn": view.turn, "turn_title": self.turn_title(view.turn)}
        parts = {**turn, "phase": view.phase, "models": models, "markers": view.markers}
        return {name: dump_view(part) for name, part in parts.items()}

    def wording(self, state: Any) -> Wording:
        """The words in which a game is told at a terminal, where no roster has names. state: of any moment of it."""
        return self.wording_with(self.phrases.names(state, {}))

    def wording_with(self, names: Any) -> Wording:
        """The words in which a game is told. names: of its models and seats, as this book's phrases give them."""
        return Wording(
            lambda event: tell_event(self.phrases, event, names),
            lambda step: self.phrases.titled(step, names),
            tell_rolls(self.phrases, names),
            names,
        )

    def result_shown(self, state: Any, names: ModelNames) -> Json:
        """How the game ended, or stands, as JSON; None where the book cannot say."""
        return dump_view(self.result(state, names))


def tell_event(phrases: Phrases, event: Event, names: Any) -> Sentence:
    """An event as a clause: in the words of the book, or, for one that every book has, in those of the engine."""
    if isinstance(event, PositionsAccepted):
        return Sentence("", describe_moves(event, names))
    return phrases.told(event, names)


__all__ = [
    "Adviser",
    "Book",
    "DemoGame",
    "ForceReader",
    "Measured",
    "ModelNames",
    "Phrases",
    "QuestionAdviser",
    "ScenarioReader",
    "SightReading",
    "StrayModel",
    "TableFacts",
    "TableNow",
    "tell_event",
]  # fmt: skip
