"""The sequence of checks: what a success and a failure lead to, as played and as chances."""

from collections.abc import Iterator

from tablecam.rules.books.data_book.rules.check_kinds import Tally, make_check
from tablecam.rules.books.data_book.rules.context import Context
from tablecam.rules.books.data_book.rules.form_toml import CheckForm, EffectForm
from tablecam.rules.books.data_book.rules.game_events import Marked, ModelOut, Unmarked, WoundsHealed, WoundsLost
from tablecam.rules.books.data_book.rules.state import ModelState, State
from tablecam.rules.event import Event, evolve
from tablecam.rules.odds import Distribution
from tablecam.rules.outlook import play_out
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable

# rolls of a check at once, whatever its numbers say: nobody throws more, and the odds of more take long
MOST_ROLLS = 30
# actor and target after a sequence; the target is the actor where there is none
After = tuple[ModelState, ModelState]


@replaceable
def play_check(game: Play[State], context: Context, key: str, tries: int) -> None:
    """Roll a check and everything that it leads to, until one of the two is out."""
    if tries <= 0 or not go_on(game.state, context):
        return
    tally = make_check(context, key).play(game, min(tries, MOST_ROLLS))
    for effect, count in list_effects(context.form.checks[key], tally):
        if not go_on(game.state, context):
            return
        for event in list_events(context, effect, count):
            game.tell(event)
        if effect.next:
            play_check(game, context, effect.next, count)


def compute_outcomes(context: Context, key: str, tries: int) -> Distribution[After]:
    """The chances of every state of the two after a check and everything that it leads to."""
    outlook = play_out(evolve, context.state, lambda game: play_check(game, context, key, tries))
    return outlook.spread(lambda end: _get_pair(end.state, context))


def _get_pair(state: State, context: Context) -> After:
    return state[context.pairing.actor], state[context.pairing.get_model("target")]


def _lives(pair: After) -> bool:
    return all(model.alive for model in pair)


def go_on(state: State, context: Context) -> bool:
    """Whether actor and target are both in the game."""
    return _lives(_get_pair(state, context))


def list_effects(check: CheckForm, tally: Tally) -> Iterator[tuple[EffectForm, int]]:
    """The effects of a result, each with the number of successes or failures behind it."""
    for effects, count in ((check.success, tally.successes), (check.failure, tally.failures)):
        for effect in effects if count else ():
            yield effect, count


def list_events(context: Context, effect: EffectForm, count: int) -> Iterator[Event]:
    """The events of an effect, but for its next check."""
    model = context.pairing.get_model(effect.to or "target")
    if effect.damage is not None and (wounds := count * context.compute(effect.damage)) > 0:
        yield WoundsLost(model=model, wounds=wounds)
    if effect.heal is not None and (wounds := count * context.compute(effect.heal)) > 0:
        yield WoundsHealed(model=model, wounds=wounds)
    if effect.mark:
        yield Marked(model=model, markers=(effect.mark,))
    if effect.unmark:
        yield Unmarked(model=model, markers=(effect.unmark,))
    if effect.out:
        yield ModelOut(model=model, why=effect.out)


__all__ = ["After", "compute_outcomes", "go_on", "list_effects", "list_events", "play_check"]
