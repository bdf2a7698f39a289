"""A game that says what it is told to and writes down what the page asks of it: the contract without a rulebook."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from fake_table import camera, picture, position, roster
from flask import Flask, Response, jsonify, request
from playwright.sync_api import Page

from tablecam.base.languages import Languages
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from webui.game import glossary
from webui.server import page, request_values
from webui.server.stream import Share, StreamEvent, make_response
from webui.table import present

Json = Any
# the cookie of a device that is not the shared tablet
ROLE = "fake-role"
PATIENCE_S = 30
NAMES = {
    "ann": {"name": "Ann", "side": "red", "code": "A1"},
    "bea": {"name": "Bea", "side": "red", "code": "A2"},
    "cal": {"name": "Cal", "side": "red", "code": "A3"},
    "eve": {"name": "Eve", "side": "blue", "code": "B1"},
    "fox": {"name": "Fox", "side": "blue", "code": "B2"},
}
CHECK = {
    "name": "shot", "target": 10, "needed": 8, "odds": "3/10", "clause": "UW-QS Shooting",
    "modifiers": [{"amount": 4, "why": "SH"}, {"amount": -2, "why": "panicked", "clause": "UW-QS Panicked"}],
}  # fmt: skip
D10 = {"name": "d10", "first": 1, "last": 10}


def roll(key: str = "7.41.0", count: int = 1, **more: Json) -> dict[str, Json]:
    ask = {"kind": "Roll", "purpose": "shot", "die": D10, "count": count, "check": CHECK, "seat": "red"}
    return question(key, "Ann shoots at Fox with her rifle", ask | more)


def question(key: str, text: str, ask: dict[str, Json], *, mine: bool = True, measured: Json = None) -> dict[str, Json]:
    return {
        "key": key, "line": int(key.split(".")[1]), "which": 0, "kind": ask["kind"], "verb": ask["kind"].lower(),
        "seat": ask.get("seat"), "mine": mine, "text": text, "ask": ask, "measured": measured,
    }  # fmt: skip


SEATS = [{"id": "red", "name": "Red", "number": 0}, {"id": "blue", "name": "Blue", "number": 1}]
CARD = {
    "title": "Rifleman", "badges": [], "numbers": [{"label": "AS", "value": 4}, {"label": "SH", "value": 5}],
    "tables": [{"title": "Rifle", "rows": [{"label": "medium", "text": "−1 to hit, strength 5, shots 2"}]}],
    "rules": [{"name": "Heavy armour (+2)", "text": "Roll 8 or more to stop a hit.", "by_players": False}],
}  # fmt: skip
FACE_DOWN = {"label": "Order", "value": None, "kind": "hidden"}


def shown_order(order: str, kind: str = "marker") -> dict[str, Json]:
    return {"label": "Order", "value": order, "kind": kind}


def model_view(*counters: Json, **more: Json) -> dict[str, Json]:
    """A model as a seat may know it, with the counters beside it."""
    plain = {"alive": True, "left": 2, "of": 2, "unit": "W", "markers": [], "card": CARD}
    return plain | {"counters": list(counters)} | more


def state(**more: Json) -> dict[str, Json]:
    models = {
        "ann": model_view(shown_order("Snap-fire"), card=CARD | {"badges": ["Commander"]}),
        "bea": model_view(FACE_DOWN, markers=["panicked"]),
        "cal": model_view(FACE_DOWN, left=1),
        "eve": model_view(FACE_DOWN),
        "fox": model_view(alive=False, left=0),
    }
    game = {
        "id": 7, "name": "urban-war", "number": 1, "role": "table", "seats": SEATS,
        "turn": 2, "turn_title": "Turn 2", "phase": "activation phase",
        "heading": "Red: Ann is activated", "over": False, "stuck": "", "result": None,
        "closed": False, "confirmed": [],
        "state": {"models": models}, "names": NAMES, "questions": [roll()], "private": {"red": True, "blue": True},
        "facts": [], "last": {"line": 40, "by": "red", "text": "Red: Move and shoot"}, "redo": None,
        "proposal": None, "alerts": [], "nudged": [], "waits": "", "active": "red", "announce": None,
        "interrupt": {"label": "Break in"}, "hidden_title": "Own orders",
        "can_concede": ["red", "blue"],
    }  # fmt: skip
    return game | more


class FakeGame:
    """The game as the page is told of it; `posts`: what the page did; `answers`: what a path answers, if not {}."""

    def __init__(self, role: str = "table") -> None:
        self.closed = False
        self._number = 0
        self.begin_again(role)

    def begin_again(self, role: str = "table") -> None:
        """All is as at the beginning."""
        self._number += 1
        self.game: dict[str, Json] | None = state(role=role) | {"number": self._number}
        self.lines: list[dict[str, Json]] = []
        self.posts: list[tuple[str, dict[str, Json]]] = []
        me = {
            "role": role, "called": role, "may": [], "seats": SEATS, "codes": [], "addresses": [], "joined": {},
            "ended": "",
        }  # fmt: skip
        self.answers: dict[str, tuple[Json, int]] = {"/api/me": (me, 200)}
        # the table below the game, and what each pulse says besides
        self.view = PublishedFrame(self._number, position(), camera(), picture(), frames_per_s=24.0, reading_s=0.031)
        self.trouble: dict[str, str] = {}
        # nothing comes from the server any more; away: nor does it answer anything
        self.silent = self.away = False

    def say(self, **changes: Json) -> None:
        """The game is otherwise now."""
        assert self.game is not None
        self._number += 1
        self.game = self.game | {"number": self._number} | changes

    def done(self, path: str) -> list[dict[str, Json]]:
        """What the page did at an address."""
        return [body for where, body in self.posts if where == path]

    def awaited(self, path: str, count: int = 1) -> list[dict[str, Json]]:
        """The same, as soon as there are so many: a page shows what it sends before the server has it."""
        end = time.monotonic() + PATIENCE_S
        while len(self.done(path)) < count:
            if time.monotonic() > end:
                pytest.fail(f"{path} is asked {len(self.done(path))} times of {count}: {self.posts}")
            time.sleep(0.02)
        return self.done(path)

    def app(self, languages: Languages | None = None) -> Flask:
        """The page over this game; it can be read in these languages, by default in English alone."""
        app = Flask("fake", static_folder=None)
        app.register_blueprint(page.blueprint(page.BUILT))
        app.register_blueprint(glossary.blueprint(BOOKS))
        if languages:
            request_values.install(app, languages)
        app.add_url_rule("/api/events", view_func=lambda: make_response(Told(self, request.cookies.get(ROLE, ""))))
        app.add_url_rule("/api/<path:rest>", view_func=self._asked, methods=["GET", "POST"])
        return app

    def _asked(self, rest: str) -> tuple[Response, int]:
        path = f"/api/{rest}"
        if self.away:
            return jsonify({}), 502
        if request.method == "POST":
            self.posts.append((path, request.get_json()))
        if path == "/api/me" and ROLE in request.cookies:
            role = request.cookies[ROLE]
            return jsonify(self.answers[path][0] | {"role": role, "called": role}), 200
        known, status = self.answers.get(path, ({}, 200 if request.method == "POST" else 404))
        return jsonify(known), status

    def parts(self, role: str = "") -> dict[str, str]:
        """The game as it is told now, to a device of its own seat where there is one."""
        return {
            "game": json.dumps({"game": self.seen_by(role) if role and self.game else self.game}),
            "log": json.dumps({"game": 7, "from": 1, "lines": self.lines}),
        }

    def seen_by(self, role: str) -> dict[str, Json]:
        """The game on a seat's own device: its own questions are its to answer, and what is private to another is not
        there.
        """
        assert self.game is not None
        mine = [each | {"mine": each["seat"] in (role, None)} for each in self.game["questions"]
                if role in each["ask"].get("seen_by", [role])]  # fmt: skip
        return self.game | {"role": role, "questions": mine, "private": {"red": False, "blue": False}}


class Told:
    """One page that follows the fake game."""

    bell = None

    def __init__(self, game: FakeGame, role: str) -> None:
        self._game = game
        self._role = role
        self._view: PublishedFrame | None = None
        self._sent: dict[str, str] = {}
        self._pulse_due = 0.0

    @property
    def over(self) -> bool:
        return self._game.closed

    def rest(self, now: float) -> float:
        return 0.02

    def wait(self, now: float) -> None:
        time.sleep(self.rest(now))

    def needs(self, now: float) -> Sequence[Share]:
        return ()

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        if self._game.silent:
            return
        told, view = self._game.parts(self._role), self._game.view
        if view is not self._view:
            self._view = view
            told = {name: json.dumps(part) for name, part in present.state(view, roster(), BOOKS).items()} | told
        for name, text in told.items():
            if self._sent.get(name) != text:
                self._sent[name] = text
                yield StreamEvent(name, text, "1")
        if now > self._pulse_due:
            self._pulse_due = now + 0.5
            yield StreamEvent("pulse", json.dumps(present.pulse(view) | self._game.trouble), "1")


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Lets the page go on until that is so; a failure where it never is."""
    for _ in range(3000):
        if true():
            return
        page.wait_for_timeout(20)
    pytest.fail("it never came to that")
