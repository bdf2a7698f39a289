"""What the aid has lost costs a table few taps in its first game and none in the next.

A tap is an option chosen, a number confirmed, or each mark of several and the key that confirms them.
"""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from quarter import (
    FILLED,
    MILITIA,
    RIFLES,
    ROCKETS,
    SAPPERS,
    SHIPPED,
    TANK,
    Several,
    asked,
    question,
    run,
    setup,
    state,
    told,
)
from test_uo_properties import SETUP, sober

from tablecam.game.change_plan import fold
from tablecam.game.game import Game
from tablecam.game.hosting.carried_setup import find_carried_setup
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.log import EventLine, InMemory, read_log
from tablecam.rules.ask import Ask, Pick
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid import KINDS, MEMBERS, find_pattern, get_kind
from tablecam.rules.books.urban_operations.rules.codes import Game as Played
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.fight_events import EffectApplied, Fought
from tablecam.rules.books.urban_operations.rules.initial_events import AidFilled, ParameterSet
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import choose_weapon
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

PHRASES = URBAN_OPERATIONS_BOOK.phrases
MOST_TAPS = 20


def play_evening(seed: int, before: dict[str, Any], marks: int) -> tuple[Game[OperationsState], int]:
    """A whole game of the scenario as a table plays it, and the taps that it spends on the aid.

    marks: how many of the proposals it does not want.
    """
    game, chance = Game.begin(URBAN_OPERATIONS, {**before, **SETUP}, InMemory()), random.Random(seed)
    taps = 0
    while not game.over:
        open_question = chance.choice(game.open)
        raw = answer_of(open_question.ask, chance, marks)
        taps += taps_of(open_question.ask, raw)
        game.answer(raw, question=open_question.line, by=open_question.ask.seat or "table")
    return game, taps


def answer_of(ask: Ask[Any], chance: random.Random, marks: int) -> Any:
    """What a table that knows its aid says; all else somewhat as people play."""
    if ask.action == "aid.gaps":
        return "look" if marks else "accept"
    if ask.action == "aid.marks":
        assert isinstance(ask, Pick)
        # the critical rows are twelve lists under one mark, which no table fills in within its first evening's taps
        marked = chance.sample([option.id for option in ask.options if option.id != "critical="], marks)
        return [option.id for option in ask.options if option.id in marked]
    if ask.action in ("aid", "aid.critical", "aid.whole"):
        lasting = [each.id for each in ask.options if not each.id.startswith(aid.ONLY_NOW)]  # type: ignore[attr-defined]
        return chance.choice([each for each in lasting if each != aid.EACH_TIME])
    if ask.action == "aid.list":
        return [each for each in sober(ask, chance) if each != aid.EACH_TIME]
    return sober(ask, chance)


def taps_of(ask: Ask[Any], raw: Any) -> int:
    if not ask.action.startswith("aid"):
        return 0
    return len(raw) + 1 if isinstance(raw, list) else 1


def carry(game: Game[OperationsState]) -> dict[str, Any]:
    """What the next game of the table begins with."""
    lines = (game.log[number] for number in game.log.live)
    events = (line.event for line in lines if isinstance(line, EventLine))
    return URBAN_OPERATIONS_BOOK.carried(game.log.header.setup, events)


@pytest.mark.parametrize("marks", [0, 5])
def test_the_aid_costs_at_most_20_taps_in_the_first_game_and_none_in_the_second(marks: int) -> None:
    first, taps = play_evening(1, {}, marks)
    assert 1 <= taps <= MOST_TAPS
    # the second game has other dice and other moves
    _second, more = play_evening(101, carry(first), marks)
    assert more == 0


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 30, 10))
def test_the_taps_about_the_aid_stay_few_over_many_evenings(first: int) -> None:
    for seed in range(first, first + 10):
        game, taps = play_evening(seed, {}, marks=5)
        assert taps <= MOST_TAPS, (seed, taps)
        assert play_evening(seed + 1000, carry(game), marks=5)[1] == 0, seed
        assert fold(URBAN_OPERATIONS, game.log) == game.state


def test_every_unknown_of_the_aid_is_read_and_has_a_proposal_that_may_be_answered() -> None:
    proposed = dict(SHIPPED["proposals"])
    unknown = [each.key for each in aid.unknowns(SHIPPED)]
    # what a scenario's event table says is the scenario's own
    assert set(unknown) - set(proposed) == {"event_table.value"}
    assert set(proposed) <= set(unknown)
    for key, value in proposed.items():
        kind = get_kind(key)
        members = value if kind.lists else [aid.format_value(value)]
        assert set(members) <= set(MEMBERS[kind.lists] if kind.lists else kind.codes), key


def test_every_kind_of_answer_belongs_to_a_parameter_of_the_file() -> None:
    keys = {key for key, _value, _row in aid.entries(SHIPPED)} | {"unit.fp", "sniper.targets"}
    patterns = {find_pattern(key) for key in keys} & set(KINDS)
    assert patterns == set(KINDS)


def test_a_proposal_that_is_not_marked_holds_and_one_that_is_marked_is_asked_at_once() -> None:
    marked = ["explosion.osl=1", "smoke.units=rifles"]
    said = {"aid.gaps": "look", "aid.marks": marked, "aid.whole": "3", "aid.list": ["engineers"]}
    play = run(aid.fill, state(SHIPPED), said)
    assert asked(play) == ["aid.gaps", "aid.marks", "aid.whole", "aid.list"]
    assert "explosion.osl" not in told(play, AidFilled)[0].proposals
    again = run(aid.fill, play.state)
    assert asked(again) == []
    of = play.state
    assert aid.entry(of, "mine.osl") == 1
    assert [aid.is_known_nonmember(of, "smoke.units", kind) for kind in ("rifles", "engineers")] == [True, False]
    assert aid.get_aid_answer(of, "explosion.osl") == "3"


def test_what_is_to_be_asked_each_time_is_asked_each_time_and_not_again_before_the_next_game() -> None:
    said = {"aid.gaps": "look", "aid.marks": ["mine.osl=1"], "aid.whole": aid.EACH_TIME}
    filled = run(aid.fill, state(SHIPPED), said).state
    for _time in range(2):
        play = run(lambda game: aid.number(game, "mine.osl") and None, filled, {"aid": "now:2"})
        assert asked(play) == ["aid"]
        assert told(play, ParameterSet) == []
    assert aid.gaps(filled) == {}


def test_a_table_may_be_asked_when_it_matters() -> None:
    play = run(aid.fill, state(SHIPPED), {"aid.gaps": "later"})
    assert (play.told, play.state.ruled) == ((), {})
    asks = run(lambda game: aid.number(game, "mine.osl") and None, play.state, {"aid": "2"})
    assert told(asks, ParameterSet) == [ParameterSet(key="mine.osl", value="2")]


def test_a_list_of_the_critical_rows_decides_which_row_is_thrown() -> None:
    names = [
        each.id
        for each in question(run(aid.fill, state(SHIPPED), {"aid.gaps": "look", "aid.marks": []}), "aid.marks").options
    ]
    assert [name for name in names if name.startswith("critical")] == ["critical="]
    lists = Several([["first"], ["foot"], ["first"], ["foot"], *[[] for _row in range(8)]])
    filled = run(aid.fill, state(SHIPPED), {"aid.gaps": "look", "aid.marks": ["critical="], "aid.list": lists}).state
    thrown = run(shoot, filled, {"duel": Several([[9], [1]]), "quality": [5], "weapon": "light"})
    assert told(thrown, Fought)[0].rows[0] == "R2"
    ordinary = run(aid.fill, state(SHIPPED)).state
    thrown = run(shoot, ordinary, {"duel": Several([[9], [1]]), "quality": [5], "weapon": "light"})
    assert told(thrown, Fought)[0].rows[0] == ""
    assert "aid.critical" not in asked(thrown)


def shoot(game: Played) -> None:
    fight(game, AttackPlan(RIFLES, MILITIA, "fire", 3))


def test_only_what_the_scenario_has_is_asked() -> None:
    names = {each.partition("=")[0] for each in aid.gaps(state(SHIPPED))}
    assert {"3d.mortar.osl", "3d.helicopter.osl", "weapon.fourth.targets"} <= names
    assert not names & {"3d.bomb.osl", "3d.artillery.osl"}
    assert aid.gaps(state(FILLED)) == {}


def test_a_setup_of_an_earlier_version_without_proposals_is_asked_when_it_matters() -> None:
    old = {key: value for key, value in SHIPPED.items() if key != "proposals"}
    assert aid.gaps(state(old)) == {}
    assert asked(run(lambda game: aid.number(game, "mine.osl") and None, state(old), {"aid": "2"})) == ["aid"]


def test_a_question_about_the_aid_names_block_and_weapon() -> None:
    said = {"aid": "yes", "weapon": "heavy", "inside": True}
    play = run(lambda game: choose_weapon(game, SAPPERS, 5) and None, state(SHIPPED), {**said, "aid": "no"})
    record = question(play, "aid").record()
    names = PHRASES.build_names(play.state, {})
    text = PHRASES.describe_question(record, names)
    assert text.startswith("Sappers, light weapons: Is a weapon of the first kind barred")
    labels = [each["label"] for each in PHRASES.spell_question(record, names)["options"]]
    assert labels == ["Yes", "No", "Yes, only now", "No, only now"]


def test_where_a_block_stands_is_asked_before_what_its_weapons_may_do_there() -> None:
    said = {"inside": True, "aid": Several(["yes", "no"])}
    play = run(lambda game: choose_weapon(game, SAPPERS, 5) and None, state(SHIPPED), said)
    assert asked(play) == ["inside", "aid", "aid"]
    outside = run(lambda game: choose_weapon(game, RIFLES, 5) and None, state(SHIPPED), {"inside": False})
    assert asked(outside) == ["inside"]
    known = run(lambda game: choose_weapon(game, RIFLES, 5) and None, state(FILLED))
    assert asked(known) == []


def test_the_shape_of_an_effect_stands_in_its_question_where_it_is_known() -> None:
    shaped = {**FILLED, "weapons_effect": {**FILLED["weapons_effect"], "fire": {
        **FILLED["weapons_effect"]["fire"], "shape": "axis"}}}  # fmt: skip
    play = run(lambda game: fight(game, AttackPlan(RIFLES, ROCKETS, "fire", 3)), state(shaped),
               {"duel": Several([[3], [1]]), "effect.fire": [TANK]})  # fmt: skip
    text = PHRASES.describe_question(question(play, "effect.fire").record(), PHRASES.build_names(play.state, {}))
    assert text.endswith("The area: Along the axis of fire, to 2 EP beyond the obstacle")
    assert told(play, EffectApplied)[0].blocks == (TANK,)
    silent = {**FILLED["weapons_effect"]["fire"], "shape": "?"}
    unknown = {**FILLED, "weapons_effect": {**FILLED["weapons_effect"], "fire": silent}}
    play = run(shoot, state(unknown), {"duel": Several([[3], [1]]), "quality": [9]})
    assert question(play, "effect.fire").subject == (RIFLES,)


def test_every_proposal_and_every_whole_question_has_words() -> None:
    names = PHRASES.build_names(state(SHIPPED), {})
    play = run(aid.fill, state(SHIPPED), {"aid.gaps": "look", "aid.marks": []})
    said = PHRASES.spell_question(question(play, "aid.marks").record(), names)
    labels = [str(each["label"]) for each in said["options"]]
    assert len(set(labels)) == len(labels)
    assert all("?" in label and "{" not in label for label in labels)
    assert "Which units may fire smoke grenades? rifles" in labels
    for key in SHIPPED["proposals"]:
        whole = {"action": "aid.whole", "subject": [key], "kind": "Choose", "options": []}
        assert "?" in PHRASES.describe_question(whole, names)


def test_a_table_begins_its_next_game_with_what_it_has_said(tmp_path: Path) -> None:
    store = GameStore(open_database(str(tmp_path / "games.db")))
    host = GameHost(store, GameSetups(BOOKS), dict)
    for instead, actions in ((False, ["set-up", "aid.gaps"]), (True, ["set-up"])):
        host.begin({"book": "urban-operations", "instead": instead})
        assert answers_until_events(host) == actions
    assert find_carried_setup(store, BOOKS.book("urban-operations"))["remembered"]["mine.osl"] == "proposal"
    assert find_carried_setup(store, BOOKS.book("urban-war")) == {}
    headers = [read_log((each.header,)).header.setup for each in store.games()]
    assert ["remembered" in each for each in headers] == [False, True]
    host.close()


def answers_until_events(host: GameHost) -> list[str]:
    """The actions of the questions before turn 1, answered."""
    actions: list[str] = []
    while True:
        with host.reading() as sitting:
            assert sitting
            open_question = sitting.game.open[0]
            key = sitting.key(open_question, "red")
        if open_question.ask.action == "event.title":
            return actions
        actions.append(open_question.ask.action)
        raw: Any = "accept" if open_question.ask.action == "aid.gaps" else True
        host.answer("red", {"key": key, "raw": raw, "source": "tap"})


def test_the_last_game_counts_and_what_was_taken_back_does_not() -> None:
    game = Game.begin(URBAN_OPERATIONS, setup(SHIPPED), InMemory())
    game.answer(True, question=game.open[0].line, by="table")
    game.answer("accept", question=game.open[0].line, by="table")
    assert carry(game)["remembered"]["mine.osl"] == "proposal"
    game.undo()
    assert carry(game) == {}
    before = {"remembered": {"mine.osl": "4"}}
    later = Game.begin(URBAN_OPERATIONS, {**setup(SHIPPED), **before}, InMemory())
    assert carry(later) == before
    assert later.state.ruled == {"mine.osl": "4"}


def test_what_is_asked_of_the_aid_says_nothing_of_what_lies_face_down() -> None:
    played = run(aid.fill, state(SHIPPED), {"aid.gaps": "look", "aid.marks": ["smoke.units=rifles"], "aid.list": []})
    other = state(SHIPPED)
    for block in other.blocks:
        other = other.replace_block(block, card=replace(other[block].card, kind="ghosts", weapons={}))
    disguised = run(aid.fill, other, {"aid.gaps": "look", "aid.marks": ["smoke.units=rifles"], "aid.list": []})
    assert [question(play, each) for play in (played,) for each in asked(play)] == [
        question(disguised, each) for each in asked(disguised)
    ]
