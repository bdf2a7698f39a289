"""The machine at a live table: it answers as its seat, waits for hands and reactions, and goes on after a restart."""

import random
from pathlib import Path
from typing import Any

import pytest
from hosting import BLUE, FORCES, RED, STANDING, Table, choose, game, hosted, keys, stand_by

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.machine import direct_machine, list_offers
from tablecam.game.hosting.machine_plan import MachinePlan
from tablecam.game.hosting.open_game import GivenAnswer
from tablecam.game.opponent.machine_seats import MachineSeats
from tablecam.live.game_observer import GameObserver
from tablecam.live.machine_worker import MachineWorker
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS


class Solo:
    """A game of a person in red against the machine in blue, looked at by hand."""

    def __init__(self, folder: Path, **machine: Any) -> None:
        self.folder = folder
        self.table = Table()
        self.seconds = 0.0
        self._start()
        self.host.begin({**STANDING, "machine": {"seats": ["blue"], "level": 1, **machine}})

    def _start(self) -> None:
        self.observer, self.worker = GameObserver(self.table), MachineWorker(seed=3)
        self.host: GameHost = hosted(self.folder, self.observer)
        self.host._steady = lambda: self.seconds

    def restart(self) -> None:
        """The server ends, and begins again."""
        self.host.close()
        self._start()
        assert self.host.go_on()

    def look(self, times: int = 1) -> None:
        """The observer and the machine look."""
        for _time in range(times):
            self.observer.look(self.host, self.table.show())
            self.worker.look(self.host, self.table.view)

    @property
    def told(self) -> Any:
        """The game as the shared tablet has it."""
        return game(self.host)

    def by_blue(self) -> list[Any]:
        """The machine's lines of the log."""
        with self.host.reading() as open_game:
            assert open_game
            lines = [open_game.game.log[number] for number in open_game.game.log.live]
        return [line for line in lines if getattr(line, "source", "") == "machine"]


@pytest.fixture
def solo(tmp_path: Path) -> Solo:
    return Solo(tmp_path)


def find_open(open_game: Any, seat: str) -> Any:
    """An open question of a seat."""
    return next(question for question in open_game.game.open if question.ask.seat == seat)


def give_orders(solo: Solo, order: str = "snap-fire") -> None:
    question = next(each for each in keys(solo.host, "red") if each["kind"] == "Assign")
    solo.host.answer("red", {"key": question["key"], "raw": dict.fromkeys(RED, order)})


def test_the_machine_answers_as_its_seat_and_keeps_its_orders_hidden(solo: Solo) -> None:
    solo.look()
    assert [(line.by, line.secret) for line in solo.by_blue()] == [("blue", True)]
    counters = [game(solo.host, "red")["state"]["models"][model]["counters"] for model in BLUE]
    assert not [counter for row in counters for counter in row if counter["value"]]
    assert keys(solo.host, "blue") == []
    assert solo.told["machine"]["seats"] == ["blue"]


def test_a_single_person_has_the_tablet_alone(solo: Solo) -> None:
    orders = next(each for each in solo.told["questions"] if each["seat"] == "red")
    solo.host.answer("table", {"key": orders["key"], "raw": dict.fromkeys(RED, "overwatch")})
    solo.look()
    shown = [solo.told["state"]["models"][model]["counters"] for model in (*RED, *BLUE)]
    assert [any(counter["kind"] == "own" for counter in row) for row in shown] == [True] * 6 + [False] * 6
    watched = game(solo.host, "spectator")["state"]["models"]
    assert not [model for model in RED if any(counter["kind"] == "own" for counter in watched[model]["counters"])]


def test_people_do_not_answer_for_the_machine(solo: Solo) -> None:
    with solo.host.reading() as open_game:
        assert open_game
        question = next(each for each in open_game.game.open if each.ask.seat == "blue")
        key = open_game.key(question, "blue")
    with pytest.raises(IllegalAnswer, match="the machine answers this itself"):
        solo.host.answer("blue", {"key": key, "raw": dict.fromkeys(BLUE, "snap-fire")})
    assert keys(solo.host, "blue") == []


def test_people_answer_where_the_machine_gives_up(solo: Solo, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: Any) -> None:
        raise RuntimeError("a fault of a book")

    with monkeypatch.context() as patched:
        patched.setattr(MachineSeats, "answer", fail)
        solo.look()
    asked = next(each for each in keys(solo.host, "blue") if each["kind"] == "Assign")
    solo.host.answer("blue", {"key": asked["key"], "raw": dict.fromkeys(BLUE, "snap-fire")})
    give_orders(solo)
    solo.look()
    assert {line.by for line in solo.by_blue()} == {"blue"}


def test_the_app_rolls_the_dice_of_the_machine(solo: Solo) -> None:
    solo.look()
    give_orders(solo)
    solo.look()
    assert [line.answer for line in solo.by_blue()][1][0] in range(1, 11)


def test_people_roll_the_dice_of_the_machine_if_they_want_to(tmp_path: Path) -> None:
    solo = Solo(tmp_path, people_roll=True)
    solo.look()
    give_orders(solo)
    solo.look(2)
    rolls = [each for each in keys(solo.host, "red") if each["kind"] == "Roll"]
    assert sorted(each["seat"] for each in rolls) == ["blue", "red"]
    blue = next(each for each in rolls if each["seat"] == "blue")
    solo.host.answer("red", {"key": blue["key"], "raw": [7], "source": "dice pad"})
    assert [each["seat"] for each in keys(solo.host, "red")] == ["red"]


def test_an_undo_takes_back_the_act_of_a_person_and_what_the_machine_did_since(solo: Solo) -> None:
    solo.look()
    give_orders(solo)
    solo.look()
    solo.host.do(commands.undo, "red", {"line": game(solo.host, "red")["last"]["line"]})
    assert [each["kind"] for each in keys(solo.host, "red")] == ["Assign"]


def test_the_machine_goes_on_after_a_restart(solo: Solo) -> None:
    solo.look()
    solo.restart()
    assert solo.told["machine"]["level"] == 1
    give_orders(solo)
    solo.look()
    assert len(solo.by_blue()) == 2


def to_activation(solo: Solo) -> None:
    """Blue goes first, and is asked whom it activates."""
    solo.look()
    give_orders(solo)
    solo.look()
    choose(solo.host, "red", [1], source="dice pad")


def play_until_move(solo: Solo) -> dict[str, Any]:
    """Look until the machine wants a model moved; people let everything else go by."""
    to_activation(solo)
    chance = random.Random(2)
    for _time in range(60):
        solo.look()
        machine = solo.told["machine"]
        if machine["state"] == "moving":
            return machine["move"]
        if machine["state"] == "pausing":
            solo.host.do(direct_machine, "red", {"do": "go on"})
        else:
            stand_by(solo.host, "red", chance)
    raise AssertionError("the machine never moves")


def test_a_move_counts_once_the_camera_sees_the_model_at_its_place(solo: Solo) -> None:
    move = play_until_move(solo)
    with solo.host.reading() as open_game:
        assert open_game
        assert open_game.machine
        question = next(question for question in open_game.game.open if question.ask.seat is None)
        plan = open_game.machine.plan
        open_game.machine.take_plan(None)
        with pytest.raises(IllegalAnswer, match="the machine answers this itself"):
            solo.host.answer("table", {"key": open_game.key(question, "red"), "source": "table"})
        open_game.machine.take_plan(plan)
    count, model, end = len(solo.by_blue()), move["model"], move["way"][-1]
    solo.table.carry(model, [(end[0] + 0.7, end[1])])
    solo.look(3)
    assert solo.told["machine"]["state"] == "moving"
    solo.table.carry(model, [(end[0] + 0.1, end[1])])
    solo.look(2)
    if solo.told["machine"]["state"] == "pausing":
        solo.seconds += 9
        solo.look()
    line = solo.by_blue()[count]
    assert line.answer["end"][:2] == pytest.approx([end[0] + 0.1, end[1]], abs=0.01)
    assert line.position


def test_the_machine_weighs_nothing_that_the_table_shows_to_be_impossible(
    solo: Solo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_all_but_first(_open_game: Any, question: Any) -> Any:
        return getattr(question.ask, "options", ())[1:]

    to_activation(solo)
    monkeypatch.setattr(solo.observer, "list_closed", close_all_but_first)
    solo.look(2)
    orders = solo.by_blue()[0].answer
    ready = [model for model in BLUE if orders[model] == "snap-fire"]
    assert len(ready) > 1
    assert [line.answer for line in solo.by_blue()[-2:]] == ["first", ready[0]]


def test_the_machine_breaks_in_at_once_or_not_at_all(solo: Solo, monkeypatch: pytest.MonkeyPatch) -> None:
    give_orders(solo)
    with solo.host.reading() as open_game:
        assert open_game
        for answer in (dict.fromkeys(BLUE, "overwatch"), [1]):
            plan = MachinePlan(open_game.game.log.last, find_open(open_game, "blue").line, "blue", ())
            solo.host.machine_says(open_game, plan, GivenAnswer(answer))
    for raw in ([10], "first", "ida"):
        choose(solo.host, "red", raw)
    monkeypatch.setattr(solo.observer, "list_closed", lambda _open_game, question: getattr(question.ask, "options", ()))
    solo.look(2)
    with solo.host.reading() as open_game:
        assert open_game
        assert open_game.machine
        assert (open_game.machine.find_plan(open_game.game), open_game.machine.gave_up) == (None, 0)
        reaction = find_open(open_game, "blue")
        option = reaction.ask.options[0].id
        open_game.machine.take_plan(MachinePlan(open_game.game.log.last, reaction.line, "blue", (option,)))
        assert list_offers(open_game) == []


def test_people_may_hold_the_machine_before_it_goes_on(solo: Solo) -> None:
    to_activation(solo)
    count = len(solo.by_blue())
    with solo.host.reading() as open_game:
        assert open_game
        assert open_game.machine
        own = find_open(open_game, "blue")
        option = own.ask.options[0].id
        open_game.machine.take_plan(MachinePlan(open_game.game.log.last, own.line, "blue", (option,)))
    solo.host.do(direct_machine, "red", {"do": "hold"})
    solo.seconds += 60
    solo.look(2)
    assert (len(solo.by_blue()), solo.told["machine"]["state"]) == (count, "held")
    solo.host.do(direct_machine, "red", {"do": "go on"})
    solo.look()
    assert len(solo.by_blue()) == count + 1


def test_the_machine_agrees_to_a_correction_that_a_person_makes(solo: Solo) -> None:
    to_activation(solo)
    line = next(line["n"] for line in solo.host.log("red", None, 0)["lines"] if line["overrulable"])  # type: ignore[index]
    solo.host.do(commands.overrule, "red", {"line": line, "raw": [2], "why": "it was cocked"})
    proposal = solo.told["proposal"]
    assert (proposal["agreed"], proposal["needs"]) == (["blue"], ["red"])
    solo.host.do(commands.agree, "red", {"proposal": proposal["key"]})
    assert solo.told["proposal"] is None


def test_nobody_looks_at_the_hidden_orders_of_the_machine(solo: Solo) -> None:
    assert solo.told["private"] == {"red": False, "blue": False}
    with pytest.raises(IllegalAnswer, match="keeps this to itself"):
        solo.host.private("blue")


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        ({"seats": ["blue"], "level": 6}, "a level from 1 to 5"),
        ({"seats": ["green"]}, "name the seats"),
        ({"seats": ["red", "blue"]}, "at least one seat"),
    ],
)
def test_a_machine_that_cannot_play_begins_no_game(solo: Solo, machine: Any, reason: str) -> None:
    before = solo.told["id"]
    with pytest.raises(IllegalAnswer, match=reason):
        solo.host.begin({**STANDING, "instead": True, "machine": machine})
    assert solo.told["id"] == before


@pytest.mark.parametrize("name", BOOKS.books)
def test_the_machine_plays_every_book(tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture) -> None:
    table, worker = Table(), MachineWorker(seed=1)
    host = hosted(tmp_path)
    book = BOOKS.book(name)
    forces = {"forces": FORCES} if name == "urban-war" else {}
    host.begin({"book": name, **forces, "machine": {"seats": [book.seats[1]], "level": 2}})
    chance = random.Random(1)
    for _time in range(12):
        worker.look(host, table.show())
        stand_by(host, book.seats[0], chance)
    with host.reading() as open_game:
        assert open_game
        assert "machine" in {getattr(line, "source", "") for line in open_game.game.log.lines}
    assert not [record for record in caplog.records if record.exc_info]
