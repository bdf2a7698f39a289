"""Doubts of the measurement about targets, and the choice of those that matter to the chosen target.

    survey = measure(game, "ann")                       # the players are not asked yet
    survey = settled(game, survey, Aim("bob"))          # the players are asked, until the shot at Bob is clear

A doubt matters where the shot, or the check before it, would differ with the other verdict.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tablecam.rules.ask import Ask, Choose, Confirm, Option, Topic
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.card import Weapon
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, COVER, SIGHT, JudgedSighting
from tablecam.rules.books.urban_war.rules.reasons import reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_options import Aim, aims, target_option
from tablecam.rules.books.urban_war.rules.target_priority import (
    Priority,
    TargetView,
    as_agreed,
    list_contested,
    looking,
    priority,
    view,
)
from tablecam.rules.coded_text import CodedText
from tablecam.rules.facts import Fact, Ranges, SightingFact, settle
from tablecam.rules.play import Play

RANGE = "range"
# the number of doubts that are combined, the chosen target's own and then the nearest; more follow the measurement
MOST = 6
# a shot at a target, or the reason against it
Outcome = tuple[object, ...]


@dataclass(frozen=True)
class Doubt:
    """A doubt of the measurement about a target: sight, cover, or whether it is within a range."""

    what: str
    target: str
    limit: float = 0.0


@dataclass(frozen=True)
class Survey:
    """Range and sight of all enemies of a shooter, with the players' decisions. nearest: the enemy that they chose."""

    shooter: str
    ranges: Mapping[str, Fact]
    seen: Mapping[str, SightingFact]
    nearest: str = ""

    def views(self, state: State) -> Mapping[str, TargetView]:
        """The enemies as the rules read them; doubts follow the measurement."""
        return {target: self.view(state, target) for target in self.ranges}

    def view(self, state: State, target: str) -> TargetView:
        """One enemy as the rules read it."""
        return view(self.ranges[target], self.seen[target], state.rules)

    def iterate_doubts(self, target: str) -> Iterator[Doubt]:
        """The doubts about a target that are not settled yet."""
        far, sighting = self.ranges[target], self.seen[target]
        settled_limits = dict(far.settled)
        yield from (
            Doubt(RANGE, target, limit)
            for limit in far.find_doubtful_limits(BAND_LIMITS)
            if limit not in settled_limits
        )
        if isinstance(sighting, JudgedSighting):
            yield from (Doubt(what, target) for what in sighting.doubt if what not in dict(sighting.settled))

    def decide_doubt(self, doubt: Doubt, verdict: bool) -> "Survey":
        """The survey with a verdict on a doubt."""
        target = doubt.target
        if doubt.what == RANGE:
            return replace(self, ranges={**self.ranges, target: self.ranges[target].decide_limit(doubt.limit, verdict)})
        sighting = self.seen[target]
        assert isinstance(sighting, JudgedSighting)
        return replace(
            self, seen={**self.seen, target: replace(sighting, settled=(*sighting.settled, (doubt.what, verdict)))}
        )

    def first(self, state: State) -> Priority:
        """The priority target: the players' choice where they made one, else as measured."""
        views = self.views(state)
        measured_priority = priority(state, self.shooter, views)
        agreed = self.nearest in (option.id for option in list_contested(state, measured_priority))
        return as_agreed(state, self.shooter, views, measured_priority, self.nearest) if agreed else measured_priority


def measure(game: Play[State], shooter: str) -> Survey:
    """Measure range and sight of every enemy; the players are not asked about doubts."""
    enemies = game.state.enemies(shooter)
    if not enemies:
        return Survey(shooter, {}, {})
    ranges = game.ask_unsettled(Ranges(model=shooter, others=enemies, limits=BAND_LIMITS))
    return Survey(shooter, ranges, game.ask_unsettled(looking(game, shooter, enemies)))


def open_options(state: State, survey: Survey, weapon: Weapon | None = None) -> tuple[Option, ...]:
    """Every enemy as a target; an option that some verdict opens is open, with a note that it is too close to call.

    A speculative shot is listed only where it is open.
    """
    views, priority_target = survey.views(state), survey.first(state)
    options = [_open_option(state, survey, aim, priority_target) for aim in aims(state, views, weapon)]
    return tuple(option for option in options if option.open or option.id in views)


def _open_option(state: State, survey: Survey, aim: Aim, first: Priority) -> Option:
    """An option; open and unsure where a verdict on a doubt about its target closes or opens it."""
    option = target_option(state, survey.shooter, aim, survey.view(state, aim.target), first)
    doubts = tuple(survey.iterate_doubts(aim.target))
    verdicts = {
        target_option(state, survey.shooter, aim, decided.view(state, aim.target), first).open
        for decided in _decide_doubts(survey, doubts)
    }
    if len(verdicts) == 1:
        return option
    code = "target.speculative.unsure" if aim.speculative else "target.unsure"
    return Option(aim.option, reason(code, model=aim.target))


def _decide_doubts(survey: Survey, doubts: Sequence[Doubt]) -> Iterator[Survey]:
    """The survey with every combination of verdicts on some doubts."""
    for verdicts in product((True, False), repeat=len(doubts)):
        decided = survey
        for doubt, verdict in zip(doubts, verdicts, strict=True):
            decided = decided.decide_doubt(doubt, verdict)
        yield decided


def settle_doubts(game: Play[State], survey: Survey, aim: Aim) -> Survey:
    """Ask the players about every doubt that matters to a target, and no other doubt; return the survey."""
    while len(outcomes(game.state, survey, aim)) > 1:
        survey = _ask_one(game, survey, aim)
    return survey


def _ask_one(game: Play[State], survey: Survey, aim: Aim) -> Survey:
    state, doubts = game.state, relevant(game.state, survey, aim)
    for doubt in doubts:
        yes, no = (outcomes(state, survey.decide_doubt(doubt, verdict), aim) for verdict in (True, False))
        if yes != no:
            return survey.decide_doubt(doubt, game.ask(_make_question(survey, doubt)))
    options = list_contested(state, priority(state, survey.shooter, survey.views(state)))
    if options and survey.nearest not in (option.id for option in options):
        topic = topics.nearest(survey.shooter)
        return replace(survey, nearest=game.ask(Choose(options=options, **topic._asdict())))
    return survey.decide_doubt(doubts[0], game.ask(_make_question(survey, doubts[0])))


def _make_question(survey: Survey, doubt: Doubt) -> Ask[bool]:
    """The question to the players about a doubt."""
    shooter, target = survey.shooter, doubt.target
    if doubt.what == RANGE:
        # no text: the purpose that logs have
        topic = Topic(f"{shooter} to {target}", "range", (shooter, target))
        return settle(Ranges(model=shooter, others=(target,)), topic, survey.ranges[target], doubt.limit)
    about = topics.sees_enough if doubt.what == SIGHT else topics.has_cover
    return Confirm(**about(shooter, target)._asdict())


def relevant(state: State, survey: Survey, aim: Aim) -> tuple[Doubt, ...]:
    """The doubts that could matter to a target: its own, and sight and cover of the enemies that may come first."""
    others = sorted(survey.ranges.keys() - {aim.target}, key=lambda it: (survey.ranges[it].value, it))
    aspects = (COVER, SIGHT) if state.rules.priority_requires_los else (COVER,)
    doubts = [*survey.iterate_doubts(aim.target)]
    doubts += [doubt for target in others for doubt in survey.iterate_doubts(target) if doubt.what in aspects]
    return tuple(doubts[:MOST])


def outcomes(state: State, survey: Survey, aim: Aim) -> frozenset[Outcome]:
    """Every possible outcome of a target, over all verdicts on the doubts that could matter."""
    possible = set()
    for decided in _decide_doubts(survey, relevant(state, survey, aim)):
        views = decided.views(state)
        possible |= {
            _compute_outcome(state, decided, aim, views[aim.target], priority_target)
            for priority_target in _list_priorities(state, decided, views)
        }
    return frozenset(possible)


def _list_priorities(state: State, survey: Survey, views: Mapping[str, TargetView]) -> list[Priority]:
    """The possible priority targets: one where it is clear or agreed."""
    measured_priority = priority(state, survey.shooter, views)
    names = [option.id for option in list_contested(state, measured_priority)]
    if survey.nearest in names:
        names = [survey.nearest]
    return [as_agreed(state, survey.shooter, views, measured_priority, nearest) for nearest in names] or [
        measured_priority
    ]


def _compute_outcome(state: State, survey: Survey, aim: Aim, it: TargetView, first: Priority) -> Outcome:
    option = target_option(state, survey.shooter, aim, it, first)
    if option.why_not:
        return ("closed", option.why_not.code if isinstance(option.why_not, CodedText) else option.why_not)
    return ("open", it.band, it.cover, _check_bonus(state, aim, first))


def _check_bonus(state: State, aim: Aim, first: Priority) -> int | None:
    """The sum of the bonuses on the check for another target; None where no check is needed."""
    free = not first.targets and not state[aim.target].contacts
    return None if free or aim.target in first.targets else sum(added.amount for added in first.bonus)
