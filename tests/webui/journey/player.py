"""Somebody who plays by what the page says: reads the open question, and taps an answer.

Luck and will are a seeded generator's. Where a model is to be moved, hands carry it over the table; the page measures.
"""

import random
import time
from dataclasses import dataclass, field

from carrying import Carrier
from demo_process import LONG_S, Hands
from fingers import Finger
from playwright.sync_api import TimeoutError as NotThere
from reading import FALLEN, Json, asked, far_in, gone_in, named, refused

SHY = ("nothing", "nobody", "end", "another action")
# the order of a model that will act
ACTS = "snap-fire"
# what the table measures, for a player to take
BY_TABLE = ("Move", "Deploy", "Halted", "Ranges", "Sight", "Look", "Contact", "Touch", "Under")
ATTACKS, SAVES = ("to hit", "damage", "strike"), ("heavy armour", "cover")
# so many answers to the same question are no misunderstanding: it comes to no end
MOST_TIMES = 8
# a finger tries again after so long, as long as the question is there
TAP_MS = 2_000
# what the table cannot take as measured is typed after it has said so for this long
SURELY_S = 3.0
# what the table does not measure though nobody was carried is typed after so long: some model is not seen
UNSEEN_S = 15.0
# a way that is measured on few pictures cuts its corners: so much of it is told, whatever the machine
SHARE, SHORT_IN = 0.7, 0.3
CROW = "as the crow flies"


@dataclass(frozen=True)
class Temper:
    """How somebody plays.

    luck, mercy: the best of so many dice in an attack, the worst of so many in a save. waits: how often a model is told
    to wait for the enemy; breaks_in: how often a side breaks in where it may. charges: how often who can, does.
    """

    luck: int = 3
    mercy: int = 1
    waits: float = 0.3
    breaks_in: float = 0.08
    charges: float = 0.8
    worth_a_shot: float = 15.0


@dataclass
class Carried:
    """What was done about a move that is asked for: how far the model went, and since when the page is waited for."""

    way_in: float
    since: float


@dataclass
class Player:
    """names: a model's name on the page -> its id. enemies: the ids of the other side. edge, strip: where its models
    are put down at first. orders: whether one of its models waits in the first turns. answered: by kind; dice: how many
    it entered. by_hand: what the table did not see, or did not take.
    """

    finger: Finger
    hands: Hands
    chance: random.Random
    names: dict[str, str]
    enemies: frozenset[str] = frozenset()
    edge: str = ""
    strip: list[tuple[float, float]] = field(default_factory=list)
    orders: list[bool] = field(default_factory=list)
    temper: Temper = Temper()
    answered: dict[str, int] = field(default_factory=dict)
    dice: int = 0
    by_hand: list[str] = field(default_factory=list)
    moves: dict[str, Carried] = field(default_factory=dict)
    refused: dict[str, float] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    let_be: set[str] = field(default_factory=set)
    no_charge: set[str] = field(default_factory=set)
    charged: str = ""

    @property
    def carrier(self) -> Carrier:
        """The hands of this side."""
        return Carrier(self.hands, self.enemies, self.chance)

    def asked(self) -> list[Json]:
        """What the page asks of whoever sits at it."""
        return asked(self.finger.page)

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
                self._count(question)
                return True
        return False

    def _count(self, question: Json) -> None:
        kind, key = question["kind"], question["key"]
        if kind != "Choose":
            self.no_charge.clear()
        self.answered[kind] = self.answered.get(kind, 0) + 1
        self.times[key] = self.times.get(key, 0) + 1
        assert self.times[key] <= MOST_TIMES, f"asked again and again: {named(question)} {question['why']}"

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
        """Both sides are lucky when they attack, or an evening would be long."""
        attacks, saves = (any(word in text for word in words) for words in (ATTACKS, SAVES))
        thrown = [self.chance.randint(1, 10) for _ in range(self.temper.luck if attacks else self.temper.mercy)]
        return max(thrown) if attacks else min(thrown) if saves else thrown[0]

    def _assign(self, question: Json) -> bool:
        """All may act, but for one that now and then, or as was planned for the turn, waits for the enemy."""
        waits = self.orders.pop(0) if self.orders else self.chance.random() < self.temper.waits
        self._tap(question, f"[data-all='{ACTS}']")
        if waits:
            self._tap(question, "[data-item][data-option=overwatch]")
        self._tap(question, ".assignment > .go")
        return True

    def _choose(self, question: Json) -> bool:
        options, text = question["options"], question["text"]
        self._clear_away()
        if question["kind"] == "React":
            if not options or question["key"] in self.let_be or self.chance.random() > self.temper.breaks_in:
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

    def _clear_away(self) -> None:
        """Who has fallen is taken off the table."""
        there = self.hands.truth().keys()
        for model in self.finger.page.evaluate(FALLEN):
            if model in there:
                self.hands.do("take_away", model=model)

    def _wishes(self, text: str) -> tuple[str, ...]:
        """What this player likes best: its own edge; then to charge who is in reach, to shoot who is seen, to run."""
        if text.startswith("Whom does") and "charge" in text:
            return (*self.carrier.charges(self._named(text)), "another action")
        if not text.startswith("What does"):
            return (self.edge, "end")
        model = self._named(text)
        if model not in self.no_charge and self.chance.random() < self.temper.charges and self.carrier.charges(model):
            return ("charge", "fight", "move+shoot", "shoot", "rush")
        if self.carrier.sees(model, self.temper.worth_a_shot):
            return ("fight", "move+shoot", "shoot+move", "shoot", "rush")
        return ("fight", "rush", "move+shoot")

    def _named(self, text: str) -> str:
        """The model that a question names first."""
        found = self._all_named(text)
        assert found, f"nobody is named: {text}"
        return found[0]

    def _all_named(self, text: str) -> list[str]:
        return [
            model for _, model in sorted((text.index(name), self.names[name]) for name in self.names if name in text)
        ]

    def _measured(self, question: Json) -> bool:
        """Carries the model whose move it is; takes what the table measured, or types it where it cannot."""
        key = question["key"]
        if key not in self.moves:
            self.moves[key] = Carried(self._carry(question), time.monotonic())
            if self.moves[key].way_in:
                return False
        if question["ready"] and not self._too_soon(question):
            self._tap(question, "[data-done]")
            return True
        if question["by_table"]:
            self._tap(question, "[data-by-table]")
            return False
        now = time.monotonic()
        if not refused(question):
            self.refused.pop(key, None)
            if now - self.moves[key].since < (LONG_S / 2 if self.moves[key].way_in else UNSEEN_S):
                return False
        elif now - self.refused.setdefault(key, now) < SURELY_S:
            return False
        self.by_hand.append(f"{question['text']} {question['why']}")
        if question["says"] is not None:
            self._tap(question, "button:has-text('Measure by hand')")
        return self._typed(question)

    def _too_soon(self, question: Json) -> bool:
        """Whether a model that was carried has not arrived on the page yet."""
        carried = self.moves[question["key"]]
        arrived = gone_in(question["says"]) >= SHARE * carried.way_in - SHORT_IN
        return not arrived and CROW not in question["says"] and time.monotonic() - carried.since < LONG_S / 2

    def _carry(self, question: Json) -> float:
        """A hand carries the model of the question; how far the page should find that it went."""
        text, hand = question["text"], self.carrier
        if question["kind"] == "Deploy":
            while not hand.put(self._named(text), *self.strip.pop(0)):
                pass
            return 0.0
        if question["kind"] != "Move":
            return 0.0
        model = self._named(text)
        if "charges" in text:
            self.charged = self._all_named(text)[1]
            return hand.charged(model, self.charged)
        if " moves" in text and hand.sees(model, self.temper.worth_a_shot):
            return 0.0
        return hand.advanced(model, far_in(text))

    def _typed(self, question: Json) -> bool:
        """By hand: the inches that it was carried, else one; who was charged, or anything else that is offered."""
        here = self.finger.page.locator(f"[data-question='{question['key']}']")
        offered = [each.get_attribute("data-option") for each in here.locator(".by-hand [data-option]").all()]
        if offered:
            wanted = self.charged if self.charged in offered else self.chance.choice(offered)
            self._tap(question, f".by-hand [data-option='{wanted}']")
        else:
            for digit in str(int(self.moves[question["key"]].way_in or min(far_in(question["text"]), 1.0))):
                self._tap(question, f"[data-key='{digit}']")
        if here.locator(".go:not([data-done])").count():
            self._tap(question, ".go:not([data-done])")
        return True

    def _tap(self, question: Json, what: str) -> None:
        """Taps a part of a question, as long as it is there; NotThere once it is not."""
        here, end = f"[data-question='{question['key']}']", time.monotonic() + LONG_S
        while True:
            try:
                self.finger.tap(f"{here} {what}", TAP_MS)
                return
            except NotThere:
                gone = self.finger.page.locator(f"{here} {what}").count() == 0
                if gone or time.monotonic() > end:
                    raise
