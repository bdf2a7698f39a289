"""Command checks, and casualties with their effect on other models: panic, rally, shock, half wounds.

Clauses: UW-QS Making a Command Check, Commanders, Morale (Panic).
"""

from collections.abc import Mapping, Sequence

from tablecam.rules.ask import Roll
from tablecam.rules.books.urban_war.rules import checks, codes
from tablecam.rules.books.urban_war.rules.action_events import CommandChecked, Panicked, Rallied, Shocked
from tablecam.rules.books.urban_war.rules.attack_events import HalfWoundsSeen, Removed, ShieldAimed, Wounded
from tablecam.rules.books.urban_war.rules.cards import BATTLESHIELD, HIGH_MORALE
from tablecam.rules.books.urban_war.rules.codes import Reason, reason, row
from tablecam.rules.books.urban_war.rules.facts import NEAR_IN
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.check import Check, Modifier
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable


@replaceable
def command_check(game: Play[State], model: str, kind: str, *extra: Modifier) -> bool:
    """Roll a command check: 2d10 + CD + CAL and modifiers, 15 or more. Return whether it passed."""
    inspired = find_auras(game, (model,))
    check = checks.command(game.state, game.state[model], kind, (*extra, *inspired.get(model, ())))
    faces = game.roll(game.state[model].side, codes.check(kind, model), check=check)
    return tell_outcome(game, model, check, faces)


def command_checks(game: Play[State], models: Sequence[str], kind: str) -> Mapping[str, bool]:
    """Roll the same check for several models of a side at once; the Commander's bonus is read once."""
    inspired = find_auras(game, models)
    model_checks = [checks.command(game.state, game.state[model], kind, inspired.get(model, ())) for model in models]
    rolls = [
        Roll(
            seat=game.state[model].side, die=check.die, count=check.dice, check=check,
            **codes.check(kind, model)._asdict(),
        )
        for model, check in zip(models, model_checks, strict=True)
    ]  # fmt: skip
    thrown = zip(models, model_checks, game.together(*rolls), strict=True)
    return {model: tell_outcome(game, model, check, faces) for model, check, faces in thrown}


def tell_outcome(game: Play[State], model: str, check: Check, faces: tuple[int, ...]) -> bool:
    """Report the roll and whether it passed."""
    passed = check.passes(faces)
    game.tell(CommandChecked(model=model, kind=check.name, faces=faces, total=check.total(faces), passed=passed))
    return passed


def find_auras(game: Play[State], models: Sequence[str]) -> Mapping[str, tuple[Modifier, ...]]:
    """The Commander's bonus by model: for those within 9 in, while it lives and is not panicked."""
    state = game.state
    commander = state.commander(state[models[0]].side) if models else None
    others = tuple(model for model in models if commander and model != commander.id)
    if not commander or not commander.alive or commander.panicked or not commander.deployed or not others:
        return {}
    reach = state.rules.aura_in
    ranges = game.ask(Ranges(model=commander.id, others=others, limits=(reach,)))
    bonus = aura_bonus(state, commander.id)
    return {friend: (bonus,) for friend in others if ranges[friend].is_at_most(reach)}


def aura_bonus(state: State, commander: str) -> Modifier:
    """The modifier of a Commander within reach. Clause: UW-QS Commanders (UW-110)."""
    return Modifier(1, reason("commander-near", reach=state.rules.aura_in, model=commander), row(110))


PANIC = "panic check"  # no text


@replaceable
def wound(game: Play[State], model: str, wounds: int) -> None:
    """Take wounds off a model, if any; it stands until `casualties`. Clause: UW-QS Damage and Casualties."""
    if wounds:
        game.tell(Wounded(model=model, wounds=wounds))


@replaceable
def casualties(game: Play[State], models: Sequence[str]) -> None:
    """Remove the models that have no wounds left, one after another."""
    for model in models:
        if not game.state[model].alive:
            casualty(game, model)


def casualty(game: Play[State], model: str) -> None:
    """Remove a model; its friends within 9 in of where it stood check for panic. Clause: UW-QS Morale (UW-104)."""
    state = game.state
    touched = state[model].contacts
    friends = state.friends(model)
    # measure while it stands: nobody can measure to it afterwards
    ranges = game.ask(Ranges(model=model, others=friends, limits=(NEAR_IN,))) if friends else {}
    game.tell(Removed(model=model, end=state[model].place))
    aim_shields(game, touched)
    near = [friend for friend in friends if ranges[friend].is_at_most(NEAR_IN)]
    panic(game, [friend for friend in near if not game.state[friend].contacts], reason("friend-lost"))


def aim_shields(game: Play[State], models: Sequence[str]) -> None:
    """Offer a battleshield whose first enemy is gone to another enemy. Clause: UW-QS Battleshield (UW-039)."""
    for model in models:
        fighter = game.state[model]
        if fighter.alive and fighter.profile.tag(BATTLESHIELD) and not fighter.shield_vs and fighter.contacts:
            chosen = game.choose(fighter.side, codes.SHIELD(model), [*fighter.contacts, "nobody"])
            if chosen != "nobody":
                game.tell(ShieldAimed(model=model, enemy=chosen))


@replaceable
def panic(game: Play[State], models: Sequence[str], why: Reason) -> None:
    """Roll panic checks; a model that has the counter already does not check. Clause: UW-QS Morale (Panic)."""
    rules = game.state.rules
    checking = [model for model in models if rules.duplicate_panic or not game.state[model].panicked]
    if rules.panic_order == "in turn":  # no text
        for model in checking:
            if not command_check(game, model, PANIC):
                game.tell(Panicked(model=model, why=why))
        return
    for model, passed in command_checks(game, checking, PANIC).items() if checking else ():
        if not passed:
            game.tell(Panicked(model=model, why=why))


@replaceable
def rally(game: Play[State], model: str) -> None:
    """Let an activated model with a panic counter try to rally; High Morale is free of panic at once.

    Clauses: UW-QS Panicked (UW-108), High Morale (UW-036).
    """
    if game.state[model].panicked and command_check(game, model, "rally"):
        game.tell(Rallied(model=model, at_once=game.state[model].profile.tag(HIGH_MORALE) is not None))


@replaceable
def shaken(game: Play[State], model: str, hits: int, before: int) -> None:
    """Roll the checks of a model that has survived a shot: against shock, then for half its wounds.

    before: its wounds before the shot.
    """
    fighter = game.state[model]
    # no text
    if hits and game.state.rules.with_shock and not fighter.shocked and not command_check(game, model, "shock test"):
        game.tell(Shocked(model=model))
    if fell_to_half(game.state, model, before):
        game.tell(HalfWoundsSeen(model=model))
        panic(game, (model,), reason("half-wounds"))


def fell_to_half(state: State, model: str, before: int) -> bool:
    """Check whether a model's wounds have fallen to half since it had `before`, outside base contact.

    A half reached in contact, or in any other way without a check, stays without one: later wounds do not trigger it.
    Clause: UW-QS Morale (UW-105).
    """
    fighter = state[model]
    if fighter.profile.W < 2 or fighter.half_seen or fighter.contacts or not fighter.alive:
        return False
    full_wounds, doubled_wounds = fighter.profile.W, 2 * fighter.wounds
    if state.rules.half_wounds == "exactly":
        return doubled_wounds == full_wounds < 2 * before
    return doubled_wounds <= full_wounds < 2 * before
