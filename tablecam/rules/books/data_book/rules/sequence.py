"""The sequence of checks: what a success and a failure lead to, as played and as chances."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tablecam.rules.books.data_book.rules.check_kinds import Tally, make_check
from tablecam.rules.books.data_book.rules.context import Context
from tablecam.rules.books.data_book.rules.form_toml import CheckForm, EffectForm
from tablecam.rules.books.data_book.rules.game_events import Marked, ModelOut, Unmarked, WoundsHealed, WoundsLost
from tablecam.rules.books.data_book.rules.state import ModelState, State
from tablecam.rules.event import Event
from tablecam.rules.odds import Distribution, certainly
from tablecam.rules.play import Play

# rolls of a check at once, whatever its numbers say: nobody throws more, and the odds of more take long
MOST_ROLLS = 30
# actor and target after a sequence; the target is the actor where there is none
After = tuple[ModelState, ModelState]


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
    return _spread_check(context, certainly(_get_pair(context.state, context)), key, tries)


def _spread_check(context: Context, before: Distribution[After], key: str, tries: int) -> Distribution[After]:
    if tries <= 0:
        return before
    tallies = make_check(context, key).spread(min(tries, MOST_ROLLS))

    def follow(pair: After) -> Distribution[After]:
        if not _lives(pair):
            return certainly(pair)
        return tallies.then(lambda tally: _spread_tally(context, pair, key, tally))

    return before.then(follow)


def _spread_tally(context: Context, pair: After, key: str, tally: Tally) -> Distribution[After]:
    after = certainly(pair)
    for effect, count in list_effects(context.form.checks[key], tally):
        after = after.map(partial(_change_pair, context, effect, count))
        if effect.next:
            after = _spread_check(context, after, effect.next, count)
    return after


def _change_pair(context: Context, effect: EffectForm, count: int, pair: After) -> After:
    if not _lives(pair):
        return pair
    pairing = context.pairing
    models = {pairing.actor: pair[0]} | ({pairing.target: pair[1]} if pairing.target else {})
    state = replace(context.state, models=models)
    for event in list_events(context, effect, count):
        state = event.apply(state)
    return _get_pair(state, context)


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
