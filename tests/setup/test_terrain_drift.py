"""A tagged piece of terrain that was moved is told, until somebody says that it belongs there."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from shapely import box

from tablecam.setup.finding import SetupRefusal
from tablecam.setup.mapped_terrain import MappedPieces
from tablecam.setup.setup_files import SetupState
from tablecam.table.terrain import SOLID, Feature, Piece, Terrain, place_piece

WALLS = (
    Feature("long", SOLID, 0.0, 3.0, False, box(-2, 0, 2, 0.3)),
    Feature("short", SOLID, 0.0, 3.0, False, box(-2, 0, -1.7, 3)),
)
RUIN = Piece("ruin", 70, 24.0, WALLS)
HILL = Feature("hill", SOLID, 0.0, 2.0, True, box(30, 30, 36, 36))


def table(x_in: float, y_in: float, turn_deg: float = 0.0, piece: Piece = RUIN) -> Terrain:
    return Terrain((HILL, *place_piece(piece, x_in, y_in, math.pi / 2 + math.radians(turn_deg))))


@pytest.fixture
def mapped(tmp_path: Path) -> MappedPieces:
    found = MappedPieces(SetupState(tmp_path))
    assert found.drifts(table(10, 10)) == []
    return found


def test_a_piece_that_was_moved_is_told_until_it_belongs_there(mapped: MappedPieces, tmp_path: Path) -> None:
    assert mapped.drifts(table(10.1, 10.1)) == []
    there = table(10.72, 10.96)
    (drift,) = mapped.drifts(there)
    assert str(drift.says) == "ruin stands 1.2 in from where it was mapped."
    assert drift.turned_deg == pytest.approx(0.0, abs=0.01)
    # also to the next program
    assert MappedPieces(SetupState(tmp_path)).drifts(there) == [drift]
    mapped.accept(there, "ruin")
    assert mapped.drifts(there) == []
    (back,) = mapped.drifts(table(10, 10))
    assert back.away_in == pytest.approx(1.2, abs=0.01)


def test_a_turn_on_the_spot_is_told_as_one(mapped: MappedPieces) -> None:
    was, now = (
        [feature for feature in one.features if feature.piece == "ruin"] for one in (table(10, 10), table(10, 10, 8.0))
    )
    middles = [
        [sum(point[axis] for f in fs for point in f.polygon.exterior.coords) / 10 for axis in (0, 1)]
        for fs in (was, now)
    ]
    off = [middles[1][axis] - middles[0][axis] for axis in (0, 1)]
    (drift,) = mapped.drifts(table(10 - off[0], 10 - off[1], 8.0))
    assert drift.away_in == pytest.approx(0.0, abs=0.01)
    assert str(drift.says) == "ruin is turned by 8° from how it was mapped."


def test_what_is_out_of_sight_drawn_anew_or_without_a_tag_has_not_drifted(mapped: MappedPieces) -> None:
    assert mapped.drifts(Terrain((HILL,))) == []
    assert mapped.drifts(Terrain((replace(HILL, polygon=box(31, 30, 37, 36)),))) == []
    other = replace(RUIN, features=(replace(WALLS[0], polygon=box(-3, 0, 3, 0.3)), WALLS[1]))
    assert mapped.drifts(table(20, 20, piece=other)) == []
    (drift,) = mapped.drifts(table(21, 20, piece=other))
    assert drift.away_in == pytest.approx(1.0)
    with pytest.raises(SetupRefusal, match="ruin is not on the table"):
        mapped.accept(Terrain((HILL,)), "ruin")


def test_an_odd_file_is_no_map(tmp_path: Path) -> None:
    state = SetupState(tmp_path)
    state.keep("mapped", {"ruin": "there", "hut": [[1, 2], [3]]})
    assert MappedPieces(state).drifts(table(10, 10)) == []
    assert len(MappedPieces(state).drifts(table(12, 10))) == 1
