"""A shot at a target that has been named: to hit, heavy armour, damage, cover, wounds. Clause: UW-QS Shooting.

play = Play(state, evolve, answers=[[9], [7]])
shoot(play, "ann", "bob", state["ann"].profile.weapons[0], Shot(Band.SHORT))
"""

from tablecam.rules.ask import Confirm
from tablecam.rules.books.urban_war.rules import checks, codes
from tablecam.rules.books.urban_war.rules.action_events import Moved
from tablecam.rules.books.urban_war.rules.attack_events import (
    ArmourRolled,
    CoverRolled,
    DamageRolled,
    ShotEvaded,
    ShotFired,
    TargetNamed,
)
from tablecam.rules.books.urban_war.rules.cards import INDIRECT, Figures, Shot, Weapon
from tablecam.rules.books.urban_war.rules.facts import Under
from tablecam.rules.books.urban_war.rules.morale import casualties, command_check, rally, shaken, wound
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn_events import EvadeTried
from tablecam.rules.check import Check
from tablecam.rules.facts import Move
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable


@replaceable
def shoot(game: Play[State], shooter: str, target: str, weapon: Weapon, shot: Shot, shots: int = 0) -> None:
    """Play a whole shot and its consequences. shots: the number aimed at this target; 0: all of the weapon's."""
    figures = weapon.get_figures(shot.band)
    if figures is None:
        raise ValueError(f"{weapon.name} cannot be used at {shot.band.value} range")
    band = shot.band.value
    game.tell(TargetNamed(shooter=shooter, target=target, weapon=weapon.name, band=band, speculative=shot.speculative))
    if weapon.has(INDIRECT) and game.state.rules.with_evade and is_evaded(game, shooter, target):
        game.tell(ShotEvaded(target=target))
        return
    hits = roll_hits(game, shooter, target, figures, shot, shots or figures.shots)
    wounds = roll_wounds(game, shooter, target, figures, shot, hits)
    wounds_before = game.state[target].wounds
    wound(game, target, wounds)
    casualties(game, (target,))
    if game.state[target].alive:
        shaken(game, target, hits, wounds_before)


@replaceable
def roll_hits(game: Play[State], shooter: str, target: str, figures: Figures, shot: Shot, shots: int) -> int:
    """Roll to hit, and for heavy armour; return the hits that it lets through."""
    return apply_armour(game, target, hit(game, shooter, target, figures, shot, shots))


@replaceable
def roll_wounds(game: Play[State], shooter: str, target: str, figures: Figures, shot: Shot, hits: int) -> int:
    """Roll for damage, and for cover; return the wounds that it does not save."""
    check = checks.shot_damage(game.state, game.state[shooter], game.state[target], figures)
    return apply_cover(game, target, shot.cover, damage(game, shooter, target, check, hits * figures.dice))


@replaceable
def hit(game: Play[State], shooter: str, target: str, figures: Figures, shot: Shot, shots: int) -> int:
    """Roll to hit; return the number of hits. Clause: UW-QS Rolling to Hit."""
    state = game.state
    check = checks.to_hit(state, state[shooter], state[target], figures, shot)
    faces = game.roll(state[shooter].side, codes.HIT(shooter, target), check=check, count=shots)
    hits = passing(check, faces)
    game.tell(ShotFired(shooter=shooter, target=target, faces=faces, hits=hits))
    return hits


@replaceable
def apply_armour(game: Play[State], target: str, hits: int) -> int:
    """The hits that heavy armour lets through. Clause: UW-QS Heavy Armour."""
    check = checks.armour(game.state, game.state[target])
    if not check or not hits:
        return hits
    faces = game.roll(game.state[target].side, codes.ARMOUR(target), check=check, count=hits)
    saved = passing(check, faces)
    game.tell(ArmourRolled(model=target, faces=faces, stopped=saved))
    return hits - saved


@replaceable
def damage(game: Play[State], striker: str, target: str, check: Check, dice: int) -> int:
    """Roll the damage dice of a shot or a blow; return the wounds. Clause: UW-QS Rolling for Damage."""
    if not dice:
        return 0
    faces = game.roll(game.state[striker].side, codes.DAMAGE(striker, target), check=check, count=dice)
    wounds = passing(check, faces)
    game.tell(DamageRolled(model=target, faces=faces, wounds=wounds))
    return wounds


@replaceable
def apply_cover(game: Play[State], target: str, material: str, wounds: int) -> int:
    """The wounds that cover does not save. Clause: UW-QS Cover."""
    if not material or not wounds:
        return wounds
    check = checks.cover(game.state, material)
    faces = game.roll(game.state[target].side, codes.cover(material, target), check=check, count=wounds)
    saved = passing(check, faces)
    game.tell(CoverRolled(model=target, material=material, faces=faces, saved=saved))
    return wounds - saved


def passing(check: Check, faces: tuple[int, ...]) -> int:
    """The number of dice that pass, each on its own."""
    return sum(check.passes((face,)) for face in faces)


EVADE = "evade"


@replaceable
def is_evaded(game: Play[State], shooter: str, target: str) -> bool:
    """Check whether the target is out from under the template when the shot falls; its friends there may run too."""
    state = game.state
    friends = state.friends(target)
    others = game.ask(Under(model=target, others=friends)).touching if friends else ()
    moved = [model for model in (target, *others) if try_to_evade(game, model)]
    return target in moved and not game.ask(Confirm(**codes.STILL_THERE(target, shooter)._asdict()))


def try_to_evade(game: Play[State], model: str) -> bool:
    """Let a model with an order move away, up to its MV; the try is its activation. Return whether it moved."""
    fighter = game.state[model]
    if not fighter.waits or fighter.contacts:
        return False
    if not game.ask(Confirm(seat=fighter.side, **codes.EVADE(model)._asdict())):
        return False
    rally(game, model)
    passed = command_check(game, model, EVADE)
    game.tell(EvadeTried(model=model, passed=passed))
    if passed:
        topic = codes.move(EVADE, model)
        path = game.ask(Move(model=model, allowance_in=float(fighter.profile.MV), **topic._asdict()))
        game.tell(Moved(model=model, length_in=path.length_in, kind=EVADE, end=path.end))
    return passed
