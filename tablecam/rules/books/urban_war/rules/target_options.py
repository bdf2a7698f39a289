"""The enemies as options for a shot: the priority target, those that need a check, those that are closed and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablecam.base.clause import Clause
from tablecam.rules.ask import Option
from tablecam.rules.books.urban_war.rules.card import Band, Weapon
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.reasons import Reason, reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import Priority, TargetView, usable

SPECULATIVE = "speculative "


@dataclass(frozen=True)
class Aim:
    """A target and how it is shot at. weapon: None for whichever can be used."""

    target: str
    speculative: bool = False
    weapon: Weapon | None = None

    @property
    def option(self) -> str:
        """The id of the option that chooses it."""
        return SPECULATIVE + self.target if self.speculative else self.target


def read_aim(option: str, weapon: Weapon | None = None) -> Aim:
    """The target that an option chooses, and how it is shot at."""
    return Aim(option.removeprefix(SPECULATIVE), option.startswith(SPECULATIVE), weapon)


def target_options(
    state: State, shooter: str, views: Mapping[str, TargetView], first: Priority, weapon: Weapon | None = None
) -> tuple[Option, ...]:
    """Every enemy as a target: the priority target, those that need a check with its odds, those closed and why.

    A speculative shot is listed only where it is open.
    """
    options = (target_option(state, shooter, aim, views[aim.target], first) for aim in aims(state, views, weapon))
    return tuple(option for option in options if option.open or option.id in views)


def aims(state: State, targets: Iterable[str], weapon: Weapon | None = None) -> tuple[Aim, ...]:
    """Every way to shoot at some enemies: the speculative ones last, where they are played."""
    ways = (False, True) if state.rules.with_speculative_fire else (False,)
    return tuple(Aim(target, speculative, weapon) for speculative in ways for target in targets)


def target_option(state: State, shooter: str, aim: Aim, view: TargetView, first: Priority) -> Option:
    """One enemy as a target."""
    target = aim.target
    closed = _closed(state, shooter, aim, view)
    if closed:
        return Option(aim.option, reason("target", model=target), *closed)
    if aim.speculative:
        return Option(aim.option, reason("target.speculative", model=target))
    if target in first.targets:
        return Option(target, reason("target.priority", model=target))
    if not first.targets and not state[target].contacts:
        return Option(target, reason("target", model=target))
    return Option(target, reason("target.checked", model=target, odds=str(first.check.odds)))


def _closed(state: State, shooter: str, aim: Aim, view: TargetView) -> tuple[Reason, Clause] | None:
    """Why an enemy cannot be shot at in that way; None where it can. Clause: UW-RS Shooting Modifiers (UW-087)."""
    target = aim.target
    if state[target].contacts and (aim.speculative or state.rules.engaged_targets == "never"):
        return reason("in-close-combat", model=target), row(79)
    if aim.speculative and view.visible:
        return reason("in-sight", model=shooter, other=target), row(87)
    if not aim.speculative and not view.visible:
        return reason("not-seen", model=shooter, other=target), row(29)
    if view.band is None:
        return reason("range", other=target, far=round(view.range.value, 1)), row(27)
    if not _usable(state, shooter, view.band, aim.weapon):
        return reason("band", model=shooter, band=view.band.value), row(18)
    return None


def _usable(state: State, shooter: str, band: Band, weapon: Weapon | None) -> bool:
    return bool(weapon.at(band)) if weapon else bool(usable(state, shooter, band))
