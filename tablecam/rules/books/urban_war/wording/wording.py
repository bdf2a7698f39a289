"""Urban War in the players' words, in the form that the host of a game needs."""

from collections.abc import Mapping

from tablecam.rules.books import sum_words
from tablecam.rules.books.urban_war.result import concession
from tablecam.rules.books.urban_war.rules.events import GameEnded
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.wording import answers, clauses, events, names, questions, steps
from tablecam.rules.books.urban_war.wording.check_names import CHECKS
from tablecam.rules.books.urban_war.wording.event_fields import urban_war_forms
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.books.urban_war.wording.sums import SUMS
from tablecam.rules.coded_text import Text
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.system import Sentence


class UrbanWarPhrases:
    """Questions, answers and events of Urban War, in words."""

    def names(self, state: State, called: Mapping[str, str]) -> Names:
        """Names by `called` where it knows them, even for models that are not in the game; else by their ids."""
        return Names({**names.names(state).known, **called})

    def people(self, state: State) -> Mapping[str, str]:
        """The side of every model."""
        return {name: fighter.side for name, fighter in state.fighters.items()}

    def asked(self, ask: Mapping[str, Json], names: Names) -> str:
        """A question as one line."""
        return questions.asked(ask, names)

    def spelled(self, ask: Mapping[str, Json], names: Names) -> dict[str, Json]:
        """A question's record with names, for readers."""
        return questions.spelled(ask, names)

    def answered(self, ask: Mapping[str, Json], raw: Json, by: str, names: Names) -> str:
        """An answer as one line."""
        return answers.answered(ask, raw, by, names)

    def summed(self, ask: Mapping[str, Json], raw: Json, names: Names) -> str:
        """The sum of an answered roll; empty for an answer that has none."""
        return sum_words.summed(ask, raw, names, SUMS)

    def phrased(self, text: Text, names: Names) -> str:
        """A coded text, or a sentence of an old log, with names in the place of ids."""
        return names.text(text)

    def told(self, event: Event, names: Names) -> Sentence:
        """An event as a clause."""
        return events.describe_event(event, names)

    def titled(self, step: str, names: Names) -> str:
        """A procedure as a heading."""
        return steps.titled(step, names)

    def clause_of(self, event: Mapping[str, Json]) -> str:
        """The clause behind an event."""
        return clauses.clause_of(event)

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

    def forms(self) -> list[dict[str, Json]]:
        """A form for every event that an umpire may report."""
        return urban_war_forms()

    def conceded(self, state: State, seat: str) -> Event | None:
        """The event of a side's concession: the other side wins."""
        return GameEnded(winner=state.other(seat), why=concession(seat))
