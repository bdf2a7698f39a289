"""What the table tells a game of Urban War by itself, and what it would tell if a player takes it.

The table answers ranges, sight and contact alone where all models concerned have been seen at rest just now and the
rules can take what was measured. A model that is out of sight is taken to stand where it was seen last; then a player
has to say so. How a model went, and where it was put down, a player always confirms: only he knows when it is done.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tablecam.rulebooks.book import Measured, TableNow
from tablecam.rulebooks.urban_war.advice import prospects as foresight
from tablecam.rulebooks.urban_war.rules.facts import Deploy, Under
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rulebooks.urban_war.table.answers import MeasuredTable, table_answer
from tablecam.rulebooks.urban_war.wording import answers as words
from tablecam.rulebooks.urban_war.wording.names import Names, capital, inches
from tablecam.rules.ask import Ask, IllegalAnswer
from tablecam.rules.facts import Contact, Move, Ranges, Sight
from tablecam.rules.plain import Json
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.tracking.odometer import Place, place_of

# where only the two ends of a way were seen
CROW = "as the crow flies"
# a model that was not seen for longer may stand elsewhere by now
FRESH_S = 1.0


class UrbanWarTableFacts:
    """Ranges, sight, contact, moves and deployment of Urban War, off a table that a camera sees."""

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Ranges, sight and contact; who lies under a template the players say."""
        return isinstance(ask, Ranges | Sight | Contact) and not isinstance(ask, Under)

    def mover(self, ask: Ask[Any]) -> str:
        """Whose move it is, or who is put down."""
        return ask.model if isinstance(ask, Move) else ""

    def concerned(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models of a measurement, the first the one that it is measured from."""
        match ask:
            case Under():
                return ()
            case Ranges(model=model, others=others) | Contact(model=model, others=others):
                return (model, *others)
            case Sight(viewer=viewer, targets=targets):
                return (viewer, *targets)
            case Move(model=model):
                return (model,)
        return ()

    def measured(self, ask: Ask[Any], state: State, seen: TableNow, names: Names) -> Measured | None:
        """What the table would answer; None where a model of it was never seen, or nothing can be trusted."""
        placed = {each.model.id: each for each in seen.snapshot.models}
        models = [placed.get(each) for each in self.concerned(ask)]
        if not models or None in models or seen.snapshot.held_back:
            return None
        there = [each for each in models if each]
        if self.by_itself(ask) and (early := self._too_early(ask, there, seen.snapshot, names)):
            return Measured(None, "", early)
        raw, says, how = self._found(ask, MeasuredTable(seen.snapshot, state, seen.gone), there, names)
        if raw is None:
            return None
        why_not = seen.trouble or self._unsettled(ask, there, names) or self._refused(ask, raw, names)
        return Measured(raw, says, why_not, not why_not and all(map(rests, there)), how)

    def filled_in(self, ask: Ask[Any], raw: Json, seen: TableNow) -> Json:
        """A move's typed length with where the model stands now, if it is seen at rest on the table."""
        placed = next((each for each in seen.snapshot.models if each.model.id == self.mover(ask)), None)
        if placed is None or not rests(placed) or seen.trouble or seen.snapshot.held_back or off(placed, seen.snapshot):
            return raw
        said = raw if isinstance(raw, Mapping) else _length(raw)
        return {**said, "end": list(place_of(placed) or ())} if said is not None and "end" not in said else raw

    def places(self, state: State) -> Mapping[str, Place]:
        """Where models stand by what was measured of their moves."""
        return {name: each.place for name, each in state.fighters.items() if each.place}

    def nudged(self, before: Snapshot, after: Snapshot, state: State, moving: Sequence[str]) -> list[dict[str, Json]]:
        """Models in play that stand elsewhere though it was not theirs to move, with where they stood."""
        found = foresight.nudged(before, after, state, moving)
        return [
            {
                "model": each.model,
                "from_in": [round(each.start[0], 2), round(each.start[1], 2)],
                "to_in": [round(each.end[0], 2), round(each.end[1], 2)],
                "by_in": round(each.straight_in, 1),
            }
            for each in found
            if each.model in state.fighters and state[each.model].alive and state[each.model].deployed
        ]

    def alerts(self, mover: str, state: State, snapshot: Snapshot, way: Sequence[Place]) -> dict[str, list[Json]]:
        """Whose overwatch a way comes into, for the side that it is of."""
        if mover not in state.fighters or not way:
            return {}
        found = foresight.watchers(MeasuredTable(snapshot, state), mover, way)
        seat = state.other(state[mover].side)
        alerts = [
            {
                "model": each.model,
                "kind": each.kind,
                "at_in": [round(each.seen.x_in, 2), round(each.seen.y_in, 2)],
                "share": round(each.seen.sighting.visible, 2),
            }
            for each in found
        ]
        return {seat: alerts} if alerts else {}

    def _found(
        self, ask: Ask[Any], table: MeasuredTable, models: Sequence[Placed], names: Names
    ) -> tuple[Json, str, str]:
        """What was measured, that in words, and how; None where nothing was.

        Where a hand was over a model all along its way, the straight line is offered: a player says whether it is that.
        """
        raw = table_answer(ask, table)
        if raw is not None:
            return raw, self._says(ask, raw, models, names), ""
        gone = table.gone.get(self.mover(ask))
        if gone is None or isinstance(ask, Deploy) or not gone.straight_in:
            return None, "", ""
        straight = {"length_in": gone.straight_in, "sigma_in": gone.sigma_in, "end": list(place_of(models[0]) or ())}
        return straight, f"{gone.straight_in:.1f}″ {CROW}, its way was not seen", CROW

    def _says(self, ask: Ask[Any], raw: Json, models: Sequence[Placed], names: Names) -> str:
        if isinstance(ask, Move):
            of = f"of at most {inches(ask.allowance_in)}″"
            edge = " from its edge" if isinstance(ask, Deploy) else ""
            return f"{words.length([raw['length_in'], raw['sigma_in']])}{edge}, {of}"
        unseen = [names(each.model.id) for each in models if not rests(each) and each.state != "moving"]
        where = f" ({' and '.join(unseen)} out of sight: from where last seen)" if unseen else ""
        return words.measured(ask.record(), raw, names) + where

    def _too_early(self, ask: Ask[Any], models: Sequence[Placed], snapshot: Snapshot, names: Names) -> str:
        """Why nothing is measured while somebody moves: anybody on his way may stand between two others."""
        moving = [each for each in (snapshot.models if isinstance(ask, Sight) else models) if each.state == "moving"]
        return f"{names(moving[0].model.id)} is still moving" if moving else ""

    def _unsettled(self, ask: Ask[Any], models: Sequence[Placed], names: Names) -> str:
        """Why a way cannot be taken yet: the model must be seen where it has come to rest."""
        for each in models if isinstance(ask, Move) else ():
            if each.state == "moving":
                return f"{names(each.model.id)} is still moving"
            if not rests(each):
                return f"{names(each.model.id)} is out of sight"
        return ""

    def _refused(self, ask: Ask[Any], raw: Json, names: Names) -> str:
        try:
            ask.read(raw)
        except IllegalAnswer as refused:
            return capital(names.text(refused.says))
        return ""


def rests(placed: Placed) -> bool:
    """Whether a model is seen at rest just now."""
    return placed.state == "settled" and placed.seen_s <= FRESH_S


def off(placed: Placed, snapshot: Snapshot) -> bool:
    """Whether a model stands beside the table."""
    return not (0 <= placed.x_in <= snapshot.width_in and 0 <= placed.y_in <= snapshot.depth_in)


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
