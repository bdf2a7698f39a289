"""The alley: chits, hidden cards, smoke and a pool of dice at random, at the terminal, and as each seat reads them."""

import json
import random

import pytest
from alley import ALLEY, ALLEY_BOOK, SEATS
from second_alley import SECOND_ALLEY, SECOND_BOOK

from tablecam.commands.conversation import run_line
from tablecam.commands.rulebook_check import RandomPlays
from tablecam.commands.rulebook_events import check_events
from tablecam.commands.rulebook_page import check_page
from tablecam.game.dice_statistics import luck
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import autoplay, do_typed
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.piles import Draw
from tablecam.rules.pool import Throw

PLAYS = RandomPlays(ALLEY_BOOK, None)


def begin(*typed: str) -> Game:
    """A game with some answers; red holds two cards, and blue too."""
    game = Game.begin(ALLEY, {}, InMemory())
    for answer in typed:
        do_typed(game, answer)
    return game


def deal(red: list[str], blue: list[str]) -> Game:
    """A game after the cards were drawn, by the app where only the app may draw."""
    game = begin()
    for seat, cards in (("red", red), ("blue", blue)):
        game.answer(cards, question=game.open[0].line, by=seat)
    return game


def list_bytes(game: Game, seat: str) -> str:
    """Everything that a seat may read: the log, the open questions, and the state."""
    questions = [question.ask.record() for question in game.waiting_for(seat)]
    return json.dumps([game.visible_lines(seat), questions, ALLEY.get_visible_state(game.state, seat)])


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 24))])
def test_games_at_random_hold_all_that_a_rulebook_promises(seed: int) -> None:
    checks = (PLAYS.check_game, PLAYS.check_cuts, PLAYS.check_undo, PLAYS.check_abandoning, PLAYS.check_secrets)
    assert [fault for check in checks for fault in check(seed)] == []


def test_the_umpire_may_add_any_event_of_piles_and_scenery() -> None:
    forms = {form["name"] for form in ALLEY_BOOK.phrases.list_forms()}
    assert {"ItemsDrawn", "TemplatePlaced", "TerrainRemoved"} <= forms
    assert list(check_events(ALLEY_BOOK, [begin().state])) == []


def test_hidden_cards_reach_no_byte_of_the_other_seat() -> None:
    games = [deal(["aim", "luck"], cards) for cards in (["aim", "bluff"], ["luck", "aim"], ["aim", "aim"])]
    for answer in ("draw red", "choose ann", "choose shoot", "sight bea=1 bob=1", "choose bea"):
        for game in games:
            do_typed(game, answer)
    red, blue = ({list_bytes(game, seat) for game in games} for seat in SEATS)
    assert (len(red), len(blue)) == (1, 3)


def test_a_card_that_is_played_is_known_to_all_and_leaves_the_hand() -> None:
    game = deal(["aim", "luck"], ["aim", "bluff"])
    for answer in ("draw red", "choose ann", "choose shoot", "sight bea=1 bob=1", "choose bea", "choose luck"):
        do_typed(game, answer)
    view = ALLEY.get_visible_state(game.state, "blue")["deck"]
    assert (view["out"], view["hands"], view["hand"]) == (["luck"], {"red": 1}, ["aim", "bluff"])
    # the lucky die of the card is in the pool
    assert str(game.open[0].ask).startswith("ann fires at bea, 2 gun, 1 d6: hit 0 ")


def test_a_pool_is_thrown_at_the_terminal_and_counted_by_the_statistics() -> None:
    game = deal(["aim", "luck"], ["aim", "bluff"])
    for answer in ("draw red", "choose ann", "choose shoot", "sight bea=1 bob=1", "choose bea", "choose nothing"):
        do_typed(game, answer)
    assert run_line(game, "hit nonsense", random.Random(1).randrange) == [
        "! a gun die shows -, hit, hit+hit and hit+smoke, not nonsense"
    ]
    told = run_line(game, "hit+hit hit+smoke", random.Random(1).randrange, wording=ALLEY_BOOK.wording(game.state))
    assert told[0] == "Bea is out"
    (_all, fire) = luck(game.log)
    assert (fire.name, fire.passed, str(fire.expected)) == ("fire", 3, "5/3")


def test_dice_are_thrown_again_for_a_card_and_the_throw_can_be_undone() -> None:
    game = deal(["aim", "luck"], ["aim", "bluff"])
    for answer in ("draw red", "choose ann", "choose shoot", "sight bea=1 bob=1", "choose bea", "choose aim"):
        do_typed(game, answer)
    for answer in ("throw hit+hit -", "reroll 2", "throw hit"):
        do_typed(game, answer)
    assert "bea" not in game.state.models
    for _throw in range(3):
        do_typed(game, "undo")
    assert "bea" in game.state.models
    assert game.open[0].ask.verb == "throw"


def test_an_overruled_chit_is_drawn_again_with_all_that_follows() -> None:
    game = deal(["aim", "luck"], ["aim", "bluff"])
    for answer in ("draw red", "choose ann", "choose smoke", "placing 10 8", "ranges smoke-1=6"):
        do_typed(game, answer)
    assert game.state.scenery.ids == ("smoke-1",)
    do_typed(game, 'overrule draw ["blue"] because it was a blue one')
    assert game.state.scenery.ids == ()
    assert game.open[0].ask.seat == "blue"


def test_enter_alone_lets_the_app_draw_where_nobody_may_type() -> None:
    game = begin("draw aim luck")
    (question,) = game.open
    assert isinstance(question.ask, Draw)
    assert question.ask.by_app
    with pytest.raises(IllegalAnswer):
        do_typed(game, "draw aim bluff")
    run_line(game, "", random.Random(3).randrange)
    assert len(game.state.piles["deck"].get_hand("blue")) == 2


def test_a_blast_takes_out_whoever_lies_under_it_and_leaves_no_trace() -> None:
    game = deal(["aim", "luck"], ["aim", "bluff"])
    for answer in ("draw red", "choose ann", "choose blast", "placing 10 8", "ranges blast-1=6", "under art bea"):
        do_typed(game, answer)
    assert set(game.state.models) == {"ann", "bob"}
    assert game.state.scenery.ids == ()


def test_a_second_edition_replaces_the_steps_that_differ_and_nothing_else() -> None:
    games = [Game.begin(system, {}, InMemory()) for system in (ALLEY, SECOND_ALLEY)]
    for game in games:
        for seat, cards in (("red", ["aim", "luck"]), ("blue", ["aim", "bluff"])):
            game.answer(cards, question=game.open[0].line, by=seat)
        for answer in ("draw red", "choose ann", "choose shoot", "sight bea=1 bob=1", "choose bea", "choose nothing"):
            do_typed(game, answer)
    first, second = (game.open[0].ask for game in games)
    assert isinstance(first, Throw)
    assert isinstance(second, Throw)
    assert (len(first.pool.each), len(second.pool.each)) == (2, 3)
    # a log of the second edition resumes, and its games keep all that a rulebook promises
    lines = games[1].sink.lines
    assert Game.resume(SECOND_ALLEY, lines, InMemory()).open[0].ask == second
    plays = RandomPlays(SECOND_BOOK, None)
    assert [fault for check in (plays.check_game, plays.check_undo) for fault in check(5)] == []


@pytest.mark.long
def test_every_question_has_a_form_and_an_answer_on_the_page() -> None:
    assert list(check_page(ALLEY_BOOK, [None])) == []


def test_every_kind_of_question_comes_up_at_random() -> None:
    kinds = set()
    for seed in range(4):
        game = PLAYS.begin()
        kinds |= {type(given.question.ask).__name__ for given in autoplay(game, random.Random(seed).randrange)}
    assert {"Draw", "Throw", "Reroll", "Placing", "Under", "Sight", "Ranges"} <= kinds
    assert game.seats == SEATS
