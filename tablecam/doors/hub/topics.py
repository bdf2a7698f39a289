"""The topics of the broker. `hall` and `table` are lasting ids from registration, `game` a UUID."""

import re
from dataclasses import dataclass

from tablecam.doors.hub.message import is_game

ROOT = "tc/1"
TOLD, FULL, SEALED = "told", "full", "sealed"
STREAMS = (TOLD, FULL, SEALED)
# what archivers read, each message one of them; parts that a delayer shows later are a step shorter
ALL_BATCHES = f"{ROOT}/in/#"
SHARED_BATCHES = f"$share/archive/{ROOT}/in/+/+/+/+"
PUBLIC = f"{ROOT}/pub/#"
# what delayers read: parts and cards that are not to be seen yet
ALL_HELD_BACK = f"{ROOT}/in/+/+/+"
# what a table shows: a few hundred bytes for lists and walls, and the text lines that its own page tells a spectator
CARD = "card"
RESULTS = "results"
PARTS = (CARD, "ground", "table", "news", "game", RESULTS)
# what people call a hall and a table; how a hall's organiser has its wall
# and the round of its event, which tables that keep their games themselves play
NAMES, WALL, EVENT = "names", "wall", "event"
ALL_WALLS, ALL_NAMES = f"{ROOT}/pub/+/{WALL}", f"{ROOT}/pub/+/+/{NAMES}"
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

    def part(self, name: str, kind: str = "pub") -> str:
        """The topic of what it shows. kind: "pub" for everybody, "in" for a delayer."""
        return f"{ROOT}/{kind}/{self.hall}/{self.table}/{name}"

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


def wall_of(hall: str) -> str:
    """The topic that says how a hall's organiser has its wall."""
    return f"{ROOT}/pub/{hall}/{WALL}"


def event_of(hall: str) -> str:
    """The topic that says what is played in a hall's event."""
    return f"{ROOT}/pub/{hall}/{EVENT}"


def results_of(hall: str) -> tuple[str, str]:
    """What a hall's organiser reads: the results of all tables, and what people call them."""
    return f"{ROOT}/pub/{hall}/+/{RESULTS}", f"{ROOT}/pub/{hall}/+/{NAMES}"


def shown_part(topic: str) -> tuple[Place, str] | None:
    """The table and the name of a part that everybody is shown; None where a topic is about none."""
    root, _, rest = topic.partition("/pub/")
    place, _, name = rest.rpartition("/")
    found = place_of(place.replace("/", ".", 1))
    return (found, name) if root == ROOT and found else None


def hall_of_desk(user: str) -> str | None:
    """The hall whose organiser connects under a name; None where nobody's does."""
    hall = user.removesuffix("-desk")
    return hall if hall != user and ID.fullmatch(hall) else None


def desk_user(hall: str) -> str:
    """The name under which the organiser of a hall connects."""
    return f"{hall}-desk"


def hall_of_wall(topic: str) -> str | None:
    """The hall whose wall a topic is about; None where it is about none."""
    hall = topic.removeprefix(f"{ROOT}/pub/").removesuffix(f"/{WALL}")
    return hall if ID.fullmatch(hall) and topic == wall_of(hall) else None


def held_back(topic: str) -> tuple[Place, str] | None:
    """The table and the name of a part that a delayer is to show later; None where no table's part has that topic."""
    root, _, rest = topic.partition("/in/")
    place, _, name = rest.rpartition("/")
    found = place_of(place.replace("/", ".", 1))
    return (found, name) if root == ROOT and found and name in PARTS else None
