"""The topics of the broker. `hall` and `table` are permanent ids from registration, `game` a UUID."""

import re
from dataclasses import dataclass

from tablecam.doors.hub.message import is_game

ROOT = "tc/1"
TOLD, FULL, SEALED = "told", "full", "sealed"
STREAMS = (TOLD, FULL, SEALED)
# the topics that archivers read, each message going to one of them; parts for a delayer are a level shorter
ALL_BATCHES = f"{ROOT}/in/#"
SHARED_BATCHES = f"$share/archive/{ROOT}/in/+/+/+/+"
PUBLIC = f"{ROOT}/pub/#"
# the topics that delayers read: parts and cards that nobody may see yet
ALL_HELD_BACK = f"{ROOT}/in/+/+/+"
# a table's public view: a few hundred bytes for lists and walls, and the text lines of its page for spectators
CARD = "card"
RESULTS = "results"
PORTRAITS = "portraits"
PARTS = (CARD, "ground", "table", "news", "game", RESULTS, PORTRAITS)
# the names of a hall and a table; the organiser's settings of a hall's wall
# and the round of its event, for tables that keep their games themselves
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
        """Its user name at the broker."""
        return f"{self.hall}.{self.table}"

    @property
    def status(self) -> str:
        """The topic of whether it is there."""
        return f"{ROOT}/pub/{self.hall}/{self.table}/status"

    def part(self, name: str, kind: str = "pub") -> str:
        """The topic of a part of its view. kind: "pub" for everybody, "in" for a delayer."""
        return f"{ROOT}/{kind}/{self.hall}/{self.table}/{name}"

    @property
    def words(self) -> str:
        """The topics of the record's words to it."""
        return f"{ROOT}/have/{self.hall}/{self.table}/+/+"


@dataclass(frozen=True)
class StreamTopic:
    """A stream of a game of a table."""

    place: Place
    game: str
    stream: str

    def to_topic(self, kind: str) -> str:
        """Its topic. kind: "in" for its batches, "have" for the archiver's word."""
        return f"{ROOT}/{kind}/{self.place.hall}/{self.place.table}/{self.game}/{self.stream}"


def find_place(user: str) -> Place | None:
    """The table with a user name; None if no table has it."""
    hall, dot, table = user.partition(".")
    return Place(hall, table) if dot and ID.fullmatch(hall) and ID.fullmatch(table) else None


def stream_topic(topic: str, kind: str) -> StreamTopic | None:
    """The stream of a topic; None if the topic is no stream's."""
    root, _, remainder = topic.partition(f"/{kind}/")
    place, _, stream = remainder.rpartition("/")
    place, _, game = place.rpartition("/")
    table_place = find_place(place.replace("/", ".", 1))
    if root != ROOT or table_place is None or stream not in STREAMS or not is_game(game):
        return None
    return StreamTopic(table_place, game, stream)


def get_wall_topic(hall: str) -> str:
    """The topic of a hall's wall, set by its organiser."""
    return f"{ROOT}/pub/{hall}/{WALL}"


def get_event_topic(hall: str) -> str:
    """The topic of a hall's event."""
    return f"{ROOT}/pub/{hall}/{EVENT}"


def get_result_topics(hall: str) -> tuple[str, str]:
    """The topics that a hall's organiser reads: the results of all tables, and their names."""
    return f"{ROOT}/pub/{hall}/+/{RESULTS}", f"{ROOT}/pub/{hall}/+/{NAMES}"


def find_shown_part(topic: str) -> tuple[Place, str] | None:
    """The table and the name of a public part; None if the topic is none's."""
    root, _, remainder = topic.partition("/pub/")
    place, _, name = remainder.rpartition("/")
    table_place = find_place(place.replace("/", ".", 1))
    return (table_place, name) if root == ROOT and table_place else None


def hall_of_desk(user: str) -> str | None:
    """The hall whose organiser has a user name; None if no organiser has it."""
    hall = user.removesuffix("-desk")
    return hall if hall != user and ID.fullmatch(hall) else None


def desk_user(hall: str) -> str:
    """The user name of a hall's organiser."""
    return f"{hall}-desk"


def hall_of_wall(topic: str) -> str | None:
    """The hall of a wall's topic; None if the topic is no wall's."""
    hall = topic.removeprefix(f"{ROOT}/pub/").removesuffix(f"/{WALL}")
    return hall if ID.fullmatch(hall) and topic == get_wall_topic(hall) else None


def find_delayed_part(topic: str) -> tuple[Place, str] | None:
    """The table and the name of a part that a delayer publishes later; None if no part has that topic."""
    root, _, remainder = topic.partition("/in/")
    place, _, name = remainder.rpartition("/")
    table_place = find_place(place.replace("/", ".", 1))
    return (table_place, name) if root == ROOT and table_place and name in PARTS else None
