"""Urr in the players' words, as the host of a game needs them: names, questions, steps, rolls, events."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.base.i18n import InContext, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books import plain_words
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.plain_words import PlainNames, capital, label_option
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.sum_words import SumStyle
from tablecam.rules.books.urr.rules import step_names
from tablecam.rules.books.urr.rules.codes import UrrReason, because
from tablecam.rules.books.urr.rules.rulebook import EVENTS
from tablecam.rules.books.urr.rules.siege_events import PlayEnded
from tablecam.rules.books.urr.rules.state import BERSERK, UrrSide, UrrState
from tablecam.rules.coded_text import read_coded
from tablecam.rules.event import Event, Takes
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum
from tablecam.rules.step_name import collect_step_patterns

BERSERK_PARTY = Message("Berserk undead")


@dataclass(frozen=True)
class UrrNames(PlainNames):
    """Names by id; an unknown id stays unchanged."""

    def __call__(self, one: str) -> str:
        """The name of an id; berserk undead have no side's name."""
        return str(BERSERK_PARTY) if one == BERSERK else super().__call__(one)

    def read(self, record: Json) -> str:
        """A text of a log's record with names."""
        return self.text(read_coded(UrrReason, record))


def build_names(state: UrrState, called: Mapping[str, str] | None = None) -> UrrNames:
    """Units and sides by `called`, else by their own names; everything else by its id in words."""
    ids = (*state.engines, *state.sections, *state.places, *state.quarters, *state.lowlands)
    defaults = {id: spell_id(id) for id in ids}
    defaults |= {seat: _name_force(seat, side) for seat, side in state.sides.items()}
    defaults |= {unit: record.profile.name for unit, record in state.units.items()}
    return UrrNames({id: capital(name) for id, name in defaults.items()} | dict(called or {}))


def _name_force(seat: str, side: UrrSide) -> str:
    """The name of a side's force; the seat's title for a side without one."""
    return seat_title(seat) if side.name == seat else side.name


def spell_id(id: str) -> str:
    """An id in words: `long_arm` is `Long arm`."""
    return capital(id.replace("_", " ").replace("-", " "))


Ask = Mapping[str, Json]
# a question as one line, from the names of its subject
Say = Callable[..., str]

# by action; the arguments are the names of the subject
QUESTIONS: Mapping[str, Say] = {
    "tactical": lambda: _("Is there a tactical turn?"),
    "combat.place": lambda: _("Where is the next combat?"),
    "muster": lambda place: _("Who fights at {place}?", place=place),
    "raiders": lambda unit: _("Which unit do {raiders} go with?", raiders=unit),
    "tower.crew": lambda section: _("Who is in the siege tower at {section}?", section=section),
    "tower.shooter": lambda section: _("Who of the crew at {section} shoots?", section=section),
    "breach.enter": lambda section: _("Who climbs through the breach of {section}?", section=section),
    "breach.exposed": lambda unit: _("How much is {unit} worse off in the breach?", unit=unit),
    "stance": lambda: _("Attack or defend?"),
    "stances": lambda: _("Who attacks, and who defends?"),
    "roll.ranged": lambda unit: _("{unit} shoots", unit=unit),
    "roll.attack": lambda unit: _("{unit} attacks", unit=unit),
    "roll.defence": lambda unit: _("{unit} defends", unit=unit),
    "roll.engine": lambda engine, section: _("{engine} shoots at {section}", engine=engine, section=section),
    "score.ranged": lambda unit: _("What is the ranged score of {unit} now?", unit=unit),
    "score.melee": lambda unit: _("What is the melee score of {unit} now?", unit=unit),
    "score.engine": lambda engine: _("What is the score of {engine}?", engine=engine),
    "magic": lambda unit: _("What does magic add to the roll of {unit}?", unit=unit),
    "hit": lambda party: _("Which unit of {side} takes a hit?", side=party),
    "healing": lambda party: _("How many steps does magic restore to {side}?", side=party),
    "healing.unit": lambda party: _("Which unit of {side} gets a step back?", side=party),
    "fight-on": lambda: _("Does this side fight on?"),
    "raid": lambda engine: _("What have raids taken off the rolls of {engine}, in all?", engine=engine),
    "sapping.section": lambda: _("Which section has been sapped?"),
    "sapping.steps": lambda section: _("How many steps has {section} lost to sappers?", section=section),
    "flood.place": lambda: _("Which place is flooded?"),
    "project": lambda unit: _("What do {unit} build?", unit=unit),
    "repair.safe": lambda section: _("Can engineers work undisturbed on both sides of {section}?", section=section),
    "ramp.builders": lambda section: _("Which two units build the ramp at {section}?", section=section),
    "ramp.shooter": lambda unit: _("Who shoots at {unit}, building the ramp?", unit=unit),
    "rafts": lambda side: _("Where does {side} cross on rafts?", side=side),
    "engine": lambda engine: _("What does {engine} do?", engine=engine),
    "fire.fought": lambda quarter: _("Which two units fight the fire at {quarter}?", quarter=quarter),
    "fire.magic": lambda quarter: _("Does magic put out the fire at {quarter}?", quarter=quarter),
    "ending": lambda: _("Does the game go on?"),
}


def describe_question(ask: Ask, known: UrrNames) -> str:
    """A question as one line; a fact in the plain words of every book."""
    say = QUESTIONS.get(str(ask.get("action", "")))
    if say is None:
        return plain_words.describe_question(ask, known)
    return capital(say(*map(known, ask.get("subject", ()))))


def describe_answer(ask: Ask, raw: Json, by: str, known: UrrNames, sum: str = "") -> str:
    """An answer as one line. raw: None if the answer is secret. sum: the sum of a roll, in words."""
    kind = str(ask["kind"])
    if raw is None or ask.get("action") not in QUESTIONS:
        return plain_words.describe_answer(ask, raw, by, known, sum)
    if sum:
        return _word_roll(ask, sum, known)
    question = describe_question(ask, known)
    if seat := ask.get("seat"):
        # Translators: {who} is a side, {question} what it is asked
        question = _("{who}: {question}", who=known(str(seat)), question=question)
    if kind == "Confirm":
        return _("{question} Yes", question=question) if raw else _("{question} No", question=question)
    return _("{question} {answer}", question=question, answer=_word_answer(ask, kind, raw, known))


def _word_roll(ask: Ask, sum: str, known: UrrNames) -> str:
    """A roll as `Wall watch, to defend 4 + score 2 = 6 against 6/10/14: 1 hit`."""
    who, *targets = map(known, ask.get("subject", ()))
    if targets:
        return _("{engine} at {section}, {sum}", engine=who, section=targets[0], sum=sum)
    return _("{unit}, {sum}", unit=who, sum=sum)


def _word_answer(ask: Ask, kind: str, raw: Json, known: UrrNames) -> str:
    match kind:
        case "Roll":
            return join_items(raw if isinstance(raw, list | tuple) else [raw])
        case "Count":
            return str(raw)
        case "Pick":
            return join_items(_label_option(ask, id, known) for id in raw) or _("nobody")
        case "Assign":
            pairs = ((known(unit), _label_option(ask, stance, known)) for unit, stance in raw.items())
            return join_items(_("{unit}: {stance}", unit=unit, stance=stance) for unit, stance in pairs)
    return _label_option(ask, raw, known)


def _label_option(ask: Ask, id: str, known: UrrNames) -> str:
    """An option's label for its button."""
    chosen: Ask = next((option for option in ask.get("options", ()) if option["id"] == id), {"id": id})
    return label_option(chosen, known)


def _format_hits(sum: RollSum) -> str:
    return ngettext("{n} hit", "{n} hits", sum.scored) if sum.scored else _("no hit")


# no text: the keys are codes
SUMS = SumStyle(
    stats=frozenset({"melee", "ranged", "engine"}),
    short={
        "melee": InContext("added to dice", "score"),
        "ranged": InContext("added to dice", "score"),
        "engine": InContext("added to dice", "score"),
        "wall-strength": InContext("added to dice", "wall"),
        "rough": InContext("added to dice", "rough ground"),
        "undead-target": InContext("added to dice", "undead target"),
    },
    labels={
        "roll.ranged": Message("to shoot"),
        "roll.attack": Message("to attack"),
        "roll.defence": Message("to defend"),
        "roll.engine": InContext("a roll of dice", "to hit"),
    },
    verdicts={"ranged": _format_hits, "melee": _format_hits, "engine": _format_hits},
)


MODEL, MODELS, SEAT = "model", "models", "seat"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("unit", "raiders", "shooter", "fighter", "builder", "target"), MODEL),
    **dict.fromkeys(("units", "builders"), MODELS),
    **dict.fromkeys(("seat", "side", "party", "by", "against"), SEAT),
    "winner": "winner",
    "why": "text",
}
FIELD_TITLES: Mapping[str, Message] = {
    "unit": Message("unit"), "units": Message("units"), "party": Message("side"), "side": Message("side"),
    "seat": Message("side"), "by": Message("attacker"), "against": Message("defender"), "place": Message("place"),
    "section": Message("section"), "steps": Message("steps"), "hits": Message("hits"), "why": Message("why"),
    "winner": Message("winner"), "engine": Message("engine"), "quarter": Message("quarter"),
}  # fmt: skip
OFTEN = ("HitTaken", "UnitEliminated", "StepsRestored", "WallSapped", "WorkDestroyed", "CombatEnded", "PlayEnded")
FIELDS = FieldWords(TAKES, FIELD_TITLES, often=OFTEN)


class UrrPhrases(PlainPhrases):
    """Questions, answers and events of Urr in words."""

    events = EVENTS
    fields = FIELDS
    sums = SUMS
    steps = collect_step_patterns(step_names)

    def people(self, state: UrrState) -> Mapping[str, str]:
        """The side of every unit."""
        return {name: unit.side for name, unit in state.units.items()}

    def build_names(self, state: UrrState, called: Mapping[str, str]) -> UrrNames:
        """Names from the roster, else from counters and force files."""
        return build_names(state, called)

    def describe_question(self, ask: Mapping[str, Json], names: Any) -> str:
        """A question as one line."""
        return describe_question(ask, names)

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""
        return describe_answer(ask, raw, by, names, self.describe_sum(ask, raw, names))

    def make_concession(self, state: UrrState, seat: str) -> Event:
        """The event of a side that concedes: the other side wins."""
        return PlayEnded(winner=state.other(seat), why=because("concedes", side=seat))
