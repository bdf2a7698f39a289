"""A simulated evening: a seed gives its steps, and each step is the same for the same seed and the same evening so far.

    failure = play(plan(7))        # None, or what was broken

A step acts as somebody does: the organiser at the desk, a player's phone, a stranger, a table of the hall over the
hub; or something happens: a kill, a fault of the disk, a clock that is set, an answer that is lost, doubled or late.
After each step the laws of `laws.py` hold. No step waits, and a plan without some of its steps is a plan, so that a
failing one can be shrunk.
"""

import gc
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import laws
from machines import FAULTS, Broker, Clock, Disk, Killed
from simulated_server import DESK, HALL, Asked, Server, make_id, prepared, read_cookies
from werkzeug.wrappers import Response

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.doors.hub.topics import NAMES, RESULTS, Place, get_event_topic
from tablecam.storage.database_fault import DatabaseFault

MOST_PLAYERS = 6
# of an evening; many are short, and a few long
LENGTHS = (14, 20, 26, 44)
STRANGER = "stranger"
# what happens, and how often in a hundred steps
KINDS = {
    "desk": 37, "phone": 32, "table": 8, "organiser": 4, "look": 6, "stranger": 3, "kill": 2, "disk": 4, "clock": 1,
    "broker": 3,
}  # fmt: skip
# a request goes as it should, but for these
LOST, UNANSWERED, TWICE, LATE = "lost", "unanswered", "twice", "late"
FATES = (*[""] * 30, LOST, UNANSWERED, TWICE, LATE)


@dataclass(frozen=True)
class Step:
    """kind: of KINDS; seed: of everything in it that is by chance."""

    kind: str
    seed: int


def plan(seed: int) -> tuple[Step, ...]:
    """The steps of an evening."""
    chance = random.Random(seed)
    kinds = chance.choices([*KINDS], [*KINDS.values()], k=chance.choice(LENGTHS))
    return tuple(Step(kind, chance.randrange(2**31)) for kind in kinds)


def play(steps: Sequence[Step]) -> "Failure | None":
    """Plays an evening; what was broken first, with its step, or None."""
    evening = Evening(steps[0].seed if steps else 0)
    number = 0
    try:
        for number, step in enumerate(steps):  # noqa: B007 - named in the failure
            evening.take(step)
        number = len(steps)
        evening.end()
    except laws.Broken as broken:
        return Failure(number, str(broken), tuple(evening.story))
    except Exception as error:  # noqa: BLE001 - whatever it is, the evening did not end as it should
        return Failure(number, f"{type(error).__name__}: {error}", tuple(evening.story))
    return None


def find_failures(seeds: Iterable[int]) -> Iterator[int]:
    """The seeds whose evenings fail.

    An evening leaves many objects behind, and none of those from before it: only the youngest are looked at.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for seed in seeds:
            if play(plan(seed)):
                yield seed
            gc.collect(0)
    finally:
        if was_enabled:
            gc.enable()


@dataclass(frozen=True)
class Failure:
    """step: where; what: was broken; story: what was asked and answered until then."""

    step: int
    what: str
    story: tuple[str, ...]

    @property
    def law(self) -> str:
        """What was broken, without the values of this evening."""
        return re.sub(r"\d+", "", self.what.partition(":")[0])


@dataclass
class Evening:
    """cookies: what the devices keep when the server is killed. carded: the players whose phones have a card.

    late: requests that are still under way.
    """

    seed: int
    clock: Clock = field(default_factory=Clock)
    disk: Disk = field(default_factory=Disk)
    broker: Broker = field(default_factory=Broker)
    story: list[str] = field(default_factory=list)
    late: list[Asked] = field(default_factory=list)
    requests: int = 0
    guests: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.acknowledged: tuple[Any, ...] = ()
        # the last state whose rounds were checked
        self.lawful: ClubState | None = None
        self.truth: dict[tuple[int, str], int] = {}
        self.codes: dict[str, str] = {}
        # the answers that were checked, by the ids of their requests
        self.first_answers: dict[str, str] = {}
        begun = prepared(self.chance.choice((0, 4, 4, 5, 5, 6)))
        self.disk = Disk(begun.disk.image, begun.disk.lines)
        self.cookies = dict(begun.cookies)
        self.carded = {*begun.cookies}
        self.server = Server(self.disk, self.clock, self.broker)

    @property
    def club(self) -> StoredEvent:
        return self.server.registry.stored_event("1")

    def take(self, step: Step) -> None:
        """One step, and the laws after it."""
        self.chance = random.Random(step.seed)
        self.clock.passed_s += self.chance.choice((0.2, 1, 5, 20, 60, 240))
        if self.late and self.chance.random() < 0.4:
            self.ask(self.late.pop(0))
        getattr(self, f"do_{step.kind}")()
        self.check()

    def check(self) -> None:
        club, lines = self.club, self.disk.lines
        laws.check_acknowledged(self.acknowledged, lines)
        laws.check_memory(club, lines)
        if club.state is not self.lawful:
            laws.check_rounds(club.state)
            self.lawful = club.state

    def end(self) -> None:
        """The last kill, and what is left."""
        self.disk.fault = ""
        for asked in self.late:
            self.ask(asked)
        # the disk may have kept what nobody could be told
        self.club.refresh()
        before = self.club.state
        self.restart()
        laws.check_same(before, self.club.state)
        laws.check_export(self.club)
        self.check()

    def restart(self) -> None:
        """The program ends as a power cut ends it, and starts again with what is on the disk."""
        self.story.append("killed")
        self.disk.fault = ""
        self.server = Server(self.disk, self.clock, self.broker)

    # requests

    def send(self, asked: Asked) -> Response | None:
        """A request over a network that loses, doubles and delays; the answer, if one comes."""
        fate = self.chance.choice(FATES)
        self.requests += 1
        asked = replace(asked, id=make_id(self.requests))
        if fate in {UNANSWERED, LATE}:
            # a page sends again what was not answered
            self.late.append(asked)
        if fate in {LOST, LATE}:
            self.story.append(f"{fate}: {asked}")
            return None
        answer = self.ask(asked)
        if fate == TWICE and answer is not None and answer.status_code < 500:
            before = self.disk.lines
            answer = self.ask(asked)
            laws.check(self.disk.lines == before, f"sent twice, done twice: {asked}")
        return None if fate == UNANSWERED else answer

    def ask(self, asked: Asked) -> Response | None:
        """A request that arrives; None where the program is killed over it."""
        try:
            if asked.body is not None and not asked.id:
                asked = replace(asked, id=make_id(asked, len(self.story)))
            seat = self.server.seat if asked.who == DESK else {}
            answer = self.server.answer(asked, seat | self.cookies.get(asked.who, {}))
        except Killed:
            self.restart()
            return None
        self.note(asked, answer)
        return answer

    def note(self, asked: Asked, answer: Response) -> None:
        """What an answer has to keep to."""
        self.story.append(f"{asked.who} {asked.path} {json.dumps(asked.body)} -> {answer.status_code}")
        self.cookies[asked.who] = self.cookies.get(asked.who, {}) | read_cookies(answer)
        laws.check_refusal(answer)
        if asked.body is not None and answer.status_code == 200:
            # no program has said that something is kept unless it is
            self.acknowledged = self.disk.lines
            laws.check_memory(self.club, self.disk.lines)
        if asked.who != DESK and self.disk.lines:
            text = answer.get_data(as_text=True)
            # a request that is sent again has its first answer, even if the round of that answer was undone meanwhile
            if not asked.id or self.first_answers.get(asked.id) != text:
                laws.check_secrets(asked.who, text, self.club.state)
                self.first_answers[asked.id] = text

    def act(self, name: str, /, **said: Any) -> Response | None:
        """Something that the organiser does."""
        return self.send(Asked(DESK, "/api/club/1/act", {"command": name, **said}))

    # who acts, and what happens

    def do_desk(self) -> None:
        event, state = self.club.state.event, self.club.state
        if len(event.entrants) < 4 or (not event.drawn and self.chance.random() < 0.3):
            self.enter()
        elif self.chance.random() < 0.3:
            self.chance.choice((self.undo, self.redo, self.tinker, self.tinker, self.stale))()
        elif state.draft:
            answer = self.act("publish")
            if answer is not None and answer.status_code == 409:
                self.act("draft")
        elif not event.open_games:
            self.act("draft" if not state.over else "extend", **({"seconds": 60} if state.over else {}))
        elif state.clock.started is None:
            self.act("start")
        else:
            self.enter_result()

    def enter(self) -> None:
        number = len(self.club.state.event.entrants) + 1
        if number <= MOST_PLAYERS:
            player = f"p{number}"
            self.act("enter", player=player, name=laws.name_of(player), **laws.list_of(player))

    def enter_result(self) -> None:
        game = self.chance.choice(self.club.state.event.open_games)
        sides = [{"player": player, "lost": self.lost(game.number, player)} for player in game.pair]
        self.act("report", sides=sides)

    def lost(self, number: int, player: str) -> int:
        """What a player has lost in a round, whoever tells it."""
        return self.truth.setdefault((number, player), self.chance.randrange(10))

    def undo(self) -> None:
        if entry := self.club.undoable:
            self.send(Asked(DESK, "/api/club/1/undo", {"line": entry.line}))

    def redo(self) -> None:
        if entry := self.club.redoable:
            self.send(Asked(DESK, "/api/club/1/redo", {"line": entry.line}))

    def stale(self) -> None:
        """The desk acts on what it saw some time ago."""
        self.act("extend", seconds=60, sequence=max(1, self.club.sequence - self.chance.randrange(4)))

    def tinker(self) -> None:
        """One of the many other things that an organiser does, sensible or not."""
        players = [*self.club.state.event.entrants] or ["p1"]
        player, other = self.chance.choice(players), self.chance.choice(players)
        name, said = self.chance.choice(
            (
                ("drop", {"player": player}),
                ("reinstate", {"player": player}),
                ("presence", {"player": player, "presence": self.chance.choice(("here", "late", "absent"))}),
                ("pause", {}),
                ("resume", {}),
                ("extend", {"seconds": self.chance.choice((60, -60, 300)), "reason": "a fire alarm"}),
                ("drop_draft", {}),
                ("swap", {"one": player, "other": other, "reason": "they asked"}),
                ("repair_swap", {"one": player, "other": other, "reason": "they sat down so"}),
                ("concede", {"player": player, "lost": self.chance.randrange(10)}),
                ("clear", {"player": player, "reason": "both were wrong"}),
                ("announce", {"day": "2026-05-01", "place": "The old mill"}),
                ("show_name", {"player": player, "shown": self.chance.random() < 0.5}),
                ("take_call", {"table": 1}),
                ("sign_up", {"open": True, "places": 5, "check_in": True}),
                ("tables", {"tables": [*range(1, self.chance.randrange(2, 6))], "reason": "one is broken"}),
                ("correct", self.correction(player)),
                ("nonsense", {"player": [player]}),
            )
        )
        self.act(name, **said)

    def correction(self, player: str) -> dict[str, Any]:
        game = self.club.state.game_of(player, 1)
        sides = [{"player": each, "lost": self.chance.randrange(12)} for each in (game.pair if game else (player,))]
        return {"round": 1, "sides": sides, "reason": "the slip says so"}

    def do_phone(self) -> None:
        players = [*self.club.state.event.entrants]
        if not players or (self.chance.random() < 0.08 and self.guests < 3):
            self.sign_up()
            return
        player = self.chance.choice(players)
        if player not in self.carded:
            self.open_card(player)
            return
        game = self.club.state.game_of(player)
        if game and game.sides is None and self.chance.random() < 0.75:
            self.report(player, game.number, game.other(player))
            return
        path, said = self.chance.choice(
            (
                ("publicity", {"shown": self.chance.random() < 0.5}),
                ("presence", {"presence": self.chance.choice(("here", "late"))}),
                ("judge", self.about(player) | {"wanted": self.chance.random() < 0.7}),
                ("withdraw", self.about(player)),
                ("vote", {"prize": "best painted", "player": self.chance.choice(players)}),
            )
        )
        self.send(Asked(player, f"/api/card/{path}", said))

    def about(self, player: str) -> dict[str, Any]:
        game = self.club.state.game_of(player)
        return {"round": game.number, "opponent": game.other(player)} if game else {"round": 1, "opponent": "p1"}

    def sign_up(self) -> None:
        self.guests += 1
        guest = f"guest {self.guests}"
        self.send(Asked(guest, "/api/signup/1", {"name": f"Guest {self.guests}", "models": 7}))
        self.ask(Asked(guest, "/api/signup/1"))

    def open_card(self, player: str) -> None:
        """The player scans the code that the organiser has printed."""
        if player not in self.codes:
            paper = self.ask(Asked(DESK, "/api/club/1/paper"))
            self.codes = {card["player"]: card["code"] for card in paper.json["cards"]} if paper else {}
        answer = self.send(Asked(player, "/api/card/open", {"card": f"1.{self.codes.get(player, '')}"}))
        if answer is not None and answer.status_code == 200:
            self.carded.add(player)
        elif answer is not None:
            self.codes.clear()

    def report(self, player: str, number: int, opponent: str) -> None:
        """A report as the player remembers it, which may be wrong; or the other's is confirmed."""
        own, theirs = ({"lost": self.lost(number, each)} for each in (player, opponent))
        if self.chance.random() < 0.1:
            theirs = {"lost": self.chance.randrange(13), "withdrew": self.chance.random() < 0.5}
        path = "report"
        game = self.club.state.game_of(player)
        reports = self.club.state.card(game).reports if game else ()
        if (first := next((each for each in reports if each.by == opponent), None)) and self.chance.random() < 0.7:
            # the card as the opponent has filled it in
            path, own = "confirm", {"lost": first.opponent.lost}
            theirs = {"lost": first.own.lost if first.own else 0}
        said = {"round": number, "opponent": opponent, "own": own, "theirs": theirs}
        before = len(self.disk.lines)
        answer = self.send(Asked(player, f"/api/card/{path}", said))
        if answer is not None and answer.status_code == 200:
            laws.check_report(player, number, opponent, theirs["lost"], self.disk.lines, before)

    def do_stranger(self) -> None:
        """Somebody without a card, who means no good."""
        path, said = self.chance.choice(
            (
                ("/api/card/open", {"card": "1.AAAA-BBBB"}),
                ("/api/card/report", {"round": 1, "opponent": "p1", "theirs": {"lost": 1}}),
                ("/api/club/1/act", {"command": "publish"}),
                ("/api/club/1/undo", {"line": 2}),
                ("/api/signup/1", {"name": "x" * 300, "models": -1}),
                ("/api/signup/1/leave", {}),
                ("/api/club/new", {"title": "Mine"}),
                ("/api/club/import", {"text": "{}"}),
            )
        )
        answer = self.ask(Asked(STRANGER, path, said))
        laws.check(answer is None or answer.status_code >= 400, f"a stranger did {path}")

    def do_look(self) -> None:
        players = [*self.carded] or [STRANGER]
        who, path = self.chance.choice(
            (
                (STRANGER, "/api/club/1/public"),
                (STRANGER, "/api/signup/1"),
                (STRANGER, "/api/club/1"),
                (STRANGER, "/api/club/1/paper"),
                (STRANGER, "/api/club/1/export/json"),
                (STRANGER, "/api/club"),
                (STRANGER, "/club/site/index.html"),
                (STRANGER, "/club/site/club.json"),
                (self.chance.choice(sorted(players)), "/api/card"),
            )
        )
        self.ask(Asked(who, path))

    def do_kill(self) -> None:
        self.restart()

    def do_disk(self) -> None:
        self.disk.fault = self.chance.choice(FAULTS)

    def do_clock(self) -> None:
        before = self.club.clock()
        self.clock.set_s += self.chance.choice((-10800, -1.5, 1.5, 10800))
        if self.chance.random() < 0.3:
            # while the program does not run
            self.restart()
        try:
            with suppress(DatabaseFault):
                self.server.registry.note_jumps()
        except Killed:
            self.restart()
            return
        if not self.club.state.over:
            laws.check_clock_set(before, self.club.clock())

    # tables and the hub

    def do_organiser(self) -> None:
        """The organiser's program looks at the hub."""
        try:
            self.server.organiser.step()
        except Killed:
            self.restart()
            return
        if told := self.broker.retained.get(get_event_topic(HALL)):
            laws.check_secrets(STRANGER, told.decode(), self.club.state)

    def do_broker(self) -> None:
        self.broker.lost = self.chance.random() < 0.3
        if not self.broker.lost:
            self.broker.reconnect()

    def do_table(self) -> None:
        """A table of the hall that keeps its games itself shows how one has ended."""
        told = json.loads(self.broker.retained.get(get_event_topic(HALL), b"null") or b"null")
        if not told or not told["pairings"]:
            self.do_organiser()
            return
        pairing = self.chance.choice(told["pairings"])
        table = Place(HALL, f"t{pairing['table']}")
        sides = [
            {"seat": seat, "player": player, "lost": self.lost(told["round"], player), "of": laws.MODELS,
             "withdrew": False, "conceded": False}
            for seat, player in zip(("red", "blue"), pairing["pair"], strict=True)
        ]  # fmt: skip
        result = {"event": told["id"], "round": told["round"], "sides": sides}
        self.broker.show(table.part(NAMES), json.dumps({"table": table.table}).encode())
        self.broker.show(table.part(RESULTS), json.dumps({"list": [{"of": result}]}).encode())
        if self.chance.random() < 0.6:
            self.do_organiser()
