"""The players' words of every data book; the titles in them are the book's own."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import InContext, Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import short
from tablecam.rules.books.data_book.rules.events import EVENTS
from tablecam.rules.books.data_book.rules.game_events import GameEnded
from tablecam.rules.books.data_book.rules.reasons import Reason
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.books.data_book.rules.topics import END, NOBODY, PASS
from tablecam.rules.books.data_book.words import BookNames, BookWords, name_models
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.plain_words import capital
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.sum_words import SumStyle
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames

Ask = Mapping[str, Json]

OPTIONS: Mapping[str, Message] = {
    PASS: InContext("an option", "pass"),
    NOBODY: InContext("an option", "nobody"),
    END: Message("end the activation"),
}
STEPS: Mapping[str, Message] = {
    "deployment": Message("Deployment"),
    "orders": Message("Orders"),
    "first side": Message("Start of the turn"),  # no text
    "activation": Message("Activation"),
    "end of the turn": Message("End of the turn"),  # no text
    "end of the game": Message("End of the game"),  # no text
}


def _ask_deployment(ask: Ask, names: BookNames) -> str:
    seat, place = names(ask["subject"][0]), str(ask["purpose"])
    if place != "deployed":
        return _("{place}: are all models of {side} there?", place=names.words.text(place), side=seat)
    return _("Are all models of {side} on the table?", side=seat)


def _ask_height(ask: Ask, names: BookNames) -> str:
    model, compared_model = (names(model) for model in ask["subject"])
    values = {"model": model, "other": compared_model, "height": short(float(ask["purpose"]))}
    return _("Does {model} stand at least {height} higher than {other}?", **values)


def _ask_check(ask: Ask, names: BookNames) -> str:
    return _describe_check(ask, names, names.title("checks", str(ask["purpose"])))


def _describe_check(ask: Ask, names: BookNames, what: str) -> str:
    models = [names(model) for model in ask["subject"]]
    values = {"side": names(str(ask["seat"])), "what": what, "model": models[0]}
    if len(models) > 1:
        return _("{side} rolls: {model} against {target}, {what}", target=models[1], **values)
    return _("{side} rolls: {model}, {what}", **values)


def _ask_standing(ask: Ask, names: BookNames) -> str:
    values = {"model": names(ask["subject"][0]), "piece": ask["subject"][1]}
    if ask["action"] == "stands-on":
        return _("Does {model} stand on {piece}?", **values)
    return _("Does {model} stand beside {piece}?", **values)


QUESTIONS: Mapping[str, Callable[[Ask, BookNames], str]] = {
    "activate": lambda ask, names: _("{side}: which model acts?", side=names(str(ask["seat"]))),
    "orders": lambda ask, names: _("{side}: an order for each model", side=names(str(ask["seat"]))),
    "first": lambda ask, names: _("{side} rolls for the start", side=names(str(ask["seat"]))),
    "action": lambda ask, names: _("{model}: which action?", model=names(ask["subject"][0])),
    "weapon": lambda ask, names: _("{model}: which weapon?", model=names(ask["subject"][0])),
    "target": lambda ask, names: _("{model}: which target?", model=names(ask["subject"][0])),
    "deployed": _ask_deployment,
    "higher": _ask_height,
    "check": _ask_check,
    "stands-on": _ask_standing,
    "stands-beside": _ask_standing,
}


class DataPhrases(PlainPhrases):
    """The words of one data book."""

    events = EVENTS

    def __init__(self, words: BookWords) -> None:
        self._words = words
        # attributes of the class in other books: one class serves many data books here
        self.sums = SumStyle(  # type: ignore[misc]
            stats=frozenset(f"numbers.{name}" for name in words.form.numbers),
            labels={key: words.text(check.title) for key, check in words.form.checks.items()},
        )

    def people(self, state: State) -> Mapping[str, str]:
        """The side of every model."""
        return {name: model.seat for name, model in state.models.items()}

    def build_names(self, state: State, called: Mapping[str, str]) -> ModelNames:
        """The names in `called`, else those of the force, else the ids as names."""
        seats = {seat: seat_title(seat) for seat in state.seats}
        titles = {**seats, **name_models(self.people(state)), **state.names, **called}
        return BookNames(titles, Reason, words=self._words)

    def describe_question(self, ask: Ask, names: Any) -> str:
        """A question as one line."""
        say = QUESTIONS.get(str(ask.get("action", "")))
        return say(ask, names) if say else super().describe_question(ask, names)

    def spell_question(self, ask: Ask, names: Any) -> dict[str, Json]:
        """A question's record with titles in place of codes."""
        record = super().spell_question(ask, names)
        if "options" in record:
            record["options"] = [self._spell_option(option) for option in record["options"]]
        return record

    def _spell_option(self, option: Json) -> Json:
        label = OPTIONS.get(str(option["id"]))
        return {**option, "label": capital(str(label))} if label else option

    def describe_answer(self, ask: Ask, raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""
        if isinstance(raw, str) and raw in OPTIONS:
            return _("{who}: {option}", who=names(str(ask.get("seat") or by)), option=OPTIONS[raw])
        if ask["kind"] == "Assign" and isinstance(raw, Mapping):
            pairs = [
                _("{model} {order}", model=names(model), order=names.title("orders", order))
                for model, order in raw.items()
            ]
            return _("{who}: {option}", who=names(str(ask.get("seat") or by)), option=join_items(pairs))
        if ask.get("action") == "check" and (sum := self.describe_sum(ask, raw, names)):
            return _describe_check(ask, names, sum)
        return super().describe_answer(ask, raw, by, names)

    def title_step(self, step: str, names: Any) -> str:
        """A procedure as a heading."""
        return str(STEPS.get(step, step))

    def is_fact(self, ask: Ask) -> bool:
        """Whether a question is one about the table."""
        return ask.get("action") == "higher" or super().is_fact(ask)

    def check(self, name: str) -> str:
        """The name of a check in the statistics of the dice."""
        return capital(str(self._words.title("checks", name)))

    def find_ending(self, ask: Ask) -> str:
        """The option that ends an activation."""
        return END if ask.get("action") == "action" else ""

    def make_concession(self, state: State, seat: str) -> Event:
        """A side concedes."""
        return GameEnded(why="conceded", losers=(seat,))
