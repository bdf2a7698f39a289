"""What a table answers by plain geometry: ranges between base edges, shares in view, contact, and how a model went.

The table answers ranges, sight and contact by itself where all models concerned have been seen at rest just now and
the rules can take what was measured. A model that is out of sight is taken to stand where it was seen last; then a
player has to confirm it. How a model went a player always confirms: only they know when the move is done.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tablecam.base.i18n import Later, Message, listing
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import marked, short
from tablecam.rules.ask import Ask, IllegalAnswer
from tablecam.rules.books import plain_words
from tablecam.rules.books.table_facts import AnswersNow, Measured, ModelNames, StrayModel, TableNow
from tablecam.rules.books.views import AlertView
from tablecam.rules.coded_text import Text
from tablecam.rules.facts import Contact, Move, Ranges, Sight, Standing
from tablecam.rules.plain import Json
from tablecam.sensing.tracking.odometer import Place, Travel, place_of
from tablecam.table.measure.contact import contact
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.measure.moves import moved
from tablecam.table.measure.ranges import ranges_from
from tablecam.table.measure.sight import sighting
from tablecam.table.measure.standing import standing
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# where only the two ends of a path were seen; a code in the log beside the answer, so it stays as it is
CROW = "as the crow flies"  # no text
# who measures with a tape errs by no more
TYPED_IN = 0.5
# a model that was not seen for longer may stand elsewhere by now
FRESH_S = 1.0


class PlainTableFacts:
    """The facts of the engine, measured without any rulebook; a book overrides `answer` and what else differs."""

    def answer(self, ask: Ask[Any], state: Any, seen: TableNow) -> Json:
        """The measured answer as JSON; None where the table has none."""
        match ask:
            case Ranges(model=model, others=others):
                return {pair.b: [pair.range_in, pair.sigma_in] for pair in _from(seen.snapshot, model, others)}
            case Contact(model=model, others=others):
                return _touching(seen.snapshot, model, others)
            case Sight():
                return _sight(seen.snapshot, ask)
            case Standing(feature=feature, models=models, within_in=within_in):
                return standing(seen.snapshot, feature, models, within_in)
            case Move(model=model):
                return travelled(seen, model)
        return None

    def says(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str:
        """A measured answer in words."""
        if isinstance(ask, Move):
            far = plain_words.length([raw["length_in"], raw["sigma_in"]])
            # as many digits as the length has that it is compared with
            return _("{length}, of at most {limit}", length=far, limit=short(ask.allowance_in))
        return plain_words.measured(ask.record(), raw, names)

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Ranges, sight, contact, and what stands on or beside terrain."""
        return isinstance(ask, Ranges | Sight | Contact | Standing)

    def mover(self, ask: Ask[Any]) -> str:
        """The model that moves."""
        return ask.model if isinstance(ask, Move) else ""

    def sets_out(self, ask: Ask[Any]) -> str:
        """The model that is asked how it moves."""
        return self.mover(ask)

    def concerned(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models of a measurement, the first the one that it is measured from."""
        match ask:
            case Ranges(model=model, others=others) | Contact(model=model, others=others):
                return (model, *others)
            case Sight(viewer=viewer, targets=targets):
                return (viewer, *targets)
            case Standing(models=models):
                return models
            case Move(model=model):
                return (model,)
        return ()

    def measured(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> Measured | None:
        """What the table would answer; None where a model of it was never seen, or nothing can be trusted."""
        placed = {standing.model.id: standing for standing in seen.snapshot.models}
        models = [placed.get(model) for model in self.concerned(ask)]
        if not models or None in models or seen.snapshot.pose_untrusted:
            return None
        there = [standing for standing in models if standing]
        if self.by_itself(ask) and (early := _too_early(ask, there, seen.snapshot, names)):
            return Measured(None, "", early)
        raw, says, how = self._found(ask, state, seen, there, names)
        if raw is None:
            return None
        why_not = seen.trouble or _unsettled(ask, there, names) or self._refused(ask, raw, names)
        return Measured(raw, says, why_not, not why_not and all(map(rests, there)), how)

    def filled_in(self, ask: Ask[Any], raw: Json, seen: TableNow) -> Json:
        """A typed length of a move, with where the model stands now if it is seen at rest on the table.

        Where the model stands further off than the length allows, the length says nothing of where it stands.
        """
        placed = next((standing for standing in seen.snapshot.models if standing.model.id == self.mover(ask)), None)
        path = dict(raw) if isinstance(raw, Mapping) else _length(raw)
        if path is None:
            return raw
        # where it stands the camera says, and nobody types it
        typed = {name: value for name, value in path.items() if name != "end"}
        untrusted = seen.trouble or seen.snapshot.pose_untrusted
        unseen = placed is None or not rests(placed) or off(placed, seen.snapshot)
        if unseen or untrusted or self._beyond(ask, typed, seen):
            return typed if "end" in path else raw
        return {**typed, "end": list(place_of(placed) or ())}

    def _beyond(self, ask: Ask[Any], typed: Mapping[str, Json], seen: TableNow) -> bool:
        """Whether the model stands further from where it set out than the typed length could take it."""
        travel, length = seen.travelled.get(self.mover(ask)), typed.get("length_in")
        if travel is None or not isinstance(length, int | float) or not self.straight_line_will_do(ask):
            return False
        return travel.straight_in > length + TYPED_IN

    def places(self, state: Any) -> Mapping[str, Place]:
        """A plain game remembers no places."""
        return {}

    def may_move(self, state: Any, model: str, moving: Sequence[str]) -> bool:
        """Whether a model may stand elsewhere than before without anybody wondering."""
        return model in moving

    def find_displaced(
        self, before: Snapshot, after: Snapshot, state: Any, moving: Sequence[str]
    ) -> tuple[StrayModel, ...]:
        """Models that stand elsewhere although it was not theirs to move, with where they stood."""
        return tuple(
            StrayModel(shift.model, shift.start, shift.end, shift.straight_in)
            for shift in moved(before, after)
            if not self.may_move(state, shift.model, moving)
        )

    def answers_now(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> AnswersNow:
        """Nothing is closed, and nothing is advised."""
        return AnswersNow()

    def alerts(
        self,
        mover: str,
        state: Any,
        snapshot: Snapshot,
        way: Sequence[Place],
        names: ModelNames,
        walked_in: float = 0.0,
    ) -> dict[str, list[AlertView]]:
        """Nobody is alerted."""
        return {}

    def _found(
        self, ask: Ask[Any], state: Any, seen: TableNow, models: Sequence[Placed], names: ModelNames
    ) -> tuple[Json, str | Message, str]:
        """What was measured, that in words, and how; None where nothing was.

        Where a hand covered a model all along its path, the straight line is offered: a player says whether it was so.
        """
        raw = self.answer(ask, state, seen)
        if raw is not None:
            return raw, _with_unseen(Later(self.says, ask, raw, names), ask, models, names), ""
        travel = seen.travelled.get(self.mover(ask))
        if travel is None or not self.straight_line_will_do(ask) or not travel.straight_in:
            return None, "", ""
        end = list(place_of(models[0]) or ())
        straight = {"length_in": travel.straight_in, "sigma_in": travel.sigma_in, "end": end}
        sentence = Message("{length} in a straight line", length=marked(travel.straight_in))
        return straight, sentence, CROW

    def straight_line_will_do(self, ask: Ask[Any]) -> bool:
        """Whether the straight line may be offered where the path was not seen."""
        return isinstance(ask, Move)

    def _refused(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str | Message:
        try:
            ask.read(raw)
        except IllegalAnswer as refused:
            return Later(_refusal, refused.says, names)
        return ""


def travelled(seen: TableNow, model: str) -> Json:
    """How far a model has gone along its path; a model that nobody has touched has gone nowhere."""
    travel = seen.travelled.get(model, Travel(0.0, 0.0))
    if travel.path_in is None:
        return None
    return {
        "length_in": travel.path_in,
        "sigma_in": travel.path_sigma_in,
        "end": list(place_of(seen.snapshot.model(model)) or ()),
    }


def rests(placed: Placed) -> bool:
    """Whether a model is seen at rest just now."""
    return placed.state == "settled" and placed.seen_s <= FRESH_S


def off(placed: Placed, snapshot: Snapshot) -> bool:
    """Whether a model stands beside the table."""
    return not (0 <= placed.x_in <= snapshot.width_in and 0 <= placed.y_in <= snapshot.depth_in)


def _from(snapshot: Snapshot, model: str, others: Sequence[str]) -> list[Any]:
    return [pair for pair in ranges_from(snapshot, model) if pair.b in others]


def _touching(snapshot: Snapshot, model: str, others: Sequence[str]) -> Json:
    verdicts = {
        pair.b: contact(Measurement(pair.gap_in, pair.gap_sigma_in), Measurement(pair.rise_in, pair.rise_sigma_in))
        for pair in _from(snapshot, model, others)
    }
    return {other: verdict.value for other, verdict in verdicts.items() if verdict is not Verdict.NO}


def _sight(snapshot: Snapshot, ask: Sight) -> Json:
    seen = {target: sighting(snapshot, ask.viewer, target) for target in ask.targets}
    return {
        target: {
            "visible": found.visible,
            "visible_past_terrain": found.visible_past_terrain,
            "obstructions": [
                {"name": obstruction.name, "kind": obstruction.kind, "distance_in": obstruction.distance_in,
                 "hidden": obstruction.hidden, "material": obstruction.material or ""}
                for obstruction in found.obstructions
            ],
        }
        for target, found in seen.items()
    }  # fmt: skip


def _with_unseen(found: Message, ask: Ask[Any], models: Sequence[Placed], names: ModelNames) -> Message:
    """What was measured, and which models of the measurement are out of sight."""
    unseen = [names(placed.model.id) for placed in models if not rests(placed) and placed.state != "moving"]
    if isinstance(ask, Move) or not unseen:
        return found
    return Message("{found} ({models} out of sight: from where last seen)", found=found, models=listing(unseen))


def _refusal(text: Text, names: ModelNames) -> str:
    return plain_words.capital(names.text(text))


def _too_early(ask: Ask[Any], models: Sequence[Placed], snapshot: Snapshot, names: ModelNames) -> Message | None:
    """Why nothing is measured while somebody moves: a model that moves may come to stand between two others."""
    moving = [placed for placed in (snapshot.models if isinstance(ask, Sight) else models) if placed.state == "moving"]
    return Message("{model} is still moving", model=names(moving[0].model.id)) if moving else None


def _unsettled(ask: Ask[Any], models: Sequence[Placed], names: ModelNames) -> Message | None:
    """Why a move cannot be taken yet: the model must be seen at rest."""
    for placed in models if isinstance(ask, Move) else ():
        if placed.state == "moving":
            return Message("{model} is still moving", model=names(placed.model.id))
        if not rests(placed):
            return Message("{model} is out of sight", model=names(placed.model.id))
    return None


def _length(raw: Json) -> dict[str, Json] | None:
    """A typed length as the object that it is short for."""
    match raw:
        case bool():
            return None
        case int() | float():
            return {"length_in": raw}
        case [length, sigma]:
            return {"length_in": length, "sigma_in": sigma}
    return None
