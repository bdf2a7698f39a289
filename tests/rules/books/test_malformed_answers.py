"""Malformed answers to each topic of each shipped book, and malformed events of an umpire: refused in a sentence."""

import copy
import random
from collections.abc import Sequence
from typing import Any

import pytest

from tablecam.base.errors import TablecamError
from tablecam.commands.rulebook_check import RandomPlays
from tablecam.game.game import Game
from tablecam.game.log import EventLine, GameLine, read_log, write
from tablecam.game.playthrough import anything, one_answer
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import usual_scenarios
from tablecam.rules.books.urban_operations.rules.fight_events import Fought
from tablecam.rules.books.urr.rules.combat_events import CombatBegan, StancesTaken
from tablecam.rules.event import evolve
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json

NAMES = ("urban-war", "urr", "urban-operations", "lantern-marsh", "brass-orchard")
JUNK: list[Any] = [
    None, True, -1, 3.5, 10**400, float("nan"), float("inf"), "", "x", [], [[]], [1, 2], [None], ["x", "x"], {},
    {"x": 1}, {"x": {"visible": 1}}, {"end": [1, 2]}, {"length_in": 3}, [1] * 40, [{"a": 1}], "\x00",
]  # fmt: skip
TEXTS = ["", "=", "*=x", "{}", "[", "none", "nan", "1e999", "9" * 5000, "²", ",", "x=1 x=2", "3 at 2", "3 at x,y", ":"]
ANSWERS, TRIES = 30, 6


def spoil(value: Any, chance: random.Random) -> Any:
    """The value with something missing, doubled, or of another kind."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        rest = {name: item for name, item in value.items() if name != key}
        return rest if chance.random() < 0.2 else {**rest, key: spoil(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        return chance.choice([value[:-1], [*value, value[0]], [spoil(value[0], chance), *value[1:]]])
    return copy.deepcopy(chance.choice(JUNK))


def refuse_or_tell(play: RandomPlays, game: Game[Any], raw: Json) -> None:
    """Give the first open question an answer: it is refused in a sentence, or taken and told."""
    question, phrases = game.open[0], play.book.phrases
    names = phrases.build_names(game.state, {})
    trial = game.fork()
    by = question.ask.seat or "table"
    try:
        trial.answer(raw, question=question.line, by=by)
    except IllegalAnswer as refused:
        told = phrases.phrase_text(refused.says, names)
    else:
        told = phrases.describe_answer(question.ask.record(), raw, by, names)
    assert told


def begin_play(name: str) -> RandomPlays:
    return RandomPlays(BOOKS.book(name), (usual_scenarios(BOOKS.book(name)) or (None,))[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_malformed_answer_to_any_topic_is_refused_in_a_sentence(name: str) -> None:
    play, chance, topics = begin_play(name), random.Random(1), set()
    game = play.begin()
    for _answer in range(ANSWERS):
        if game.over:
            game = play.begin()
        ask = game.open[0].ask
        if (ask.verb, ask.action) not in topics:
            topics.add((ask.verb, ask.action))
            good = anything(ask, chance.randrange)
            for number in range(TRIES):
                refuse_or_tell(play, game, spoil(good, chance) if number % 2 else chance.choice(JUNK))
            read_texts(ask)
        one_answer(game, chance.randrange)
    assert len(topics) > 2


def read_texts(ask: Any) -> None:
    for text in TEXTS:
        try:
            ask.parse_text(text)
        except IllegalAnswer:
            continue


@pytest.mark.parametrize("name", NAMES)
def test_a_malformed_event_of_an_umpire_is_refused_or_taken_and_told(name: str) -> None:
    play, chance = begin_play(name), random.Random(1)
    game = play.begin()
    for _answer in range(ANSWERS):
        one_answer(game, chance.randrange)
    for record in list_events(game.log.lines):
        for _try in range(TRIES):
            fields = spoil({key: value for key, value in record.items() if key != "name"}, chance)
            try:
                event = game.system.event({**fields, "name": record["name"]} if isinstance(fields, dict) else fields)
            except TablecamError:
                continue
            after = evolve(game.state, event)
            book, names = play.book, play.book.phrases.build_names(after, {})
            for seat in (*game.seats, ""):
                book.state_shown(book.system.get_visible_state(after, seat), seat)
            assert str(book.phrases.describe_event(event, names))


def list_events(lines: Sequence[Any]) -> list[dict[str, Json]]:
    """One event of each kind."""
    return list({line.event["name"]: line.event for line in lines if isinstance(line, EventLine)}.values())


def test_a_duel_of_one_total_is_refused_and_says_which_field() -> None:
    record = Fought(block="a", target="b", kind="fire", faces=(3, 4), totals=(5, 6)).record()
    with pytest.raises(TablecamError, match=r"totals: \[5\] is not a list of 2"):
        BOOKS.book("urban-operations").system.event({**record, "totals": [5]})


def test_a_stance_of_another_book_is_refused() -> None:
    record = StancesTaken(stances={"ash_spears_1": "attack"}).record()
    with pytest.raises(TablecamError, match="'overwatch' is neither attack nor defend"):
        BOOKS.book("urr").system.event({**record, "stances": {"ash_spears_1": "overwatch"}})


def test_a_combat_against_a_unit_in_place_of_a_side_does_not_begin() -> None:
    state = begin_play("urr").begin().state
    assert evolve(state, CombatBegan(place="rope-street", by="red", against="ash_spears_1")) == state


def test_a_number_that_json_does_not_have_is_refused_and_the_question_stays_open() -> None:
    game, chance = begin_play("lantern-marsh").begin(), random.Random(1)
    while not isinstance(game.open[0].ask, Move):
        one_answer(game, chance.randrange)
    before, question = len(game.log.lines), game.open[0]
    with pytest.raises(IllegalAnswer, match="every number must be finite"):
        game.answer({"length_in": 1, "note": float("nan")}, question=question.line, by=str(question.ask.seat))
    event = game.system.event({"name": "Moved", "model": "brine", "length_in": float("inf")})
    with pytest.raises(IllegalAnswer, match="every number must be finite"):
        game.correct(event, "measured")
    assert (len(game.log.lines), game.open[0]) == (before, question)


def test_a_log_of_a_book_without_a_setup_is_read_back() -> None:
    text = write(GameLine(game="duel", setup={}, seats=("near", "far")))
    assert text == '{"game":"duel","seats":["near","far"]}'
    assert read_log([text]).header.setup == {}
