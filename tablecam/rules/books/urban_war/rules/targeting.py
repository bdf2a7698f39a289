"""Choose an enemy to shoot at: the priority target, or another after a check, and settle the doubts that matter.

Clause: UW-QS Target selection.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from tablecam.rules.ask import Ask, Choose, Confirm, Option, Topic
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.action_events import ActionHalted
from tablecam.rules.books.urban_war.rules.attack_events import ShotLost
from tablecam.rules.books.urban_war.rules.cards import Shot, Weapon
from tablecam.rules.books.urban_war.rules.codes import reason
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, COVER, SIGHT, JudgedSighting
from tablecam.rules.books.urban_war.rules.morale import command_check
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved, unless
from tablecam.rules.books.urban_war.rules.shooting import shoot
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import (
    OTHER_TARGET,
    Aim,
    Priority,
    TargetView,
    agree_priority,
    aims,
    as_agreed,
    choose_weapon,
    list_contested,
    looking,
    priority,
    read_aim,
    survey_targets,
    target_option,
    target_options,
    usable,
    view,
)
from tablecam.rules.coded_text import CodedText
from tablecam.rules.facts import Fact, Ranges, SightingFact, settle
from tablecam.rules.frozen import copy_with
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable

# Doubts of the measurement about targets, and the choice of those that matter to the chosen target.
#
#     survey = measure(game, "ann")                       # the players are not asked yet
#     survey = settled(game, survey, Aim("bob"))          # the players are asked, until the shot at Bob is clear
#
# A doubt matters where the shot, or the check before it, would differ with the other verdict.

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
    """Range and sight of all enemies of a shooter, with the players' decisions. nearest: the enemy that they chose.

    read: the enemies that the rules have read already; a survey belongs to one game.
    """

    shooter: str
    ranges: Mapping[str, Fact]
    seen: Mapping[str, SightingFact]
    nearest: str = ""
    read: dict[str, TargetView] = field(default_factory=dict, compare=False, repr=False)

    def views(self, state: State) -> Mapping[str, TargetView]:
        """The enemies as the rules read them; doubts follow the measurement."""
        return {target: self.view(state, target) for target in self.ranges}

    def view(self, state: State, target: str) -> TargetView:
        """One enemy as the rules read it."""
        if target not in self.read:
            self.read[target] = view(self.ranges[target], self.seen[target], state.rules)
        return self.read[target]

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
        read = {model: it for model, it in self.read.items() if model != target}
        if doubt.what == RANGE:
            ranges = {**self.ranges, target: self.ranges[target].decide_limit(doubt.limit, verdict)}
            return copy_with(self, ranges=ranges, read=read)
        sighting = self.seen[target]
        assert isinstance(sighting, JudgedSighting)
        decided = copy_with(sighting, settled=(*sighting.settled, (doubt.what, verdict)))
        return copy_with(self, seen={**self.seen, target: decided}, read=read)

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
    if not doubts:
        return option
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
        topic = codes.NEAREST(survey.shooter)
        return replace(survey, nearest=game.ask(Choose(options=options, **topic._asdict())))
    return survey.decide_doubt(doubts[0], game.ask(_make_question(survey, doubts[0])))


def _make_question(survey: Survey, doubt: Doubt) -> Ask[bool]:
    """The question to the players about a doubt."""
    shooter, target = survey.shooter, doubt.target
    if doubt.what == RANGE:
        # no text: the purpose that logs have
        topic = Topic(f"{shooter} to {target}", "range", (shooter, target))
        return settle(Ranges(model=shooter, others=(target,)), topic, survey.ranges[target], doubt.limit)
    about = codes.SEES_ENOUGH if doubt.what == SIGHT else codes.HAS_COVER
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


NOBODY = "nobody"


def take_shot(game: Play[State], shooter: str) -> None:
    """Choose a target and shoot, or leave the shot out; overwatch may break in before."""
    named = choose_target(game, shooter)
    if named is None:
        return
    target, shot = named
    weapon = choose_weapon(game, shooter, usable(game.state, shooter, shot.band))
    figures = weapon.get_figures(shot.band)
    if not game.state.rules.split_shots or not figures or figures.shots == 1:
        shoot(game, shooter, target, weapon, shot)
        return
    shoot(game, shooter, target, weapon, shot, shots=1)
    for _ in range(1, figures.shots):
        shoot_again(game, shooter, weapon)


def shoot_again(game: Play[State], shooter: str, weapon: Weapon) -> None:
    """Shoot once more, at a target of its own, as a house rule."""
    named = choose_target(game, shooter, weapon) if game.state[shooter].alive else None
    if named:
        shoot(game, shooter, named[0], weapon, named[1], shots=1)


@replaceable
def choose_target(game: Play[State], shooter: str, weapon: Weapon | None = None) -> tuple[str, Shot] | None:
    """Return the target and the shot; None where no target is chosen, or the shot is lost."""
    if game.state.doubts_wait:
        return _choose_before_doubts(game, shooter, weapon)
    looked: dict[str, tuple[Mapping[str, TargetView], Priority]] = {}

    def make_question() -> Choose:
        enemies = game.state.enemies(shooter)
        views = survey_targets(game, shooter, enemies) if enemies else {}
        looked["now"] = (views, agree_priority(game, shooter, views))
        options = [*target_options(game.state, shooter, *looked["now"], weapon), Option(NOBODY, reason("nobody"))]
        topic = codes.SHOOT_TARGET(shooter)
        return Choose(seat=game.state[shooter].side, options=tuple(options), **topic._asdict())

    chosen = unless(game, make_question)
    if chosen is None or chosen == NOBODY:
        return None
    return _resolve_aim(game, shooter, read_aim(chosen, weapon), *looked["now"])


def _choose_before_doubts(game: Play[State], shooter: str, weapon: Weapon | None) -> tuple[str, Shot] | None:
    """Like `choose_target`; the players settle only doubts that matter to the chosen target."""
    surveys: list[Survey] = []

    def make_question() -> Choose:
        # decisions about a target that they close remain, unless an enemy has broken in
        survey = surveys.pop() if len(surveys) == 1 else measure(game, shooter)
        surveys[:] = [survey, survey]
        options = (*open_options(game.state, survey, weapon), Option(NOBODY, reason("nobody")))
        return Choose(seat=game.state[shooter].side, options=options, **codes.SHOOT_TARGET(shooter)._asdict())

    while True:
        chosen = unless(game, make_question)
        if chosen is None or chosen == NOBODY:
            return None
        aim = read_aim(chosen, weapon)
        survey = settle_doubts(game, surveys[0], aim)
        views, priority_target = survey.views(game.state), survey.first(game.state)
        if target_option(game.state, shooter, aim, views[aim.target], priority_target).open:
            return _resolve_aim(game, shooter, aim, views, priority_target)
        surveys[:] = [survey]


def _resolve_aim(
    game: Play[State], shooter: str, aim: Aim, views: Mapping[str, TargetView], first: Priority
) -> tuple[str, Shot] | None:
    """Return the chosen target and shot, after the command check where another target takes one."""
    target = aim.target
    free = not first.targets and not game.state[target].contacts
    if not free and target not in first.targets and not roll_for_another(game, shooter, first):
        return None
    band = views[target].band
    assert band
    return target, Shot(band, views[target].cover, has_active_moved(game.state), aim.speculative)


def roll_for_another(game: Play[State], shooter: str, first: Priority) -> bool:
    """Roll the command check for a target other than the priority target; if it fails, the shot is lost."""
    if command_check(game, shooter, OTHER_TARGET, *first.bonus):
        return True
    game.tell(ShotLost(shooter=shooter))
    if game.state.rules.lost_shot == "action":
        game.tell(ActionHalted(model=shooter, why=reason("shot-lost")))
    return False
