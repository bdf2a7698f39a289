"""Urr on a table: the camera reads the drawn walls and towers, and a host plays a game on every kind of screen."""

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tablecam.commands.drawn_table import make_scene
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.playthrough import anything
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.battle_report import report
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.live.pipeline import measure_photo
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.urr.rulebook import GUARDS, HOST, URR_BOOK
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.table_folder import read_folder
from tablecam.table.measure.moves import standing
from tablecam.table.snapshot import Snapshot


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """What the camera reads of the drawn table."""
    scene, folder = make_scene(URR_BOOK, 1920, 1080), tmp_path_factory.mktemp("table")
    write_table_folder(scene, folder)
    return measure_photo(read_folder(folder), Frame(Renderer(scene).picture(), 0.0)).snapshot


@pytest.mark.slow
def test_every_unit_is_seen_where_it_stands_on_walls_towers_and_ground(seen: Snapshot) -> None:
    expected = {id: (x, y, on or "table") for id, x, y, on in (*HOST, *GUARDS)}
    assert {each.model.id for each in seen.models} == set(expected)
    for each in seen.models:
        x, y, on = expected[each.model.id]
        assert (each.x_in, each.y_in, each.stands_on) == (pytest.approx(x, abs=0.05), pytest.approx(y, abs=0.05), on)
    assert seen.faults() == ()


@pytest.mark.slow
def test_the_table_says_who_storms_the_section_of_the_scenario_and_who_holds_it(seen: Snapshot) -> None:
    assert standing(seen, "wall 2", [each.model.id for each in seen.models], 1.0) == {
        "ash_spears_1": "beside", "ash_spears_2": "beside", "cinder_axes": "beside", "wall_watch_1": "on",
        "lantern_pikes": "on",
    }  # fmt: skip


@pytest.mark.slow
def test_the_features_of_the_scenarios_are_on_the_drawn_table(seen: Snapshot) -> None:
    assert URR_BOOK.scenario_files
    names = {feature.name for feature in seen.terrain.features}
    for path in URR_BOOK.scenario_files.starters().values():
        setup = URR_BOOK.scenario_files.read_scenario(path).setup
        wanted = {each["feature"] for key in ("sections", "places") for each in setup.get(key, ()) if "feature" in each}
        assert wanted <= names
    assert {"wall 1", "wall 2", "wall 3", "tower 1", "tower 2"} <= names


@pytest.fixture
def host(tmp_path: Path) -> GameHost:
    host = GameHost(GameStore(open_database(str(tmp_path / "games.db"))), GameSetups(books=BOOKS), dict)
    host.begin({"book": "urr", "scenario": "storm"})
    return host


@pytest.mark.slow
def test_a_host_plays_a_storm_to_its_end_and_every_role_can_look_on(host: GameHost) -> None:
    chance = random.Random(4)
    for number in range(600):
        with host.reading() as sitting:
            assert sitting
            if sitting.game.over:
                break
            question = chance.choice(sitting.game.open)
            seat = question.ask.seat or "red"
            key, raw = sitting.key(question, seat), anything(question.ask, chance.randrange)
        with suppress(IllegalAnswer):
            host.answer(seat, {"key": key, "raw": raw, "source": "keypad"})
        if number % 20 == 0:
            for role in ("table", "red", "blue"):
                told: dict[str, Any] = host.view_for(role)
                json.dumps(told)
                words = json.dumps(told["game"]).lower()
                assert "overwatch" not in words
                assert "wounds" not in words
    assert host.view_for("table")["game"]["over"]
    with Archive(host.store, BOOKS).reading(1) as recorded:
        assert "Ash Host" in report(recorded.view_as(WHOLE), "today")
