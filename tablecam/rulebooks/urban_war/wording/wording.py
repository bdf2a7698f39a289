"""Urban War in the players' words, as the host of a game wants them."""

from collections.abc import Mapping

from tablecam.rulebooks.urban_war.result import concession, urban_war_result
from tablecam.rulebooks.urban_war.rules.actions import END
from tablecam.rulebooks.urban_war.rules.events import GameEnded
from tablecam.rulebooks.urban_war.rules.state import Order, State
from tablecam.rulebooks.urban_war.wording import events
from tablecam.rulebooks.urban_war.wording import questions as said
from tablecam.rulebooks.urban_war.wording.event_fields import urban_war_forms
from tablecam.rulebooks.urban_war.wording.events import Names
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.system import Sentence


class UrbanWarPhrases:
    """Questions, answers and events of Urban War, said aloud."""

    def names(self, state: State, called: Mapping[str, str]) -> Names:
        """By the roster where it knows them; else ids are names that want a capital letter."""
        own = events.names(state).known
        return Names({each: called.get(each, name) for each, name in own.items()})

    def people(self, state: State) -> Mapping[str, str]:
        """The side of every model."""
        return {name: each.side for name, each in state.fighters.items()}

    def asked(self, ask: Mapping[str, Json], names: Names) -> str:
        """A question as one line."""
        return said.asked(ask, names)

    def spelled(self, ask: Mapping[str, Json], names: Names) -> dict[str, Json]:
        """A question's record with names where somebody reads."""
        return said.spelled(ask, names)

    def answered(self, ask: Mapping[str, Json], raw: Json, by: str, names: Names) -> str:
        """An answer as one line."""
        return said.answered(ask, raw, by, names)

    def phrased(self, text: str, names: Names) -> str:
        """A sentence with names in the place of ids."""
        return names.within(text)

    def told(self, event: Event, names: Names) -> Sentence:
        """An event as a clause."""
        return events.told(event, names)

    def titled(self, step: str, names: Names) -> str:
        """A procedure as a heading."""
        return events.titled(step, names)

    def clause_of(self, event: Mapping[str, Json]) -> str:
        """The clause that an event rests on."""
        return said.clause_of(event)

    def whose(self, ask: Mapping[str, Json], state: State) -> str | None:
        """Whoever is asked; of a move, the side of the model that makes it."""
        model = ask.get("model") if ask.get("kind") in said.MOVED else None
        return state[str(model)].side if model in state.fighters else ask.get("seat")

    def ending(self, ask: Mapping[str, Json]) -> str:
        """Ending the action, after which a side names the next model."""
        return END if str(ask.get("purpose", "")).endswith(" has acted") else ""

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """Whether a question is one about the table."""
        return ask.get("kind") in said.FACTS

    def unsure(self, raw: Json) -> bool:
        """Whether a measured answer left something to the players."""
        return said.unsure(raw)

    def forms(self) -> list[dict[str, Json]]:
        """A form for everything that an umpire may say has happened."""
        return urban_war_forms()

    def private(self, state: State, seat: str) -> dict[str, Json]:
        """The orders of a side's models that have one."""
        own = (each for each in state.fighters.values() if each.side == seat)
        return {each.id: each.order.value for each in own if each.order is not Order.NONE}

    def conceded(self, state: State, seat: str) -> Event | None:
        """A side that gives up has lost."""
        return GameEnded(winner=state.other(seat), why=concession(seat))

    def result(self, state: State) -> Json:
        """Losses and casualty levels of both sides, and who is ahead by how much."""
        found = urban_war_result(state)
        return {
            "sides": {
                side: {"lost": each.lost, "of": each.of, "level": str(each.level), "withdrew": each.withdrew}
                for side, each in found.sides.items()
            },
            "winner": found.winner,
            "ending": found.ending,
            "ahead": found.ahead,
            "steps": found.steps,
        }
