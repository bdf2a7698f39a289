"""Choose an enemy to shoot at: the priority target, or another after a check. Clause: UW-QS Target selection."""

from collections.abc import Mapping

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.action_events import ActionHalted
from tablecam.rules.books.urban_war.rules.card import Weapon
from tablecam.rules.books.urban_war.rules.command_check import command_check
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved, unless
from tablecam.rules.books.urban_war.rules.reasons import reason
from tablecam.rules.books.urban_war.rules.shooting import shoot
from tablecam.rules.books.urban_war.rules.shooting_events import ShotLost
from tablecam.rules.books.urban_war.rules.shot import Shot
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_doubts import Survey, measure, open_options, settle_doubts
from tablecam.rules.books.urban_war.rules.target_options import Aim, read_aim, target_option, target_options
from tablecam.rules.books.urban_war.rules.target_priority import (
    OTHER_TARGET,
    Priority,
    TargetView,
    agree_priority,
    choose_weapon,
    survey_targets,
    usable,
)
from tablecam.rules.play import Play

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
        topic = topics.shoot_target(shooter)
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
        return Choose(seat=game.state[shooter].side, options=options, **topics.shoot_target(shooter)._asdict())

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
