"""What a side may not know leaves no trace in what it is sent, not even a gap."""

import json
import random

import pytest
from duel import DUEL, SETUP, Duel
from playing import answered, begun, played

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import anything
from tablecam.rules.ask import Assign, IllegalAnswer
from tablecam.rules.facts import Ranges
from tablecam.rules.system import Step


def sent(game: Game, seat: str) -> str:
    """Every byte that a seat's screen may be made of."""
    view = game.view(seat)
    questions = [[view.own(each.line), each.ask.record()] for each in game.waiting_for(seat)]
    return json.dumps([view.lines, questions, DUEL.get_visible_state(game.state, seat)])


def pair(seed: int):
    """Two games that differ in blue's secret orders alone, as far as red can tell, until one of them is revealed."""
    chance = random.Random(seed)
    games = [begun(), begun()]
    for game, order in zip(games, ("wait", "walk"), strict=True):
        blue = {"bob": "walk", "cat": order}
        game.answer({"ann": "walk", "cursed": "walk"}, question=game.open[0].line, by="red")
        game.answer(blue, question=game.open[0].line, by="blue")
    return games, chance


@pytest.mark.parametrize("seed", range(10))
def test_the_other_side_s_secret_orders_change_no_byte_of_what_a_side_is_sent(seed: int) -> None:
    (waits, walks), chance = pair(seed)
    assert sent(waits, "red") == sent(walks, "red")
    assert sent(waits, "blue") != sent(walks, "blue")
    alike = 0
    while (raw := fitting_both(waits, walks, chance)) is not None:
        assert answered(waits, waits.open[0], raw) == answered(walks, walks.open[0], raw)
        if waits.state.turn != walks.state.turn:
            # nobody is left to activate, which all may see
            break
        assert sent(waits, "red") == sent(walks, "red")
        alike += 1
    assert alike > 6


def fitting_both(a: Game, b: Game, chance: random.Random):
    """An answer that the first question of both takes; None once they ask otherwise, which reveals the orders."""
    first, second = a.open[0].ask, b.open[0].ask
    if first.record() == second.record():
        return anything(first, chance.randrange)
    secret = {each.id for ask in (first, second) if ask.seat == "blue" and ask.verb == "choose" for each in ask.options}
    return "bob" if secret == {"bob", "cat"} else None


def test_an_offer_is_known_to_its_seat_alone() -> None:
    game = begun("red assign *=walk", "blue assign *=wait", "choose ann")
    assert "shoot at ann" in sent(game, "blue")
    assert "shoot at ann" not in sent(game, "red")


def test_a_secret_answer_is_blank_for_the_others_and_its_position_and_source_too() -> None:
    game = begun()
    game.answer(
        {"ann": "walk", "cursed": "wait"}, question=game.open[0].line, by="red", source="pad", position="model ann"
    )
    assert game.visible_lines("red")[-1]["answer"] == {"ann": "walk", "cursed": "wait"}
    assert game.visible_lines("blue")[-1] == {"answer": None, "to": 3, "by": "red", "secret": True}


def test_an_answer_to_a_hidden_question_is_not_there_at_all() -> None:
    game = begun("red assign *=walk", "blue assign *=wait", "choose ann")
    before = len(game.visible_lines("red"))
    offer = game.waiting_for("blue")[1]
    game.answer("bob", question=offer.line, by="blue")
    assert [next(iter(line)) for line in game.visible_lines("red")[before:]] == ["ask"]


def test_a_seat_counts_its_own_lines_and_can_name_them_all() -> None:
    game = played(3)
    for seat in game.seats:
        view = game.view(seat)
        assert [view.own(number) for number in view.numbers] == [*range(1, len(view.lines) + 1)]
        for line in view.lines:
            if "answer" in line:
                assert "ask" in view.lines[line["to"] - 1]
    assert len(game.visible_lines("red")) < game.log.last


def test_struck_lines_are_named_in_the_seat_s_own_numbers_and_not_at_all_where_it_saw_none() -> None:
    game = begun("red assign *=walk", "blue assign *=wait", "choose ann")
    offer = game.waiting_for("blue")[1]
    game.answer("bob", question=offer.line, by="blue")
    game.undo()
    red, blue = game.visible_lines("red"), game.visible_lines("blue")
    assert red[-1]["struck"] == [len(red) - 1, len(red) - 1]
    assert blue[-1]["struck"] == [len(blue) - 2, len(blue) - 1]


def test_an_overruling_names_what_it_overrules_in_the_seat_s_own_numbers() -> None:
    game = begun("red assign *=walk", "blue assign *=wait", "choose ann", "blue choose bob", "halted 3", "roll 6")
    shot = next(n for n in game.log.live if getattr(game.log[n], "answer", None) == [6])
    game.overrule(shot, [2], "cocked")
    for seat in game.seats:
        lines = game.visible_lines(seat)
        overruling = next(line for line in lines if "overrules" in line)
        assert lines[overruling["overrules"] - 1]["answer"] == [6]
        assert overruling["overrules"] < shot
    game.undo()
    given_back = next(line for line in reversed(game.visible_lines("red")) if "again" in line)
    assert game.visible_lines("red")[given_back["again"] - 1]["answer"] == [6]


def test_what_the_umpire_does_is_seen_by_all() -> None:
    game = begun("red assign *=walk", "blue assign *=wait", "choose ann", "blue choose bob", "halted 3")
    game.abandon("the hall closes")
    assert {"abandoned": "activation", "by": "umpire", "why": "the hall closes"} in game.visible_lines("red")


def test_a_view_only_ever_grows() -> None:
    game, chance = begun(), random.Random(4)
    seen: list = []
    while not game.over:
        question = chance.choice(game.open)
        answered(game, question, anything(question.ask, chance.randrange))
        now = [json.dumps(line) for line in game.visible_lines("blue")]
        assert now[: len(seen)] == seen
        seen = now


def test_a_view_of_a_resumed_game_is_the_same() -> None:
    game = played(3)
    again = Game.resume(DUEL, game.sink.lines, InMemory())
    assert sent(again, "red") == sent(game, "red")


def test_nobody_else_has_a_view() -> None:
    with pytest.raises(IllegalAnswer, match="there is no seat 'green', only red and blue"):
        begun().view("green")


def test_a_question_to_the_table_about_hidden_models_is_shown_to_their_side_alone() -> None:
    class Lurking(Duel):
        def next_procedure(self, state):
            hidden = Ranges(model="bob", others=("ann",), limits=(12.0,), seen_by=("blue",))
            return Step("lurking", lambda game: game.ask(hidden))

    game = Game.begin(Lurking(), SETUP, InMemory())
    for raw in ({"ann": [12.0, 0.1]}, True):
        assert [len(game.waiting_for(seat)) for seat in ("red", "blue", None)] == [0, 1, 1]
        assert len(game.visible_lines("red")) == 2
        game.answer(raw, question=game.open[0].line, by="table")
    assert [line for line in game.visible_lines("red") if "boundary" not in line] == game.visible_lines("red")[:1]


def test_orders_are_secret_questions() -> None:
    (question,) = begun().waiting_for("red")
    assert isinstance(question.ask, Assign)
    assert question.ask.secret
    assert SETUP["red"] == ["ann", "cursed"]
