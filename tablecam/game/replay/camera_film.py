"""A film of 40 s of the camera's own frames around the key moments of a game, with captions from the log.

    clips = plan_clips(past.view_as(WHOLE), ring.list_frames(7))
    write_camera_film(Path("game.mp4"), CameraFilm(titles, clips, ring.read_frame), progress)

Players tap a result before or after they move models for it, so a clip shows a while of the table on both sides of its
line. Frames are kept only while something moves: played one after the other, they are a time lapse of that. The caption
appears at the line itself, so that the film does not tell what is going to happen.
"""

import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.log_view import match_title
from tablecam.game.replay.highlights import find_result
from tablecam.game.replay.image_text import load_font, wrap_words
from tablecam.game.replay.key_moments import KeyMoment, choose_key_moments
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.side_names import title_sides
from tablecam.storage.frame_ring import KeptFrame
from tablecam.storage.text_file import write_bytes
from tablecam.storage.video_file import open_video

SIZE_PX = (960, 540)
FPS = 8
# images of the film: title, result, and all clips together, of which none is longer than 8 s
TITLE_IMAGES, RESULT_IMAGES, CLIP_IMAGES, MOST_CLIP_IMAGES = 2 * FPS, 3 * FPS, 35 * FPS, 8 * FPS
# the share of a clip before its line
LEAD_SHARE = 1 / 3
# a clip shows no frame that was taken longer than this before or after its line
REACH_MS = 60_000
# frames at least this near to a line show its table, even if nothing has moved for long
NEAR_LINES = 40
PAPER, ACCENT, SOFT, SHADE = "#ffffff", "#ffd25e", "#d5dade", 0.35
TITLE_PX, LEAD_PX, TEXT_PX, SMALL_PX, MARGIN_PX = 44, 22, 24, 18, 24
# called with the number of images done and their total; it may raise to end the film
Progress = Callable[[int, int], None]
Row = tuple[str, int, str]


@dataclass(frozen=True)
class Clip:
    """The frames around a line of the log. lead, after: before and from the line on; number: the role's line.

    heading: what is going on; rows: the caption from the line on.
    """

    number: int
    lead: tuple[KeptFrame, ...]
    after: tuple[KeptFrame, ...]
    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class CameraFilm:
    """Everything that a film needs. title, result: the rows of its first and last image; read: a frame as JPEG."""

    title: tuple[Row, ...]
    clips: tuple[Clip, ...]
    result: tuple[Row, ...]
    read: Callable[[KeptFrame], bytes | None]

    @property
    def image_count(self) -> int:
        """The number of its images."""
        return TITLE_IMAGES + self.clip_images * len(self.clips) + RESULT_IMAGES

    @property
    def clip_images(self) -> int:
        """The number of images of each clip."""
        return min(MOST_CLIP_IMAGES, CLIP_IMAGES // len(self.clips))


def plan_camera_film(
    known: SeatHistory, frames: Sequence[KeptFrame], read: Callable[[KeptFrame], bytes | None]
) -> CameraFilm:
    """The film of a game. TablecamError if no frame shows a key moment."""
    clips = plan_clips(known, frames)
    if not clips:
        raise TablecamError(Message("No frames of the camera are kept of this game’s key moments."))
    header = known.game.log.header
    title = match_title(title_sides(header.seats, header.tags).values())
    opening = ((title, TITLE_PX, PAPER), (str(known.game.book.title), LEAD_PX, SOFT))
    return CameraFilm(opening, clips, _describe_result(known), read)


def _describe_result(known: SeatHistory) -> tuple[Row, ...]:
    result = find_result(known)
    if result is None:
        return ((_("The game is over"), TITLE_PX, PAPER),)
    rows = ((str(result.headline), TITLE_PX, PAPER), (str(result.reason), LEAD_PX, SOFT))
    return tuple(row for row in rows if row[0])


def plan_clips(known: SeatHistory, frames: Sequence[KeptFrame]) -> tuple[Clip, ...]:
    """A clip for each key moment that frames show, in order. frames: those of the game, by time."""
    moments = choose_key_moments(known)
    return tuple(clip for moment in moments if (clip := _plan_clip(known, moment, frames)))


def choose_spared_frames(known: SeatHistory, frames: Sequence[KeptFrame]) -> frozenset[KeptFrame]:
    """The frames that a film of the game so far needs."""
    return frozenset(frame for clip in plan_clips(known, frames) for frame in (*clip.lead, *clip.after))


def _plan_clip(known: SeatHistory, moment: KeyMoment, frames: Sequence[KeptFrame]) -> Clip | None:
    line = known.true(moment.number)
    at = bisect_left(frames, line, key=lambda frame: frame.line)
    if not at or line - frames[at - 1].line > NEAR_LINES:
        return None
    # the newest frame before the line shows the table at that time, however old it is
    middle_ms = frames[at].time_ms if at < len(frames) else frames[at - 1].time_ms
    near = [frame for frame in frames if abs(frame.time_ms - middle_ms) <= REACH_MS]
    lead = [frame for frame in near if frame.line < line] or [frames[at - 1]]
    after = [frame for frame in near if frame.line >= line]
    return Clip(
        moment.number,
        tuple(lead[-round(LEAD_SHARE * MOST_CLIP_IMAGES) :]),
        tuple(after[:MOST_CLIP_IMAGES]),
        f"{known.game.book.turn_title(known.turns[moment.number - 1])} · {known.heading(moment.number)}",  # no text
        _describe_moment(known, moment),
    )


def _describe_moment(known: SeatHistory, moment: KeyMoment) -> tuple[Row, ...]:
    """The caption: the kind of moment, the sentence of the log, and the chance of a roll."""
    chance = _("a chance of {percent} %", percent=f"{100 * float(moment.chance):.0f}") if moment.chance else ""
    rows = (
        (moment.title, SMALL_PX, ACCENT),
        (str(known.lines[moment.number - 1]["text"]), TEXT_PX, PAPER),
        (chance, SMALL_PX, SOFT),
    )
    return tuple(row for row in rows if row[0])


def write_camera_film(path: Path, film: CameraFilm, progress: Progress, suffix: str = "") -> None:
    """Write the film, or nothing if `progress` raises. suffix: the format, by default that of the path."""
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder:
        made = Path(folder) / f"film{suffix or path.suffix}"
        with open_video(made, FPS, SIZE_PX) as video:
            for done, image in enumerate(draw_images(film)):
                progress(done, film.image_count)
                video.write(image)
        write_bytes(path, made.read_bytes())


def draw_images(film: CameraFilm) -> Iterator[np.ndarray]:
    """Every image of the film in order, (rows, columns, 3) uint8 BGR."""
    first, last = film.clips[0].lead[0], [*film.clips[-1].lead, *film.clips[-1].after][-1]
    yield from [_draw_card(_load_image(film, first), film.title)] * TITLE_IMAGES
    for clip in film.clips:
        yield from _draw_clip(film, clip)
    yield from [_draw_card(_load_image(film, last), film.result)] * RESULT_IMAGES


def _draw_clip(film: CameraFilm, clip: Clip) -> Iterator[np.ndarray]:
    lead_count = round(LEAD_SHARE * film.clip_images)
    lead = clip.lead[-lead_count:]
    lead = (lead[:1] * (lead_count - len(lead))) + lead
    after = clip.after[: film.clip_images - lead_count]
    after = after + (after or lead)[-1:] * (film.clip_images - lead_count - len(after))
    heading = ((clip.heading, SMALL_PX, SOFT),)
    for frames, rows in ((lead, heading), (after, (*heading, *clip.rows))):
        caption = _draw_caption(rows)
        for frame in frames:
            yield _lay_over(_load_image(film, frame), caption)


def _load_image(film: CameraFilm, frame: KeptFrame) -> np.ndarray:
    """A frame in the middle of an image of the film; black if it is gone or damaged."""
    jpeg = film.read(frame)
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    filled = np.zeros((SIZE_PX[1], SIZE_PX[0], 3), np.uint8)
    if image is None:
        return filled
    scale = min(SIZE_PX[0] / image.shape[1], SIZE_PX[1] / image.shape[0])
    wide, high = round(image.shape[1] * scale), round(image.shape[0] * scale)
    left, top = (SIZE_PX[0] - wide) // 2, (SIZE_PX[1] - high) // 2
    filled[top : top + high, left : left + wide] = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
    return filled


@lru_cache(maxsize=4)
def _draw_caption(rows: tuple[Row, ...]) -> np.ndarray:
    """A caption on its dark band, (rows, columns, 3) uint8 BGR, as high as it needs."""
    return _draw_rows(rows, SIZE_PX[0] - 2 * MARGIN_PX, "la", MARGIN_PX)


def _draw_rows(rows: tuple[Row, ...], wide: int, anchor: str, x: int) -> np.ndarray:
    """Text in white and colours on black, as high as it needs, (rows, columns, 3) uint8 BGR."""
    lines = [(part, px, ink) for text, px, ink in rows for part in wrap_words(text, load_font(px), wide)]
    height = round(sum(1.35 * px for _text, px, _ink in lines)) + MARGIN_PX
    image = Image.new("RGB", (SIZE_PX[0], min(height, SIZE_PX[1])))
    drawing, y = ImageDraw.Draw(image), MARGIN_PX / 2
    for text, px, ink in lines:
        drawing.text((x, y), text, ink, load_font(px), anchor=anchor)
        y += 1.35 * px
    return cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR)


def _lay_over(image: np.ndarray, caption: np.ndarray, top: int | None = None) -> np.ndarray:
    """An image with a caption over its darkened foot, or from a row on."""
    top = image.shape[0] - caption.shape[0] if top is None else top
    band = image[top : top + caption.shape[0]]
    # letters over a shaded table: the brighter of both, so that both stay whole
    image[top : top + caption.shape[0]] = np.maximum((SHADE * band).astype(np.uint8), caption)
    return image


def _draw_card(image: np.ndarray, rows: tuple[Row, ...]) -> np.ndarray:
    """Large text over a darkened frame."""
    dark = (SHADE * image).astype(np.uint8)
    text = _draw_rows(rows, SIZE_PX[0] - 4 * MARGIN_PX, "ma", SIZE_PX[0] // 2)
    top = (SIZE_PX[1] - text.shape[0]) // 2
    dark[top : top + text.shape[0]] = np.maximum(dark[top : top + text.shape[0]], text)
    return dark
