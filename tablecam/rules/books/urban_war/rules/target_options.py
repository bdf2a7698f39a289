"""The enemies as options for a shot: open without a check, open with a check, or closed with the reason."""

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
