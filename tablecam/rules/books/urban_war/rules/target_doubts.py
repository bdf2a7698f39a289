"""What the measurement leaves in doubt about targets, and which of it matters to the one that is chosen.

    survey = measure(game, "ann")                       # nobody is asked yet
    survey = settled(game, survey, Aim("bob"))          # the players are asked, until it is clear how Bob is shot at

A doubt matters where the shot, or the check before it, would be another if it were settled otherwise.
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
    contested,
    looking,
    priority,
    view,
)
from tablecam.rules.coded_text import CodedText
from tablecam.rules.facts import Fact, Ranges, SightingFact, settle
from tablecam.rules.play import Play

RANGE = "range"
# so many doubts are weighed against each other, the chosen target's own and then the nearest; others as measured
MOST = 6
# how a target is shot at, or that it is not
Outcome = tuple[object, ...]


@dataclass(frozen=True)
class Doubt:
    """Something that the measurement cannot tell of a target: sight, cover, or whether it is within a range."""

    what: str
    target: str
    limit: float = 0.0


@dataclass(frozen=True)
class Survey:
    """Range and sight of all enemies of a shooter, with what the players have settled. nearest: as they say."""

    shooter: str
    ranges: Mapping[str, Fact]
    seen: Mapping[str, SightingFact]
    nearest: str = ""

    def views(self, state: State) -> Mapping[str, TargetView]:
        """As the rules read it; what is in doubt leans as measured."""
        return {target: self.view(state, target) for target in self.ranges}

    def view(self, state: State, target: str) -> TargetView:
        """One of them."""
        return view(self.ranges[target], self.seen[target], state.rules)

    def doubts_of(self, target: str) -> Iterator[Doubt]:
        """What is not settled yet about a target."""
        far, seen = self.ranges[target], self.seen[target]
        known = dict(far.settled)
        yield from (Doubt(RANGE, target, limit) for limit in far.in_doubt(BAND_LIMITS) if limit not in known)
        if isinstance(seen, JudgedSighting):
            yield from (Doubt(what, target) for what in seen.doubt if what not in dict(seen.settled))

    def decided(self, doubt: Doubt, verdict: bool) -> "Survey":
        """With a verdict on a doubt."""
        target = doubt.target
        if doubt.what == RANGE:
            return replace(self, ranges={**self.ranges, target: self.ranges[target].decided(doubt.limit, verdict)})
        seen = self.seen[target]
        assert isinstance(seen, JudgedSighting)
        return replace(self, seen={**self.seen, target: replace(seen, settled=(*seen.settled, (doubt.what, verdict)))})

    def first(self, state: State) -> Priority:
        """The priority target, as the players say where they have been asked, else as measured."""
        views = self.views(state)
        found = priority(state, self.shooter, views)
        agreed = self.nearest in (option.id for option in contested(state, found))
        return as_agreed(state, self.shooter, views, found, self.nearest) if agreed else found


def measure(game: Play[State], shooter: str) -> Survey:
    """Range and sight of every enemy; nobody is asked about what is in doubt."""
    enemies = game.state.enemies(shooter)
    if not enemies:
        return Survey(shooter, {}, {})
    ranges = game.ask_unsettled(Ranges(model=shooter, others=enemies, limits=BAND_LIMITS))
    return Survey(shooter, ranges, game.ask_unsettled(looking(game, shooter, enemies)))


def open_options(state: State, survey: Survey, weapon: Weapon | None = None) -> tuple[Option, ...]:
    """Every enemy as a target; one that some verdict opens is open, and says that it is too close to call.

    A speculative shot is listed only where it is open.
    """
    views, first = survey.views(state), survey.first(state)
    options = [_open_option(state, survey, aim, first) for aim in aims(state, views, weapon)]
    return tuple(option for option in options if option.open or option.id in views)


def _open_option(state: State, survey: Survey, aim: Aim, first: Priority) -> Option:
    """An option, which is open and unsure where a verdict on what is in doubt about its target closes or opens it."""
    option = target_option(state, survey.shooter, aim, survey.view(state, aim.target), first)
    doubts = tuple(survey.doubts_of(aim.target))
    verdicts = {
        target_option(state, survey.shooter, aim, decided.view(state, aim.target), first).open
        for decided in _decided(survey, doubts)
    }
    if len(verdicts) == 1:
        return option
    code = "target.speculative.unsure" if aim.speculative else "target.unsure"
    return Option(aim.option, reason(code, model=aim.target))


def _decided(survey: Survey, doubts: Sequence[Doubt]) -> Iterator[Survey]:
    """The survey with every verdict on every one of some doubts."""
    for verdicts in product((True, False), repeat=len(doubts)):
        decided = survey
        for doubt, verdict in zip(doubts, verdicts, strict=True):
            decided = decided.decided(doubt, verdict)
        yield decided


def settled(game: Play[State], survey: Survey, aim: Aim) -> Survey:
    """The survey after the players were asked all that matters to a target, and nothing else."""
    while len(outcomes(game.state, survey, aim)) > 1:
        survey = _ask_one(game, survey, aim)
    return survey


def _ask_one(game: Play[State], survey: Survey, aim: Aim) -> Survey:
    state, doubts = game.state, relevant(game.state, survey, aim)
    for doubt in doubts:
        yes, no = (outcomes(state, survey.decided(doubt, verdict), aim) for verdict in (True, False))
        if yes != no:
            return survey.decided(doubt, game.ask(_question(survey, doubt)))
    options = contested(state, priority(state, survey.shooter, survey.views(state)))
    if options and survey.nearest not in (option.id for option in options):
        topic = topics.nearest(survey.shooter)
        return replace(survey, nearest=game.ask(Choose(options=options, **topic._asdict())))
    return survey.decided(doubts[0], game.ask(_question(survey, doubts[0])))


def _question(survey: Survey, doubt: Doubt) -> Ask[bool]:
    """What the players are asked about a doubt."""
    shooter, target = survey.shooter, doubt.target
    if doubt.what == RANGE:
        # no text: as logs name it
        topic = Topic(f"{shooter} to {target}", "range", (shooter, target))
        return settle(Ranges(model=shooter, others=(target,)), topic, survey.ranges[target], doubt.limit)
    about = topics.sees_enough if doubt.what == SIGHT else topics.has_cover
    return Confirm(**about(shooter, target)._asdict())


def relevant(state: State, survey: Survey, aim: Aim) -> tuple[Doubt, ...]:
    """The doubts that could matter to a target: its own, and the sight and cover of those that may come first."""
    others = sorted(survey.ranges.keys() - {aim.target}, key=lambda it: (survey.ranges[it].value, it))
    wanted = (COVER, SIGHT) if state.rules.priority_requires_los else (COVER,)
    found = [*survey.doubts_of(aim.target)]
    found += [doubt for target in others for doubt in survey.doubts_of(target) if doubt.what in wanted]
    return tuple(found[:MOST])


def outcomes(state: State, survey: Survey, aim: Aim) -> frozenset[Outcome]:
    """All ways in which a target may turn out to be shot at, by every verdict on every doubt that could matter."""
    found = set()
    for decided in _decided(survey, relevant(state, survey, aim)):
        views = decided.views(state)
        found |= {_outcome(state, decided, aim, views[aim.target], first) for first in _firsts(state, decided, views)}
    return frozenset(found)


def _firsts(state: State, survey: Survey, views: Mapping[str, TargetView]) -> list[Priority]:
    """The priority target as it may be agreed: one where it is clear or has been."""
    found = priority(state, survey.shooter, views)
    named = [option.id for option in contested(state, found)]
    if survey.nearest in named:
        named = [survey.nearest]
    return [as_agreed(state, survey.shooter, views, found, nearest) for nearest in named] or [found]


def _outcome(state: State, survey: Survey, aim: Aim, it: TargetView, first: Priority) -> Outcome:
    option = target_option(state, survey.shooter, aim, it, first)
    if option.why_not:
        return ("closed", option.why_not.code if isinstance(option.why_not, CodedText) else option.why_not)
    return ("open", it.band, it.cover, _check(state, aim, first))


def _check(state: State, aim: Aim, first: Priority) -> int | None:
    """What the check for another target has added; None where none is needed."""
    free = not first.targets and not state[aim.target].contacts
    return None if free or aim.target in first.targets else sum(added.amount for added in first.bonus)
