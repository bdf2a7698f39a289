"""A whole game as a film of half a minute: an animated WebP, which browsers and messengers show by themselves.

    scenes = film_scenes(past.view_as(WHOLE))
    write_film(Path("game.webp"), scenes, lambda done, of: None)

One image is in memory at a time, however long the game was. Half a minute has no room for every line: of each stretch
of the log the film shows the most important line, with the board of that line.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps

from tablecam.game.hosting.log_view import match_title
from tablecam.game.log import AnswerLine, EventLine
from tablecam.game.replay.battle_report import assign_codes
from tablecam.game.replay.board_svg import (
    EDGE,
    INK,
    SIDES,
    SOFT,
    draw_code,
    draw_emblem,
    draw_mat,
    draw_model,
    draw_ringed_models,
    draw_svg,
    draw_terrain,
    find_side,
    png,
)
from tablecam.game.replay.highlights import find_fallen
from tablecam.game.replay.image_text import load_font, wrap_words
from tablecam.game.replay.photographs import Photograph, Photographs
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.side_names import title_sides
from tablecam.rules.plain import Json
from tablecam.storage.text_file import write_bytes
from tablecam.table.measure import svg
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Terrain

# A moment of a game as an image: the board from above, and beside it the acting side and the ruling.
#
#     picture = draw(scene, step=3, steps=90)
#     picture.getpixel(on_board(scene.snapshot).place(12.0, 30.0))
#
# The board has the colours and emblems of the battle report (`board_svg.py`), which differ on grey screens too.

SIZE_PX = (1280, 720)
# the board fills the left of the image, the words the right
BOARD_PX, MARGIN_PX = 860, 16
PAPER, BAR, RING = "#ffffff", "#c9cfd4", "#ffd25e"
RING_IN = 0.3
# the film's first image: large letters over a dark table
OPENING, OPENING_SHADE, OPENING_PX = "#ffffff", 0.55, 64
USUAL_TABLE_IN = (48.0, 48.0)
TITLE_PX, LEAD_PX, TEXT_PX, EMBLEM_PX = 26, 24, 19, 22
Pixel = tuple[float, float]


@dataclass(frozen=True)
class FilmScene:
    """A moment, with everything that its image needs. number: of the line; turn, heading, caption: in words.

    seat: the acting seat, "" for none; side: that seat's name; acting: the acting model; snapshot: None if nothing was
    measured; people: sides by model; codes: short names; photograph: the table at that moment; is_title: whether the
    film opens with it.
    """

    number: int
    title: str
    turn: str
    heading: str
    caption: str
    seat: str
    side: str
    acting: str
    seats: Sequence[str]
    snapshot: Snapshot | None
    fallen: frozenset[str]
    people: Mapping[str, str]
    codes: Mapping[str, str]
    photograph: Photograph | None = None
    is_title: bool = False


@dataclass(frozen=True)
class OnBoard:
    """The place of the table in an image."""

    left: float
    bottom: float
    px_per_in: float

    def place(self, x_in: float, y_in: float) -> Pixel:
        """The pixel of a point on the table (inches, +y up)."""
        return self.left + x_in * self.px_per_in, self.bottom - y_in * self.px_per_in


def on_board(snapshot: Snapshot | None) -> OnBoard:
    """The place of a snapshot's table in its image: as large as there is room, in the middle."""
    wide, deep = _get_table_size_in(snapshot)
    room = (BOARD_PX - 2 * MARGIN_PX, SIZE_PX[1] - 2 * MARGIN_PX)
    scale = min(room[0] / wide, room[1] / deep)
    return OnBoard((BOARD_PX - wide * scale) / 2, (SIZE_PX[1] + deep * scale) / 2, scale)


def draw(scene: FilmScene, step: int, steps: int) -> Image.Image:
    """The image of a scene, with its progress bar at `step` of `steps`; RGB."""
    if scene.is_title:
        return _draw_title(scene)
    terrain, size_in = scene.snapshot.terrain if scene.snapshot else Terrain(), _get_table_size_in(scene.snapshot)
    ground = _draw_photograph(scene.photograph) if scene.photograph else _draw_ground(terrain, size_in)
    picture = ground.copy()
    if scene.snapshot:
        models = _rasterize(scene.snapshot, _draw_models(scene))
        picture.paste(models, (0, 0), models)
    _draw_words(picture, scene)
    _draw_progress(ImageDraw.Draw(picture), step, steps)
    return picture


@lru_cache(maxsize=4)
def _draw_ground(terrain: Terrain, size_in: tuple[float, float]) -> Image.Image:
    """The empty table; it hardly changes in a game."""
    snapshot = Snapshot(0.0, (), width_in=size_in[0], depth_in=size_in[1])
    picture = Image.new("RGB", SIZE_PX, PAPER)
    board = _rasterize(snapshot, [*draw_mat(*size_in), *draw_terrain(terrain)])
    picture.paste(board, (0, 0), board)
    return picture


def _draw_photograph(photograph: Photograph) -> Image.Image:
    """The table as it looked, in the place of the board."""
    return _place_photograph(photograph.jpeg, _get_table_size_in(photograph.snapshot))


@lru_cache(maxsize=2)
def _place_photograph(jpeg: bytes, size_in: tuple[float, float]) -> Image.Image:
    board = on_board(Snapshot(0.0, (), width_in=size_in[0], depth_in=size_in[1]))
    left, top = (round(length) for length in board.place(0.0, size_in[1]))
    wide, high = (round(length_in * board.px_per_in) for length_in in size_in)
    picture = Image.new("RGB", SIZE_PX, svg.GROUND)
    picture.paste(Image.open(BytesIO(jpeg)).convert("RGB").resize((wide, high), Image.Resampling.LANCZOS), (left, top))
    return picture


def _draw_title(scene: FilmScene) -> Image.Image:
    """The name of the game over its table, which fills the image."""
    picture = _fill_with_table(scene)
    drawing = ImageDraw.Draw(picture)
    wide, lines = SIZE_PX[0] - 12 * MARGIN_PX, ((scene.title, OPENING_PX), (scene.heading, TITLE_PX))
    y = SIZE_PX[1] * 0.4
    for text, size in lines:
        for row in wrap_words(text, load_font(size), wide):
            drawing.text((SIZE_PX[0] / 2, y), row, OPENING, load_font(size), anchor="ma")
            y += size * 1.35
    return picture


def _fill_with_table(scene: FilmScene) -> Image.Image:
    """The darkened middle of the table; of one that nobody photographed, its drawing."""
    if scene.photograph:
        table = Image.open(BytesIO(scene.photograph.jpeg)).convert("RGB")
    else:
        board = on_board(scene.snapshot)
        wide_in, deep_in = _get_table_size_in(scene.snapshot)
        terrain = scene.snapshot.terrain if scene.snapshot else Terrain()
        (left, top), (right, bottom) = board.place(0.0, deep_in), board.place(wide_in, 0.0)
        table = _draw_ground(terrain, (wide_in, deep_in)).crop((left, top, right, bottom))
    filled = ImageOps.fit(table, SIZE_PX, Image.Resampling.LANCZOS)
    return Image.blend(filled, Image.new("RGB", SIZE_PX, INK), OPENING_SHADE)


def _rasterize(snapshot: Snapshot, body: Iterable[str]) -> Image.Image:
    """The left of the image, where the board is, with SVG elements in table inches; RGBA."""
    board = on_board(snapshot)
    box = (-board.left, -board.bottom, BOARD_PX, SIZE_PX[1])
    left, top, width, height = (length_px / board.px_per_in for length_px in box)
    drawing = png(draw_svg((left, top, width, height), BOARD_PX, "", body), BOARD_PX)
    return Image.open(BytesIO(drawing)).convert("RGBA")


def _draw_models(scene: FilmScene) -> Iterator[str]:
    """The models in play over the fallen ones, a ring around the acting one, and the codes of all.

    Over a photograph, which shows the models themselves, rings mark those in play.
    """
    models = [placed for placed in scene.snapshot.models if placed.model.id in scene.people] if scene.snapshot else []
    for placed in sorted(models, key=lambda placed: placed.model.id not in scene.fallen):
        model = placed.model.id
        if model == scene.acting:
            radius = max(placed.model.base.half_extents_in) + RING_IN
            yield _draw_acting((placed.x_in, -placed.y_in), radius, over_photograph=scene.photograph is not None)
        if scene.photograph:
            continue
        fallen = model in scene.fallen
        yield draw_model(placed, _side_index(scene, scene.people[model]), fallen, EDGE if fallen else "")
    if scene.photograph:
        standing = [placed for placed in models if placed.model.id not in scene.fallen]
        yield from draw_ringed_models(standing, scene.codes, scene.seats, frozenset())
        return
    for placed in models:
        yield draw_code(placed, scene.codes.get(placed.model.id, ""), placed.model.id in scene.fallen)


def _draw_acting(at: svg.Point, radius: float, over_photograph: bool) -> str:
    if over_photograph:
        return svg.circle(at, radius + RING_IN, fill="none", stroke=RING, stroke_width=2 * RING_IN)
    return svg.circle(at, radius, fill=RING, stroke=INK, stroke_width=0.06)


def _draw_words(picture: Image.Image, scene: FilmScene) -> None:
    """Draw the words beside the board: the game, the turn, the acting side, and the ruling."""
    drawing = ImageDraw.Draw(picture)
    ink, soft, sides = (svg.TEXT, svg.SOFT, svg.SIDES) if scene.photograph else (INK, SOFT, SIDES)
    x, wide = BOARD_PX + MARGIN_PX, SIZE_PX[0] - BOARD_PX - 2 * MARGIN_PX
    y = _draw_paragraph(drawing, (x, 2 * MARGIN_PX), wide, scene.title, (TITLE_PX, ink)) + MARGIN_PX
    y = _draw_paragraph(drawing, (x, y), wide, scene.turn, (TEXT_PX, soft)) + MARGIN_PX
    if scene.seat in scene.seats:
        side = _side_index(scene, scene.seat)
        emblem = _draw_emblem_image(side, sides[side])
        picture.paste(emblem, (x, round(y) + 4), emblem)
        y = _draw_paragraph(drawing, (x + 32, y), wide - 32, scene.side, (LEAD_PX, sides[side]))
    heading = "" if scene.heading == scene.side else scene.heading
    y = _draw_paragraph(drawing, (x, y), wide, heading, (TEXT_PX, soft)) + MARGIN_PX
    _draw_paragraph(drawing, (x, y), wide, scene.caption, (LEAD_PX, ink))


@lru_cache(maxsize=2 * len(SIDES))
def _draw_emblem_image(side: int, colour: str) -> Image.Image:
    """The emblem of a side beside its name; RGBA."""
    emblem = draw_svg((-1, -1, 2, 2), EMBLEM_PX, "", [draw_emblem((0, 0), 1, side, colour)])
    return Image.open(BytesIO(png(emblem, EMBLEM_PX))).convert("RGBA")


def _draw_paragraph(drawing: ImageDraw.ImageDraw, at: Pixel, wide: float, text: str, look: tuple[int, str]) -> float:
    """Write a text in lines of a width; returns the top of the next paragraph."""
    size, colour = look
    font, top = load_font(size), at[1]
    for line in wrap_words(text, font, wide):
        if top + size > SIZE_PX[1] - 3 * MARGIN_PX:
            break
        drawing.text((at[0], top), line, colour, font)
        top += size * 1.35
    return top


def _draw_progress(drawing: ImageDraw.ImageDraw, step: int, steps: int) -> None:
    """Draw how much of the game is over, at the foot."""
    min_x, max_x = BOARD_PX + MARGIN_PX, SIZE_PX[0] - MARGIN_PX
    top = SIZE_PX[1] - 2 * MARGIN_PX
    drawing.rectangle((min_x, top, max_x, top + 6), fill=BAR)
    drawing.rectangle((min_x, top, min_x + (max_x - min_x) * step / max(steps, 1), top + 6), fill=SOFT)


def _side_index(scene: FilmScene, side: str) -> int:
    return find_side(scene.seats, side)


def _get_table_size_in(snapshot: Snapshot | None) -> tuple[float, float]:
    return (snapshot.width_in, snapshot.depth_in) if snapshot else USUAL_TABLE_IN


LENGTH_MS, TITLE_MS, LAST_MS = 30_000, 2_000, 3_000
# the shortest and longest time for one image
LEAST_MS, MOST_MS = 180, 1_500
MOST_SCENES = (LENGTH_MS - TITLE_MS - LAST_MS) // LEAST_MS
# called with the number of images done and their total; it may raise to end the film
Progress = Callable[[int, int], None]


def film_scenes(
    known: SeatHistory, codes: Mapping[str, str] | None = None, photographs: Photographs | None = None
) -> tuple[FilmScene, ...]:
    """The scenes of a game as far as a role may know it, in order: a title, then lines that count. Empty without lines.

    photographs: those that the same role may see; by default none.
    """
    people = known.game.phrases.people(known.game.get_state(1))
    header = known.game.log.header
    codes = codes or assign_codes(people, header.seats)
    title = match_title(title_sides(header.seats, header.tags).values())
    scenes: list[FilmScene] = []
    photographs = photographs or Photographs(known)
    open_photograph = lru_cache(maxsize=None)(photographs.open)
    for number in choose_lines(known, MOST_SCENES - 1):
        # a line that names nobody belongs to the action of the last one
        previous_seat = scenes[-1].seat if scenes else ""
        scene = _build_scene(known, number, title, codes, previous_seat)
        line = photographs.find(number)
        scenes.append(replace(scene, photograph=open_photograph(line) if line else None))
    return (_build_title(known, scenes), *scenes) if scenes else ()


def _build_title(known: SeatHistory, scenes: Sequence[FilmScene]) -> FilmScene:
    """The opening: the game's name over the first look at its table."""
    first = next((scene for scene in scenes if scene.photograph), None)
    first = first or next((scene for scene in scenes if scene.snapshot), scenes[0])
    return replace(first, heading=str(known.game.book.title), is_title=True)


def choose_lines(known: SeatHistory, most: int) -> list[int]:
    """The important lines, at most `most`, spread over the game: of each stretch the last one."""
    candidates = [number for number in known.log.since(2, known.log.last + 1) if _rate_line(known, number)]
    if len(candidates) <= most:
        return candidates
    cuts = [len(candidates) * cut // most for cut in range(most + 1)]
    stretches = [candidates[start:stop] for start, stop in itertools.pairwise(cuts)]
    return [max(stretch, key=lambda number: (_rate_line(known, number), number)) for stretch in stretches]


def durations_ms(count: int) -> list[int]:
    """How long to show each of `count` images; the first and the last one longer, for reading."""
    if count == 0:
        return []
    image_ms = min(MOST_MS, max(LEAST_MS, (LENGTH_MS - TITLE_MS - LAST_MS) // max(count - 2, 1)))
    # a film of one image has no title
    return ([TITLE_MS] + [image_ms] * (count - 2) if count > 1 else []) + [LAST_MS]


def write_film(path: Path, scenes: Sequence[FilmScene], progress: Progress) -> None:
    """Write the film, or nothing if `progress` raises. ValueError without a scene."""
    if not scenes:
        raise ValueError("a film needs a scene")
    film = BytesIO()
    # lossless: flat colours and letters stay as drawn, and the file is no larger; photographs would make it huge
    is_drawn = not any(scene.photograph for scene in scenes)
    quality = {"lossless": True, "quality": 30, "method": 2} if is_drawn else {"quality": 72, "method": 2}
    _Reel(scenes, progress).save(film, "WEBP", save_all=True, duration=durations_ms(len(scenes)), loop=1, **quality)
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
