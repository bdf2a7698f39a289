"""Which enemies on overwatch could break into a path, and from where on: what the ruling finds if they do it there.

The path is searched in one batch for each watcher. At the point that it finds, the reaction's own rule observes the
table, so that the hint and the ruling are one function of one position.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import numpy as np

from tablecam.rules.ask import Ask, Confirm
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, ROUNDING, Kind, band
from tablecam.rules.books.urban_war.rules.overwatch import CHARGE, barred, observed, spent
from tablecam.rules.books.urban_war.rules.shot import Shot
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.books.urban_war.rules.target_priority import (
    TargetView,
    look,
    survey_targets,
    transparent_friends,
    usable,
)
from tablecam.rules.books.urban_war.table.answers import MeasuredTable, blocks, table_answer
from tablecam.rules.coded_text import CodedText
from tablecam.rules.event import Event
from tablecam.rules.facts import FARTHEST_IN, Fact, Ranges
from tablecam.rules.play import Play
from tablecam.table.measure.overwatch import Walk, WatchedWalk, WatchTerms, with_moved
from tablecam.table.measure.sight import Eye
from tablecam.table.measure.sight_scene import SightScene, scene

A = TypeVar("A")

KINDS: tuple[Kind, ...] = ("shot", "charge")  # no text
NO_VERDICTS: Mapping[Ask[Any], bool] = {}


@dataclass(frozen=True)
class OverwatchThreat:
    """A model on overwatch that could break into a path.

    kind: shot or charge. along_in: the length of the path, in plan, up to where it first could; place: x, y, z of the
    mover's base centre there. view: what the ruling measures there; share: of the mover, that the watcher sees. shot:
    the shot that it would be, None for a charge. doubts: what the players would be asked, being too close to call.
    """

    model: str
    kind: Kind
    along_in: float
    place: tuple[float, float, float]
    view: TargetView
    share: float
    shot: Shot | None = None
    doubts: tuple[Ask[Any], ...] = ()


def watchers(table: MeasuredTable, mover: str, path: Sequence[tuple[float, ...]]) -> tuple[OverwatchThreat, ...]:
    """Which enemies on overwatch could break into a path, how, and from where on: for their own side's eyes alone.

    path: points of the mover's base centre. Reach of a charge is the straight line; what stands between is not counted.
    """
    state = table.state
    if state.action and state.action.model == mover and spent(state):
        return ()
    ready = [
        enemy
        for enemy in state.enemies(mover)
        if state[enemy].order is Order.OVERWATCH and state[enemy].waits and table.has(enemy, mover)
    ]
    kinds = {enemy: [kind for kind in KINDS if barred(state, enemy, mover, kind) is None] for enemy in ready}
    if not any(kinds.values()):
        return ()
    seen = _SeenWalk(table, Walk.along(path, table.snapshot.model(mover)), scene(table.snapshot))
    return tuple(threat for enemy in ready for threat in seen.threats(enemy, kinds[enemy]))


@dataclass(frozen=True)
class _SeenWalk:
    """A walk on a table with what all its watchers need: the scene, in which friends near them still block."""

    table: MeasuredTable
    walk: Walk
    scene: SightScene

    def threats(self, model: str, kinds: Sequence[Kind]) -> Iterator[OverwatchThreat]:
        """Those of one watcher, in the order of the kinds."""
        now, rules = MeasuredPlay(self.table), self.table.rules
        through = blocks(self.table, transparent_friends(now, model))
        eye = Eye.ANYWHERE if rules.los_view_origin == "base" else Eye.CENTRE
        in_plan = rules.distance_mode == "horizontal"
        watched = WatchedWalk(replace(self.scene, blocks=through), self.walk, model, eye, in_plan)
        touching = self.walk.mover.model.id in self.table.state[model].contacts
        # whom it touches it fights without a look at the table
        blind = [kind for kind in kinds if kind == CHARGE and touching]
        looking = [kind for kind in kinds if kind not in blind]
        found = watched.first([_terms(self.table, model, kind) for kind in looking]) if looking else []
        for kind, run_in in (*zip(looking, found, strict=True), *((kind, 0.0) for kind in blind)):
            threat = None if run_in is None else self._observed(now, model, kind, run_in)
            if threat is not None:
                yield threat

    def _observed(self, now: "MeasuredPlay", model: str, kind: Kind, run_in: float) -> OverwatchThreat | None:
        """What the reaction's rule finds with the mover at a point of its walk; None where it would be void."""
        there = self.walk.moved(run_in)
        mover = there.model.id
        game = MeasuredPlay(replace(self.table, snapshot=with_moved(self.table.snapshot, there)), now, mover)
        threat, why = observe_threat(game, model, mover, kind)
        return None if why else replace(threat, along_in=self.walk.length_in(run_in))


def observe_threat(
    game: "MeasuredPlay", model: str, mover: str, kind: Kind
) -> tuple[OverwatchThreat, CodedText | None]:
    """A reaction to a mover where it stands, as the ruling would find it, and why it cannot be."""
    shot, why = observed(game, model, mover, kind)
    doubts, there = tuple(game.doubts), game.table.snapshot.model(mover)
    view, seen = survey_targets(game, model, (mover,))[mover], look(game, model, (mover,))[mover]
    place = (there.x_in, there.y_in, there.z_in)
    return OverwatchThreat(model, kind, 0.0, place, view, seen.visible, shot=shot, doubts=doubts), why


def _terms(table: MeasuredTable, model: str, kind: Kind) -> WatchTerms:
    """What the search goes by: the limits that the ruling holds against what it measures."""
    fighter, least = table.state[model], table.rules.los_min_fraction - ROUNDING
    if kind == CHARGE:
        return WatchTerms(lambda ranges_in: ranges_in <= float(fighter.profile.charge_in), least)
    shoots = np.array([bool(usable(table.state, model, band(Fact(end)))) for end in BAND_LIMITS] + [False])
    # as `band` has it, an upper end belongs to its band; beyond the last there is none
    return WatchTerms(lambda ranges_in: shoots[np.searchsorted(BAND_LIMITS, ranges_in)], least)


class MeasuredPlay(Play[State]):
    """A rule's look at the table: what it asks is measured at once, and leans as measured where that is in doubt.

    before: a look at the same table with one model, `but`, elsewhere; what does not concern that one is known from it.
    verdicts: what the players say where it is in doubt. Nothing that is told changes anything.
    """

    def __init__(
        self,
        table: MeasuredTable,
        before: "MeasuredPlay | None" = None,
        but: str = "",
        verdicts: Mapping[Ask[Any], bool] = NO_VERDICTS,
    ) -> None:
        super().__init__(table.state, _nothing_happens)
        self.table = table
        self.verdicts = verdicts
        self.known: dict[Ask[Any], tuple[Any, tuple[Ask[Any], ...]]] = {}
        for question, found in before.known.items() if before else ():
            if isinstance(question, Ranges) and but not in question.others:
                self.known[question] = found
        self.doubts: list[Ask[Any]] = []

    def again(self, verdicts: Mapping[Ask[Any], bool] = NO_VERDICTS) -> "MeasuredPlay":
        """Another look at the same table, for which nothing is measured twice."""
        game = MeasuredPlay(self.table, verdicts=verdicts)
        game.known = self.known
        return game

    def ask(self, question: Ask[A]) -> A:
        """What the table says. A question that only players can answer is answered no, where they have not said yes.

        `doubts` has what the players would be asked in a game.
        """
        if question not in self.known:
            self.known[question] = self._measured(question)
        answer, doubts = self.known[question]
        self.doubts += (doubt for doubt in doubts if doubt not in self.doubts)
        if doubts and all(doubt in self.verdicts for doubt in doubts):
            verdicts = tuple(self.verdicts[doubt] for doubt in doubts)
            answer = verdicts[0] if isinstance(question, Confirm) else question.settled(answer, verdicts)
        return cast("A", answer)

    def _measured(self, question: Ask[Any]) -> tuple[Any, tuple[Ask[Any], ...]]:
        if isinstance(question, Confirm):
            return False, (question,)
        absent: dict[str, Fact] = {}
        if isinstance(question, Ranges):
            # in a game the players say how far away a friend is that the camera does not see: here it is not near
            absent = {other: Fact(FARTHEST_IN) for other in question.others if not self.table.has(other)}
            question = replace(question, others=tuple(other for other in question.others if other not in absent))
        answer = question.read(table_answer(question, self.table))
        return {**answer, **absent} if absent else answer, question.doubts(answer)


def _nothing_happens(state: State, _event: Event) -> State:
    return state
