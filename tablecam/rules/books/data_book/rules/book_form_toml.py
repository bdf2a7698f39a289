"""The root of the form of a data book."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from tablecam.rules.books.data_book.rules.campaign_form_toml import CampaignForm
from tablecam.rules.books.data_book.rules.event_form_toml import EventForm
from tablecam.rules.books.data_book.rules.form_toml import (
    ActionForm,
    AttackForm,
    Bounds,
    CheckForm,
    ConditionForm,
    DemoForm,
    DieName,
    EffectForm,
    ForceForm,
    MarkerForm,
    MoraleForm,
    NumberForm,
    OrderForm,
    ProfileForm,
    ScenarioForm,
    Title,
    TurnForm,
    VictoryForm,
    WeaponForm,
    Words,
)


@dataclass(frozen=True)
class BookForm:
    """A data book: the file `book.toml` of its folder."""

    name: Annotated[str, "Its name in commands and logs: small letters, digits and hyphens. It never changes."]
    title: Title
    profiles: Annotated[Mapping[str, ProfileForm], "The kinds of models."]
    actions: Annotated[Mapping[str, ActionForm], "The actions of an activation."]
    forces: Annotated[Mapping[str, ForceForm], "The forces that come with it."]
    scenarios: Annotated[Mapping[str, ScenarioForm], "The ways to begin; the first is the usual one."]
    seats: Annotated[tuple[str, ...], "The sides."] = ("red", "blue")
    die: Annotated[DieName, "The usual die."] = "d6"
    limit: Annotated[int, Bounds(0), "The largest sum of points of a force; 0: none."] = 0
    keywords: Annotated[Mapping[str, Words], "The keywords of profiles, with their names."] = field(
        default_factory=dict
    )
    bands: Annotated[Mapping[str, Words], "The range bands of weapons, with their names."] = field(default_factory=dict)
    numbers: Annotated[Mapping[str, NumberForm], "The numbers on cards."] = field(default_factory=dict)
    markers: Annotated[Mapping[str, MarkerForm], "The markers."] = field(default_factory=dict)
    conditions: Annotated[Mapping[str, ConditionForm], "What modifiers and actions depend on."] = field(
        default_factory=dict
    )
    checks: Annotated[Mapping[str, CheckForm], "The checks: rolls with what follows from them."] = field(
        default_factory=dict
    )
    attacks: Annotated[Mapping[str, AttackForm], "The attacks."] = field(default_factory=dict)
    weapons: Annotated[Mapping[str, WeaponForm], "The weapons."] = field(default_factory=dict)
    orders: Annotated[Mapping[str, OrderForm], "The orders, if the turn has any."] = field(default_factory=dict)
    turn: Annotated[TurnForm, "The sequence of a turn."] = field(default_factory=TurnForm)
    morale: Annotated[tuple[MoraleForm, ...], "Checks because of losses."] = ()
    victory: Annotated[VictoryForm, "The end of the game."] = field(default_factory=VictoryForm)
    event: Annotated[EventForm, "The score card in club events."] = field(default_factory=EventForm)
    campaign: Annotated[CampaignForm, "What models carry on from game to game."] = field(default_factory=CampaignForm)
    demo: Annotated[DemoForm, "The table of the demonstration."] = field(default_factory=DemoForm)


def list_following(form: BookForm, check: CheckForm) -> tuple[str, ...]:
    """The checks that a check may lead to, however far."""
    names: list[str] = []
    waiting = [effect.next for effect in list_effects(check) if effect.next]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.append(name)
            waiting += [effect.next for effect in list_effects(form.checks[name]) if effect.next]
    return tuple(names)


def list_effects(check: CheckForm) -> tuple[EffectForm, ...]:
    """The effects of both results of a check."""
    return (*check.success, *check.failure)
