"""What a table shows over its hub: what its own page tells a spectator, and a card for lists and walls.

The lines are those that `webui/server/events.py` streams to spectators, made by the same code for the same role:
nothing that a spectator may not know is in them. Names that players typed at the table stay there; a pairing of an
event has the names that the event publishes.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.base.i18n import SOURCE, speaking
from tablecam.base.languages import INSTALLED, Languages
from tablecam.club.event.auto_score import Bound, bound_by
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import hall_pairing, hall_round, result_told
from tablecam.club.event.registry import EventRegistry
from tablecam.club.event.table_call import describe_call
from tablecam.club.tournament.clock import Face, clock_at
from tablecam.doors.hub.card import CardSide, RoundOfEvent, TableCard
from tablecam.doors.hub.heard_event import HeardEvent, read_event
from tablecam.doors.hub.outbox import GAME_ID
from tablecam.doors.hub.settings import HubLink
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.roles import NOBODY, SPECTATOR
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.books.side_names import force_tag, player_tag, withholding_names
from tablecam.table.roster import Roster
from webui.game.feed import GameTexts, one_line
from webui.server.events import Texts
from webui.table.board_names import hidden_by
from webui.table.present import camera_state

# no text: a setting of a game that is over, its result as walls show it
RESULT = "hub result"
# so many results of a table are shown, the newest first
RESULTS = 12
# what is worth a line on a wall: what happened, and rolls that a clause decides
RULINGS = ("event", "overruled", "correction")


def shown_at_hub(
    hub: HubLink | None, live: LiveLoop, roster: Callable[[], Roster], host: GameHost, events: EventRegistry
) -> "HubShow | None":
    """What a table shows over its hub; None where there is none."""
    if hub is None:
        return None
    texts = Texts(roster, host.setups.books, hidden_by(host))
    return HubShow(lambda: live.view, texts, GameTexts(host, roster), events, hub.language)


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
        self._heard = HeardEvent()
        self._begun: dict[int, int] = {}
        self._results: list[dict[str, Any]] | None = None

    def parts(self) -> dict[str, str]:
        """The text lines, as a spectator gets them, and the results of games that are over."""
        with speaking(self._translations), withholding_names():
            game = self._games.game(SPECTATOR)[1]
            lines = self._table.texts_for(self._view(), SPECTATOR)
            return {**lines, "game": game, "results": one_line({"list": self._listed()})}

    def card(self) -> TableCard:
        """The card."""
        with speaking(self._translations), withholding_names():
            camera = str(camera_state(self._view())["state"])
            game = self._game()
            if not isinstance(game, dict):
                return TableCard(camera)
            uuid = self._host.store.settings(game["id"]).get(GAME_ID, "")
            card = _card_of(game, camera, uuid, self._begun_at(game["id"]))
            bound, said = self._bound_and_said()
            club = self._club(bound) if bound else None
            round_ = _round(bound, club) if bound and club else self._round_of_hall()
            card = _told(card, self._players(bound, club), said, round_)
            if card.over and uuid:
                self._keep(game, card)
            return card

    def _game(self) -> Any:
        """The game as a spectator is told it; worked out by whoever asked first."""
        text = self._games.game(SPECTATOR)[1]
        if self._told[0] != text:
            self._told = text, json.loads(text)["game"]
        return self._told[1]

    def _bound_and_said(self) -> tuple[Bound | None, str]:
        with self._host.reading() as open_game:
            if open_game is None:
                return None, ""
            lines = open_game.logs[NOBODY].lines
            said = next((line for line in reversed(lines) if is_ruling(line)), None)
            bound = bound_by(open_game.game.log.header.tags, tuple(open_game.game.seats))
            return bound, str(said["text"]) if said else ""

    def _players(self, bound: Bound | None, club: StoredEvent | None) -> dict[str, str]:
        """Who plays, by seat: the players of an event, else what the log calls the sides."""
        if bound and club:
            entrants = club.state.event.entrants
            return {seat: entrants[player].name for seat, player in bound.players.items() if player in entrants}
        with self._host.reading() as open_game:
            tags: Mapping[str, str] = open_game.game.log.header.tags if open_game else {}
            seats = open_game.game.seats if open_game else ()
            # a game of the hall's event has its players' names in tags; of any other, the wall shows the forces
            tag = player_tag if hall_pairing(tags, tuple(seats)) else force_tag
            return {seat: tags.get(tag(seat), "") for seat in seats}

    def hear(self, event: HeardEvent) -> None:
        """Notes what the organiser of the hall has told, from any thread."""
        self._heard = event

    def _round_of_hall(self) -> RoundOfEvent | None:
        with self._host.reading() as open_game:
            if open_game is None:
                return None
            tags, seats = open_game.game.log.header.tags, tuple(open_game.game.seats)
        return round_of_hall(tags, seats, self._heard, time.time())

    def _club(self, bound: Bound) -> StoredEvent | None:
        if self._events is None:
            return None
        try:
            club = self._events.stored_event(str(bound.event))
        except BadFile:
            return None
        club.refresh()
        return club

    def _begun_at(self, game: int) -> int:
        if game not in self._begun:
            begun = {listed.id: listed.begun for listed in self._host.store.games()}
            self._begun = {id: round(datetime.fromisoformat(text).timestamp()) for id, text in begun.items() if text}
        return self._begun.get(game, 0)

    def _keep(self, game: Mapping[str, Any], card: TableCard) -> None:
        """The result stays on the wall when another game begins, and after a restart."""
        result = game.get("result") or {}
        kept = {
            "game": card.game,
            "sides": [[side.seat, side.name, side.score] for side in card.sides],
            "won": card.won,
            "headline": result.get("headline", ""),
            **self._of_event(),
        }
        known = next((one for one in self._listed() if one["game"] == card.game), None)
        if known is None or {**known, "over": 0} != {**kept, "over": 0}:
            over = known["over"] if known else round(time.time())
            self._host.store.set(game["id"], RESULT, json.dumps({**kept, "over": over}))
            self._results = None

    def _of_event(self) -> dict[str, Any]:
        """What the organiser of the hall is told, where the game is a pairing of the hall's event."""
        with self._host.reading() as open_game:
            told = result_told(open_game.game) if open_game else None
        return {"of": told} if told else {}

    def _listed(self) -> list[dict[str, Any]]:
        if self._results is None:
            kept = self._host.store.settings_named(RESULT)
            self._results = [json.loads(kept[id]) for id in sorted(kept, reverse=True)[:RESULTS]]
        return self._results


def _card_of(game: Mapping[str, Any], camera: str, uuid: str, begun: int) -> TableCard:
    """The card of a game as a spectator is told it."""
    title, phase = str(game["turn_title"]), str(game["phase"])
    asked = {question["seat"] or "" for question in game["questions"]}
    due = "" if game["over"] else (asked.pop() if len(asked) == 1 else "") or game["waits"] or game["active"]
    return TableCard(
        camera, uuid, begun,
        tuple(CardSide(seat["id"], str(seat["name"]), _score(game, seat["id"])) for seat in game["seats"]),
        turn=title if game["over"] or not phase else f"{title}, {phase}",
        due=str(due), over=bool(game["over"]), closed=bool(game["closed"]),
        won=(game["result"] or {}).get("winner", ""),
    )  # fmt: skip


def is_ruling(line: Mapping[str, Any]) -> bool:
    """Whether a line of a log is worth one on a wall."""
    rolled = line["kind"] == "answer" and line.get("clause") and not line.get("fact")
    return bool((line["kind"] in RULINGS or rolled) and not line.get("aside"))


def _round(bound: Bound, club: StoredEvent) -> RoundOfEvent | None:
    call = describe_call(club, bound)
    if call is None:
        return None
    table = int(str(call["table"]))
    return _of_face(bound.number, table, clock_at(club.state.clock, time.time(), table), 0.0, bool(call["called"]))


def round_of_hall(
    tags: Mapping[str, str], seats: tuple[str, ...], heard: HeardEvent, now: float
) -> RoundOfEvent | None:
    """The round of a pairing of the hall's event, by this machine's time; None for any other game.

    tags, seats: of the game's log. now: in seconds since 1970.
    """
    pairing, said = hall_pairing(tags, seats), read_event(heard.text)
    found = hall_round(said, pairing) if pairing and said else None
    if pairing is None or found is None:
        return None
    face = clock_at(found.clock, now - heard.ahead_s, found.table)
    return _of_face(pairing.bound.number, found.table, face, heard.ahead_s, found.called)


def _of_face(number: int, table: int, face: Face, ahead_s: float, called: bool) -> RoundOfEvent:
    ends = round(face.ends + ahead_s) if face.ends is not None else None
    return RoundOfEvent(number, table, ends, round(face.remaining_s), called)


def _told(card: TableCard, players: Mapping[str, str], said: str, of_event: RoundOfEvent | None) -> TableCard:
    sides = tuple(CardSide(side.seat, players.get(side.seat) or side.name, side.score) for side in card.sides)
    return replace(card, sides=sides, said=said, round=of_event)


def _score(game: Mapping[str, Any], seat: str) -> str:
    """How many of a side's models are in the game, of how many; empty in a game without any."""
    models = game["state"].get("models") or {}
    own = [models[id]["alive"] for id in models if game["names"].get(id, {}).get("side") == seat]
    return f"{sum(own)}/{len(own)}" if own else ""
