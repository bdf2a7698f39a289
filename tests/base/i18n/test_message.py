import pickle
from collections.abc import Iterator
from gettext import NullTranslations
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.base import errors
from tablecam.base.clause import Clause
from tablecam.base.errors import TablecamError
from tablecam.base.i18n import (
    Counted,
    InContext,
    Message,
    current_language,
    gettext,
    join_items,
    listing,
    ngettext,
    pgettext,
    speaking,
)
from tablecam.base.languages import Languages
from tablecam.rules.ask import IllegalAnswer

NAMES = st.sampled_from(["model", "thing", "n", "message", "self", "text"])
PLAIN = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]))


class Shouting(NullTranslations):
    """Each text in capitals, and what stands in `wrong` in place of all."""

    def __init__(self, wrong: str = "") -> None:
        super().__init__()
        self.info()["language"] = "xx"
        self._wrong = wrong

    def gettext(self, message: str) -> str:
        return self._wrong or f"!{message}!"


@pytest.mark.slow
@given(st.dictionaries(NAMES, st.one_of(st.text(), st.integers())), PLAIN)
def test_every_value_is_filled_in_and_braces_in_a_value_mean_nothing(values: dict, plain: str) -> None:
    template = plain + "".join(f"{{{name}}}|" for name in values)
    expected = plain + "".join(f"{value}|" for value in values.values())
    assert str(Message(template, **values)) == gettext(template, **values) == expected


@pytest.mark.slow
@given(st.dictionaries(NAMES, st.integers()))
def test_equal_messages_are_one_whatever_the_order_of_their_values(values: dict[str, int]) -> None:
    turned = dict(reversed(values.items()))
    assert Message("{n}", **values) == Message("{n}", **turned)
    assert len({Message("{n}", **values), Message("{n}", **turned)}) == 1
    assert pickle.loads(pickle.dumps(Message("{n}", **values))) == Message("{n}", **values)


@pytest.mark.slow
@given(st.text(min_size=1))
def test_no_translation_whatever_it_says_makes_a_text_fail(wrong: str) -> None:
    with speaking(Shouting(wrong)):
        said = gettext("There is no {thing}.", thing="wall")
    try:
        expected = wrong.format(thing="wall")
    except (KeyError, IndexError, ValueError, AttributeError):
        expected = "There is no wall."
    assert said == expected


@pytest.mark.parametrize("wrong", ["{other}", "{}", "{", "{thing.gone}", "{thing[0]}{9}", "{thing:d}"])
def test_a_wrong_translation_leaves_the_english_text(wrong: str) -> None:
    with speaking(Shouting(wrong)):
        assert gettext("There is no {thing}.", thing="wall") == "There is no wall."


def test_a_slip_in_the_english_text_is_raised() -> None:
    with pytest.raises(KeyError):
        gettext("There is no {thing}.")


def test_a_message_is_put_into_the_language_in_which_it_is_read_and_its_values_with_it() -> None:
    message = Message("{who} sees {what}", who=Message("Lund"), what="a wall")
    assert str(message) == "Lund sees a wall"
    with speaking(Shouting()):
        assert (str(message), f"{message:>20}") == ("!!Lund! sees a wall!", "!!Lund! sees a wall!")
        with speaking(NullTranslations()):
            assert str(message) == "Lund sees a wall"
        assert current_language() == "xx"
    assert (str(message), current_language()) == ("Lund sees a wall", "en")


def test_the_empty_text_is_empty_in_every_language() -> None:
    with speaking(Shouting()):
        assert gettext("") == ""


def test_another_thread_speaks_its_own_language() -> None:
    heard = []
    with speaking(Shouting()):
        thread = Thread(target=lambda: heard.append(gettext("Lund")))
        thread.start()
        thread.join()
    assert heard == ["Lund"]


def kinds_of_errors() -> Iterator[type[TablecamError]]:
    return (kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, TablecamError))


@pytest.mark.parametrize("kind", [*kinds_of_errors(), IllegalAnswer])
def test_an_error_says_its_message_in_the_language_of_whoever_reads_it(kind: type[TablecamError]) -> None:
    error = kind(Message("no {thing}", thing="wall"))
    assert str(error) == "no wall"
    with speaking(Shouting()):
        assert str(error) == "!no wall!"


def test_a_refusal_keeps_its_clause_in_every_language() -> None:
    refused = IllegalAnswer(Message("no {thing}", thing="wall"), Clause("UW", "Cover"))
    assert (str(refused), refused.message) == ("no wall [UW Cover]", "no wall")
    with speaking(Shouting()):
        assert refused.message == "!no wall!"


@pytest.mark.parametrize(
    ("items", "phrase"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "{c}"], "a, b and {c}")]
)
def test_items_are_listed(items: list[str], phrase: str) -> None:
    assert join_items(items) == str(listing(items)) == phrase


def test_numbers_and_contexts_choose_the_text(languages: Languages) -> None:
    said = [str(Counted("{n} model", "{n} models", n)) for n in (0, 1, 2)]
    assert said == ["0 models", "1 model", "2 models"]
    with speaking(languages.translations("pl")):
        assert ngettext("{n} model", "{n} models", 1) == "1 módéløø"
        assert ngettext("{n} model", "{n} models", 5) == "5 módélsøø"
        assert pgettext("of a die", "face") == str(InContext("of a die", "face")) == "fáçéøø"
        assert gettext("face") == "face"
        assert join_items(["a", "b"]) == "a áñdø b"
