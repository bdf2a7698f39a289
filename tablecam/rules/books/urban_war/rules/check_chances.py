"""The odds of breaking into a move, of initiative and of rallying: the rules themselves, played out from a state.

disruption_odds(state, "ann", "bob", rifle, shot).kills(1)     # an overwatch shot, with rally and check before it
intercept_odds(state, "ann", "bob").fight_chance               # an intercept charge, likewise
initiative_odds(state), rally_odds(state, "ann", tries=2)

What is not counted, and `bonus`: see `chances.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import Rallied
from tablecam.rules.books.urban_war.rules.cards import HIGH_MORALE, Shot, Weapon
from tablecam.rules.books.urban_war.rules.chances import (
    FOUGHT,
    RALLIED,
    VOID,
    Attack,
    KnownAnswers,
    build_shot,
    mark_event,
    mark_hit,
    play_rules,
)
from tablecam.rules.books.urban_war.rules.combat_chances import FightOdds, apply_charge, compute_expected_fight
from tablecam.rules.books.urban_war.rules.facts import Reaction
from tablecam.rules.books.urban_war.rules.morale import rally
from tablecam.rules.books.urban_war.rules.overwatch import (
    DISRUPTION,
    INTERCEPT,
    band_penalty,
    disrupt,
    react,
)
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn import initiative
from tablecam.rules.books.urban_war.rules.turn_events import ReactionAttempted, RolledOff
from tablecam.rules.check import Check, Modifier
from tablecam.rules.event import evolve
from tablecam.rules.known_odds import remembered
from tablecam.rules.odds import Distribution
from tablecam.rules.outlook import Outlook, Watch
from tablecam.rules.play import Play
from tablecam.rules.steps import Steps

RALLY = "rally"


@dataclass(frozen=True)
class ReactionOdds:
    """An attempt to break in with a shot. rally: rolled first, None without a panic counter.

    rallied, shaken: the shot after a rally, and otherwise. ends: hit and wounds with all checks included.
    """

    check: Check
    rally: Check | None
    rallied: Attack
    shaken: Attack
    ends: Distribution[tuple[bool, int]]

    @property
    def hit(self) -> Fraction:
        """The chance that anything hits."""
        return self.ends.chance(lambda it: it[0])

    @property
    def wound(self) -> Fraction:
        """The chance that it costs at least one wound."""
        return self.kills(1)

    def kills(self, wounds: int) -> Fraction:
        """The chance of at least this number of wounds."""
        return self.ends.chance(lambda it: it[1] >= wounds)


@remembered
def disruption_odds(
    state: State, model: str, target: str, weapon: Weapon, shot: Shot, bonus: Sequence[Modifier] = ()
) -> ReactionOdds:
    """A disruption shot as it would be rolled now: rally, command check, then all shots at one target."""
    answers = KnownAnswers(bool(bonus), {model: weapon})
    check = checks.command(state, state[model], DISRUPTION, (*band_penalty(shot.band), *bonus))

    def build(of: State) -> Attack:
        play = partial(play_rules, of, lambda game: disrupt(game, model, target, shot), answers, watch=mark_hit)
        return build_shot(of, (model, target), weapon, shot, play, check)

    rally_check, steady, shaken = _react(state, model, target, "shot", bonus)
    whole = replace(
        build(state),
        play=partial(_play_reaction, state, Reaction(model, "shot"), (shot, None), answers, mark_hit),
    )
    return ReactionOdds(check, rally_check, build(steady), build(shaken), whole.ends)


@dataclass(frozen=True)
class InterceptOdds:
    """An intercept charge that reaches its target. allowed: the chance that it may be tried, after a rally.

    fight: with both charging. fight_chance: that there is a fight. target_falls, falls: that the target and that the
    intercepting model is removed, the checks included.
    """

    check: Check
    allowed: Fraction
    fight: FightOdds
    fight_chance: Fraction
    target_falls: Fraction
    falls: Fraction


@remembered
def intercept_odds(state: State, model: str, target: str, bonus: Sequence[Modifier] = ()) -> InterceptOdds:
    """An intercept charge as it would be rolled now; the move is not included. Weapons: `compute_expected_fight`."""
    _rally, steady, _shaken = _react(state, model, target, "charge", bonus)
    weapons, fight = compute_expected_fight(apply_charge(steady, model, target, both=True), model, target)
    answers = KnownAnswers(bool(bonus), weapons, (target,))
    outlook = _play_reaction(state, Reaction(model, "charge"), (None, None), answers, mark_event)
    return InterceptOdds(
        checks.command(state, state[model], INTERCEPT, bonus),
        allowed=1 - outlook.chance(lambda end: VOID in end.marks),
        fight=fight,
        fight_chance=outlook.chance(lambda end: FOUGHT in end.marks),
        target_falls=outlook.chance(lambda end: not end.state[target].alive),
        falls=outlook.chance(lambda end: not end.state[model].alive),
    )


def _play_reaction(
    state: State, reaction: Reaction, observed: tuple[Shot | None, None], answers: KnownAnswers, watch: Watch
) -> Outlook[State]:
    """An attempt to break in that the table allows."""
    steps: Steps = {"observe_shot": lambda _game, *_args: observed}
    return play_rules(state, lambda game: react(game, reaction), answers, watch=watch, steps=steps)


def _react(
    state: State, model: str, target: str, kind: Literal["shot", "charge"], bonus: Sequence[Modifier]
) -> tuple[Check | None, State, State]:
    """The check to rally, if any, and the states after it has passed and after it has failed."""
    shaken = evolve(state, ReactionAttempted(model=model, target=target, kind=kind))
    if not state[model].panicked:
        return None, shaken, shaken
    at_once = state[model].profile.tag(HIGH_MORALE) is not None
    check = checks.command(state, state[model], RALLY, bonus)
    return check, evolve(shaken, Rallied(model=model, at_once=at_once)), shaken


def initiative_odds(state: State) -> Mapping[str, Fraction]:
    """The chance of each side to win the roll for initiative; ties are rolled again."""
    outlook = play_rules(state, initiative, KnownAnswers())
    return {side: outlook.chance(lambda end, side=side: (RolledOff, side) in end.marks) for side in state.sides}  # type: ignore[misc]


def rally_odds(state: State, model: str, tries: int = 1, bonus: Sequence[Modifier] = ()) -> Fraction:
    """The chance to lose a panic counter within a number of tries."""

    def try_on(game: Play[State]) -> None:
        for _try in range(tries):
            rally(game, model)

    return play_rules(state, try_on, KnownAnswers(bool(bonus))).chance(lambda end: RALLIED in end.marks)
