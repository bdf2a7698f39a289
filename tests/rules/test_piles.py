"""Bags and decks: what is drawn, put back and held face down, and what each seat may know of it."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest

from tablecam.rules import piles
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.event import by_name, decode, evolve
from tablecam.rules.piles import Draw, ItemsDrawn, ItemsPlayed, ItemsReturned, Pile, draw_items, play_item
from tablecam.rules.play import Play, Waiting

DECK = Pile(inside=("ace", "ace", "king"))


@dataclass(frozen=True)
class Table:
    piles: Mapping[str, Pile] = field(default_factory=lambda: {"deck": DECK})


def make_game(*answers: object, pile: Pile = DECK) -> Play[Table]:
    return Play(Table({"deck": pile}), evolve, answers=answers)


def test_an_open_draw_lies_beside_the_pile_and_goes_back() -> None:
    game = make_game(["king"])
    assert draw_items(game, None, "card", "deck") == ("king",)
    assert game.state.piles["deck"] == Pile(inside=("ace", "ace"), out=("king",))
    game.tell(ItemsReturned(pile="deck"))
    assert sorted(game.state.piles["deck"].inside) == sorted(DECK.inside)


def test_no_more_is_drawn_than_there_is() -> None:
    game = make_game(["ace", "king", "ace"])
    assert len(draw_items(game, "red", "cards", "deck", 5)) == 3
    assert draw_items(game, "red", "cards", "deck") == ()


@pytest.mark.parametrize(("raw", "code"), [(["queen"], "not-inside"), (["ace", "ace"], "draw-count")])
def test_what_is_not_inside_cannot_be_drawn(raw: list[str], code: str) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        draw_items(make_game(raw), "red", "card", "deck")
    assert refused.value.code == code


def test_hidden_items_are_in_the_hand_until_they_are_played() -> None:
    game = make_game(["ace", "king"], "king")
    draw_items(game, "red", "hand", "deck", 2, hidden=True)
    assert game.state.piles["deck"].get_hand("red") == ("ace", "king")
    assert play_item(game, "red", "card", "deck") == "king"
    assert game.state.piles["deck"] == Pile(inside=("ace",), hands={"red": ("ace",)}, out=("king",))


def test_other_seats_learn_how_many_were_drawn_and_nothing_else() -> None:
    drawn = ItemsDrawn(pile="deck", seat="red", items=("king",), hidden=True, count=1)
    assert drawn.get_visible_event("red") == drawn
    assert drawn.get_visible_event("blue") == replace(drawn, items=())
    hands = [DECK.draw("red", (item,), hidden=True) for item in ("ace", "king")]
    assert (
        hands[0].get_view("blue")
        == hands[1].get_view("blue")
        == {"left": 2, "out": [], "hand": [], "hands": {"red": 1}}
    )
    assert hands[0].get_view("red")["hand"] == ["ace"]


def find_question(pile: Pile, seat: str) -> Draw:
    game = make_game(pile=pile)
    with pytest.raises(Waiting):
        draw_items(game, seat, "hand", "deck", hidden=True)
    (question,) = game.questions
    assert isinstance(question, Draw)
    return question


def test_the_question_of_one_seat_is_the_same_whatever_the_other_holds() -> None:
    questions = [find_question(DECK.draw("red", (item,), hidden=True), "blue") for item in ("ace", "king")]
    assert questions[0].record() == questions[1].record()
    assert questions[0].record()["items"] == {"ace": 2, "king": 1}
    assert (questions[0].seen_by, questions[0].secret) == (("blue",), True)


def test_only_the_app_draws_where_a_refusal_would_tell_what_another_seat_holds() -> None:
    question = find_question(DECK.draw("red", ("king",), hidden=True), "blue")
    assert question.record()["by_app"] is True
    with pytest.raises(IllegalAnswer, match="only the app draws from deck"):
        question.parse_text("king")
    chance = random.Random(2)
    assert {item for _draw in range(30) for item in question.draw_answer(chance.randrange)} == {"ace"}
    # a seat that alone holds something knows what is inside
    assert "by_app" not in find_question(DECK.draw("blue", ("king",), hidden=True), "blue").record()


def test_an_umpire_may_record_a_draw_of_anything_at_any_time() -> None:
    kinds = by_name(ItemsDrawn, ItemsPlayed, ItemsReturned)
    for event in (
        ItemsDrawn(pile="deck", seat="red", items=("queen", "ace")),
        ItemsDrawn(pile="bag", items=("ace",)),
        ItemsPlayed(pile="deck", seat="red", items=("ace",)),
        ItemsReturned(pile="deck", items=("ace",)),
    ):
        assert decode(kinds, event.record()) == event
        after = evolve(Table(), event).piles["deck"]
        assert sorted((*after.inside, *after.out)) == sorted(DECK.inside)
        assert evolve("no dataclass", event) == "no dataclass"
    assert piles.get_pile("no dataclass", "deck") == Pile()
