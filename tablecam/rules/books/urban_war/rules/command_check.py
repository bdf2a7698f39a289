"""The command check, with the Commander's bonus. Clauses: UW-QS Making a Command Check, Commanders."""

from collections.abc import Mapping, Sequence

from tablecam.rules.ask import Roll
from tablecam.rules.books.urban_war.rules import checks, topics
from tablecam.rules.books.urban_war.rules.action_events import CommandChecked
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.reasons import reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.check import Check, Modifier
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play


def command_check(game: Play[State], model: str, kind: str, *extra: Modifier) -> bool:
    """Roll a command check: 2d10 + CD + CAL and modifiers, 15 or more. Return whether it passed."""
    inspired = find_auras(game, (model,))
    check = checks.command(game.state, game.state[model], kind, (*extra, *inspired.get(model, ())))
    faces = game.roll(game.state[model].side, topics.check(kind, model), check=check)
    return tell_outcome(game, model, check, faces)


def command_checks(game: Play[State], models: Sequence[str], kind: str) -> Mapping[str, bool]:
    """Roll the same check for several models of a side at once; the Commander's bonus is read once."""
    inspired = find_auras(game, models)
    model_checks = [checks.command(game.state, game.state[model], kind, inspired.get(model, ())) for model in models]
    rolls = [
        Roll(
            seat=game.state[model].side, die=check.die, count=check.dice, check=check,
            **topics.check(kind, model)._asdict(),
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
