"""The setup of a game: `{"sides": {"red": {"ida": "warden"}}, "names": {..}, "turns": 5, "objectives": ["well"]}`.

In a campaign, `"warbands": {"ida": {"experience": 3}}` has the counters that models bring along.
"""

from collections.abc import Mapping
from typing import Any

from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.campaign_form_toml import WOUNDS, add_advances
from tablecam.rules.books.data_book.rules.reasons import refuse
from tablecam.rules.books.data_book.rules.state import ModelState, State
from tablecam.rules.campaign import WARBANDS
from tablecam.rules.plain import Json


def new_game(form: BookForm, setup: Mapping[str, Json]) -> State:
    """The state before the first question; IllegalAnswer for a setup that cannot be played."""
    sides: Mapping[str, Mapping[str, str]] = setup.get("sides") or {}
    warbands: Mapping[str, Mapping[str, int]] = setup.get(WARBANDS) or {}
    models: dict[str, ModelState] = {}
    for seat in form.seats:
        if not sides.get(seat):
            raise refuse("no-models", seat=seat)
        for model, profile in sides[seat].items():
            if model in models:
                raise refuse("same-model", model=model)
            models[model] = _make_model(form, seat, profile, warbands.get(model, {}))
        _check_points(form, seat, sides[seat])
    return State(
        form.seats,
        models,
        turns=int(setup.get("turns") or form.victory.turns),
        objectives=tuple(setup.get("objectives") or ()),
        names=dict(setup.get("names") or {}),
        places=dict(setup.get("places") or {}),
    )


def _make_model(form: BookForm, seat: str, profile: Any, counters: Mapping[str, int]) -> ModelState:
    if profile not in form.profiles:
        raise refuse("no-profile", profile=str(profile))
    changes = add_advances(form.campaign, counters)
    wounds = max(1, form.profiles[profile].wounds + changes.pop(WOUNDS, 0))
    return ModelState(seat, profile, wounds, wounds, changes=changes)


def _check_points(form: BookForm, seat: str, models: Mapping[str, str]) -> None:
    points = sum(form.profiles[profile].points for profile in models.values())
    if form.limit and points > form.limit:
        raise refuse("too-dear", seat=seat, points=points, limit=form.limit)
