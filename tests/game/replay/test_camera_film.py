"""A film of a game's highlights: frames from around their lines, the caption not before its line, and 40 s of it."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from filmed_game import FilmedGame, make_drawing, read_mark

from tablecam.base.errors import TablecamError
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.camera_film import (
    FPS,
    LEAD_SHARE,
    RESULT_IMAGES,
    SIZE_PX,
    TITLE_IMAGES,
    CameraFilm,
    Clip,
    choose_spared_frames,
    draw_images,
    plan_camera_film,
    write_camera_film,
)
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.frame_ring import KeptFrame


def encode(level: int) -> bytes:
    return cv2.imencode(".jpg", np.full((300, 400, 3), level, np.uint8))[1].tobytes()


def test_a_caption_appears_at_its_line_and_a_frame_that_is_gone_leaves_black() -> None:
    levels = {KeptFrame(7, second, line): 40 * second for second, line in ((1, 10), (2, 11), (3, 12), (4, 13))}
    before, later = list(levels)[:2], list(levels)[2:]
    clip = Clip(5, tuple(before), tuple(later), "Turn 1", (("Pit is out of action", 24, "#ffffff"),))
    jpegs = {frame: encode(level) for frame, level in levels.items() if frame != later[0]}
    film = CameraFilm((("A game", 44, "#ffffff"),), (clip,), (("Red wins", 44, "#ffffff"),), jpegs.get)
    images = list(draw_images(film))
    assert len(images) == film.image_count == TITLE_IMAGES + 8 * FPS + RESULT_IMAGES
    middles = [round(float(image[200:260, 300:600].mean()) / 40) for image in images[TITLE_IMAGES:-RESULT_IMAGES]]
    lead = round(LEAD_SHARE * 8 * FPS)
    assert middles[: lead + 2] == [1] * (lead - 1) + [2, 0, 4]
    assert set(middles[lead + 1 :]) == {4}
    # a frame of four by three stands in the middle
    assert images[TITLE_IMAGES + lead + 5][100, 60].tolist() == [0, 0, 0]
    letters = [int((image[470:, :, 0] > 200).sum()) for image in images[TITLE_IMAGES:-RESULT_IMAGES]]
    assert max(letters[:lead]) < min(letters[lead:])


@pytest.mark.long
def test_a_game_over_a_drawn_table_becomes_a_film_that_shows_its_moments(tmp_path: Path) -> None:
    filmed = FilmedGame(tmp_path, make_drawing())
    filmed.keep_frames(True)
    filmed.film()
    filmed.play(120)
    filmed.end()
    with Archive(filmed.host.store, BOOKS).reading(filmed.game) as recorded:
        known = recorded.view_as(WHOLE)
        frames = filmed.ring.list_frames(filmed.game)
        film = plan_camera_film(known, frames, filmed.ring.read_frame)
        assert choose_spared_frames(known, frames) >= {clip.lead[-1] for clip in film.clips}
        # frames that begin after the game's end show nothing of it
        with pytest.raises(TablecamError, match="No frames"):
            plan_camera_film(known, frames[-1:], filmed.ring.read_frame)
    # one of eight clips is enough for the slower encoder
    for suffix, shown in ((".mp4", film), (".webm", replace(film, clips=film.clips[:1]))):
        path = tmp_path / f"film{suffix}"
        write_camera_film(path, shown, lambda _done, _of: None)
        check_moments(shown, path)
    assert 35 <= film.image_count / FPS <= 40


def check_moments(film: CameraFilm, path: Path) -> None:
    """The film, decoded again, has its length, and in each clip the frames on both sides of its line."""
    images = read_images(path)
    assert len(images) == film.image_count
    lead = round(LEAD_SHARE * film.clip_images)
    for index, clip in enumerate(film.clips):
        start = TITLE_IMAGES + index * film.clip_images
        lines = [read_mark(image) for image in images[start : start + film.clip_images]]
        line = clip.number
        assert max(lines[:lead]) < line <= min(lines[lead:]), clip
        assert lines == sorted(lines)
        assert len(set(lines)) > 5
        assert clip.rows


def read_images(path: Path) -> list[np.ndarray]:
    capture, images = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG), []
    assert round(capture.get(cv2.CAP_PROP_FPS)) == FPS
    while (read := capture.read())[0]:
        assert read[1].shape == (SIZE_PX[1], SIZE_PX[0], 3)
        images.append(read[1])
    capture.release()
    return images
