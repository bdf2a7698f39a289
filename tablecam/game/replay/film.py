"""A whole game as a film of half a minute: an animated WebP, which browsers and messengers show by themselves.

    scenes = film_scenes(past.view_as(WHOLE))
    write_film(Path("game.webp"), scenes, lambda done, of: None)

One image is in memory at a time, however long the game was. Half a minute has no room for every line: of each stretch
of the log the film shows the most important line, with the board of that line.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from tablecam.game.hosting.log_view import match_title
from tablecam.game.log import AnswerLine, EventLine
from tablecam.game.replay.battle_report import assign_codes, find_fallen
from tablecam.game.replay.board_picture import SIZE_PX, FilmScene, draw
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.side_names import title_sides
from tablecam.rules.plain import Json
from tablecam.storage.text_file import write_bytes

LENGTH_MS, LAST_MS = 30_000, 3_000
# the shortest and longest time for one image
LEAST_MS, MOST_MS = 180, 1_500
MOST_SCENES = (LENGTH_MS - LAST_MS) // LEAST_MS
# called with the number of images done and their total; it may raise to end the film
Progress = Callable[[int, int], None]


def film_scenes(known: SeatHistory, codes: Mapping[str, str] | None = None) -> tuple[FilmScene, ...]:
    """The scenes of a game as far as a role may know it, in order: lines that count. Empty if there are none."""
    people = known.game.phrases.people(known.game.get_state(1))
    header = known.game.log.header
    codes = codes or assign_codes(people, header.seats)
    title = match_title(title_sides(header.seats, header.tags).values())
    scenes: list[FilmScene] = []
    for number in choose_lines(known, MOST_SCENES):
        # a line that names nobody belongs to the action of the last one
        previous_seat = scenes[-1].seat if scenes else ""
        scenes.append(_build_scene(known, number, title, codes, previous_seat))
    return tuple(scenes)


def choose_lines(known: SeatHistory, most: int) -> list[int]:
    """The important lines, at most `most`, spread over the game: of each stretch the last one."""
    candidates = [number for number in known.log.since(2, known.log.last + 1) if _rate_line(known, number)]
    if len(candidates) <= most:
        return candidates
    cuts = [len(candidates) * cut // most for cut in range(most + 1)]
    stretches = [candidates[start:stop] for start, stop in itertools.pairwise(cuts)]
    return [max(stretch, key=lambda number: (_rate_line(known, number), number)) for stretch in stretches]


def durations_ms(count: int) -> list[int]:
    """How long to show each of `count` images; the last one longer, for reading."""
    if count == 0:
        return []
    image_ms = min(MOST_MS, max(LEAST_MS, (LENGTH_MS - LAST_MS) // max(count - 1, 1)))
    return [image_ms] * (count - 1) + [LAST_MS]


def write_film(path: Path, scenes: Sequence[FilmScene], progress: Progress) -> None:
    """Write the film, or nothing if `progress` raises. ValueError without a scene."""
    if not scenes:
        raise ValueError("a film needs a scene")
    film = BytesIO()
    # lossless: flat colours and letters stay as drawn, and the file is no larger
    _Reel(scenes, progress).save(
        film, "WEBP", save_all=True, duration=durations_ms(len(scenes)), loop=1, lossless=True, quality=30, method=2
    )
    write_bytes(path, film.getvalue())


def _rate_line(known: SeatHistory, number: int) -> int:
    """The importance of a line: 2 for an event, 1 for a roll with a clause, else 0."""
    line = known.log[number]
    if isinstance(line, EventLine):
        return 1 if known.lines[number - 1].get("aside") else 2
    return int(isinstance(line, AnswerLine) and bool(known.lines[number - 1].get("clause")))


def _build_scene(known: SeatHistory, number: int, title: str, codes: Mapping[str, str], before: str) -> FilmScene:
    line, game = known.lines[number - 1], known.game
    people = game.phrases.people(game.get_state(known.true(number)))
    acting = _acting_model(known.log_view.view.lines[number - 1], people)
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
        fallen=find_fallen(known, number),
        people=people,
        codes=codes,
    )


def _acting_model(record: Mapping[str, Json], people: Mapping[str, str]) -> str:
    """The first model that an event names, which is the one that acts; "" for none."""
    values = record.get("event", {}).values()
    return next((value for value in values if isinstance(value, str) and value in people), "")


class _Reel(Image.Image):
    """The images of a film for Pillow's encoder, each drawn on request and then forgotten."""

    def __init__(self, scenes: Sequence[FilmScene], progress: Progress) -> None:
        super().__init__()
        self._scenes, self._progress = scenes, progress
        self._mode, self._size = "RGB", SIZE_PX
        self._at = -1
        self.n_frames = len(scenes)
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Draw an image; the encoder asks for them in order, and for the first one again at the end."""
        if frame == self._at:
            return
        self._progress(frame, self.n_frames)
        self.im = draw(self._scenes[frame], frame + 1, self.n_frames).im
        self._at = frame

    def tell(self) -> int:
        """The index of the drawn image."""
        return max(self._at, 0)
