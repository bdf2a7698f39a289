"""The book as a whole: at the terminal, through a host, in words; who a block face down is stays hidden."""

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from quarter import setup
from test_uo_properties import SETUP, sober

from tablecam.commands.replay import replay
from tablecam.commands.rulebooks import rulebooks
from tablecam.commands.umpire import umpire
from tablecam.game.game import Game
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.log import AskLine, BoundaryLine, EventLine, InMemory
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.urban_operations.board import name_hidden_blocks
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK as BOOK
from tablecam.rules.books.urban_operations.rulebook import result
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.fight_events import OslLost
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rules.books.urban_operations.wording.questions import OF_THE_AID, SAYS
from tablecam.rules.event import Event
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

NEW = {"book": "urban-operations", "scenario": "ten-blocks"}
# cards that only one side has, by that side
SECRETS = {
    "red": ("Marines", "Lieutenant Ash", "Gun tank", "Carrier"),
    "blue": ("Chief Marrek", "Rooftop scouts", "Gun truck"),
}


def at_the_terminal(command: Any, folder: Path, *words: str) -> Result:
    return CliRunner().invoke(command, [*words, "--db", str(folder / "games.db")], obj=BOOKS)


@pytest.mark.slow
def test_at_the_terminal_it_plays_itself_is_verified_reported_counted_and_ruled_otherwise(tmp_path: Path) -> None:
    begin = ("--book", "urban-operations", "--scenario", "ten-blocks", "--auto", "--seed", "7")
    said = at_the_terminal(umpire, tmp_path, *begin)
    assert said.exit_code == 0, said.output
    assert "identical: every ruling" in at_the_terminal(replay, tmp_path, "1", "--verify").stdout
    page = tmp_path / "report.html"
    for words in (("--report", str(page)), ("--statistics",), ("--rules", "uo_quality_rows=other")):
        again = at_the_terminal(replay, tmp_path, "1", *words)
        assert (again.exit_code, again.exception) == (0, None), again.output
    written = page.read_text(encoding="utf-8")
    assert "Blocks left" in written
    assert "block-" not in written.replace('"block-', "")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    said = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        begin = ("--book", "urban-operations", "--scenario", "ten-blocks", "--auto", "--seed", "11")
        said.append(at_the_terminal(umpire, tmp_path / name, *begin).stdout)
    assert said[0] == said[1]


def test_the_list_of_books_has_its_rows_and_unknowns() -> None:
    listed = CliRunner().invoke(rulebooks, ["urban-operations", "--unknowns"], obj=BOOKS)
    assert listed.exit_code == 0
    assert "critical.R2.weapon" in listed.stdout
    assert "UO-056" in listed.stdout
    assert "ten-blocks" in CliRunner().invoke(rulebooks, ["urban-operations"], obj=BOOKS).stdout


def test_an_unknown_scenario_is_refused_in_a_line(tmp_path: Path) -> None:
    said = at_the_terminal(umpire, tmp_path, "--book", "urban-operations", "--scenario", "moon")
    assert said.exit_code == 2
    assert "Traceback" not in said.output


@pytest.fixture(scope="module")
def log() -> Game[Any]:
    """Some turns at random, with every line of it."""
    game, chance = Game.begin(URBAN_OPERATIONS, SETUP, InMemory()), random.Random(12)
    for _time in range(500):
        if game.over:
            break
        asked = chance.choice(game.open)
        game.answer(sober(asked.ask, chance), question=asked.line, by=asked.ask.seat or "table")
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_every_question_answer_event_and_step_has_words_and_no_ids(log: Game[Any], seat: str | None) -> None:
    names = BOOK.phrases.build_names(
        log.state, {name: str(text) for name, text in name_hidden_blocks(log.state, seat).items()}
    )
    for number, line in enumerate(log.log.lines, 1):
        match line:
            case AskLine():
                options = BOOK.phrases.spell_question(line.ask, names).get("options", ())
                said = [BOOK.phrases.describe_question(line.ask, names), *(str(each["label"]) for each in options)]
            case EventLine():
                told = BOOK.phrases.describe_event(URBAN_OPERATIONS.event(line.event), names)
                said = [told.who, told.does]
            case BoundaryLine():
                said = [BOOK.phrases.title_step(line.name, names)]
            case _:
                said = []
                if hasattr(line, "answer"):
                    said = [BOOK.phrases.describe_answer(log.log.question(number), line.answer, line.by, names)]
        for text in said:
            assert "block-" not in text, (line, text)
            assert "token-" not in text, (line, text)
            assert "{" not in text, (line, text)


@pytest.mark.slow
def test_every_event_has_words_a_form_and_every_action_of_the_log_a_question(log: Game[Any]) -> None:
    assert not [name for name, kind in EVENTS.items() if kind.sentence is Event.sentence or not kind.form]
    asked = {str(line.ask["action"]) for line in log.log.lines if isinstance(line, AskLine)}
    assert asked <= {*SAYS, *OF_THE_AID}
    forms = BOOK.phrases.list_forms()
    assert {each["name"] for each in forms} == set(EVENTS)
    assert forms[0]["name"] == "OslLost"


@pytest.fixture
def host(tmp_path: Path) -> GameHost:
    host = GameHost(GameStore(open_database(str(tmp_path / "games.db"))), GameSetups(BOOKS), dict)
    host.begin(NEW)
    return host


@pytest.mark.slow
def test_no_seat_is_sent_the_name_of_a_block_that_is_face_down_for_it(host: GameHost) -> None:
    chance = random.Random(3)
    met = 0
    for time in range(160):
        with host.reading() as sitting:
            assert sitting
            state = sitting.game.state
            if sitting.game.over:
                break
            question = chance.choice(sitting.game.open)
            seat = question.ask.seat or chance.choice(("red", "blue"))
            key, raw = sitting.key(question, seat), sober(question.ask, chance)
        with suppress(IllegalAnswer):
            host.answer(seat, {"key": key, "raw": raw, "source": "keypad"})
        if time % 8 == 0:
            met += sum(unknown_to(host, state_seat) for state_seat in ("red", "blue", "spectator"))
    assert met > 20
    assert state.turn >= 1


def unknown_to(host: GameHost, role: str) -> int:
    """How many names a role may not know, none of which it is sent."""
    with host.reading() as sitting:
        assert sitting
        state = sitting.game.state
    hidden = name_hidden_blocks(state, role if role in state.sides else None)
    shown = {block.card.name for name, block in state.blocks.items() if name not in hidden}
    secret = {state[name].card.name for name in hidden} - shown
    sent = json.dumps([host.view_for(role), host.log(role, None, 0)], default=str)
    seen_before = {state[name].card.name for name in hidden if f"{name}" in revealed_once(host)}
    for name in secret - seen_before:
        assert name not in sent, (role, name)
    return len(secret - seen_before)


def revealed_once(host: GameHost) -> set[str]:
    """Blocks that were ever face up: an old line may still say what everybody saw."""
    with host.reading() as sitting:
        assert sitting
        events = [line.event for line in sitting.game.log.lines if isinstance(line, EventLine)]
    return {block for event in events if event["name"] == "Revealed" for block in event["blocks"]}


@pytest.mark.slow
def test_a_side_concedes_and_the_other_has_won(host: GameHost) -> None:
    told = host.view_for("table")["game"]
    assert told["state"]["models"]["block-1"]["card"] is None
    assert host.view_for("red")["game"]["state"]["models"]["block-1"]["card"]["title"] == "Captain Ferrow"
    host.do(commands.concede, "table", {"seat": "red"})
    told = host.view_for("table")["game"]
    assert told["over"]
    assert told["result"]["winner"] == "blue"
    assert [each["key"] for each in told["result"]["columns"]] == ["blocks", "osl"]


def test_the_setup_that_a_seat_is_sent_has_only_its_own_cards() -> None:
    for seat, other in (("red", "blue"), ("blue", "red"), ("", "red")):
        sent = json.dumps(URBAN_OPERATIONS.visible_setup(SETUP, seat))
        assert not [name for name in SECRETS[other] if f'"{name}"' in sent]
        assert all(f'"{name}"' in sent for name in SECRETS.get(seat, ()))
        assert '"mine"' not in sent.partition('"aid"')[0]


def test_the_result_is_told_when_a_side_has_no_block_left() -> None:
    state = URBAN_OPERATIONS.new_game(setup())
    for name, block in state.blocks.items():
        if block.side == "blue":
            state = URBAN_OPERATIONS.evolve(state, OslLost(block=name, osl=9))
    names = BOOK.phrases.build_names(state, {})
    assert result(state, names).winner == "red"
