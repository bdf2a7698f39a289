"""Enemies on overwatch that could break into a path, and the point where they first could, by the ruling's own rule.

Each watcher searches the path in one batch. At the point that it finds, the reaction's own rule observes the table, so
the hint and the ruling are one function of one position.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.lengths import short
from tablecam.rules.ask import Ask, Choose, Confirm, Option
from tablecam.rules.books.plain_table_facts import rests
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.measurements import MeasuredTable, blocks, table_answer
from tablecam.rules.books.urban_war.rules.actions import BACK, CHARGE, charge_question
from tablecam.rules.books.urban_war.rules.cards import Shot
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, Reason
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, ROUNDING, Kind, React, Reaction, band
from tablecam.rules.books.urban_war.rules.overwatch import (
    REACTING,
    find_bar,
    find_reaction,
    is_spent,
    observe_shot,
)
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.books.urban_war.rules.target_priority import (
    TargetView,
    look,
    survey_targets,
    transparent_friends,
    usable,
)
from tablecam.rules.books.views import AdviceOdds, AlertView, Text
from tablecam.rules.coded_text import CodedText
from tablecam.rules.event import Event
from tablecam.rules.facts import FARTHEST_IN, Fact, Ranges
from tablecam.rules.play import Play
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.overwatch import Walk, WatchedWalk, WatchTerms
from tablecam.table.measure.sight import Eye
from tablecam.table.measure.sighting import SightScene, scene
from tablecam.table.snapshot import with_moved

A = TypeVar("A")

KINDS: tuple[Kind, ...] = ("shot", "charge")  # no text
NO_VERDICTS: Mapping[Ask[Any], bool] = {}


@dataclass(frozen=True)
class OverwatchThreat:
    """A model on overwatch that could break into a path.

    kind: shot or charge. along_in: the length of the path, in plan, up to the first such point; place: x, y, z of the
    mover's base centre there. view: the ruling's measurement there; share: of the mover, that the watcher sees. shot:
    the possible shot, None for a charge. doubts: the questions to the players where it is too close to call.
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
    """The enemies on overwatch that could break into a path, how, and from which point on: for their own side only.

    path: points of the mover's base centre. Reach of a charge is the straight line; obstacles are not counted.
    """
    state = table.state
    if state.action and state.action.model == mover and is_spent(state):
        return ()
    ready = [
        enemy
        for enemy in state.enemies(mover)
        if state[enemy].order is Order.OVERWATCH and state[enemy].waits and table.has(enemy, mover)
    ]
    kinds = {enemy: [kind for kind in KINDS if find_bar(state, enemy, mover, kind) is None] for enemy in ready}
    if not any(kinds.values()):
        return ()
    seen_walk = _SeenWalk(table, Walk.along(path, table.snapshot.model(mover)), scene(table.snapshot))
    return tuple(threat for enemy in ready for threat in seen_walk.threats(enemy, kinds[enemy]))


@dataclass(frozen=True)
class _SeenWalk:
    """A walk on a table with the data of all its watchers: the scene, in which friends near them still block."""

    table: MeasuredTable
    walk: Walk
    scene: SightScene

    def threats(self, model: str, kinds: Sequence[Kind]) -> Iterator[OverwatchThreat]:
        """The threats of one watcher, in the order of the kinds."""
        play, rules = MeasuredPlay(self.table), self.table.rules
        through = blocks(self.table, transparent_friends(play, model))
        eye = Eye.ANYWHERE if rules.los_view_origin == "base" else Eye.CENTRE
        in_plan = rules.distance_mode == "horizontal"
        watched = WatchedWalk(replace(self.scene, blocks=through), self.walk, model, eye, in_plan)
        touching = self.walk.mover.model.id in self.table.state[model].contacts
        # it fights an enemy that it touches without a look at the table
        blind = [kind for kind in kinds if kind == CHARGE and touching]
        looking = [kind for kind in kinds if kind not in blind]
        run_distances = watched.first([_search_terms(self.table, model, kind) for kind in looking]) if looking else []
        for kind, run_in in (*zip(looking, run_distances, strict=True), *((kind, 0.0) for kind in blind)):
            threat = None if run_in is None else self._observe_point(play, model, kind, run_in)
            if threat is not None:
                yield threat

    def _observe_point(self, now: "MeasuredPlay", model: str, kind: Kind, run_in: float) -> OverwatchThreat | None:
        """The reaction's ruling with the mover at a point of its walk; None where it would be void."""
        moved_mover = self.walk.place_mover(run_in)
        mover = moved_mover.model.id
        game = MeasuredPlay(replace(self.table, snapshot=with_moved(self.table.snapshot, moved_mover)), now, mover)
        threat, why = observe_threat(game, model, mover, kind)
        return None if why else replace(threat, along_in=self.walk.length_in(run_in))


def observe_threat(
    game: "MeasuredPlay", model: str, mover: str, kind: Kind
) -> tuple[OverwatchThreat, CodedText | None]:
    """A reaction to a mover at its position, as the ruling would find it, and the reason against it."""
    shot, why = observe_shot(game, model, mover, kind)
    doubts, mover_model = tuple(game.doubts), game.table.snapshot.model(mover)
    view, sighting = survey_targets(game, model, (mover,))[mover], look(game, model, (mover,))[mover]
    place = (mover_model.x_in, mover_model.y_in, mover_model.z_in)
    return OverwatchThreat(model, kind, 0.0, place, view, sighting.visible, shot=shot, doubts=doubts), why


def _search_terms(table: MeasuredTable, model: str, kind: Kind) -> WatchTerms:
    """The terms of the search: the limits that the ruling applies to its measurements."""
    fighter, min_share = table.state[model], table.rules.los_min_fraction - ROUNDING
    if kind == CHARGE:
        return WatchTerms(lambda ranges_in: ranges_in <= float(fighter.profile.charge_in), min_share)
    shoots = np.array(
        [bool(usable(table.state, model, band(Fact(upper_end_in)))) for upper_end_in in BAND_LIMITS] + [False]
    )
    # an upper end belongs to its band, as in `band`; beyond the last there is no band
    return WatchTerms(lambda ranges_in: shoots[np.searchsorted(BAND_LIMITS, ranges_in)], min_share)


class MeasuredPlay(Play[State]):
    """A rule's look at the table: its questions are measured at once, and doubts follow the measurement.

    before: a look at the same table with one model, `but`, elsewhere; facts that do not concern that model are reused.
    verdicts: the players' answers on doubts. Reported events change nothing.
    """

    def __init__(
        self,
        table: MeasuredTable,
        before: "MeasuredPlay | None" = None,
        but: str = "",
        verdicts: Mapping[Ask[Any], bool] = NO_VERDICTS,
    ) -> None:
        super().__init__(table.state, _ignore_event)
        self.table = table
        self.verdicts = verdicts
        self.known: dict[Ask[Any], tuple[Any, tuple[Ask[Any], ...]]] = {}
        for question, measurement in before.known.items() if before else ():
            if isinstance(question, Ranges) and but not in question.others:
                self.known[question] = measurement
        self.doubts: list[Ask[Any]] = []

    def again(self, verdicts: Mapping[Ask[Any], bool] = NO_VERDICTS) -> "MeasuredPlay":
        """Another look at the same table that measures nothing twice."""
        game = MeasuredPlay(self.table, verdicts=verdicts)
        game.known = self.known
        return game

    def ask(self, question: Ask[A]) -> A:
        """The table's answer. A question that only players can answer gets a no, unless they have said yes.

        `doubts` has the questions that a game would put to the players.
        """
        if question not in self.known:
            self.known[question] = self._measure_answer(question)
        answer, doubts = self.known[question]
        self.doubts += (doubt for doubt in doubts if doubt not in self.doubts)
        if doubts and all(doubt in self.verdicts for doubt in doubts):
            verdicts = tuple(self.verdicts[doubt] for doubt in doubts)
            answer = verdicts[0] if isinstance(question, Confirm) else question.settle_doubts(answer, verdicts)
        return cast("A", answer)

    def _measure_answer(self, question: Ask[Any]) -> tuple[Any, tuple[Ask[Any], ...]]:
        if isinstance(question, Confirm):
            return False, (question,)
        absent: dict[str, Fact] = {}
        if isinstance(question, Ranges):
            # in a game the players give the range to a friend that the camera does not see; it counts as far here
            absent = {model: Fact(FARTHEST_IN) for model in question.others if not self.table.has(model)}
            question = replace(question, others=tuple(model for model in question.others if model not in absent))
        answer = question.parse_json(table_answer(question, self.table))
        return {**answer, **absent} if absent else answer, question.list_doubts(answer)


def _ignore_event(state: State, _event: Event) -> State:
    return state


# Lengths are rounded up to this: at that length the hint is true.
TOLD_IN = 0.1


def alert(
    threat: OverwatchThreat, names: ModelNames, walked_in: float = 0.0, odds: tuple[AdviceOdds, ...] = ()
) -> AlertView:
    """The alert of one watcher: `Shale could break in after 2.4″ of the way: shot at 13.4″ (medium), sees 38 %`.

    walked_in: the length that the mover walked before this path. odds: the chances of the reaction.
    """
    share = f"{100 * threat.share:.0f}"
    along_in = math.ceil((walked_in + threat.along_in) / TOLD_IN - 1e-9) * TOLD_IN
    values: dict[str, Text] = {"model": names(threat.model), "share": share, "range": short(threat.view.range.value)}
    if along_in:
        values["along"] = short(along_in)
    text: Text = _describe_charge(values) if threat.kind == CHARGE else _describe_shot(threat, values)
    if threat.doubts:
        # Translators: {hint} is `Shale could break in ...: ...`
        text = Message("{hint}; too close to call, so the players decide", hint=text)
    return AlertView(
        model=threat.model,
        text=text,
        short=Message("{share} %", share=share),
        at_in=(threat.place[0], threat.place[1]),
        kind=threat.kind,
        option=f"{threat.model} {threat.kind}",
        odds=odds,
    )


def _describe_charge(values: Mapping[str, Text]) -> Message:
    if "along" not in values:
        return Message("{model} could break in at once: charge over {range}, sees {share} %", **values)
    return Message("{model} could break in after {along} of the path: charge over {range}, sees {share} %", **values)


def _describe_shot(threat: OverwatchThreat, values: Mapping[str, Text]) -> Message:
    band_values, cover = _band_values(threat, values), threat.view.cover
    # Translators: {range} with its band in brackets
    shot = Message("shot at {range} ({band}), sees {share} %", **band_values)
    if cover:
        shot = Message("{shot}, {cover}", shot=shot, cover=MATERIALS[cover].cover)
    if "along" not in values:
        return Message("{model} could break in at once: {shot}", model=values["model"], shot=shot)
    return Message(
        "{model} could break in after {along} of the path: {shot}",
        model=values["model"],
        along=values["along"],
        shot=shot,
    )


def _band_values(threat: OverwatchThreat, values: Mapping[str, Text]) -> dict[str, Text]:
    assert threat.view.band
    return {"range": values["range"], "share": values["share"], "band": BANDS[threat.view.band.value]}


# Answers that the table shows to be impossible, judged beforehand by the rules that would refuse them.
#
#     closed_answers(MeasuredPlay(table), question.ask)   # (Option("bob shot", why_not=..., clause=...),)
#
# An answer is closed only where no verdict of the players on a doubt would open it, and only where the camera sees
# every model that it depends on. All other answers stay open, and the ruling decides.

R = TypeVar("R")

# doubts beyond this number follow the measurement
MOST_DOUBTS = 5


def list_closed_answers(look: MeasuredPlay, ask: Ask[Any]) -> tuple[Option, ...]:
    """The options of a question that the rules leave open and the table closes, each with its reason."""
    if isinstance(ask, React):
        return tuple(_find_closed_reactions(look, ask))
    if isinstance(ask, Choose) and ask.action == "action" and any(it.open and it.id == CHARGE for it in ask.options):
        return _find_closed_charge(look, ask.subject[0])
    return ()


def sees(table: MeasuredTable, *models: str) -> bool:
    """Check whether the camera sees all of these models now, at rest or in a hand."""
    models_by_id = {it.model.id: it for it in table.snapshot.models}
    return table.has(*models) and all(
        rests(models_by_id[model]) or models_by_id[model].state == "moving" for model in models
    )


def possible_rulings(look: MeasuredPlay, judge: Callable[[MeasuredPlay], R]) -> Iterator[R]:
    """The ruling as measured, then the ruling for every combination of the players' verdicts on doubts."""
    first_look = look.again()
    yield judge(first_look)
    pending = [{doubt: verdict} for doubt in first_look.doubts[:1] for verdict in (True, False)]
    while pending:
        verdicts = pending.pop()
        game = look.again(verdicts)
        ruling = judge(game)
        doubt = next((doubt for doubt in game.doubts if doubt not in verdicts), None)
        if doubt is None or len(verdicts) >= MOST_DOUBTS:
            yield ruling
        else:
            pending += [{**verdicts, doubt: verdict} for verdict in (True, False)]


def _find_closed_reactions(look: MeasuredPlay, ask: React) -> Iterator[Option]:
    """The ways to break in that the ruling would find impossible. Clauses: UW-055, UW-057, UW-059."""
    for option in ask.options:
        reaction = find_reaction(ask, option.id) if option.open else None
        if reaction is None or not sees(look.table, reaction.model, ask.target):
            continue
        reasons = list(possible_rulings(look, partial(_why_void, reaction=reaction, target=ask.target)))
        if reasons[0] and all(reasons):
            yield Option(option.id, option.label, reasons[0], REACTING[reaction.kind])


def _why_void(game: MeasuredPlay, reaction: Reaction, target: str) -> Reason | None:
    return observe_shot(game, reaction.model, target, reaction.kind)[1]


def _find_closed_charge(look: MeasuredPlay, model: str) -> tuple[Option, ...]:
    """A charge without a target, with the reason for the nearest enemy. Clause: UW-QS Assault (UW-069)."""
    enemies = look.state.enemies(model)
    if not enemies or not sees(look.table, model, *enemies):
        return ()

    def find_closed_target(game: MeasuredPlay) -> Option | None:
        targets = [option for option in charge_question(game, model).options if option.id != BACK]
        reach = float(look.state[model].profile.charge_in)
        ranges = game.ask(Ranges(model=model, others=enemies, limits=(reach,)))
        return None if any(it.open for it in targets) else min(targets, key=lambda it: ranges[it.id].value)

    nearest = list(possible_rulings(look, find_closed_target))
    if nearest[0] is None or not all(nearest):
        return ()
    return (Option(CHARGE, "", nearest[0].why_not, nearest[0].clause),)
