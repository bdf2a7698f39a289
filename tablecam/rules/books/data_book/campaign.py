"""The campaign of a data book: the gains of its models after a game, and what they bring into the next one."""

from collections.abc import Callable, Mapping

from tablecam.rules.books.data_book.rules.campaign_form_toml import CampaignForm, GainForm
from tablecam.rules.books.data_book.rules.ending import find_winner
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.books.data_book.words import name_models
from tablecam.rules.books.views import Text
from tablecam.rules.campaign import WARBANDS, Brought, Campaign, CampaignCounter, Gain
from tablecam.rules.plain import Json

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
    return Campaign(
        counters,
        lambda state: {seat: tuple(_list_gains(form, state, seat)) for seat in state.seats},
        bring_warbands if form.advances else None,
    )


def bring_warbands(setup: Mapping[str, Json], brought: Brought) -> dict[str, Json]:
    """The setup with the counters of each model that its side brings along, found by its name."""
    carried: dict[str, Json] = {}
    for seat, models in (setup.get("sides") or {}).items():
        by_name = {name.casefold(): counters for name, counters in brought.get(seat, {}).items()}
        names = {**name_models(dict.fromkeys(models, seat)), **(setup.get("names") or {})}
        named = {model: by_name.get(names[model].casefold()) for model in models}
        carried |= {model: dict(counters) for model, counters in named.items() if counters}
    return {**setup, **({WARBANDS: carried} if carried else {})}


def _list_gains(form: CampaignForm, state: State, seat: str) -> list[Gain]:
    models = [model for model, entry in state.models.items() if entry.seat == seat]
    names = {**name_models(dict.fromkeys(models, seat)), **state.names}
    return [_make_gain(names, model, row) for row in form.gains for model in models if APPLIES[row.when](state, model)]


def _make_gain(names: Mapping[str, str], model: str, row: GainForm) -> Gain:
    return Gain(model, names[model], row.counter, row.gives)
