"""A whole game as a film of half a minute: an animated WebP, which browsers and messengers show by themselves.

    scenes = film_scenes(past.known_by(WHOLE))
    write_film(Path("game.webp"), scenes, lambda done, of: None)

One picture is in memory at a time, however long the game was. What has no place in half a minute is left out: of each
stretch of the log its most telling line is shown, and the board is always that of the line.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from tablecam.game.hosting.log_view import match_title
from tablecam.game.log import AnswerLine, EventLine
from tablecam.game.replay.battle_report import codes_of, fallen_at
from tablecam.game.replay.board_picture import SIZE_PX, FilmScene, draw
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.side_names import title_sides
from tablecam.rules.plain import Json
from tablecam.storage.text_file import write_bytes

LENGTH_MS, LAST_MS = 30_000, 3_000
# a picture is seen no shorter and no longer than this
LEAST_MS, MOST_MS = 180, 1_500
MOST_SCENES = (LENGTH_MS - LAST_MS) // LEAST_MS
# called with how many pictures are done, and of how many; it may raise to end the film
Progress = Callable[[int, int], None]


def film_scenes(known: SeatHistory, codes: Mapping[str, str] | None = None) -> tuple[FilmScene, ...]:
    """The scenes of a game as far as a role may know it: what counts of it, in order. Empty if nothing has happened."""
    people = known.game.phrases.people(known.game.state_at(1))
    header = known.game.log.header
    codes = codes or codes_of(people, header.seats)
    title = match_title(title_sides(header.seats, header.tags).values())
    scenes: list[FilmScene] = []
    for number in chosen_lines(known, MOST_SCENES):
        # a line that nobody is named in belongs to what the last one began
        before = scenes[-1].seat if scenes else ""
        scenes.append(_scene(known, number, title, codes, before))
    return tuple(scenes)


def chosen_lines(known: SeatHistory, most: int) -> list[int]:
    """At most so many of the lines that count, spread over the game: of each stretch the last that tells most."""
    told = [number for number in known.log.since(2, known.log.last + 1) if _telling(known, number)]
    if len(told) <= most:
        return told
    cuts = [len(told) * cut // most for cut in range(most + 1)]
    stretches = [told[first:last] for first, last in itertools.pairwise(cuts)]
    return [max(stretch, key=lambda number: (_telling(known, number), number)) for stretch in stretches]


def durations_ms(count: int) -> list[int]:
    """How long each of so many pictures is seen; the last one longer, to be read."""
    if count == 0:
        return []
    each = min(MOST_MS, max(LEAST_MS, (LENGTH_MS - LAST_MS) // max(count - 1, 1)))
    return [each] * (count - 1) + [LAST_MS]


def write_film(path: Path, scenes: Sequence[FilmScene], progress: Progress) -> None:
    """Writes the film, or nothing where `progress` raises. ValueError without a scene."""
    if not scenes:
        raise ValueError("a film needs a scene")
    film = BytesIO()
    # lossless: flat colours and letters stay as they are drawn, and are no larger so
    _Reel(scenes, progress).save(
        film, "WEBP", save_all=True, duration=durations_ms(len(scenes)), loop=1, lossless=True, quality=30, method=2
    )
    write_bytes(path, film.getvalue())


def _telling(known: SeatHistory, number: int) -> int:
    """How much a line tells: 2 for an event, 1 for a roll that was ruled on, else 0."""
    line = known.log[number]
    if isinstance(line, EventLine):
        return 1 if known.lines[number - 1].get("aside") else 2
    return int(isinstance(line, AnswerLine) and bool(known.lines[number - 1].get("clause")))


def _scene(known: SeatHistory, number: int, title: str, codes: Mapping[str, str], before: str) -> FilmScene:
    line, game = known.lines[number - 1], known.game
    people = game.phrases.people(game.state_at(known.true(number)))
    acting = _acting(known.log_view.view.lines[number - 1], people)
    seat = str(line.get("seat") or people.get(acting) or before)
    return FilmScene(
        number=number,
        title=title,
        turn=game.book.turn_title(known.turns[number - 1]),
        heading=known.heading(number),
        caption=str(line["text"]),
        seat=seat,
        side=known.log_view.names(seat) if seat else "",
        acting=acting,
        seats=game.log.header.seats,
        snapshot=known.snapshot(number),
        fallen=fallen_at(known, number),
        people=people,
        codes=codes,
    )


def _acting(record: Mapping[str, Json], people: Mapping[str, str]) -> str:
    """The model that an event names first, which is the one that does it; "" for none."""
    named = record.get("event", {}).values()
    return next((value for value in named if isinstance(value, str) and value in people), "")


class _Reel(Image.Image):
    """The pictures of a film for Pillow's encoder, each drawn when it is asked for and forgotten after it."""

    def __init__(self, scenes: Sequence[FilmScene], progress: Progress) -> None:
        super().__init__()
        self._scenes, self._progress = scenes, progress
        self._mode, self._size = "RGB", SIZE_PX
        self._at = -1
        self.n_frames = len(scenes)
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Draws a picture; the encoder asks for them in order, and for the first one again at the end."""
        if frame == self._at:
            return
        self._progress(frame, self.n_frames)
        self.im = draw(self._scenes[frame], frame + 1, self.n_frames).im
        self._at = frame

    def tell(self) -> int:
        """Which picture is drawn."""
        return max(self._at, 0)
