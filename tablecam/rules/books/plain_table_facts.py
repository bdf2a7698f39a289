"""Answers of the table by plain geometry: ranges between base edges, visible shares, contact, and paths of models.

The table answers ranges, sight and contact by itself if all models concerned are seen at rest at this moment and the
rules accept the measurement. A model that is out of sight counts as standing where it was last seen; then a player has
to confirm the answer. A player always confirms a move, because only they know when it is done.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tablecam.base.i18n import Later, Message, listing
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import format_length, short
from tablecam.rules.ask import Ask, IllegalAnswer
from tablecam.rules.books import plain_words
from tablecam.rules.books.scenery_terrain import find_models_under, measure_placing, measure_template_ranges
from tablecam.rules.books.sight_facts import measure_sightings
from tablecam.rules.books.table_facts import AnswersNow, MeasuredAnswer, StrayModel, TableNow
from tablecam.rules.books.unit_facts import find_models_apart, measure_unit_ranges
from tablecam.rules.books.views import AlertView
from tablecam.rules.coded_text import Text
from tablecam.rules.facts import Contact, Move, Ranges, Sight, Standing
from tablecam.rules.placing import Placing, Under
from tablecam.rules.plain import Json
from tablecam.rules.scenery import get_scenery
from tablecam.rules.sentence import ModelNames
from tablecam.rules.units import Coherency, UnitRanges, UnitSight
from tablecam.sensing.tracking.odometer import Place, Travel, get_place
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.measure.moves import find_shifts, standing
from tablecam.table.measure.ranges import contact, measure_ranges
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# for a path of which only the two ends were seen; a code in the log beside the answer, so it never changes
CROW = "as the crow flies"  # no text
# the largest error of a measurement by tape
TYPED_IN = 0.5
# a model that has not been seen for longer may stand elsewhere
FRESH_S = 1.0


class PlainTableFacts:
    """The facts of the engine, measured without any rulebook; a book overrides `answer` and whatever differs."""

    def answer(self, ask: Ask[Any], state: Any, seen: TableNow) -> Json:
        """The measured answer as JSON; None if the table has none."""
        match ask:
            case UnitRanges():
                return measure_unit_ranges(seen.snapshot, ask)
            case Coherency():
                return find_models_apart(seen.snapshot, ask)
            case Ranges(model=model, others=others):
                return _measure_ranges(seen.snapshot, state, model, others)
            case Under():
                return find_models_under(seen.snapshot, state, ask)
            case Placing():
                return measure_placing(seen.snapshot, ask)
            case Contact(model=model, others=others):
                return _measure_contacts(seen.snapshot, model, others)
            case Sight():
                return measure_sightings(seen.snapshot, ask)
            case Standing(feature=feature, models=models, within_in=within_in):
                return standing(seen.snapshot, feature, models, within_in)
            case Move(model=model):
                return measure_travel(seen, model)
        return None

    def describe_measurement(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str:
        """A measured answer in words."""
        if isinstance(ask, Move):
            measured_length = plain_words.length([raw["length_in"], raw["sigma_in"]])
            # with as many digits as the measured length
            return _("{length}, of at most {limit}", length=measured_length, limit=short(ask.allowance_in))
        return plain_words.describe_measurement(ask.record(), raw, names)

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Whether the question is about ranges, sight, contact, or models on or beside terrain."""
        return isinstance(ask, Ranges | Sight | Contact | Standing)

    def find_rest(self, ask: Ask[Any]) -> float:
        """No time: a fact may be measured at once."""
        return 0.0

    def mover(self, ask: Ask[Any]) -> str:
        """The model that moves."""
        return ask.model if isinstance(ask, Move) else ""

    def find_moving_model(self, ask: Ask[Any]) -> str:
        """The model whose move is asked for."""
        return self.mover(ask)

    def list_models(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models of a measurement; the first is the one that it starts from."""
        match ask:
            case UnitRanges(models=models) | UnitSight(models=models):
                return models
            case Under(others=others) | Coherency(others=others):
                return others
            case Placing(piece=piece):
                return (piece,)
            case Ranges(model=model, others=others) | Contact(model=model, others=others):
                return (model, *others)
            case Sight(viewer=viewer, targets=targets):
                return (viewer, *targets)
            case Standing(models=models):
                return models
            case Move(model=model):
                return (model,)
        return ()

    def measure_answer(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> MeasuredAnswer | None:
        """The measured answer with its text; None if one of its models was never seen, or nothing is reliable."""
        standing_by_id = {standing.model.id: standing for standing in seen.snapshot.models}
        models = [standing_by_id.get(model) for model in _leave_out_templates(self.list_models(ask), state)]
        if not models or None in models or seen.snapshot.pose_untrusted:
            return None
        present = [standing for standing in models if standing]
        if (
            self.by_itself(ask)
            and not isinstance(ask, Move)
            and (early := _find_moving_model(ask, present, seen.snapshot, names))
        ):
            return MeasuredAnswer(None, "", early)
        raw, says, how = self._measure_or_guess(ask, state, seen, present, names)
        if raw is None:
            return None
        why_not = seen.trouble or _find_unsettled_model(ask, present, names) or self._find_refusal(ask, raw, names)
        return MeasuredAnswer(raw, says, why_not, not why_not and all(map(rests, present)), how)

    def complete_answer(self, ask: Ask[Any], raw: Json, seen: TableNow) -> Json:
        """A typed length of a move, with the model's position if it is seen at rest on the table.

        The position is left out if the model stands further away than the length allows.
        """
        mover = next((standing for standing in seen.snapshot.models if standing.model.id == self.mover(ask)), None)
        path = dict(raw) if isinstance(raw, Mapping) else _to_path_record(raw)
        if path is None:
            return raw
        # the position comes from the camera, never from the player
        typed = {name: value for name, value in path.items() if name != "end"}
        untrusted = seen.trouble or seen.snapshot.pose_untrusted
        unseen = mover is None or not rests(mover) or is_off_table(mover, seen.snapshot)
        if unseen or untrusted or self._is_out_of_reach(ask, typed, seen):
            return typed if "end" in path else raw
        return {**typed, "end": list(get_place(mover) or ())}

    def _is_out_of_reach(self, ask: Ask[Any], typed: Mapping[str, Json], seen: TableNow) -> bool:
        """Whether the model stands further from its start than the typed length could take it."""
        travel, length = seen.travelled.get(self.mover(ask)), typed.get("length_in")
        if travel is None or not isinstance(length, int | float) or not self.straight_line_will_do(ask):
            return False
        return travel.straight_in > length + TYPED_IN

    def list_places(self, state: Any) -> Mapping[str, Place]:
        """No places: a plain game remembers none."""
        return {}

    def may_move(self, state: Any, model: str, moving: Sequence[str]) -> bool:
        """Whether a changed position of the model needs no explanation."""
        return model in moving

    def find_displaced(
        self, before: Snapshot, after: Snapshot, state: Any, moving: Sequence[str]
    ) -> tuple[StrayModel, ...]:
        """Models that moved out of turn, with their positions before."""
        return tuple(
            StrayModel(shift.model, shift.start, shift.end, shift.straight_in)
            for shift in find_shifts(before, after)
            if not self.may_move(state, shift.model, moving)
        )

    def answers_now(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> AnswersNow:
        """No closed answers and no advice."""
        return AnswersNow()

    def find_alerts(
        self,
        mover: str,
        state: Any,
        snapshot: Snapshot,
        way: Sequence[Place],
        names: ModelNames,
        walked_in: float = 0.0,
    ) -> dict[str, list[AlertView]]:
        """No alerts."""
        return {}

    def _measure_or_guess(
        self, ask: Ask[Any], state: Any, seen: TableNow, models: Sequence[Placed], names: ModelNames
    ) -> tuple[Json, str | Message, str]:
        """The measured answer, its text, and the way it was measured; None if nothing was measured.

        If a hand covered a model all along its path, the straight line is offered: a player says whether it is right.
        """
        raw = self.answer(ask, state, seen)
        if raw is not None:
            return raw, _add_unseen_models(Later(self.describe_measurement, ask, raw, names), ask, models, names), ""
        travel = seen.travelled.get(self.mover(ask))
        if travel is None or not self.straight_line_will_do(ask) or not travel.straight_in:
            return None, "", ""
        position = list(get_place(models[0]) or ())
        straight = {"length_in": travel.straight_in, "sigma_in": travel.sigma_in, "end": position}
        sentence = Message("{length} in a straight line", length=format_length(travel.straight_in))
        return straight, sentence, CROW

    def straight_line_will_do(self, ask: Ask[Any]) -> bool:
        """Whether the straight line may be offered if the path was not seen."""
        return isinstance(ask, Move)

    def _find_refusal(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str | Message:
        try:
            ask.parse_json(raw)
        except IllegalAnswer as refused:
            return Later(_word_refusal, refused.says, names)
        return ""


def measure_travel(seen: TableNow, model: str) -> Json:
    """The length of a model's path and its end; zero for a model that nobody has touched."""
    travel = seen.travelled.get(model, Travel(0.0, 0.0))
    if travel.path_in is None:
        return None
    return {
        "length_in": travel.path_in,
        "sigma_in": travel.path_sigma_in,
        "end": list(get_place(seen.snapshot.model(model)) or ()),
    }


def rests(placed: Placed) -> bool:
    """Whether a model is seen at rest at this moment."""
    return placed.state == "settled" and placed.seen_s <= FRESH_S


def is_off_table(placed: Placed, snapshot: Snapshot) -> bool:
    """Whether a model stands beside the table."""
    return not (0 <= placed.x_in <= snapshot.width_in and 0 <= placed.y_in <= snapshot.depth_in)


def _leave_out_templates(ids: Sequence[str], state: Any) -> list[str]:
    """The ids of models; a template needs not to be seen, since the game knows where it lies."""
    templates = get_scenery(state).ids
    return [id for id in ids if id not in templates]


def _measure_ranges(snapshot: Snapshot, state: Any, model: str, others: Sequence[str]) -> Json:
    """Ranges to models and templates, with their sigmas."""
    to_templates = measure_template_ranges(snapshot, state, model, others)
    models = [target for target in others if target not in to_templates]
    to_models = {pair.b: [pair.range_in, pair.sigma_in] for pair in _select_ranges(snapshot, model, models)}
    return {target: (to_models | to_templates)[target] for target in others if target in to_models | to_templates}


def _select_ranges(snapshot: Snapshot, model: str, others: Sequence[str]) -> list[Any]:
    return [pair for pair in measure_ranges(snapshot, model) if pair.b in others] if others else []


def _measure_contacts(snapshot: Snapshot, model: str, others: Sequence[str]) -> Json:
    verdicts = {
        pair.b: contact(Measurement(pair.gap_in, pair.gap_sigma_in), Measurement(pair.rise_in, pair.rise_sigma_in))
        for pair in _select_ranges(snapshot, model, others)
    }
    return {model: verdict.value for model, verdict in verdicts.items() if verdict is not Verdict.NO}


def _add_unseen_models(found: Message, ask: Ask[Any], models: Sequence[Placed], names: ModelNames) -> Message:
    """The text of a measurement, with the models of it that are out of sight."""
    unseen = [names(model.model.id) for model in models if not rests(model) and model.state != "moving"]
    if isinstance(ask, Move | Placing) or not unseen:
        return found
    return Message(
        "{found} ({models} out of sight: measured from the last known position)", found=found, models=listing(unseen)
    )


def _word_refusal(text: Text, names: ModelNames) -> str:
    return plain_words.capital(names.text(text))


def _find_moving_model(
    ask: Ask[Any], models: Sequence[Placed], snapshot: Snapshot, names: ModelNames
) -> Message | None:
    """The reason why nothing is measured while a model moves: it may come to rest between two models."""
    moving = [model for model in (snapshot.models if isinstance(ask, Sight) else models) if model.state == "moving"]
    return Message("{model} is still moving", model=names(moving[0].model.id)) if moving else None


def _find_unsettled_model(ask: Ask[Any], models: Sequence[Placed], names: ModelNames) -> Message | None:
    """The reason why a move or a place cannot be used yet: the model must be seen at rest."""
    for model in models if isinstance(ask, Move | Placing) else ():
        if model.state == "moving":
            return Message("{model} is still moving", model=names(model.model.id))
        if not rests(model):
            return Message("{model} is out of sight", model=names(model.model.id))
    return None


def _to_path_record(raw: Json) -> dict[str, Json] | None:
    """A typed length in its full form, as an object."""
    match raw:
        case bool():
            return None
        case int() | float():
            return {"length_in": raw}
        case [length, sigma]:
            return {"length_in": length, "sigma_in": sigma}
    return None
