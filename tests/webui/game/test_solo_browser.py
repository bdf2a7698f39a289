"""A short exchange with the machine by touch: it is seated, its model is moved to the arrow, and its move counts."""

import random
from pathlib import Path
from typing import Any

import pytest
from hosting import keys
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import Opened

from tablecam.game.playthrough import anything
from tablecam.live.machine_worker import MachineWorker

pytestmark = [pytest.mark.browser, pytest.mark.long]

# the questions that the table does not answer by itself
TYPED = ("Assign", "Choose", "Roll", "Confirm")


def seat_machine(page: Page) -> None:
    """Begin a game against the machine in blue, at level 1."""
    page.locator(".menu-button").tap()
    page.locator("[data-new-game]").tap()
    page.locator("[data-book=urban-war]").tap()
    page.locator("[data-force='red harbour_watch']").tap()
    page.locator("[data-force='blue tunnel_kin']").tap()
    page.locator("[data-machine-seat=blue]").tap()
    page.locator("[data-level='1']").tap()
    page.locator("[data-begin]").tap()


def answer_for_red(game: RealGame, chance: random.Random) -> None:
    """Answer the first question that a person has to answer, if there is one."""
    asked = next((asked for asked in keys(game.host, "red") if asked["kind"] in TYPED), None)
    with game.host.reading() as open_game:
        assert open_game
        if asked is None or not (question := next(iter(open_game.game.waiting_for("red")), None)):
            return
        given = {"key": open_game.key(question, "red"), "raw": anything(question.ask, chance.randrange)}
    game.host.answer("red", {**given, "source": "keypad"})


def play_until_move(game: RealGame, page: Page) -> Any:
    """Play on until the machine wants a model moved."""
    chance = random.Random(2)
    for _time in range(80):
        number, machine = game.host.number, game.told["machine"]
        if machine["state"] == "moving":
            return machine["move"]
        if machine["state"] == "pausing":
            page.locator("[data-machine-goes-on]").tap()
        elif machine["state"] == "":
            answer_for_red(game, chance)
        game.host.wait(number, 0.5)
    raise AssertionError("the machine never moves")


def test_a_move_of_the_machine_counts_once_its_model_stands_at_the_arrow(opened: Opened, tmp_path: Path) -> None:
    with real_game(tmp_path, machine=MachineWorker(seed=3)) as game:
        page = opened(game.address)
        seat_machine(page)
        move = play_until_move(game, page)
        sentence = page.locator(".machine-move")
        expect(sentence).to_contain_text("Move")
        expect(page.locator(f"[data-machine-move={move['model']}]")).to_be_visible()

        game.table.carry(move["model"], [tuple(point) for point in move["way"][1:]])
        if page.locator("[data-machine-goes-on]").count():
            page.locator("[data-machine-goes-on]").tap()
        expect(sentence).to_have_count(0, timeout=15_000)
