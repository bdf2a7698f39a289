"""Urr's questions and answers in the players' words. A question's topic is its `action` and its `subject`."""

from collections.abc import Callable, Mapping

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.rules.books import plain_words
from tablecam.rules.books.plain_words import capital, label_option
from tablecam.rules.books.urr.wording.names import UrrNames
from tablecam.rules.plain import Json

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
