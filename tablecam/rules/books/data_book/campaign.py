"""The campaign of a data book: the gains of its models after a game."""

from collections.abc import Callable, Mapping

from tablecam.rules.books.data_book.rules.campaign_form_toml import CampaignForm, GainForm
from tablecam.rules.books.data_book.rules.ending import find_winner
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.books.data_book.words import name_models
from tablecam.rules.books.views import Text
from tablecam.rules.campaign import Campaign, CampaignCounter, Gain

# whether a gain is for a model, from the state and the model
APPLIES: Mapping[str, Callable[[State, str], bool]] = {
    "played": lambda _state, _model: True,
    "stands": lambda state, model: state[model].alive,
    "falls": lambda state, model: not state[model].alive,
    "wins": lambda state, model: bool(state.ended) and state[model].seat == find_winner(state),
}


def build_campaign(form: CampaignForm, text: Callable[[str], Text]) -> Campaign | None:
    """The campaign of a book; None for one without counters. text: a text of the book."""
    if not form.counters:
        return None
    counters = tuple(CampaignCounter(key=key, title=text(title)) for key, title in form.counters.items())
    return Campaign(counters, lambda state: {seat: tuple(_list_gains(form, state, seat)) for seat in state.seats})


def _list_gains(form: CampaignForm, state: State, seat: str) -> list[Gain]:
    models = [model for model, entry in state.models.items() if entry.seat == seat]
    names = {**name_models(dict.fromkeys(models, seat)), **state.names}
    return [_make_gain(names, model, row) for row in form.gains for model in models if APPLIES[row.when](state, model)]


def _make_gain(names: Mapping[str, str], model: str, row: GainForm) -> Gain:
    return Gain(model, names[model], row.counter, row.gives)
