"""The odds of attacks: the rules themselves, played out from a state.

attack = shot_attack(state, "ann", "bob", rifle, Shot(Band.SHORT, "solid"))
attack.hit, attack.wound, attack.kills(wounds_left)     # overall: all earlier rolls included

What depends on positions is not counted: panic of friends who see a model fall, shock and half wounds after a shot, and
evading a template. bonus: of the Commander where it is known to be near, for instance `find_inspiration(state, "ann")`.
Combats are in `combat_chances.py`, reactions and checks in `check_chances.py`.
In the players' words, with the sums behind them: `tablecam/rules/books/urban_war/advice/odds_words.py`.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple

from tablecam.rules.ask import Ask, Choose
from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import Rallied
from tablecam.rules.books.urban_war.rules.attack_events import (
    Attacked,
    CombatDecided,
    Disengaged,
    ShotFired,
    Struck,
)
from tablecam.rules.books.urban_war.rules.cards import Figures, Shot, Weapon
from tablecam.rules.books.urban_war.rules.close_combat import play_strike
from tablecam.rules.books.urban_war.rules.morale import aura_bonus
from tablecam.rules.books.urban_war.rules.overwatch import (
    going,
)
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import Priority, other_target_check
from tablecam.rules.books.urban_war.rules.targeting import roll_for_another, take_shot
from tablecam.rules.books.urban_war.rules.turn_events import ReactionVoid, RolledOff
from tablecam.rules.check import Check, Modifier
from tablecam.rules.event import Event, evolve
from tablecam.rules.facts import Contact, Move, Ranges
from tablecam.rules.known_odds import remembered
from tablecam.rules.odds import Distribution
from tablecam.rules.outlook import Outlook, Watch, play_out
from tablecam.rules.plain import Json
from tablecam.rules.play import Play
from tablecam.rules.steps import NO_STEPS, Steps

HIT, FOUGHT, AWAY, VOID, RALLIED = "hit", "fought", "away", "void", "rallied"
FAR_IN = 99.0


def skip(_game: Play[State], *_args: object) -> None:
    """Leave a step out."""


# steps whose outcome depends on the positions of others
NOT_COUNTED: Steps = dict.fromkeys(("casualties", "panic", "shaken", "is_evaded"), skip)


def mark_event(event: Event) -> Hashable | None:
    """The mark of an event that some odds are about."""
    match event:
        case CombatDecided(loser=loser) if loser:
            return (CombatDecided, loser)
        case RolledOff(winner=winner) if winner:
            return (RolledOff, winner)
    return {Attacked: FOUGHT, Disengaged: AWAY, ReactionVoid: VOID, Rallied: RALLIED}.get(type(event))


def mark_hit(event: Event) -> Hashable | None:
    """The mark of a hit."""
    return HIT if isinstance(event, ShotFired | Struck) and event.hits else None


@dataclass(frozen=True)
class KnownAnswers:
    """Answers to what people and the table would be asked. near: whether the Commander is near.

    weapons: of each model that has a choice. enemies: those that are chosen, or touched by a charge.
    """

    near: bool = False
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    enemies: tuple[str, ...] = ()

    def __call__(self, question: Ask[Any], _state: State) -> Json:
        """The answer; None for anything else."""
        match question:
            case Ranges(others=others):
                return dict.fromkeys(others, 0.0 if self.near else FAR_IN)
            case Move():
                return 0.0
            case Contact():
                return list(self.enemies)
            case Choose(options=options):
                weapon = self.weapons.get(next(iter(question.subject), ""))
                wanted = (weapon.name if weapon else "", *self.enemies)
                return next((option.id for option in options if option.id in wanted), None)
        return None


def play_rules(
    state: State, procedure: Callable[[Play[State]], object], answers: KnownAnswers, watch: Watch = mark_event,
    steps: Steps = NO_STEPS,
) -> Outlook[State]:  # fmt: skip
    """Play a procedure out with what is counted. watch, steps: as of `play_out`."""
    return play_out(evolve, state, procedure, answer=answers, watch=watch, steps={**NOT_COUNTED, **steps})


def find_inspiration(state: State, model: str) -> tuple[Modifier, ...]:
    """The bonus of a Commander within reach of a model; empty where it gives none."""
    commander = state.commander(state[model].side)
    if not commander or commander.id == model or not commander.alive or commander.panicked or not commander.deployed:
        return ()
    return (aura_bonus(state, commander.id),)


@dataclass(frozen=True)
class Attack:
    """The rolls of an attack in their order; None is not rolled. shots, dice: the weapon's multipliers.

    play: plays the attack out on `target` in `state`, its command check included.
    """

    state: State
    target: str
    play: Callable[[], Outlook[State]]
    to_hit: Check
    damage: Check
    shots: int = 1
    dice: int = 1
    armour: Check | None = None
    cover: Check | None = None
    command: Check | None = None

    @cached_property
    def ends(self) -> Distribution[tuple[bool, int]]:
        """Whether anything hits, and the wounds that it costs, up to those that are left."""
        before = self.state[self.target].wounds
        return self.play().spread(lambda end: (HIT in end.marks, before - end.state[self.target].wounds))

    @property
    def hit(self) -> Fraction:
        """The chance that anything hits, armour not counted."""
        return self.ends.chance(lambda it: it[0])

    @property
    def wound(self) -> Fraction:
        """The chance that it costs at least one wound."""
        return self.kills(1)

    def kills(self, wounds: int) -> Fraction:
        """The chance of at least this number of wounds."""
        return self.ends.chance(lambda it: it[1] >= wounds)

    @property
    def hit_if_allowed(self) -> Fraction:
        """The chance of a hit once the command check has passed."""
        return compute_share(self.hit, self.command.odds if self.command else Fraction(1))

    @property
    def wound_if_hit(self) -> Fraction:
        """The chance of a wound once something has hit."""
        return compute_share(self.wound, self.hit)

    def kills_if_wounded(self, wounds: int) -> Fraction:
        """The chance that a model with this number of wounds left is removed, once it is wounded."""
        return compute_share(self.kills(wounds), self.wound)


def compute_share(part: Fraction, whole: Fraction) -> Fraction:
    """The chance of the part, given the whole; 0 where the whole never happens."""
    return part / whole if whole else Fraction(0)


class OtherTarget(NamedTuple):
    """The check for a target that is not the priority target. aura: of the Commander, if it is near."""

    first: Priority
    aura: tuple[Modifier, ...] = ()

    def build_check(self, state: State, shooter: str) -> Check:
        """The check as it is rolled."""
        return other_target_check(state, shooter, (*self.first.bonus, *self.aura))


@remembered
def shot_attack(
    state: State, shooter: str, target: str, weapon: Weapon, shot: Shot, other: OtherTarget | None = None
) -> Attack:
    """A shot as it would be rolled now. other: if the shot takes a check because another target comes first."""

    def choose_target(game: Play[State], _shooter: str, _weapon: Weapon | None = None) -> tuple[str, Shot] | None:
        is_over = game.state.action is not None and not going(game.state)
        if is_over or not game.state[target].alive or (other and not roll_for_another(game, shooter, other.first)):
            return None
        return target, shot

    answers = KnownAnswers(bool(other and other.aura), {shooter: weapon})
    play = partial(
        play_rules, state, lambda game: take_shot(game, shooter), answers, watch=mark_hit,
        steps={"choose_target": choose_target},
    )  # fmt: skip
    command = other.build_check(state, shooter) if other else None
    return build_shot(state, (shooter, target), weapon, shot, play, command)


def build_shot(
    state: State, models: tuple[str, str], weapon: Weapon, shot: Shot, play: Callable[[], Outlook[State]],
    command: Check | None,
) -> Attack:  # fmt: skip
    """A shot with its rolls. models: the shooter and its target."""
    attacker, defender = map(state.__getitem__, models)
    figures = weapon.get_figures(shot.band) or Figures()
    return Attack(
        state, defender.id, play,
        to_hit=checks.to_hit(state, attacker, defender, figures, shot),
        damage=checks.shot_damage(state, attacker, defender, figures),
        shots=figures.shots, dice=figures.dice, armour=checks.armour(state, defender),
        cover=checks.cover(state, shot.cover) if shot.cover else None, command=command,
    )  # fmt: skip


@remembered
def blow_attack(state: State, striker: str, target: str, weapon: Weapon) -> Attack:
    """One model's blows in a close combat as they would be rolled now, without cover."""
    attacker, defender, figures = state[striker], state[target], weapon.contact or Figures()
    play = partial(
        play_rules, state, lambda game: play_strike(game, striker, target, weapon), KnownAnswers(), watch=mark_hit
    )
    return Attack(
        state, target, play,
        to_hit=checks.blow(state, attacker, defender, figures),
        damage=checks.blow_damage(state, attacker, defender, figures),
        shots=figures.shots, dice=figures.dice, armour=checks.armour(state, defender),
    )  # fmt: skip
