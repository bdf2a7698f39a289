"""Urban War in the players' words, in the form that the host of a game needs."""

from collections.abc import Mapping
from typing import Any

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.urban_war.result import concession
from tablecam.rules.books.urban_war.rules.actions import DOING
from tablecam.rules.books.urban_war.rules.card import Band
from tablecam.rules.books.urban_war.rules.events import EVENTS
from tablecam.rules.books.urban_war.rules.materials import MATERIALS, title_covers
from tablecam.rules.books.urban_war.rules.reaction_events import GameEnded
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.wording import answers, names, questions, steps
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.books.urban_war.wording.questions import OPTIONS
from tablecam.rules.books.urban_war.wording.sums import SUMS
from tablecam.rules.event import Event, Takes
from tablecam.rules.plain import Json

# no text: the keys are codes
CHECKS: Mapping[str, Message] = {
    "to hit": Message("To hit"),  # no text
    "to hit in close combat": Message("To hit in close combat"),  # no text
    "damage": InContext("a roll of dice", "Damage"),
    "damage in close combat": Message("Damage in close combat"),  # no text
    "heavy armour": Message("Heavy armour"),  # no text
    **title_covers(),
    "another target": Message("Check for another target"),  # no text
    "disruption shot": Message("Check for a disruption shot"),  # no text
    "intercept charge": Message("Check for an intercept charge"),  # no text
    "panic check": Message("Check against panic"),  # no text
    "rally": Message("Check to rally"),
    "shock test": Message("Check against shock"),  # no text
    "break off": Message("Check to break off"),  # no text
    "evade": Message("Check to evade"),
}


MODEL, SEAT = "model", "seat"
TAKES: Mapping[str, Takes] = {
    # these are codes: of the values that a field takes, and of values in logs
    **dict.fromkeys(("model", "shooter", "target", "striker", "attacker", "defender", "enemy"), MODEL),
    **dict.fromkeys(("seat", "side", "first", "by"), SEAT),
    "winner": "winner",
    "loser": "loser",
    # an umpire types a reason
    **dict.fromkeys(("why", "marker"), "text"),
    "action": tuple(DOING),
    "band": tuple(band.value for band in Band),
    "material": tuple(MATERIALS),
}
TITLES: Mapping[str, Message] = {
    "action": Message("action"),
    "at_once": Message("at once"),
    "attacker": Message("attacker"),
    "band": Message("range band"),
    "by": Message("by"),
    "complete": Message("complete"),
    "defender": Message("defender"),
    "depth_in": Message("depth in inches"),
    "edge": Message("edge"),
    "end": Message("end"),
    "enemies": Message("enemies"),
    "enemy": Message("enemy"),
    "faces": Message("faces"),
    "fights_back": Message("fights back"),
    "first": Message("first"),
    "game": Message("game"),
    "hits": Message("hits"),
    "intercepted": Message("intercepted"),
    "kind": Message("kind"),
    "length_in": Message("length in inches"),
    "loser": Message("loser"),
    "marker": Message("marker"),
    "material": Message("material"),
    "model": Message("model"),
    "models": Message("models"),
    "modifiers": Message("modifiers"),
    "opened": Message("opened"),
    "orders": Message("orders"),
    "passed": Message("passed"),
    "piece": Message("piece"),
    "purpose": Message("purpose"),
    "saved": Message("saved"),
    "seat": Message("side"),
    "shooter": Message("shooter"),
    "side": Message("side"),
    "speculative": Message("speculative"),
    "stopped": Message("stopped"),
    "striker": Message("striker"),
    "target": Message("target"),
    "total": Message("total"),
    "turn": Message("turn"),
    "weapon": Message("weapon"),
    "why": Message("reason"),
    "winner": Message("winner"),
    "withdraws": Message("withdraws"),
    "wounds": Message("wounds"),
}
CHOICES: Mapping[str, Message] = {
    **OPTIONS,
    "intercept": Message("Intercept"), "shot": Message("Shot"),
    # no text
    "table side": Message("Table side"), "first turn": Message("First turn"), "initiative": Message("Initiative"),
    "contact": InContext("a band of ranges", "Contact"), "short": InContext("a band of ranges", "Short"),
    "medium": InContext("a band of ranges", "Medium"), "long": InContext("a band of ranges", "Long"),
    "extreme": InContext("a band of ranges", "Extreme"),
    **{id: material.title for id, material in MATERIALS.items()},
}  # fmt: skip
# the events that are corrected at tables, as far as we know
OFTEN = (
    "Wounded", "Removed", "Panicked", "Rallied", "Shocked", "Moved", "Engaged", "Disengaged", "ActionEnded",
    "GameEnded",
)  # fmt: skip
FIELDS = FieldWords(TAKES, TITLES, CHOICES, OFTEN)


class UrbanWarPhrases(PlainPhrases):
    """Questions, answers and events of Urban War, in words."""

    events = EVENTS
    fields = FIELDS
    sums = SUMS

    def build_names(self, state: State, called: Mapping[str, str]) -> Names:
        """Names by `called` where it knows them, even for models that are not in the game; else by their ids."""
        return Names({**names.build_names(state).known, **called})

    def people(self, state: State) -> Mapping[str, str]:
        """The side of every model."""
        return {name: fighter.side for name, fighter in state.fighters.items()}

    def describe_question(self, ask: Mapping[str, Json], names: Any) -> str:
        """A question as one line."""
        return questions.describe_question(ask, names)

    def spell_question(self, ask: Mapping[str, Json], names: Any) -> dict[str, Json]:
        """A question's record with names, for readers."""
        return questions.spell_question(ask, names)

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""
        return answers.describe_answer(ask, raw, by, names)

    def title_step(self, step: str, names: Any) -> str:
        """A procedure as a heading."""
        return steps.title_step(step, names)

    def find_seat(self, ask: Mapping[str, Json], state: State) -> str | None:
        """The seat that answers; for a move, the side of the model."""
        model = ask.get("model") if ask.get("kind") in questions.MOVED else None
        return state[str(model)].side if model in state.fighters else ask.get("seat")

    def find_ending(self, ask: Mapping[str, Json]) -> str:
        """The option that ends the action, after which a side names the next model."""
        return questions.find_ending(ask)

    def only_answer(self, ask: Mapping[str, Json]) -> str:
        """The answer `nobody`, where no target is open."""
        return questions.only_answer(ask)

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """True for a question about the table."""
        return ask.get("kind") in questions.FACTS

    def is_unsure(self, raw: Json) -> bool:
        """True if a measured answer left a doubt to the players."""
        return questions.is_unsure(raw)

    def check(self, name: str) -> str:
        """The name of a check in the statistics of the dice."""
        return str(CHECKS.get(name, name))

    def make_concession(self, state: State, seat: str) -> Event | None:
        """The event of a side's concession: the other side wins."""
        return GameEnded(winner=state.other(seat), why=concession(seat))
