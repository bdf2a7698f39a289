"""Urban War in the players' words, in the form that the host of a game needs."""

from collections.abc import Mapping
from typing import Any

from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.urban_war.result import concession
from tablecam.rules.books.urban_war.rules.events import EVENTS
from tablecam.rules.books.urban_war.rules.reaction_events import GameEnded
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.wording import answers, names, questions, steps
from tablecam.rules.books.urban_war.wording.check_names import CHECKS
from tablecam.rules.books.urban_war.wording.event_fields import FIELDS
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.books.urban_war.wording.sums import SUMS
from tablecam.rules.event import Event
from tablecam.rules.plain import Json


class UrbanWarPhrases(PlainPhrases):
    """Questions, answers and events of Urban War, in words."""

    events = EVENTS
    fields = FIELDS
    sums = SUMS

    def names(self, state: State, called: Mapping[str, str]) -> Names:
        """Names by `called` where it knows them, even for models that are not in the game; else by their ids."""
        return Names({**names.names(state).known, **called})

    def people(self, state: State) -> Mapping[str, str]:
        """The side of every model."""
        return {name: fighter.side for name, fighter in state.fighters.items()}

    def asked(self, ask: Mapping[str, Json], names: Any) -> str:
        """A question as one line."""
        return questions.asked(ask, names)

    def spelled(self, ask: Mapping[str, Json], names: Any) -> dict[str, Json]:
        """A question's record with names, for readers."""
        return questions.spelled(ask, names)

    def answered(self, ask: Mapping[str, Json], raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""
        return answers.answered(ask, raw, by, names)

    def titled(self, step: str, names: Any) -> str:
        """A procedure as a heading."""
        return steps.titled(step, names)

    def whose(self, ask: Mapping[str, Json], state: State) -> str | None:
        """The seat that answers; for a move, the side of the model."""
        model = ask.get("model") if ask.get("kind") in questions.MOVED else None
        return state[str(model)].side if model in state.fighters else ask.get("seat")

    def ending(self, ask: Mapping[str, Json]) -> str:
        """The option that ends the action, after which a side names the next model."""
        return questions.ending(ask)

    def only_answer(self, ask: Mapping[str, Json]) -> str:
        """The answer `nobody`, where no target is open."""
        return questions.only_answer(ask)

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """True for a question about the table."""
        return ask.get("kind") in questions.FACTS

    def unsure(self, raw: Json) -> bool:
        """True if a measured answer left a doubt to the players."""
        return questions.unsure(raw)

    def check(self, name: str) -> str:
        """The name of a check in the statistics of the dice."""
        return str(CHECKS.get(name, name))

    def conceded(self, state: State, seat: str) -> Event | None:
        """The event of a side's concession: the other side wins."""
        return GameEnded(winner=state.other(seat), why=concession(seat))
