"""Views as JSON: a card is written once for each language, and says what it would say if it were written each time."""

import pytest

from tablecam.base.i18n import Message, speaking
from tablecam.base.languages import translations
from tablecam.rules.books.urban_war.force_files import COMMANDER
from tablecam.rules.books.views import CardNumber, CardRow, CardTable, ModelCard, ModelView, dump_view


def card(strength: int = 5) -> ModelCard:
    row = CardRow("medium", Message("{to_hit} to hit, strength {strength}", to_hit="0", strength=strength))
    return ModelCard("Constable", (COMMANDER,), (CardNumber("SH", 5),), (CardTable("Rifle", (row,)),))


def test_a_card_is_written_whole() -> None:
    assert dump_view(ModelView(card=card())) == {
        "alive": True,
        "left": None,
        "of": None,
        "unit": "",
        "left_text": "",
        "counters": [],
        "markers": [],
        "card": {
            "title": "Constable",
            "badges": ["Commander"],
            "numbers": [{"label": "SH", "value": 5}],
            "tables": [{"title": "Rifle", "rows": [{"label": "medium", "text": "0 to hit, strength 5"}]}],
            "rules": [],
        },
    }


@pytest.mark.parametrize("strength", [5, 6])
def test_a_card_that_differs_is_written_again(strength: int) -> None:
    written = dump_view(card(strength))
    assert isinstance(written, dict)
    assert written["tables"] == [
        {"title": "Rifle", "rows": [{"label": "medium", "text": f"0 to hit, strength {strength}"}]}
    ]


def test_two_readers_have_the_same_card_in_their_languages() -> None:
    before = dump_view(card())
    with speaking(translations("de")):
        theirs = dump_view(card())
    assert isinstance(before, dict)
    assert isinstance(theirs, dict)
    assert (before["badges"], theirs["badges"]) == (["Commander"], ["Kommandant"])
    assert dump_view(card()) == before


def test_a_book_may_give_lists_on_its_cards() -> None:
    listed = ModelCard("Rifleman", badges=["Commander"], tables=[CardTable("Rifle", [CardRow("medium", "−1 to hit")])])  # type: ignore[arg-type]
    kept = ModelCard("Rifleman", badges=("Commander",), tables=(CardTable("Rifle", (CardRow("medium", "−1 to hit"),)),))
    assert listed == kept
    assert dump_view(listed) == dump_view(kept)
