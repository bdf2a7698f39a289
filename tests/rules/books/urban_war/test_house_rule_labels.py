"""House rules in plain words: all of them, and every choice of each."""

import dataclasses

from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.wording.house_rule_labels import house_rules


def test_every_switch_is_there_once_with_a_title_and_a_sentence_of_its_own() -> None:
    rules = house_rules()
    assert sorted(each.key for each in rules) == sorted(field.name for field in dataclasses.fields(HouseRules))
    for said in ("title", "says"):
        assert len({getattr(each, said) for each in rules}) == len(rules)
    assert all(str(each.says).endswith(".") and "_" not in f"{each.title}{each.says}" for each in rules)


def test_every_choice_is_told_in_words_and_no_word_is_of_a_choice_that_is_not_there() -> None:
    for each in house_rules():
        values = each.options or ([None] if each.default is None else [])
        wanted = {"null" if value is None else str(value) for value in values}
        assert set(each.words) == wanted, each.key
        assert len(set(each.words.values())) == len(each.words)


def test_what_a_form_offers_as_usual_is_what_the_rules_play() -> None:
    assert HouseRules(**{each.key: each.default for each in house_rules()}) == HouseRules()
