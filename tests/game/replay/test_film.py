"""The film of a game, decoded again: its pictures show the models where the log says that they stood."""

import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import BLUE, RED
from PIL import Image, ImageColor
from table_game import Player, begun, played

from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.replay import film
from tablecam.game.replay.board_svg import SIDES, find_side
from tablecam.game.replay.film import (
    SIZE_PX,
    FilmScene,
    choose_lines,
    draw,
    durations_ms,
    film_scenes,
    on_board,
    write_film,
)
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> GameStore:
    return GameStore(open_database(str(tmp_path_factory.mktemp("kept") / "games.db")))


@pytest.fixture(scope="module")
def past(store: GameStore) -> RecordedGame:
    player = played(store, seed=6, turns=2)
    return RecordedGame.read(store.read(player.game.sink.id), {}, BOOKS)


@pytest.fixture(scope="module")
def scenes(past: RecordedGame) -> tuple[FilmScene, ...]:
    title, *scenes = film_scenes(past.view_as(WHOLE))
    assert title.is_title
    return tuple(scenes)


def pictures(path: Path) -> Iterator[tuple[Image.Image, int]]:
    with Image.open(path) as shown:
        for number in range(getattr(shown, "n_frames", 1)):
            shown.seek(number)
            shown.load()
            yield shown.convert("RGB"), shown.info["duration"]


def nothing(_done: int, _of: int) -> None:
    return None


def test_each_picture_has_every_model_where_the_log_says_and_the_rest_of_the_board(
    scenes: tuple[FilmScene, ...], past: RecordedGame, tmp_path: Path
) -> None:
    # at the beginning nothing is measured yet
    some = (*scenes[len(scenes) // 4 :: len(scenes) // 4], scenes[-1])
    write_film(tmp_path / "game.webp", some, nothing)
    seen = list(pictures(tmp_path / "game.webp"))
    assert [duration for _, duration in seen] == durations_ms(len(some))
    known, moved = past.view_as(WHOLE), set()
    for (picture, _), scene in zip(seen, some, strict=True):
        snapshot = known.snapshot(scene.number)
        assert snapshot is not None
        assert picture.size == SIZE_PX
        for placed in snapshot.models:
            at = on_board(snapshot).place(placed.x_in, placed.y_in)
            moved.add((placed.model.id, at))
            wanted = (
                "#a8001c"
                if placed.model.id in scene.fallen
                else SIDES[find_side(scene.seats, scene.people[placed.model.id])]
            )
            assert far(picture, at, wanted) < 40, (scene.number, placed.model.id)
        # an empty corner of the mat
        assert far(picture, on_board(snapshot).place(1.3, 1.3), "#fbfaf7") < 10
    assert len(moved) > len(RED) + len(BLUE)


def far(picture: Image.Image, at: tuple[float, float], colour: str) -> int:
    got = picture.getpixel((int(at[0]), int(at[1])))
    assert isinstance(got, tuple)
    return max(abs(a - b) for a, b in zip(got, ImageColor.getrgb(colour), strict=True))


def test_what_is_decoded_is_what_was_drawn(scenes: tuple[FilmScene, ...], tmp_path: Path) -> None:
    write_film(tmp_path / "game.webp", scenes[-2:], nothing)
    decoded = [picture.tobytes() for picture, _ in pictures(tmp_path / "game.webp")]
    assert decoded == [draw(scene, step, 2).tobytes() for step, scene in enumerate(scenes[-2:], 1)]


def test_a_film_has_half_a_minute_whatever_the_length_of_the_game(past: RecordedGame) -> None:
    known = past.view_as(WHOLE)
    everything = choose_lines(known, 10_000)
    some = choose_lines(known, 40)
    assert len(everything) > 100
    assert len(some) == 40
    assert some == sorted(set(some))
    assert set(some) <= set(everything)
    # the end is always shown
    assert some[-1] == everything[-1]
    assert set(everything) <= set(known.log.live)
    for count in (60, 100, film.MOST_SCENES):
        assert 20_000 <= sum(durations_ms(count)) <= 31_000
    assert durations_ms(1) == [3000]
    assert durations_ms(0) == []


def test_a_scene_says_who_acts_and_what_was_ruled(scenes: tuple[FilmScene, ...], past: RecordedGame) -> None:
    known = past.view_as(WHOLE)
    for scene in scenes:
        assert scene.caption == known.lines[scene.number - 1]["text"]
        assert scene.acting == "" or scene.acting in scene.people
    acted = [scene for scene in scenes if scene.acting]
    assert {scene.seat for scene in acted} == {"red", "blue"}
    with_ring, without = (draw(one, 1, 1) for one in (acted[-1], replaced(acted[-1], acting="")))
    assert with_ring.tobytes() != without.tobytes()


def replaced(scene: FilmScene, **changed: Any) -> FilmScene:
    return FilmScene(**(vars(scene) | changed))


def test_one_picture_is_in_memory_at_a_time(
    scenes: tuple[FilmScene, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive: list[weakref.ref[Image.Image]] = []
    most = []

    def watched(scene: FilmScene, step: int, steps: int) -> Image.Image:
        picture = draw(scene, step, steps)
        alive.append(weakref.ref(picture))
        most.append(sum(reference() is not None for reference in alive))
        return picture

    monkeypatch.setattr(film, "draw", watched)
    write_film(tmp_path / "game.webp", scenes[:8], nothing)
    # each once, and the first again at the end
    assert len(alive) == 9
    assert max(most) <= 2


def test_a_film_that_is_broken_off_leaves_nothing(scenes: tuple[FilmScene, ...], tmp_path: Path) -> None:
    told = []

    class BrokenOff(Exception):
        pass

    def stop(done: int, of: int) -> None:
        told.append((done, of))
        if done == 3:
            raise BrokenOff

    with pytest.raises(BrokenOff):
        write_film(tmp_path / "game.webp", scenes[:9], stop)
    assert told[:4] == [(0, 9), (1, 9), (2, 9), (3, 9)]
    assert list(tmp_path.iterdir()) == []


def test_the_film_of_an_open_game_has_only_what_a_spectator_knows(store: GameStore) -> None:
    player: Player = begun(store, seed=3)
    for _ in range(40):
        player.one_answer()
    past = RecordedGame.read(store.read(player.game.sink.id), {}, BOOKS)
    public = past.view_as(NOBODY)
    texts = [line["text"] for line in public.lines]
    told = film_scenes(public)[1:]
    assert told
    assert not past.closed
    assert all(scene.caption == texts[scene.number - 1] for scene in told)
    secret = [line["text"] for line in past.view_as(WHOLE).lines if "overwatch" in line["text"].lower()]
    assert secret
    assert not any(scene.caption in secret and scene.caption not in texts for scene in told)
