"""The people of an evening: a tablet that is the table, two seats on devices of their own, and one who looks on."""

import json
import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import forces
from demo_process import Demo, Hands
from fingers import Finger
from heard import Wire
from player import Player, named
from playwright.sync_api import Browser, Page
from screens import SIZES

SEATS = ("red", "blue")
SCREENS = {"table": "landscape", "red": "phone", "blue": "small", "spectator": "portrait"}
EDGES = {
    "red": ("near", [(22.0, 5.0), (29.0, 5.0)]),
    "blue": ("far", [(20.0, 43.0), (31.0, 43.0)]),
}
# red has one model wait in the first turn and blue has none: the word is nowhere in what the others may know
FIRST_ORDERS = {"red": True, "blue": False}
GAME = 'data: {"game":{'
OVER = "[data-ending]"
QUIET_S = 90.0
# far more than an evening of two small forces takes: whoever answers the same for ever is told so
MOST_ANSWERS = 1200
# nobody types the same letter twice at once, and a page takes that for a bounce
LETTER_MS = 120


@dataclass
class Evening:
    """demo: the program. hands: at its table. wires, pages: by role. faults: what went wrong on a page."""

    demo: Demo
    hands: Hands
    wires: dict[str, Wire]
    pages: dict[str, Page]
    faults: list[str]
    seed: int
    players: dict[str, Player] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether the table's own screen says so."""
        return self.pages["table"].locator(OVER).count() > 0

    def join(self, role: str) -> Finger:
        """A device of that role finds the page, and types the letters of its seat."""
        page, finger = self.pages[role], Finger(self.pages[role])
        if role == "table":
            page.goto(f"{self.wires[role].address}/join/{self.demo.owner}")
        elif role == "spectator":
            page.goto(self.wires[role].address)
            return finger
        else:
            page.goto(f"{self.wires[role].address}/join")
            for letter in self.demo.codes[role]:
                finger.tap(f"[data-letter='{letter}']")
                page.wait_for_timeout(LETTER_MS)
        finger.tap(".to-table")
        page.wait_for_url(lambda url: "/join" not in url)
        return finger

    def sit_down(self) -> None:
        """Two players at their devices, who know their models by name."""
        names = {forces.CALLED[model]: model for models in forces.SIDES.values() for model in models}
        for number, seat in enumerate(SEATS):
            edge, strip = EDGES[seat]
            others = frozenset(forces.SIDES[SEATS[1 - number]])
            chance = random.Random(self.seed + number)
            self.players[seat] = Player(
                Finger(self.pages[seat]), self.hands, chance, names, others, edge, list(strip), [FIRST_ORDERS[seat]]
            )

    @property
    def turn(self) -> int:
        """The turn that the table's own screen tells."""
        found = re.search(r"Turn (\d+)", self.pages["table"].locator(".game-head").inner_text())
        return int(found[1]) if found else 0

    def play_until(self, so: str, last_turn: int = 99) -> None:
        """Both play until a question of these words is on the page of a seat, the turn is over, or the game is."""
        quiet = time.monotonic()
        while not self.over and self.turn <= last_turn:
            given = sum(sum(player.answered.values()) for player in self.players.values())
            assert given < MOST_ANSWERS, f"this comes to no end: {self.asked()}"
            if any(so in named(one) for player in self.players.values() for one in player.asked()):
                return
            if any(player.play(so) for player in self.players.values()):
                quiet = time.monotonic()
            assert time.monotonic() - quiet < QUIET_S, f"nobody finds anything to answer: {self.asked()}"

    def asked(self) -> dict[str, list[str]]:
        """What each seat reads now."""
        return {seat: [named(one) for one in player.asked()] for seat, player in self.players.items()}


@contextmanager
def evening(chromium: Browser, folder: Path, seed: int, *options: str) -> Iterator[Evening]:
    """The program runs, and four devices are switched on; a fault of a page fails the test."""
    demo = Demo(folder / "table", *options)
    demo.start()
    faults: list[str] = []
    wires = {role: Wire(demo.port) for role in SCREENS}
    contexts = []
    pages = {}
    try:
        for role, screen in SCREENS.items():
            width, height = SIZES[screen]
            context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True)
            contexts.append(context)
            pages[role] = page = context.new_page()
            page.set_default_timeout(20_000)
            page.on("pageerror", lambda error, role=role: faults.append(f"{role}: {error}"))
            page.on("request", lambda request, role=role: outside(request.url, faults, role))
        yield Evening(demo, Hands(demo), wires, pages, faults, seed)
    finally:
        for context in contexts:
            context.close()
        for wire in wires.values():
            wire.close()
        demo.stop()
    assert faults == []


def outside(url: str, faults: list[str], role: str) -> None:
    """Notes a request that leaves the house."""
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        faults.append(f"{role} asked for {url}")


def games_heard(heard: str) -> Iterator[dict[str, Any]]:
    """Every state of the game that came over a wire."""
    for line in heard.splitlines():
        if line.startswith(GAME):
            with suppress(ValueError):  # the wire was cut in the middle of it
                yield json.loads(line.removeprefix("data: "))["game"]


def orders_heard(heard: str, seat: str) -> Iterator[tuple[str, bool]]:
    """Every order of that side's models that came over a wire, and whether its counter lay open."""
    for game in games_heard(heard):
        for model in forces.SIDES[seat]:
            if (told := game["state"]["models"][model])["order"]:
                yield told["order"], told.get("shown", False)
