"""The table's facts for a game of Urban War: geometry by its house rules, deployment, and watchers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from tablecam.base.i18n import Later
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import short
from tablecam.rules.ask import Ask, Choose
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.plain_words import length
from tablecam.rules.books.table_facts import AnswersNow, MeasuredAnswer, TableNow
from tablecam.rules.books.urban_war.advice.interruptions import reaction_advice, reaction_chances
from tablecam.rules.books.urban_war.advice.overwatch import MeasuredPlay, alert, list_closed_answers, watchers
from tablecam.rules.books.urban_war.measurements import MeasuredTable, table_answer
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.facts import Deploy, React, Under
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn import STRIP_IN
from tablecam.rules.books.urban_war.wording import wording as words
from tablecam.rules.books.views import AlertView
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.sensing.tracking.odometer import Place
from tablecam.table.snapshot import Snapshot

# a hand that puts a model down often shifts it once more
PUT_DOWN_S = 1.5


def is_deployment_choice(ask: Ask[Any]) -> TypeGuard[Choose]:
    """Check whether a question asks which model is deployed next."""
    return isinstance(ask, Choose) and ask.action == codes.DEPLOY.action


def is_well_inside(path: Json) -> bool:
    """Check whether a measured depth is inside the deployment strip beyond doubt."""
    return isinstance(path, Mapping) and bool(path["length_in"] + 2 * path["sigma_in"] <= STRIP_IN)


class UrbanWarTableFacts(PlainTableFacts):
    """Ranges, sight, contact, moves and deployment of Urban War, from a table that a camera sees."""

    def answer(self, ask: Ask[Any], state: State, seen: TableNow) -> Json:
        """Measure by the house rules of the game."""
        return table_answer(ask, MeasuredTable(seen.snapshot, state, seen.travelled))

    def describe_measurement(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str:
        """A measured answer in Urban War's words."""
        model_names: Any = names
        if isinstance(ask, Deploy):
            far = length([raw["length_in"], raw["sigma_in"]])
            return _("{far} from its edge, of at most {most}", far=far, most=short(ask.allowance_in))
        return (
            super().describe_measurement(ask, raw, names)
            if isinstance(ask, Move)
            else words.describe_measurement(ask.record(), raw, model_names)
        )

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Check whether the table answers alone: ranges, sight and contact, and deployment, but not templates."""
        if isinstance(ask, Deploy) or is_deployment_choice(ask):
            return True
        return super().by_itself(ask) and not isinstance(ask, Under)

    def find_rest(self, ask: Ask[Any]) -> float:
        """A model that is deployed may still be shifted for a moment."""
        return PUT_DOWN_S if isinstance(ask, Deploy) or is_deployment_choice(ask) else super().find_rest(ask)

    def measure_answer(self, ask: Ask[Any], state: State, seen: TableNow, names: ModelNames) -> MeasuredAnswer | None:
        """The measured answer; of a choice which model is deployed, the first that stands in its zone."""
        if is_deployment_choice(ask):
            return self._find_put_down(ask, state, seen, names)
        measured = super().measure_answer(ask, state, seen, names)
        if isinstance(ask, Deploy) and measured and not is_well_inside(measured.raw):
            return replace(measured, sure=False)
        return measured

    def _find_put_down(self, ask: Choose, state: State, seen: TableNow, names: ModelNames) -> MeasuredAnswer | None:
        for option in ask.options:
            topic = codes.move("deploy", option.id)
            question = Deploy(model=option.id, allowance_in=STRIP_IN, **topic._asdict())
            measured = self.measure_answer(question, state, seen, names)
            if measured and measured.sure:
                return MeasuredAnswer(option.id, Later(names, option.id), sure=True)
        return None

    def list_models(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models of a measurement; the players lay a template."""
        return () if isinstance(ask, Under) else super().list_models(ask)

    def straight_line_will_do(self, ask: Ask[Any]) -> bool:
        """Check whether a straight line is enough; a deployment has no path."""
        return super().straight_line_will_do(ask) and not isinstance(ask, Deploy)

    def find_moving_model(self, ask: Ask[Any]) -> str:
        """The model whose action, move or charge is asked for: a hand may move it before the player taps."""
        return ask.subject[0] if ask.action in ("action", "charge.target") and ask.subject else self.mover(ask)

    def list_places(self, state: State) -> Mapping[str, Place]:
        """The models' places as measured in their moves."""
        return {name: fighter.place for name, fighter in state.fighters.items() if fighter.place}

    def may_move(self, state: State, model: str, moving: Sequence[str]) -> bool:
        """Check whether a model may move: it is asked to act or move, or it is out of play."""
        in_play = model in state.fighters and state[model].alive and state[model].deployed
        return not in_play or model in moving

    def answers_now(self, ask: Ask[Any], state: State, seen: TableNow, names: ModelNames) -> AnswersNow:
        """Reactions that the ruling would find impossible are closed, as is a charge with no enemy in reach."""
        if seen.trouble:
            return AnswersNow()
        look = MeasuredPlay(MeasuredTable(seen.snapshot, state))
        advice = reaction_advice(look, ask, names) if isinstance(ask, React) else None
        return AnswersNow(list_closed_answers(look, ask), advice)

    def find_alerts(
        self,
        mover: str,
        state: State,
        snapshot: Snapshot,
        way: Sequence[Place],
        names: ModelNames,
        walked_in: float = 0.0,
    ) -> dict[str, list[AlertView]]:
        """Alerts of the overwatch that a path comes into, for the watchers' side."""
        if mover not in state.fighters or not way:
            return {}
        table = MeasuredTable(snapshot, state)
        alert_views = [
            alert(threat, names, walked_in, reaction_chances(table, threat, mover, names))
            for threat in watchers(table, mover, way)
        ]
        return {state.other(state[mover].side): alert_views} if alert_views else {}
