"""The enemies as options for a shot: the priority target, those that need a check, those that are closed and why."""

from collections.abc import Mapping

from tablecam.rulebooks.urban_war.rules.card import Band, Weapon
from tablecam.rulebooks.urban_war.rules.clauses import row
from tablecam.rulebooks.urban_war.rules.reasons import reason
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rulebooks.urban_war.rules.target_priority import Priority, TargetView, usable
from tablecam.rules.ask import Option

SPECULATIVE = "speculative "


def target_options(
    state: State, shooter: str, views: Mapping[str, TargetView], first: Priority, weapon: Weapon | None = None
) -> tuple[Option, ...]:
    """Every enemy as a target: the priority target, those that need a check with its odds, those closed and why."""
    options = [target_option(state, shooter, target, views[target], first, weapon) for target in views]
    if state.rules.with_speculative_fire:
        options += [
            Option(SPECULATIVE + target, reason("target.speculative", model=target))
            for target, view in views.items()
            if not view.visible and not state[target].contacts and _usable(state, shooter, view.band, weapon)
        ]
    return tuple(options)


def target_option(
    state: State, shooter: str, target: str, view: TargetView, first: Priority, weapon: Weapon | None
) -> Option:
    """One enemy as a target."""
    label = reason("target", model=target)
    if state[target].contacts and state.rules.engaged_targets == "never":
        return Option(target, label, reason("in-close-combat", model=target), row(79))
    if not view.visible:
        return Option(target, label, reason("not-seen", model=shooter, other=target), row(29))
    if view.band is None:
        return Option(target, label, reason("range", other=target, far=round(view.range.value, 1)), row(27))
    if not _usable(state, shooter, view.band, weapon):
        return Option(target, label, reason("band", model=shooter, band=view.band.value), row(18))
    if target in first.targets:
        return Option(target, reason("target.priority", model=target))
    if not first.targets and not state[target].contacts:
        return Option(target, label)
    return Option(target, reason("target.checked", model=target, odds=str(first.check.odds)))


def _usable(state: State, shooter: str, band: Band | None, weapon: Weapon | None) -> bool:
    return bool(weapon.at(band)) if weapon else bool(usable(state, shooter, band))
