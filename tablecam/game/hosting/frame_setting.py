"""Whether the camera's frames of a game are kept, for a film of its highlights: off until somebody switches it on."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.game.hosting.log_view import TABLE, UMPIRE
from tablecam.game.hosting.open_game import NO, YES, OpenGame
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore

FRAMES = "frames"  # no text
ONLY_OFF = Message(
    "only the table or the umpire switches on that frames are kept; everybody who plays may switch it off"
)


def keeps_frames(open_game: OpenGame) -> bool:
    """Whether the camera's frames of the game are kept."""
    return open_game.kept.settings().get(FRAMES) == YES


def set_frames(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> None:
    """Switch on or off that the camera's frames of this game are kept. Players can only switch it off."""
    on = payload.get("on")
    if type(on) is not bool:
        raise IllegalAnswer(Message("say whether frames of the camera are kept: {example}", example='{"on": true}'))
    if on and role not in (TABLE, UMPIRE):
        raise IllegalAnswer(ONLY_OFF)
    open_game.kept.set(FRAMES, YES if on else NO)


def list_filmed_games(store: GameStore) -> frozenset[int]:
    """The games of a database whose frames are kept."""
    existing = {listed.id for listed in store.list_logs()}
    return frozenset(game for game, value in store.settings_named(FRAMES).items() if value == YES and game in existing)
