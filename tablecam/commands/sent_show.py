"""The card of a table that sends its games from its database alone, without a page: the card of the newest game."""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from tablecam.doors.hub.card import CardSide, RoundOfEvent, TableCard
from tablecam.doors.hub.heard_event import HeardEvent
from tablecam.doors.hub.outbox import GAME_ID
from tablecam.game.hosting.roles import NOBODY
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.side_names import force_name, player_tag, withholding_names
from tablecam.storage.game_store import GameStore
from webui.wall.hub_show import is_ruling, round_of_hall

# no camera watches such a table, and a wall says nothing of one
NO_CAMERA = ""


class SentShow:
    """The show of games that other programs write; one thread asks. It reveals only what a spectator may know."""

    def __init__(self, store: GameStore, books: Catalogue) -> None:
        self._store, self._books = store, books
        self._id, self._length, self._sum = 0, 0, ""
        self._past: RecordedGame | None = None
        self._card, self._heard = TableCard(NO_CAMERA), HeardEvent()

    def parts(self) -> Mapping[str, str]:
        """Empty, since there is no board."""
        return {}

    def card(self) -> TableCard:
        """The card of the newest game, computed again when its log has grown."""
        lengths = self._store.lengths()
        if not lengths:
            return self._card
        newest = max(lengths)
        # a game gets its name when it is first sent
        has_name = bool(self._card.game)
        if (newest, lengths[newest]) != (self._id, self._length) or not has_name:
            self._card = self._build_card(newest)
        return replace(self._card, round=self._find_round())

    def hear(self, event: HeardEvent) -> None:
        """Store the organiser's event of the hall, from any thread."""
        self._heard = event

    def _find_round(self) -> RoundOfEvent | None:
        if self._past is None:
            return None
        return round_of_hall(self._past.log.header.tags, tuple(self._past.seats), self._heard, time.time())

    def _build_card(self, id: int) -> TableCard:
        if id != self._id:
            self._id, self._length, self._sum, self._past = id, 0, "", None
        texts, self._sum = self._store.since(id, self._length, self._sum)
        self._length += len(texts)
        if self._past is None:
            self._past = RecordedGame.read(texts, {}, self._books)
        else:
            self._past.grow(texts)
        uuid = self._store.settings(id).get(GAME_ID, "")
        return card_of(self._past, uuid, self._find_begin_time(id))

    def _find_begin_time(self, id: int) -> int:
        text = next((listed.begun for listed in self._store.games() if listed.id == id), "")
        return round(datetime.fromisoformat(text).timestamp()) if text else 0


def card_of(past: RecordedGame, uuid: str, begun: int) -> TableCard:
    """The card of a game for spectators. begun: seconds since 1970."""
    with withholding_names():
        return _build_game_card(past, uuid, begun)


def _build_game_card(past: RecordedGame, uuid: str, begun: int) -> TableCard:
    history, state = past.known_by(NOBODY), past.visible(past.state, NOBODY)
    people, tags = past.phrases.people(past.state), past.log.header.tags
    ruling = next((str(line["text"]) for line in reversed(history.lines) if is_ruling(line)), "")
    title, phase, is_over = str(state.get("turn_title", "")), str(state.get("phase", "")), past.over
    result = past.result()
    return TableCard(
        NO_CAMERA, uuid, begun,
        tuple(CardSide(seat, _player_name(tags, seat), _describe_score(state, people, seat)) for seat in past.seats),
        turn=title if is_over or not phase else f"{title}, {phase}",
        said=ruling, over=is_over, closed=past.closed, won=result.winner if result and is_over else "",
    )  # fmt: skip


def _player_name(tags: Mapping[str, str], seat: str) -> str:
    """The player's name, or the log's name for the side."""
    return tags.get(player_tag(seat)) or force_name(seat, tags)


def _describe_score(state: Mapping[str, Any], people: Mapping[str, str], seat: str) -> str:
    models = state.get("models") or {}
    alive_flags = [models[model]["alive"] for model, side in people.items() if side == seat and model in models]
    return f"{sum(alive_flags)}/{len(alive_flags)}" if alive_flags else ""
