"""The topics of the broker. `hall` and `table` are lasting ids from registration, `game` a UUID."""

import re
from dataclasses import dataclass

from tablecam.hub.message import is_game

ROOT = "tc/1"
TOLD, FULL, SEALED = "told", "full", "sealed"
STREAMS = (TOLD, FULL, SEALED)
# what archivers read: each message goes to one of them
ALL_BATCHES = f"{ROOT}/in/#"
SHARED_BATCHES = f"$share/archive/{ALL_BATCHES}"
PUBLIC = f"{ROOT}/pub/#"
ID = re.compile(r"[a-z0-9]{1,32}")


@dataclass(frozen=True)
class Place:
    """A table of a hall."""

    hall: str
    table: str

    @property
    def user(self) -> str:
        """The name under which it connects."""
        return f"{self.hall}.{self.table}"

    @property
    def status(self) -> str:
        """The topic on which it says whether it is there."""
        return f"{ROOT}/pub/{self.hall}/{self.table}/status"

    @property
    def words(self) -> str:
        """The topics on which it hears how far the record is."""
        return f"{ROOT}/have/{self.hall}/{self.table}/+/+"


@dataclass(frozen=True)
class StreamTopic:
    """A stream of a game of a table."""

    place: Place
    game: str
    stream: str

    def named(self, kind: str) -> str:
        """Its topic. kind: "in" for its batches, "have" for the archiver's word."""
        return f"{ROOT}/{kind}/{self.place.hall}/{self.place.table}/{self.game}/{self.stream}"


def place_of(user: str) -> Place | None:
    """The table that connects under a name; None where no table does."""
    hall, dot, table = user.partition(".")
    return Place(hall, table) if dot and ID.fullmatch(hall) and ID.fullmatch(table) else None


def stream_topic(topic: str, kind: str) -> StreamTopic | None:
    """What a topic is about; None where it is no stream's."""
    root, _, rest = topic.partition(f"/{kind}/")
    place, _, stream = rest.rpartition("/")
    place, _, game = place.rpartition("/")
    found = place_of(place.replace("/", ".", 1))
    if root != ROOT or found is None or stream not in STREAMS or not is_game(game):
        return None
    return StreamTopic(found, game, stream)
