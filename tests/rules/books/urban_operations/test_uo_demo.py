"""The demonstration of Urban Operations: the camera reads every block of the scenario off the drawn table."""

import pytest

from tablecam.commands.drawn_table import make_scene
from tablecam.live.pipeline import measure_photo
from tablecam.rules.books.urban_operations.rulebook import BLUE, GRID, RED
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK as BOOK
from tablecam.rules.books.urban_operations.rules.rulebook import block_id, new_game
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.table_folder import read_folder
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import Hex


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """What the camera reads of the drawn table."""
    scene, folder = make_scene(BOOK, 1920, 1080), tmp_path_factory.mktemp("table")
    write_table_folder(scene, folder)
    return measure_photo(read_folder(folder), Frame(Renderer(scene).picture(), 0.0)).snapshot


@pytest.mark.slow
def test_every_block_is_seen_where_it_stands(seen: Snapshot) -> None:
    expected = {block_id(number): place for number, place in enumerate((*RED, *BLUE), 1)}
    assert {placed.model.id for placed in seen.models} == set(expected)
    for placed in seen.models:
        q, r, on = expected[placed.model.id]
        assert seen.hexes(placed.model.id) == ((q, r),)
        assert (placed.x_in, placed.y_in) == pytest.approx(GRID.middle(Hex(q, r)), abs=0.05)
        assert placed.stands_on == (on or "table")
    assert seen.faults() == ()


@pytest.mark.slow
def test_the_blocks_on_the_table_are_those_of_the_scenario_and_their_names_tell_nothing(seen: Snapshot) -> None:
    assert BOOK.scenario_files
    setup = BOOK.scenario_files.read_scenario(BOOK.scenario_files.starters()["ten-blocks"]).setup
    blocks = new_game(setup).blocks
    assert {placed.model.id: placed.model.side for placed in seen.models} == {
        name: block.side for name, block in blocks.items()
    }
    assert {placed.model.name for placed in seen.models} == {f"No. {block.number}" for block in blocks.values()}
    assert not any(placed.model.profile for placed in seen.models)
