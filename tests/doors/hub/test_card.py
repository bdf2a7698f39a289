"""A card says what a wall shows of a table in 400 bytes, whatever its players are called."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tablecam.doors.hub.broadcast import AGAIN_S, Due
from tablecam.doors.hub.message import MOST_CARD_BYTES, CardSide, RoundOfEvent, TableCard, card_text

GAME = "8f14e45f-ceea-467f-a0e6-1f6f5d0a1b2c"
SIDES = (CardSide("red", "Ann Archer", "5/6"), CardSide("blue", "Bob Brook", "6/6"))
CARD = TableCard("good", GAME, 1_775_239_200, SIDES, "Turn 2, activation phase", "red", "Ida is hit")


def test_a_card_has_what_there_is_and_nothing_else() -> None:
    said = json.loads(card_text(CARD, 7))
    assert said == {
        "v": 1, "at": 7, "game": GAME, "begun": 1_775_239_200, "turn": "Turn 2, activation phase", "due": "red",
        "sides": [["red", "Ann Archer", "5/6"], ["blue", "Bob Brook", "6/6"]], "said": "Ida is hit", "camera": "good",
    }  # fmt: skip
    assert json.loads(card_text(TableCard("trouble"), 7)) == {"v": 1, "at": 7, "camera": "trouble"}


def test_the_round_has_its_clock() -> None:
    running = json.loads(card_text(replace(CARD, round=RoundOfEvent(3, 2, 1_775_242_800, 100, called=True)), 7))
    assert {key: running[key] for key in ("round", "no", "ends", "call")} == {
        "round": 3, "no": 2, "ends": 1_775_242_800, "call": True,
    }  # fmt: skip
    standing = json.loads(card_text(replace(CARD, round=RoundOfEvent(3, 2, None, 100, called=False)), 7))
    assert standing["left"] == 100
    assert "call" not in standing


words = st.text(st.characters(codec="utf-8"), max_size=300)


@given(names=st.lists(words, min_size=2, max_size=4), turn=words, said=words)
def test_no_card_is_too_long(names: list[str], turn: str, said: str) -> None:
    sides = tuple(CardSide(f"seat {at}", name, "6/6") for at, name in enumerate(names))
    text = card_text(replace(CARD, sides=sides, turn=turn, said=said), 1_775_239_200)
    assert len(text.encode()) <= MOST_CARD_BYTES
    assert json.loads(text)["game"] == GAME


def test_the_last_ruling_is_cut_before_a_name_is() -> None:
    said = json.loads(card_text(replace(CARD, said="x" * 1000), 7))
    assert said["said"].endswith("x…")
    assert said["sides"][0][1] == "Ann Archer"


def test_only_what_has_changed_is_due_and_a_card_again_after_a_while() -> None:
    due = Due()
    assert list(due.parts({"table": "{}", "game": "1", "pulse": "is no part"})) == [("table", "{}"), ("game", "1")]
    assert list(due.parts({"table": "{}", "game": "2"})) == [("game", "2")]
    assert due.card(CARD, 0.0, 7)
    assert due.card(CARD, AGAIN_S - 1, 8) is None
    assert due.card(CARD, AGAIN_S, 9)
    assert due.card(replace(CARD, due="blue"), AGAIN_S + 1, 10)
    # the broker has lost all that it retained
    due.forget()
    assert list(due.parts({"table": "{}", "game": "2"})) == [("table", "{}"), ("game", "2")]
    assert due.card(replace(CARD, due="blue"), AGAIN_S + 2, 11)
