"""The people of an evening: a tablet that is the table, two seats on devices of their own, and one who looks on."""

import json
import random
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import forces
from demo_process import LONG_S, Demo, Hands
from fingers import PATIENCE_MS, Finger
from heard import Wire
from player import Player, Temper
from playwright.sync_api import Browser, Page
from reading import LINES, named
from screens import SIZES, TOUR_SEEN

SEATS = ("red", "blue")
SCREENS = {"table": "landscape", "red": "phone", "blue": "small", "spectator": "portrait"}
EDGES = {"red": "near", "blue": "far"}
GAME = 'data: {"game":{'
OVER = "[data-ending]"
# far more than a game takes, and so many in a row bring the log on: whoever answers the same for ever is told so
MOST_ANSWERS, MOST_FRUITLESS = 1_200, 30
# nobody looks again sooner: reading a page takes of what draws, reads and fits
LOOK_S = 0.1
# nobody types the same letter twice at once, and a page takes that for a bounce
LETTER_MS = 120


@dataclass(frozen=True)
class Plan:
    """What a side plays with: its models, where they are put down in turn, who waits in the first turns."""

    models: tuple[str, ...]
    strip: tuple[tuple[float, float], ...]
    orders: tuple[bool, ...] = ()


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
    checked: tuple[int, int] = (0, 0)

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

    def sit_down(self, sides: Mapping[str, Plan], temper: Temper) -> None:
        """Two players at their devices, who know the models by name."""
        names = {forces.CALLED[model]: model for plan in sides.values() for model in plan.models}
        for number, seat in enumerate(SEATS):
            plan, others = sides[seat], frozenset(sides[SEATS[1 - number]].models)
            self.players[seat] = Player(
                Finger(self.pages[seat]), self.hands, random.Random(self.seed + number), names, others,
                EDGES[seat], list(plan.strip), list(plan.orders), temper,
            )  # fmt: skip

    @property
    def turn(self) -> int:
        """The turn that the table's own screen tells."""
        found = re.search(r"Turn (\d+)", self.pages["table"].locator(".turn .whole").inner_text())
        return int(found[1]) if found else 0

    def play_until(self, so: str, last_turn: int = 99) -> None:
        """Both play until a question of these words is on the page of a seat, the turn is over, or the game is.

        However slow the machine is, this ends: nobody may answer without bringing the game on, nor for ever.
        """
        quiet = time.monotonic()
        while not self.over and self.turn <= last_turn:
            if self.asked_of(so):
                return
            if any(player.play(so) for player in self.players.values()):
                quiet = time.monotonic()
                self._goes_on()
            else:
                time.sleep(LOOK_S)
            assert time.monotonic() - quiet < LONG_S, f"nobody finds anything to answer: {self.asked()}"

    def _goes_on(self) -> None:
        """Fails where answers are given and the log does not grow by them, or there is no end to them."""
        given = sum(sum(player.answered.values()) for player in self.players.values())
        assert given < MOST_ANSWERS, f"this comes to no end: {self.asked()}"
        if given - self.checked[0] >= MOST_FRUITLESS:
            lines = int(self.pages["table"].evaluate(LINES))
            assert lines > self.checked[1], f"{MOST_FRUITLESS} answers, and the game is where it was: {self.asked()}"
            self.checked = (given, lines)

    def asked_of(self, so: str) -> list[tuple[str, str]]:
        """The questions of these words, each with the seat that reads it."""
        return [(seat, each) for seat, asked in self.asked().items() for each in asked if so in each]

    def asked(self) -> dict[str, list[str]]:
        """What each seat reads now."""
        return {seat: [named(one) for one in player.asked()] for seat, player in self.players.items()}


@contextmanager
def evening(
    chromium: Browser, folder: Path, seed: int, *options: str, roles: tuple[str, ...] = tuple(SCREENS)
) -> Iterator[Evening]:
    """The program runs, and the devices of these roles are switched on; a fault of a page fails the test."""
    demo = Demo(folder / "table", *options)
    demo.start()
    faults: list[str] = []
    wires = {role: Wire(demo.port) for role in roles}
    contexts = []
    pages = {}
    try:
        for role in roles:
            width, height = SIZES[SCREENS[role]]
            context = chromium.new_context(
                viewport={"width": width, "height": height}, has_touch=True, color_scheme="dark"
            )
            contexts.append(context)
            context.add_init_script(TOUR_SEEN)
            pages[role] = page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.on("pageerror", lambda error, role=role: faults.append(f"{role}: {error} {error.stack}"))
            page.on("request", lambda request, role=role: outside(request.url, faults, role))
        yield Evening(demo, Hands(demo), wires, pages, faults, seed)
    finally:
        for context in contexts:
            context.close()
        for wire in wires.values():
            wire.close()
        demo.stop()
    assert not faults, f"faults of the pages: {faults}"


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
            for counter in game["state"]["models"][model]["counters"]:
                yield counter["value"] or counter["kind"], counter["kind"] == "marker"
