"""Range, sight and cover of every enemy of a model, its priority target, and the enemies as options for a shot.

The table is asked once; all that follows is pure, so that a screen can show it before a player acts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from tablecam.base.clause import Clause
from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_war.rules import checks, codes
from tablecam.rules.books.urban_war.rules.cards import Band, Weapon
from tablecam.rules.books.urban_war.rules.codes import Reason, reason, row
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, ROUNDING, Look, band, find_cover, is_in_sight
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.check import Check, Modifier
from tablecam.rules.facts import Fact, Ranges, SightingFact
from tablecam.rules.play import Play

OTHER_TARGET = "another target"  # no text
EQUAL = "equal"  # no text
PRIORITY_IN_COVER = Modifier(2, reason("priority-cover"), row(80))


@dataclass(frozen=True)
class TargetView:
    """An enemy from a shooter's position. band: None out of range. cover: its material or nothing."""

    range: Fact
    band: Band | None
    visible: bool
    cover: str


def survey_targets(game: Play[State], viewer: str, targets: Sequence[str]) -> Mapping[str, TargetView]:
    """Range, sight and cover of each target."""
    ranges = game.ask(Ranges(model=viewer, others=tuple(targets), limits=BAND_LIMITS))
    sightings = look(game, viewer, targets)
    return {target: view(ranges[target], sightings[target], game.state.rules) for target in targets}


def look(game: Play[State], viewer: str, targets: Sequence[str]) -> Mapping[str, SightingFact]:
    """Ask the table for the viewer's sight of each target."""
    return game.ask(looking(game, viewer, targets))


def looking(game: Play[State], viewer: str, targets: Sequence[str]) -> Look:
    """The question for the viewer's sight of each target."""
    return Look(viewer=viewer, targets=tuple(targets), transparent=transparent_friends(game, viewer))


def transparent_friends(game: Play[State], viewer: str) -> tuple[str, ...]:
    """Friends that do not block the model's view: those within 2 in. Clause: UW-QS Range and LOS."""
    friends, radius = game.state.friends(viewer), game.state.rules.friend_block_radius
    near = game.ask(Ranges(model=viewer, others=friends, limits=(radius,))) if friends else {}
    return tuple(friend for friend in friends if near[friend].is_at_most(radius))


def view(distance: Fact, seen: SightingFact, rules: HouseRules) -> TargetView:
    """Read a measurement by the rules."""
    return TargetView(distance, band(distance), is_in_sight(seen, rules), find_cover(seen, rules))


@dataclass(frozen=True)
class Priority:
    """The nearest enemies not in close combat; several where they are equally near. why: for the player.

    doubtful: enemies that the measurement cannot tell from the nearest. check: the command check for any other target,
    with its bonus where the priority target has cover.
    """

    targets: tuple[str, ...]
    why: Reason
    check: Check
    doubtful: tuple[str, ...] = ()
    bonus: tuple[Modifier, ...] = ()


def priority(state: State, shooter: str, views: Mapping[str, TargetView]) -> Priority:
    """The priority target, its reason and the check for any other target, with odds. Clause: UW-QS Target selection."""
    free = {target: it for target, it in views.items() if not state[target].contacts}
    counted = {target: it for target, it in free.items() if it.visible or not state.rules.priority_requires_los}
    if not counted:
        return Priority((), reason("none-in-sight"), other_target_check(state, shooter, ()))
    nearest = min(counted.values(), key=lambda it: it.range.value).range
    tied = tuple(target for target, it in counted.items() if it.range.value <= nearest.value + ROUNDING)
    doubtful = tuple(target for target, it in counted.items() if target not in tied and _too_close(it.range, nearest))
    passed_over = tuple(target for target in views if state[target].contacts)
    far = round(nearest.value, 1)
    why = reason("nearest", models=tied, far=far)
    if passed_over:
        why = reason("nearest-but-combat", models=tied, far=far, others=passed_over)
    bonus = cover_bonus(views, tied)
    return Priority(tied, why, other_target_check(state, shooter, bonus), doubtful, bonus)


def cover_bonus(views: Mapping[str, TargetView], targets: Sequence[str]) -> tuple[Modifier, ...]:
    """+2 on the check where the priority target has cover. Clause: UW-QS Target selection (UW-080)."""
    return (PRIORITY_IN_COVER,) if any(views[target].cover for target in targets) else ()


def _too_close(a: Fact, b: Fact) -> bool:
    return abs(a.value - b.value) < 2 * hypot(a.sigma, b.sigma)


def other_target_check(state: State, shooter: str, extra: Sequence[Modifier]) -> Check:
    """The check for another target, without the Commander's bonus, which is measured at the roll."""
    return checks.command(state, state[shooter], OTHER_TARGET, extra)


def agree_priority(game: Play[State], shooter: str, views: Mapping[str, TargetView]) -> Priority:
    """The priority target; the players decide where the measurement cannot tell the nearest enemy."""
    measured_priority = priority(game.state, shooter, views)
    options = list_contested(game.state, measured_priority)
    if not options:
        return measured_priority
    nearest_choice = game.ask(Choose(options=options, **codes.NEAREST(shooter)._asdict()))
    return as_agreed(game.state, shooter, views, measured_priority, nearest_choice)


def list_contested(state: State, found: Priority) -> tuple[Option, ...]:
    """The enemies that the players choose the nearest from; empty where the measurement can tell."""
    several = state.rules.priority_tie == "check" and len(found.targets) > 1
    if not found.doubtful and not several:
        return ()
    equal = [] if several else [Option(EQUAL, reason("equally-near"))]
    return (*map(Option, (*found.targets, *found.doubtful)), *equal)


def as_agreed(state: State, shooter: str, views: Mapping[str, TargetView], found: Priority, nearest: str) -> Priority:
    """The priority target by the players' choice: one of the enemies that may be nearest, or all of them."""
    if nearest == EQUAL:
        nearest, targets = "", (*found.targets, *found.doubtful)
    else:
        targets = (nearest,)
    bonus = cover_bonus(views, targets)
    why = reason("nearest-agreed", models=targets)
    return Priority(targets, why, other_target_check(state, shooter, bonus), bonus=bonus)


def usable(state: State, shooter: str, at: Band | None) -> tuple[Weapon, ...]:
    """The weapons of a model that have figures in a band. Clause: UW-QS Other information (UW-018)."""
    return tuple(weapon for weapon in state[shooter].profile.weapons if weapon.get_figures(at))


def choose_weapon(game: Play[State], model: str, weapons: Sequence[Weapon]) -> Weapon:
    """Ask the player for one of several weapons. Clause: UW-QS Other information (UW-019)."""
    if len(weapons) == 1:
        return weapons[0]
    names = [weapon.name for weapon in weapons]
    name = game.choose(game.state[model].side, codes.WEAPON(model), names)
    return weapons[names.index(name)]


SPECULATIVE = "speculative "


@dataclass(frozen=True)
class Aim:
    """A target and the kind of shot. weapon: None for any that can be used."""

    target: str
    speculative: bool = False
    weapon: Weapon | None = None

    @property
    def option(self) -> str:
        """The id of the option for this aim."""
        return SPECULATIVE + self.target if self.speculative else self.target


def read_aim(option: str, weapon: Weapon | None = None) -> Aim:
    """The aim that an option stands for."""
    return Aim(option.removeprefix(SPECULATIVE), option.startswith(SPECULATIVE), weapon)


def target_options(
    state: State, shooter: str, views: Mapping[str, TargetView], first: Priority, weapon: Weapon | None = None
) -> tuple[Option, ...]:
    """Every enemy as a target: the priority target, those that need a check, with odds, and closed ones with a reason.

    A speculative shot is listed only where it is open.
    """
    options = (target_option(state, shooter, aim, views[aim.target], first) for aim in aims(state, views, weapon))
    return tuple(option for option in options if option.open or option.id in views)


def aims(state: State, targets: Iterable[str], weapon: Weapon | None = None) -> tuple[Aim, ...]:
    """Every aim at some enemies; speculative shots last, where they are played."""
    ways = (False, True) if state.rules.with_speculative_fire else (False,)
    return tuple(Aim(target, speculative, weapon) for speculative in ways for target in targets)


def target_option(state: State, shooter: str, aim: Aim, view: TargetView, first: Priority) -> Option:
    """The option for one aim at an enemy."""
    target = aim.target
    closed = _find_obstacle(state, shooter, aim, view)
    if closed:
        return Option(aim.option, reason("target", model=target), *closed)
    if aim.speculative:
        return Option(aim.option, reason("target.speculative", model=target))
    if target in first.targets:
        return Option(target, reason("target.priority", model=target))
    if not first.targets and not state[target].contacts:
        return Option(target, reason("target", model=target))
    return Option(target, reason("target.checked", model=target, odds=str(first.check.odds)))


def _find_obstacle(state: State, shooter: str, aim: Aim, view: TargetView) -> tuple[Reason, Clause] | None:
    """The reason why an enemy cannot be shot at so; None where it can. Clause: UW-RS Shooting Modifiers (UW-087)."""
    target = aim.target
    if state[target].contacts and (aim.speculative or state.rules.engaged_targets == "never"):
        return reason("in-close-combat", model=target), row(79)
    if aim.speculative and view.visible:
        return reason("in-sight", model=shooter, other=target), row(87)
    if not aim.speculative and not view.visible:
        return reason("not-seen", model=shooter, other=target), row(29)
    if view.band is None:
        return reason("range", other=target, far=round(view.range.value, 1)), row(27)
    if not _is_usable(state, shooter, view.band, aim.weapon):
        return reason("band", model=shooter, band=view.band.value), row(18)
    return None


def _is_usable(state: State, shooter: str, band: Band, weapon: Weapon | None) -> bool:
    return bool(weapon.get_figures(band)) if weapon else bool(usable(state, shooter, band))
