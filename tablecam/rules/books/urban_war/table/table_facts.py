"""What the table tells a game of Urban War: plain geometry as its house rules measure, deployment, and who watches."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import short
from tablecam.rules.ask import Ask
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.plain_words import length
from tablecam.rules.books.table_facts import AnswersNow, ModelNames, TableNow
from tablecam.rules.books.urban_war.advice.alerts import alert
from tablecam.rules.books.urban_war.advice.closed_answers import closed_answers
from tablecam.rules.books.urban_war.advice.interrupting import reaction_advice
from tablecam.rules.books.urban_war.advice.reactions import reaction_chances
from tablecam.rules.books.urban_war.advice.watching import MeasuredPlay, watchers
from tablecam.rules.books.urban_war.rules.facts import Deploy, React, Under
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.table.answers import MeasuredTable, table_answer
from tablecam.rules.books.urban_war.wording import answers as words
from tablecam.rules.books.views import AlertView
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json
from tablecam.sensing.tracking.odometer import Place
from tablecam.table.snapshot import Snapshot


class UrbanWarTableFacts(PlainTableFacts):
    """Ranges, sight, contact, moves and deployment of Urban War, off a table that a camera sees."""

    def answer(self, ask: Ask[Any], state: State, seen: TableNow) -> Json:
        """As the house rules of the game measure."""
        return table_answer(ask, MeasuredTable(seen.snapshot, state, seen.travelled))

    def says(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str:
        """A measured answer in Urban War's words."""
        known: Any = names
        if isinstance(ask, Deploy):
            far = length([raw["length_in"], raw["sigma_in"]])
            return _("{far} from its edge, of at most {most}", far=far, most=short(ask.allowance_in))
        return super().says(ask, raw, names) if isinstance(ask, Move) else words.measured(ask.record(), raw, known)

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Ranges, sight and contact; who lies under a template the players say."""
        return super().by_itself(ask) and not isinstance(ask, Under)

    def concerned(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models of a measurement; a template is laid by the players."""
        return () if isinstance(ask, Under) else super().concerned(ask)

    def straight_line_will_do(self, ask: Ask[Any]) -> bool:
        """A deployment has no path."""
        return super().straight_line_will_do(ask) and not isinstance(ask, Deploy)

    def sets_out(self, ask: Ask[Any]) -> str:
        """A model that is asked how it moves, what it does, or whom it charges: hands are quicker than taps."""
        return ask.subject[0] if ask.action in ("action", "charge.target") and ask.subject else self.mover(ask)

    def places(self, state: State) -> Mapping[str, Place]:
        """Where models stand by what was measured of their moves."""
        return {name: fighter.place for name, fighter in state.fighters.items() if fighter.place}

    def may_move(self, state: State, model: str, moving: Sequence[str]) -> bool:
        """Those asked what they do or how they move, and what is not in play."""
        in_play = model in state.fighters and state[model].alive and state[model].deployed
        return not in_play or model in moving

    def answers_now(self, ask: Ask[Any], state: State, seen: TableNow, names: ModelNames) -> AnswersNow:
        """Breaking in where the ruling would find it impossible, and a charge with nobody in reach, are closed."""
        if seen.trouble:
            return AnswersNow()
        look = MeasuredPlay(MeasuredTable(seen.snapshot, state))
        advice = reaction_advice(look, ask, names) if isinstance(ask, React) else None
        return AnswersNow(closed_answers(look, ask), advice)

    def alerts(
        self,
        mover: str,
        state: State,
        snapshot: Snapshot,
        way: Sequence[Place],
        names: ModelNames,
        walked_in: float = 0.0,
    ) -> dict[str, list[AlertView]]:
        """Whose overwatch a path comes into, for the side of the watchers."""
        if mover not in state.fighters or not way:
            return {}
        table = MeasuredTable(snapshot, state)
        found = [
            alert(threat, names, walked_in, reaction_chances(table, threat, mover, names))
            for threat in watchers(table, mover, way)
        ]
        return {state.other(state[mover].side): found} if found else {}
