"""Which enemy to shoot at: the priority target, or another after a command check. Clause: UW-QS Target selection."""

from collections.abc import Mapping

from tablecam.rulebooks.urban_war.rules import topics
from tablecam.rulebooks.urban_war.rules.card import Band, Weapon
from tablecam.rulebooks.urban_war.rules.clauses import row
from tablecam.rulebooks.urban_war.rules.combat_events import ShotLost
from tablecam.rulebooks.urban_war.rules.command_check import command_check
from tablecam.rulebooks.urban_war.rules.events import ActionHalted
from tablecam.rulebooks.urban_war.rules.overwatch import moved, unless
from tablecam.rulebooks.urban_war.rules.reasons import reason
from tablecam.rulebooks.urban_war.rules.shooting import shoot
from tablecam.rulebooks.urban_war.rules.shot import Shot
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rulebooks.urban_war.rules.target_priority import (
    OTHER_TARGET,
    Priority,
    TargetView,
    agreed_priority,
    choose_weapon,
    survey_targets,
    usable,
)
from tablecam.rules.ask import Choose, Option
from tablecam.rules.play import Play

NOBODY = "nobody"
SPECULATIVE = "speculative "


def take_shot(game: Play[State], shooter: str) -> None:
    """Choose a target and shoot, or leave the shot out; overwatch may break in before."""
    named = choose_target(game, shooter)
    if named is None:
        return
    target, shot = named
    weapon = choose_weapon(game, shooter, usable(game.state, shooter, shot.band))
    figures = weapon.at(shot.band)
    if not game.state.rules.split_shots or not figures or figures.shots == 1:
        shoot(game, shooter, target, weapon, shot)
        return
    shoot(game, shooter, target, weapon, shot, shots=1)
    for _ in range(1, figures.shots):
        shoot_again(game, shooter, weapon)


def shoot_again(game: Play[State], shooter: str, weapon: Weapon) -> None:
    """One of several shots at a target of its own, as a house rule."""
    named = choose_target(game, shooter, weapon) if game.state[shooter].alive else None
    if named:
        shoot(game, shooter, named[0], weapon, named[1], shots=1)


def choose_target(game: Play[State], shooter: str, weapon: Weapon | None = None) -> tuple[str, Shot] | None:
    """The target and how it is shot at; None where nobody is, or the shot is lost."""
    looked: dict[str, tuple[Mapping[str, TargetView], Priority]] = {}

    def question() -> Choose:
        enemies = game.state.enemies(shooter)
        views = survey_targets(game, shooter, enemies) if enemies else {}
        looked["now"] = (views, agreed_priority(game, shooter, views))
        options = [*target_options(game.state, shooter, *looked["now"], weapon), Option(NOBODY, reason("nobody"))]
        topic = topics.shoot_target(shooter)
        return Choose(seat=game.state[shooter].side, options=tuple(options), **topic._asdict())

    chosen = unless(game, question)
    if chosen is None or chosen == NOBODY:
        return None
    views, first = looked["now"]
    target = chosen.removeprefix(SPECULATIVE)
    free = not first.targets and not game.state[target].contacts
    if not free and target not in first.targets and not allowed_another(game, shooter, first):
        return None
    band = views[target].band
    assert band
    return target, Shot(band, views[target].cover, moved(game.state), chosen.startswith(SPECULATIVE))


def allowed_another(game: Play[State], shooter: str, first: Priority) -> bool:
    """The command check for another than the priority target; failed, the shot is gone."""
    if command_check(game, shooter, OTHER_TARGET, *first.bonus):
        return True
    game.tell(ShotLost(shooter=shooter))
    if game.state.rules.lost_shot == "action":
        game.tell(ActionHalted(model=shooter, why=reason("shot-lost")))
    return False


def target_options(
    state: State, shooter: str, views: Mapping[str, TargetView], first: Priority, weapon: Weapon | None = None
) -> tuple[Option, ...]:
    """Every enemy as a target: the priority target, those that need a check with its odds, those closed and why."""
    options = [_option(state, shooter, target, views[target], first, weapon) for target in views]
    if state.rules.with_speculative_fire:
        options += [
            Option(SPECULATIVE + target, reason("target.speculative", model=target))
            for target, view in views.items()
            if not view.visible and not state[target].contacts and _usable(state, shooter, view.band, weapon)
        ]
    return tuple(options)


def _option(
    state: State, shooter: str, target: str, view: TargetView, first: Priority, weapon: Weapon | None
) -> Option:
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
