"""The portraits of a table's models as a line of text for walls: small, and only of those that a spectator may know.

{"portraits": {"ida": "/9j/4AAQ..", ..}}        JPEG in base64, 64 x 64 pixels, each model's front up
"""

import base64
from collections.abc import Callable, Iterable, Mapping

from tablecam.doors.hub.broadcast import TableShow
from tablecam.doors.hub.message import HeardEvent, TableCard
from tablecam.doors.hub.topics import PORTRAITS
from tablecam.game.hosting.log_view import SPECTATOR
from tablecam.live.portraits import Portrait, shrink_portrait
from tablecam.table.miniature import Roster
from webui.game.feed import one_line
from webui.table.board_names import Hidden

SIZE_PX = 64
# the broker takes messages of 128 kB; forty portraits are fewer
MOST_CHARACTERS = 96_000


class PortraitLine:
    """The line of a table, made when somebody asks.

    portraits: those of some models, by id; hidden: the names that a role does not know.
    """

    def __init__(
        self,
        portraits: Callable[[Iterable[str]], Mapping[str, Portrait]],
        roster: Callable[[], Roster],
        hidden: Hidden,
    ) -> None:
        self._portraits, self._roster, self._hidden = portraits, roster, hidden
        self._encoded: dict[str, str] = {}

    def __call__(self) -> str:
        """The line; of more portraits than fit into a message the first."""
        hidden_ids = self._hidden(SPECTATOR)
        known_ids = [model.id for model in self._roster().models if model.id not in hidden_ids]
        sent: dict[str, str] = {}
        room = MOST_CHARACTERS
        for model, portrait in self._portraits(known_ids).items():
            text = self._encode(portrait)
            if (room := room - len(text)) < 0:
                break
            sent[model] = text
        return one_line({"portraits": sent})

    def _encode(self, portrait: Portrait) -> str:
        if portrait.version not in self._encoded:
            small = shrink_portrait(portrait.jpeg, SIZE_PX)
            self._encoded[portrait.version] = base64.b64encode(small).decode()
        return self._encoded[portrait.version]


class PortraitShow:
    """A table's show with the portraits of its models beside the other parts."""

    def __init__(self, show: TableShow, line: PortraitLine) -> None:
        self._show, self._line = show, line

    def parts(self) -> dict[str, str]:
        """The text lines of the show, and that of the portraits."""
        return {**self._show.parts(), PORTRAITS: self._line()}

    def card(self) -> TableCard:
        """The card of the show."""
        return self._show.card()

    def hear(self, event: HeardEvent) -> None:
        """Hand the round of the hall's event on."""
        self._show.hear(event)
