"""Somebody who plays by what the page says: reads the open question, and taps an answer.

Luck and will are a seeded generator's. Where a model is to be moved, hands carry it over the table; the page measures.
"""

import math
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any

from demo_process import Hands, TableRefused
from fingers import Finger
from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as NotThere

Json = dict[str, Any]
# What the open questions of a page are, as it draws them; those that rest for a moment after they came are left out.
READ = """
() => [...document.querySelectorAll('.question[data-question]')].filter(one => one.querySelector('.form:not([inert])'))
  .map(one => ({
    key: one.dataset.question, kind: one.dataset.kind, text: one.querySelector('h2').textContent,
    dice: one.querySelectorAll('.slot').length || (one.querySelector('.dice') ? 1 : 0),
    empty: [...one.querySelectorAll('.slot')].filter(each => each.textContent === '·').length,
    all: [...one.querySelectorAll('[data-all]')].map(each => each.dataset.all),
    options: [...one.querySelectorAll('[data-option]:not(:disabled)')].map(each => each.dataset.option),
    says: one.querySelector('.live-length')?.textContent ?? null,
    ready: one.querySelector('[data-done]:not(:disabled)') !== null,
    why: one.querySelector('.why-not')?.textContent ?? '',
    sent: one.querySelector('.form > .waiting') !== null,
    need: one.querySelector('.need')?.textContent ?? '',
  })).filter(one => !one.sent)
"""
SHY = ("nothing", "nobody", "end", "another action")
# how far from an enemy's middle a model stops, and how far one that charges it: bases of 40 and 28.5 mm touch
CLEAR_IN, CONTACT = 1.6, 1.35
# what is left of a move that is not worth one
LEAST_IN = 0.6
# how near an enemy is that is charged or shot at, and how often a side breaks in where it may
CHARGES_IN, SHOOTS_IN, BREAKS_IN = 7.0, 14.0, 0.08
# the order of a model that will act, and how often one is told to wait instead
ACTS, WAITS = "snap-fire", 0.3
# what the table measures, for a player to take
BY_TABLE = ("Move", "Deploy", "Halted", "Ranges", "Sight", "Look", "Contact", "Touch", "Under")
SHORTER = (1.0, 0.6, 0.3)
PATIENCE_S = 15.0
ARRIVES_S, TAP_MS = 6.0, 4_000


def far_in(text: str) -> float:
    """How far a question lets a model go: up to 8″."""
    found = re.search(r"up to (\d+(?:\.\d+)?)″", text)
    return float(found[1]) if found else 4.0


def named(question: Json) -> str:
    """A question by its kind and its words."""
    return f"{question['kind']} {question['text']}"


@dataclass
class Player:
    """names: a model's name on the page -> its id. enemies: the ids of the other side. edge, strip: where its models
    are put down at first. orders: whether one of its models waits in the first turns. answered: by kind;
    dice: how many it entered.
    by_hand: what the table did not see in time.
    """

    finger: Finger
    hands: Hands
    chance: random.Random
    names: dict[str, str]
    enemies: frozenset[str] = frozenset()
    edge: str = ""
    strip: list[tuple[float, float]] = field(default_factory=list)
    orders: list[bool] = field(default_factory=list)
    answered: dict[str, int] = field(default_factory=dict)
    dice: int = 0
    by_hand: list[str] = field(default_factory=list)
    tried: dict[str, tuple[int, float]] = field(default_factory=dict)
    let_be: set[str] = field(default_factory=set)
    no_charge: set[str] = field(default_factory=set)

    def asked(self) -> list[Json]:
        """What the page asks of whoever sits at it."""
        try:
            found: list[Json] = self.finger.page.evaluate(READ)
        except Error:  # the page is being loaded
            return []
        return found

    def play(self, but: str = "") -> bool:
        """Answers one question, if there is one; whether there was. but: words of one that is let be."""
        for question in self.asked():
            if but and but in named(question):
                continue
            try:
                done = self._answer(question)
            except NotThere:  # the other side was first
                done = False
            if done:
                kind = question["kind"]
                if kind != "Choose":
                    self.no_charge.clear()
                self.answered[kind] = self.answered.get(kind, 0) + 1
                return True
        return False

    def _answer(self, question: Json) -> bool:
        if question["dice"]:
            return self._roll(question)
        if question["all"]:
            return self._assign(question)
        if question["kind"] in BY_TABLE:
            return self._measured(question)
        return self._choose(question)

    def _roll(self, question: Json) -> bool:
        for _ in range(question["empty"] or 1):
            self._tap(question, f"[data-key='{self._die(question['text'])}']")
            self.dice += 1
        return True

    def _die(self, text: str) -> int:
        """Both sides are lucky when they shoot, or an evening would be long."""
        lucky = any(word in text for word in ("to hit", "damage", "strike"))
        return max(self.chance.randint(1, 10) for _ in range(3 if lucky else 1))

    def _assign(self, question: Json) -> bool:
        """All may act, but for one that now and then, or as was planned for the turn, waits for the enemy."""
        waits = self.orders.pop(0) if self.orders else self.chance.random() < WAITS
        self._tap(question, f"[data-all='{ACTS}']")
        if waits:
            self._tap(question, "[data-item][data-option=overwatch]")
        self._tap(question, ".assignment > .go")
        return True

    def _choose(self, question: Json) -> bool:
        options, text = question["options"], question["text"]
        if question["kind"] == "React":
            if question["key"] in self.let_be or self.chance.random() > BREAKS_IN:
                self.let_be.add(question["key"])
                return False
            wanted = self.chance.choice(options)
        else:
            wanted = next((each for each in self._wishes(text) if each in options), None)
            wanted = wanted or self.chance.choice([each for each in options if each not in SHY] or options)
        if wanted == "another action":
            self.no_charge.add(self._named(text))
        self._tap(question, f"[data-option='{wanted}']")
        return True

    def _wishes(self, text: str) -> tuple[str, ...]:
        """What this player likes best: its own edge; then to charge who is near, to shoot who may be seen, to run."""
        if not text.startswith("What does"):
            return (self.edge, "end")
        model = self._named(text)
        far = self._nearest(model)[0]
        if far < CHARGES_IN and model not in self.no_charge:
            return ("charge", "move+shoot", "shoot+move", "shoot", "rush")
        return ("move+shoot", "shoot+move", "shoot", "rush") if far < SHOOTS_IN else ("rush", "move+shoot")

    def _named(self, text: str) -> str:
        """The model that a question names first."""
        found = [(text.index(name), model) for name, model in self.names.items() if name in text]
        assert found, f"nobody is named: {text}"
        return min(found)[1]

    def _nearest(self, model: str) -> tuple[float, tuple[float, float], tuple[float, float]]:
        """How far the nearest enemy is, where the model stands, and where that one does."""
        truth = {name: (one["x_in"], one["y_in"]) for name, one in self.hands.truth().items()}
        here = truth.get(model, (24.0, 24.0))
        return min((math.dist(here, at), here, at) for name, at in truth.items() if name in self.enemies)

    def _measured(self, question: Json) -> bool:
        """Carries the model whose move it is; takes what the table measured, or types it where it cannot."""
        count, since = self.tried.get(question["key"], (0, time.monotonic()))
        if question["kind"] in ("Move", "Deploy") and (
            count == 0 or (self._refused(question) and count < len(SHORTER))
        ):
            self._carry(question, SHORTER[count])
            self.tried[question["key"]] = (count + 1, time.monotonic())
            return False
        if question["ready"] and not self._too_soon(question, since):
            self._tap(question, "[data-done]")
            return True
        self.tried[question["key"]] = (count, since)
        if time.monotonic() - since < PATIENCE_S:
            return False
        self.by_hand.append(f"{question['text']} {question['why']}")
        if question["says"] is not None:
            self.finger.button("Measure by hand")
        return self._typed(question)

    def _too_soon(self, question: Json, since: float) -> bool:
        """Whether a model that was carried has not arrived on the page yet."""
        carried = question["kind"] in ("Move", "Deploy")
        carried &= far_in(question["text"]) >= LEAST_IN
        return carried and question["says"].startswith("0.00") and time.monotonic() - since < ARRIVES_S

    def _refused(self, question: Json) -> bool:
        """Whether the table says that this move cannot be, rather than that it still looks."""
        why = question["why"]
        return bool(why) and not any(word in why for word in ("moving", "Wait", "wait", "seen", "hand"))

    def _carry(self, question: Json, share: float) -> None:
        """A hand carries the model of the question, as far as its words allow or a share of it."""
        model = self._named(question["text"])
        deploy, far = question["kind"] == "Deploy", far_in(question["text"])
        if far < LEAST_IN:
            return
        x, y = (
            self.strip.pop(0)
            if deploy
            else self._goal(model, far * share, CONTACT if "charges" in question["text"] else CLEAR_IN)
        )
        try:
            self.hands.rested(self.hands.do("carry", model=model, x_in=round(x, 2), y_in=round(y, 2)))
        except TableRefused:
            return

    def _goal(self, model: str, far: float, apart: float) -> tuple[float, float]:
        """Towards the nearest enemy, up to its base or as far as may be, and a little aside."""
        gap, here, there = self._nearest(model)
        turn_most = 0.0 if apart == CONTACT else 0.25
        go = max(0.0, min(far - 0.15, gap - apart))
        turn = math.atan2(there[1] - here[1], there[0] - here[0]) + self.chance.uniform(-turn_most, turn_most)
        x, y = (at + go * by for at, by in zip(here, (math.cos(turn), math.sin(turn)), strict=True))
        return min(46.5, max(1.5, x)), min(46.5, max(1.5, y))

    def _typed(self, question: Json) -> bool:
        """By hand: an inch or nothing, one that is touched, or all of it."""
        here = self.finger.page.locator(f"[data-question='{question['key']}']")
        digit = min(int(far_in(question["text"])), 1)
        first = here.locator(f".by-hand [data-option], [data-key='{digit}']").first
        others = here.locator(".by-hand [data-option]")
        self.finger.tap(others.nth(self.chance.randrange(others.count())) if others.count() else first, TAP_MS)
        if here.locator(".go:not([data-done])").count():
            self._tap(question, ".go:not([data-done])")
        return True

    def _tap(self, question: Json, what: str) -> None:
        self.finger.tap(f"[data-question='{question['key']}'] {what}", TAP_MS)
