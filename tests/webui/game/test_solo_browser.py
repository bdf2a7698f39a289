"""A short exchange with the machine by touch: it is seated, its model is moved to the arrow, and its move counts."""

import random
from pathlib import Path
from typing import Any

import pytest
from hosting import STANDING, stand_by
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import Opened

from tablecam.live.machine_worker import MachineWorker

pytestmark = [pytest.mark.browser, pytest.mark.long]


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
            stand_by(game.host, "red", chance)
        game.host.wait(number, 0.5)
    raise AssertionError("the machine never moves")


def test_a_move_of_the_machine_counts_once_its_model_stands_at_the_arrow(opened: Opened, tmp_path: Path) -> None:
    with real_game(tmp_path, machine=MachineWorker(seed=3)) as game:
        page = opened(game.address)
        seat_machine(page)
        seated = game.host.wait(0, 0.0)
        for _time in range(20):
            if game.told["machine"]:
                break
            seated = game.host.wait(seated, 0.5)
        assert game.told["machine"]["seats"] == ["blue"]
        # the models stand already
        game.host.begin({**STANDING, "instead": True, "machine": {"seats": ["blue"], "level": 1}})
        move = play_until_move(game, page)
        sentence = page.locator(".machine-move")
        expect(sentence).to_contain_text("Move")
        expect(page.locator(f"[data-machine-move={move['model']}]")).to_be_visible()

        game.table.carry(move["model"], [tuple(point) for point in move["way"][1:]])
        if page.locator("[data-machine-goes-on]").count():
            page.locator("[data-machine-goes-on]").tap()
        expect(sentence).to_have_count(0, timeout=15_000)
