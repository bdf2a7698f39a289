"""The view of a table for others over its hub or a broker: a spectator's, as on its own page, and a card for walls.

The lines are those that `webui/server/events.py` streams to spectators, made by the same code for the same role:
nothing that a spectator may not know is in them. Names that players typed at the table stay there; a pairing of an
event has the names that the event publishes.
"""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.base.i18n import SOURCE, speaking
from tablecam.base.languages import INSTALLED, Languages
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import Bound, bound_by, describe_call, hall_pairing, hall_round, result_told
from tablecam.club.event.public_view import KnownNames
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.schedule import Face, clock_at
from tablecam.doors.hub.broadcast import TableShow
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.message import CardSide, HeardEvent, RoundOfEvent, TableCard, read_event
from tablecam.doors.hub.outbox import GAME_ID
from tablecam.doors.hub.settings import HubLink
from tablecam.doors.publishing.mqtt_door import MqttTarget, PlayState, telling
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import NOBODY, SPECTATOR
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.portraits import PortraitKeeper
from tablecam.rules.books.side_names import force_tag, player_tag, withholding_names
from tablecam.table.miniature import Roster
from webui.game.feed import GameTexts, one_line
from webui.server.events import Notice, Texts, nothing
from webui.table.board_names import choose_hidden_names
from webui.table.live_api import present_position
from webui.table.present import camera_state
from webui.wall.portrait_line import PortraitLine, PortraitShow

# no text: a setting of a finished game, its result as walls show it
RESULT = "hub result"
# this many results of a table are shown, the newest first
RESULTS = 12
# the kinds of lines for a wall: events, and rolls that a clause decides
RULINGS = ("event", "overruled", "correction")


def make_hub_show(
    hub: HubLink | None,
    live: LiveLoop,
    roster: Callable[[], Roster],
    host: GameHost,
    events: EventRegistry,
    portraits: PortraitKeeper,
) -> TableShow | None:
    """The show of a table over its hub; None where there is none."""
    if hub is None:
        return None
    hidden = choose_hidden_names(host)
    texts = Texts(roster, host.setups.books, hidden)
    line = PortraitLine(portraits.get_portraits, roster, hidden)
    show = HubShow(lambda: live.view, texts, GameTexts(host, roster), events, hub.language)
    return PortraitShow(show, line)


class HubShow:
    """One table. view: the newest of the camera; games: of the host. One thread asks."""

    def __init__(
        self,
        view: Callable[[], PublishedFrame],
        table: Texts,
        games: GameTexts,
        events: EventRegistry | None = None,
        language: str = SOURCE,
        languages: Languages = INSTALLED,
    ) -> None:
        self._view, self._table, self._games, self._events = view, table, games, events
        self._host: GameHost = games.host
        self._translations = languages.translations(language)
        self._told: tuple[str, Any] = ("", None)
        self._heard_event = HeardEvent()
        self._start_times: dict[int, int] = {}
        self._results: list[dict[str, Any]] | None = None

    def parts(self) -> dict[str, str]:
        """The text lines, as a spectator gets them, and the results of finished games."""
        with speaking(self._translations), withholding_names():
            game = self._games.game(SPECTATOR)[1]
            lines = self._table.texts_for(self._view(), SPECTATOR)
            return {**lines, "game": game, "results": one_line({"list": self._list_results()})}

    def card(self) -> TableCard:
        """The card."""
        with speaking(self._translations), withholding_names():
            camera = str(camera_state(self._view())["state"])
            game = self._read_game()
            if not isinstance(game, dict):
                return TableCard(camera)
            uuid = self._host.store.settings(game["id"]).get(GAME_ID, "")
            card = _make_card(game, camera, uuid, self._get_start_s(game["id"]))
            bound, ruling = self._read_pairing_and_ruling()
            club = self._find_club(bound) if bound else None
            round_ = _make_club_round(bound, club) if bound and club else self._read_round_of_hall()
            card = _complete_card(card, self._name_players(bound, club), ruling, round_)
            if card.over and uuid:
                self._store_result(game, card)
            return card

    def _read_game(self) -> Any:
        """The game as a spectator sees it, parsed once for each new text."""
        text = self._games.game(SPECTATOR)[1]
        if self._told[0] != text:
            self._told = text, json.loads(text)["game"]
        return self._told[1]

    def _read_pairing_and_ruling(self) -> tuple[Bound | None, str]:
        """The pairing of the open game, and its latest ruling in public words; None and an empty text for neither."""
        with self._host.reading() as open_game:
            if open_game is None:
                return None, ""
            lines = open_game.logs[NOBODY].lines
            ruling_line = next((line for line in reversed(lines) if is_ruling(line)), None)
            bound = bound_by(open_game.game.log.header.tags, tuple(open_game.game.seats))
            return bound, str(ruling_line["text"]) if ruling_line else ""

    def _name_players(self, bound: Bound | None, club: StoredEvent | None) -> dict[str, str]:
        """The players by seat: those of an event, else the names of the sides in the log."""
        if bound and club:
            names, players = KnownNames(club.state), bound.named(club.state).players
            entrants = club.state.event.entrants
            return {seat: names.name(player) for seat, player in players.items() if player in entrants}
        with self._host.reading() as open_game:
            tags: Mapping[str, str] = open_game.game.log.header.tags if open_game else {}
            seats = open_game.game.seats if open_game else ()
            # a game of the hall's event has its players' names in tags; of any other, the wall shows the forces
            tag = player_tag if hall_pairing(tags, tuple(seats)) else force_tag
            return {seat: tags.get(tag(seat), "") for seat in seats}

    def hear(self, event: HeardEvent) -> None:
        """Note news from the organiser of the hall; any thread may call it."""
        self._heard_event = event

    def _read_round_of_hall(self) -> RoundOfEvent | None:
        """The round that the tags of the open game name, for an event that another computer in the hall keeps."""
        with self._host.reading() as open_game:
            if open_game is None:
                return None
            tags, seats = open_game.game.log.header.tags, tuple(open_game.game.seats)
        return round_of_hall(tags, seats, self._heard_event, time.time())

    def _find_club(self, bound: Bound) -> StoredEvent | None:
        if self._events is None:
            return None
        try:
            club = self._events.stored_event(str(bound.event))
        except BadFile:
            return None
        club.refresh()
        return club

    def _get_start_s(self, game: int) -> int:
        if game not in self._start_times:
            start_times = {listed.id: listed.begun for listed in self._host.store.games()}
            self._start_times = {
                id: round(datetime.fromisoformat(text).timestamp()) for id, text in start_times.items() if text
            }
        return self._start_times.get(game, 0)

    def _store_result(self, game: Mapping[str, Any], card: TableCard) -> None:
        """Stores the result, so that it stays on the wall when another game begins, and after a restart."""
        result = game.get("result") or {}
        stored = {
            "game": card.game,
            "sides": [[side.seat, side.name, side.score] for side in card.sides],
            "won": card.won,
            "headline": result.get("headline", ""),
            **self._report_to_hall(),
        }
        earlier = next((listed for listed in self._list_results() if listed["game"] == card.game), None)
        if earlier is None or {**earlier, "over": 0} != {**stored, "over": 0}:
            ended_s = earlier["over"] if earlier else round(time.time())
            self._host.store.set(game["id"], RESULT, json.dumps({**stored, "over": ended_s}))
            self._results = None

    def _report_to_hall(self) -> dict[str, Any]:
        """The report for the organiser of the hall, where the game is a pairing of the hall's event."""
        with self._host.reading() as open_game:
            report = result_told(open_game.game, self._host.setups.books) if open_game else None
        return {"of": report} if report else {}

    def _list_results(self) -> list[dict[str, Any]]:
        if self._results is None:
            stored = self._host.store.settings_named(RESULT)
            self._results = [json.loads(stored[id]) for id in sorted(stored, reverse=True)[:RESULTS]]
        return self._results


def _make_card(game: Mapping[str, Any], camera: str, uuid: str, begun: int) -> TableCard:
    """The card of a game as a spectator sees it."""
    title, phase = str(game["turn_title"]), str(game["phase"])
    asked_seats = {question["seat"] or "" for question in game["questions"]}
    due = (
        "" if game["over"] else (asked_seats.pop() if len(asked_seats) == 1 else "") or game["waits"] or game["active"]
    )
    return TableCard(
        camera, uuid, begun,
        tuple(CardSide(seat["id"], str(seat["name"]), _count_models(game, seat["id"])) for seat in game["seats"]),
        turn=title if game["over"] or not phase else f"{title}, {phase}",
        due=str(due), over=bool(game["over"]), closed=bool(game["closed"]),
        won=(game["result"] or {}).get("winner", ""),
    )  # fmt: skip


def is_ruling(line: Mapping[str, Any]) -> bool:
    """Whether a line of a log is worth one on a wall."""
    rolled = line["kind"] == "answer" and line.get("clause") and not line.get("fact")
    return bool((line["kind"] in RULINGS or rolled) and not line.get("aside"))


def _make_club_round(bound: Bound, club: StoredEvent) -> RoundOfEvent | None:
    call = describe_call(club, bound)
    if call is None:
        return None
    table = int(str(call["table"]))
    return _make_round(bound.number, table, clock_at(club.state.clock, time.time(), table), 0.0, bool(call["called"]))


def round_of_hall(
    tags: Mapping[str, str], seats: tuple[str, ...], heard: HeardEvent, now: float
) -> RoundOfEvent | None:
    """The round of a pairing of the hall's event, by this machine's time; None for any other game.

    tags, seats: of the game's log. now: in seconds since 1970.
    """
    pairing, event = hall_pairing(tags, seats), read_event(heard.text)
    round_data = hall_round(event, pairing) if pairing and event else None
    if pairing is None or round_data is None:
        return None
    face = clock_at(round_data.clock, now - heard.ahead_s, round_data.table)
    return _make_round(pairing.bound.number, round_data.table, face, heard.ahead_s, round_data.called)


def _make_round(number: int, table: int, face: Face, ahead_s: float, called: bool) -> RoundOfEvent:
    ends = round(face.ends + ahead_s) if face.ends is not None else None
    return RoundOfEvent(number, table, ends, round(face.remaining_s), called)


def _complete_card(card: TableCard, players: Mapping[str, str], said: str, of_event: RoundOfEvent | None) -> TableCard:
    sides = tuple(CardSide(side.seat, players.get(side.seat) or side.name, side.score) for side in card.sides)
    return replace(card, sides=sides, said=said, round=of_event)


def _count_models(game: Mapping[str, Any], seat: str) -> str:
    """The number of a side's models in the game, and of all its models; empty in a game without any."""
    models = game["state"].get("models") or {}
    alive = [models[id]["alive"] for id in models if game["names"].get(id, {}).get("side") == seat]
    return f"{sum(alive)}/{len(alive)}" if alive else ""


def hub_notice(courier: Courier | None) -> Notice:
    """The addition to each pulse of a stream: "hub" with the lines that it lacks, once it has lacked some for long."""
    if courier is None:
        return nothing

    def make_notice() -> dict[str, Any]:
        state = courier.state
        return {"hub": {"behind": state.behind, "connected": state.connected}} if state.late else {}

    return make_notice


def together(*notices: Notice) -> Notice:
    """All notices in one."""

    def make_notice() -> dict[str, Any]:
        return {name: content for part_notice in notices for name, content in part_notice().items()}

    return make_notice


def publish_by_mqtt(
    target: MqttTarget | None, live: LiveLoop, host: GameHost, roster: Callable[[], Roster]
) -> AbstractContextManager[None]:
    """Publishes a table and its game while the block runs; does nothing where there is no broker."""
    hidden, plays = choose_hidden_names(host), ShownPlay(host, roster)
    return telling(live, target, lambda view: present_position(view, hidden), plays)


class ShownPlay:
    """The state of play as a spectator sees it, computed when it has changed."""

    def __init__(self, host: GameHost, roster: Callable[[], Roster]) -> None:
        self._host = host
        self._games = GameTexts(host, roster)
        self._number = -1
        self._state = PlayState(False)

    def __call__(self) -> PlayState:
        """Whether a game is played, and whose turn it is."""
        # home automation switches a lamp by the seat, whoever sits there
        with withholding_names():
            number, text = self._games.game(SPECTATOR)
        if number != self._number:
            self._number, self._state = number, self._parse_state(text)
        return self._state

    def _parse_state(self, text: str) -> PlayState:
        game = json.loads(text)["game"]
        if not game or game["over"]:
            return PlayState(False)
        asked_seats = {question["seat"] or "" for question in game["questions"]}
        due = (asked_seats.pop() if len(asked_seats) == 1 else "") or game["waits"] or game["active"]
        names = {seat["id"]: str(seat["name"]) for seat in game["seats"]}
        return PlayState(True, names.get(due, ""), str(game["turn_title"]), self._get_start_time(game["id"]))

    def _get_start_time(self, game: int) -> str | None:
        start = next((listed.begun for listed in self._host.store.games() if listed.id == game), "")
        # Home Assistant takes no time without its zone
        return datetime.fromisoformat(start).astimezone().isoformat(timespec="seconds") if start else None
