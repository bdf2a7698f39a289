"""Frames are kept in games where that is switched on, and only there; whatever the disk does, the game goes on."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from filmed_game import FilmedGame, draw_plain, read_mark

from tablecam.live.frame_recorder import read_small
from tablecam.rules.ask import IllegalAnswer
from tablecam.sensing.vision.frame import JpegFrame
from tablecam.storage.frame_ring import FrameRing, KeptFrame

pytestmark = pytest.mark.slow


@pytest.fixture
def filmed(tmp_path: Path) -> FilmedGame:
    return FilmedGame(tmp_path)


def read_marks(filmed: FilmedGame) -> list[int]:
    frames = filmed.ring.list_frames(filmed.game)
    jpegs = [filmed.ring.read_frame(frame) or b"" for frame in frames]
    return [read_mark(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)) for jpeg in jpegs]


def test_nothing_is_kept_until_it_is_switched_on_and_everything_goes_when_it_is_switched_off(
    filmed: FilmedGame,
) -> None:
    filmed.play(3)
    assert filmed.ring.list_games() == frozenset()
    assert filmed.host.view_for("spectator")["game"]["frames"] is False
    filmed.keep_frames(True)
    assert filmed.host.view_for("spectator")["game"]["frames"] is True
    before = filmed.last_line
    filmed.play(5)
    frames = filmed.ring.list_frames(filmed.game)
    assert len(frames) == 5
    assert read_marks(filmed) == [frame.line for frame in frames]
    assert before <= frames[0].line < frames[-1].line == filmed.last_line
    filmed.keep_frames(False, role="blue")
    filmed.film()
    assert list(filmed.ring.folder.iterdir()) == []


def test_a_player_cannot_switch_it_on_for_everybody(filmed: FilmedGame) -> None:
    with pytest.raises(IllegalAnswer, match="only the table or the umpire"):
        filmed.keep_frames(True, role="red")


def test_a_table_at_rest_and_a_game_that_is_over_take_no_room(filmed: FilmedGame) -> None:
    filmed.keep_frames(True)
    filmed.film()
    for number in range(2, 6):
        view = filmed.table.view
        filmed.table._publish(type(view)(view.number + number, None, frame=view.frame))
        filmed.recorder.step()
    assert len(filmed.ring.list_frames(filmed.game)) == 1
    filmed.play(2)
    filmed.end()
    count = len(filmed.ring.list_frames(filmed.game))
    filmed.film()
    assert len(filmed.ring.list_frames(filmed.game)) == count


def test_frames_of_games_that_nobody_wants_are_deleted_at_the_start(tmp_path: Path) -> None:
    ring = FrameRing(tmp_path / "frames", least_free_bytes=0)
    ring.add(KeptFrame(99, 1, 1), b"of a game that was deleted")
    filmed = FilmedGame(tmp_path, ring=ring)
    filmed.keep_frames(True)
    filmed.film()
    assert ring.list_games() == {filmed.game}


def test_a_full_disk_costs_frames_and_is_told_while_the_game_goes_on(tmp_path: Path) -> None:
    filmed = FilmedGame(tmp_path, ring=FrameRing(tmp_path / "frames", least_free_bytes=2**62))
    filmed.keep_frames(True)
    before = filmed.last_line
    filmed.play(4)
    assert filmed.last_line > before
    assert filmed.recorder.status.dropped == 4
    assert "nearly full" in filmed.recorder.status.fault


def test_when_the_ring_is_full_key_moments_are_chosen_once_for_many_frames(tmp_path: Path) -> None:
    filmed = FilmedGame(tmp_path, ring=FrameRing(tmp_path / "frames", most_bytes=200_000))
    asked: list[int] = []

    def spare_first(game: int) -> tuple[KeptFrame, ...]:
        asked.append(game)
        return filmed.ring.list_frames(game)[:1]

    filmed.recorder._choose_spared = spare_first
    filmed.keep_frames(True)
    filmed.film()
    first = filmed.ring.list_frames(filmed.game)[0]
    filmed.play(60)
    frames = filmed.ring.list_frames(filmed.game)
    assert frames[0] == first
    assert frames[1].time_ms - first.time_ms > 500
    assert 0 < len(asked) <= 30


def test_a_camera_of_4k_is_decoded_no_larger_than_needed() -> None:
    image = cv2.resize(draw_plain(3), (3840, 2160))
    jpeg = cv2.imencode(".jpg", image)[1].tobytes()
    small = read_small(JpegFrame(jpeg, (3840, 2160), 1.0))
    assert small.shape == (540, 960, 3)
    assert np.abs(small.astype(int) - draw_plain(3)).mean() < 2
