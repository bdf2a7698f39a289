"""Forms for what an umpire may say has happened: each can be filled in, and makes the event that it is of."""

from typing import Any

import pytest

from tablecam.rules.books.urban_war.rules.rulebook import EVENTS, UrbanWar
from tablecam.rules.books.urban_war.wording.wording import FIELDS, UrbanWarPhrases

FORMS = {each["name"]: each for each in UrbanWarPhrases().list_forms()}
FILLED: dict[str, Any] = {
    "model": "ida", "models": ["ida", "lund"], "seat": "red", "winner": "", "flag": True, "whole": 2, "number": 1.5,
    "numbers": [3, 9], "text": "it ran", "loser": "", "whole of each seat": {"red": 3, "blue": 8},
    "whole of some models": {"ida": 2},
}  # fmt: skip


def filled(form: dict[str, Any]) -> dict[str, Any]:
    """An event as the page makes it: what is needed, and nothing that is typed as JSON."""
    fields = [each for each in form["fields"] if each["needed"] or each["takes"] != "json"]
    values = {each["name"]: (each["options"][0] if "options" in each else FILLED[each["takes"]]) for each in fields}
    return {"name": form["name"], **values}


def field(event: str, name: str) -> dict[str, Any]:
    return next(each for each in FORMS[event]["fields"] if each["name"] == name)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_filled_in_is_the_event_that_it_is_of(name: str) -> None:
    event = UrbanWar().event(filled(FORMS[name]))
    assert type(event) is EVENTS[name]


def test_there_is_a_form_for_everything_what_is_put_right_often_first() -> None:
    assert set(FORMS) == set(EVENTS)
    assert tuple(FORMS)[: len(FIELDS.often)] == FIELDS.often
    assert all(FORMS[name]["often"] for name in FIELDS.often)
    assert [each["name"] for each in FORMS.values() if each["often"]] == list(FIELDS.often)


def test_every_event_and_field_has_words_of_its_own() -> None:
    """Nothing of the code is shown: neither a docstring nor the name of a class or field."""
    assert all(kind.form for kind in EVENTS.values())
    assert set(FIELDS.titles) == {each["name"] for form in FORMS.values() for each in form["fields"]}


def test_every_choice_has_words_of_its_own() -> None:
    choices = [each for form in FORMS.values() for each in form["fields"] if each["takes"] == "choice"]
    assert choices
    for each in choices:
        assert list(each["words"]) == each["options"]
        assert all(word[0].isupper() for word in each["words"].values())


def test_nothing_needs_to_be_typed_as_json() -> None:
    fields = [each for form in FORMS.values() for each in form["fields"]]
    assert not [each for each in fields if each["needed"] and each["takes"] == "json"]


def test_what_is_rolled_for_is_one_of_what_the_rulebook_rolls_for() -> None:
    assert field("RolledOff", "purpose")["options"] == ["table side", "first turn", "initiative"]


def test_a_form_says_what_it_is_of_and_asks_for_models_sides_and_choices() -> None:
    assert (FORMS["HalfWoundsSeen"]["title"], FORMS["Wounded"]["says"]) == ("Half wounds seen", "A model loses wounds.")
    assert FORMS["Rallied"]["says"] == "A panic counter comes off."
    assert field("Rallied", "at_once")["says"] == "the action that begins is free of panic too"
    assert FORMS["TurnBegan"]["says"].startswith("The marker phase: counters come off")
    assert FORMS["GameEnded"]["says"] == ""
    assert field("Wounded", "model")["takes"] == "model"
    assert field("Wounded", "wounds") == {
        "name": "wounds", "title": "wounds", "takes": "whole", "needed": False, "usual": 1,
    }  # fmt: skip
    assert field("GameEnded", "winner")["takes"] == "winner"
    assert field("StarterChosen", "first")["takes"] == "seat"
    assert field("MarkerPlaced", "by")["takes"] == "model"
    assert field("Moved", "length_in")["title"] == "length in inches"
    assert "break off" in field("Moved", "kind")["options"]
    assert field("ReactionVoid", "kind")["options"] == ["shot", "charge"]


def test_what_the_bridge_says_of_fields_is_of_fields_that_there_are() -> None:
    fields = {each["name"] for form in FORMS.values() for each in form["fields"]}
    assert set(FIELDS.takes) <= fields
    for name, kind in EVENTS.items():
        assert {*kind.takes, *kind.titles, *kind.meanings} <= {each["name"] for each in FORMS[name]["fields"]}
