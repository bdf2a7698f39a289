"""How far models have gone since the game had them somewhere."""

import pytest
from hosting import Table

from tablecam.tracking.odometer import Odometer

HERE = (10.0, 12.0, 0.0)


@pytest.fixture
def table() -> Table:
    return Table()


def noted(ways: Odometer, table: Table) -> None:
    view = table.view
    assert view.snapshot
    ways.note(view.snapshot, view.changes)


def begun(table: Table) -> Odometer:
    ways = Odometer()
    noted(ways, table)
    ways.set_out()
    return ways


def test_a_model_that_nobody_has_touched_has_gone_nowhere(table: Table) -> None:
    ways = begun(table)
    assert ways.gone("ida", ways.start("ida", HERE)).path_in == 0.0


def test_the_way_is_as_long_as_it_was_seen_to_be_and_not_the_straight_line(table: Table) -> None:
    ways = begun(table)
    table.carry("ida", [(10.0, 15.0), (14.0, 15.0)])
    noted(ways, table)
    gone = ways.gone("ida", ways.start("ida", HERE))
    assert (gone.path_in, gone.straight_in) == (pytest.approx(7.0), pytest.approx(5.0))


def test_several_ways_add_up_and_each_is_counted_once(table: Table) -> None:
    ways = begun(table)
    for y in (13.0, 15.0):
        table.carry("ida", [(10.0, y)])
        noted(ways, table)
        noted(ways, table)
    assert ways.gone("ida", ways.start("ida", HERE)).path_in == pytest.approx(3.0)


def test_while_it_is_carried_the_way_grows(table: Table) -> None:
    ways = begun(table)
    seen = []
    for y in (12.5, 13.5, 15.0):
        table.put("ida", y_in=y, state="moving")
        noted(ways, table)
        seen.append(ways.gone("ida", ways.start("ida", HERE)).path_in)
    assert seen == [pytest.approx(0.5), pytest.approx(1.5), pytest.approx(3.0)]


def test_put_back_where_it_stood_it_sets_out_anew(table: Table) -> None:
    ways = begun(table)
    table.carry("ida", [(10.0, 16.0)])
    table.carry("ida", [(10.0, 12.03)])
    table.carry("ida", [(10.0, 14.03)])
    noted(ways, table)
    assert ways.gone("ida", ways.start("ida", HERE)).path_in == pytest.approx(2.0)


def test_a_gap_makes_the_way_a_guess_until_it_sets_out_anew(table: Table) -> None:
    ways = begun(table)
    table.carry("ida", [(10.0, 16.0)], seen=False)
    noted(ways, table)
    assert ways.gone("ida", ways.start("ida", HERE)).path_in is None
    ways.set_out("ida")
    table.carry("ida", [(10.0, 17.0)])
    noted(ways, table)
    assert ways.gone("ida", ways.start("ida", (10.0, 16.0, 0.0))).path_in == pytest.approx(1.0)


def test_from_an_earlier_place_the_whole_way_since_then_is_known(table: Table) -> None:
    ways = begun(table)
    table.carry("ida", [(10.0, 13.0)])
    noted(ways, table)
    ways.set_out()
    table.carry("ida", [(10.0, 15.0)])
    noted(ways, table)
    assert ways.gone("ida", ways.start("ida", (10.0, 13.0, 0.0))).path_in == pytest.approx(2.0)
    assert ways.gone("ida", ways.start("ida", HERE)).path_in == pytest.approx(3.0)


def test_from_a_place_where_nobody_saw_it_the_way_is_a_guess(table: Table) -> None:
    ways = begun(table)
    gone = ways.gone("ida", ways.start("ida", (10.0, 20.0, 0.0)))
    assert (gone.path_in, gone.straight_in) == (None, pytest.approx(8.0))


def test_a_recording_that_begins_again_counts_nothing_twice(table: Table) -> None:
    ways = begun(table)
    table.carry("ida", [(10.0, 15.0)])
    noted(ways, table)
    table.time = 0.0
    table.show()
    noted(ways, table)
    assert ways.gone("ida", ways.start("ida", HERE)).path_in == pytest.approx(3.0)
