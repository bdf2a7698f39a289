"""The messages of a table to an MQTT broker: the position and the game, as a spectator may know both."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime

from tablecam.doors.publishing.mqtt_door import PlayState
from tablecam.doors.publishing.mqtt_sender import telling
from tablecam.doors.publishing.mqtt_target import MqttTarget
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.roles import SPECTATOR
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.side_names import withholding_names
from tablecam.table.roster import Roster
from webui.game.feed import GameTexts
from webui.table.board_names import choose_hidden_names
from webui.table.live_api import present_position


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
