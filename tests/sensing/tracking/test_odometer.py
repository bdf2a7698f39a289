"""How far models have gone since the game had them somewhere."""

from dataclasses import replace

import pytest
from hosting import Table

from tablecam.sensing.tracking.changes import TrackMoved
from tablecam.sensing.tracking.odometer import Odometer

HERE = (10.0, 12.0, 0.0)


@pytest.fixture
def table() -> Table:
    return Table()


def noted(odometer: Odometer, table: Table) -> None:
    view = table.view
    assert view.snapshot
    odometer.note(view.snapshot, view.changes)


def begun(table: Table) -> Odometer:
    odometer = Odometer()
    noted(odometer, table)
    odometer.start_counting()
    return odometer


def test_a_model_that_nobody_has_touched_has_gone_nowhere(table: Table) -> None:
    odometer = begun(table)
    assert odometer.measure_travel("ida", odometer.start("ida", HERE)).path_in == 0.0


def test_the_path_is_as_long_as_it_was_seen_to_be_and_not_the_straight_line(table: Table) -> None:
    odometer = begun(table)
    table.carry("ida", [(10.0, 15.0), (14.0, 15.0)])
    noted(odometer, table)
    travel = odometer.measure_travel("ida", odometer.start("ida", HERE))
    assert (travel.path_in, travel.straight_in) == (pytest.approx(7.0), pytest.approx(5.0))


def test_several_paths_add_up_and_each_is_counted_once(table: Table) -> None:
    odometer = begun(table)
    for y in (13.0, 15.0):
        table.carry("ida", [(10.0, y)])
        noted(odometer, table)
        noted(odometer, table)
    assert odometer.measure_travel("ida", odometer.start("ida", HERE)).path_in == pytest.approx(3.0)


def test_while_it_is_carried_the_path_grows(table: Table) -> None:
    odometer = begun(table)
    seen = []
    for y in (12.5, 13.5, 15.0):
        table.put("ida", y_in=y, state="moving")
        noted(odometer, table)
        seen.append(odometer.measure_travel("ida", odometer.start("ida", HERE)).path_in)
    assert seen == [pytest.approx(0.5), pytest.approx(1.5), pytest.approx(3.0)]


def test_put_back_where_it_stood_it_sets_out_again(table: Table) -> None:
    odometer = begun(table)
    table.carry("ida", [(10.0, 16.0)])
    table.carry("ida", [(10.0, 12.03)])
    table.carry("ida", [(10.0, 14.03)])
    noted(odometer, table)
    assert odometer.measure_travel("ida", odometer.start("ida", HERE)).path_in == pytest.approx(2.0)


def test_a_gap_makes_the_path_a_guess_until_it_sets_out_again(table: Table) -> None:
    odometer = begun(table)
    table.carry("ida", [(10.0, 16.0)], seen=False)
    noted(odometer, table)
    assert odometer.measure_travel("ida", odometer.start("ida", HERE)).path_in is None
    odometer.start_counting("ida")
    table.carry("ida", [(10.0, 17.0)])
    noted(odometer, table)
    assert odometer.measure_travel("ida", odometer.start("ida", (10.0, 16.0, 0.0))).path_in == pytest.approx(1.0)


def test_what_was_not_seen_of_a_path_makes_it_less_sure_until_it_sets_out_again(table: Table) -> None:
    odometer = begun(table)
    table.carry("ida", [(10.0, 18.0)])
    noted(odometer, table)
    (arrived,) = [change for change in table.view.changes if isinstance(change, TrackMoved)]
    later = replace(arrived, time=arrived.time + 1, unseen_in=0.3)
    odometer.note(replace(table.view.snapshot, time=later.time), (later,))
    travel = odometer.measure_travel("ida", odometer.start("ida", HERE))
    assert travel.unseen_in == pytest.approx(0.3)
    assert travel.path_sigma_in > 0.3 > travel.sigma_in
    odometer.start_counting("ida")
    assert odometer.measure_travel("ida", odometer.start("ida", (10.0, 18.0, 0.0))).unseen_in == 0.0


def test_from_an_earlier_place_the_whole_path_since_then_is_known(table: Table) -> None:
    odometer = begun(table)
    table.carry("ida", [(10.0, 13.0)])
    noted(odometer, table)
    odometer.start_counting()
    table.carry("ida", [(10.0, 15.0)])
    noted(odometer, table)
    assert odometer.measure_travel("ida", odometer.start("ida", (10.0, 13.0, 0.0))).path_in == pytest.approx(2.0)
    assert odometer.measure_travel("ida", odometer.start("ida", HERE)).path_in == pytest.approx(3.0)


def test_from_a_place_where_nobody_saw_it_the_path_is_a_guess(table: Table) -> None:
    odometer = begun(table)
    travel = odometer.measure_travel("ida", odometer.start("ida", (10.0, 20.0, 0.0)))
    assert (travel.path_in, travel.straight_in) == (None, pytest.approx(8.0))


def test_a_recording_that_begins_again_counts_nothing_twice(table: Table) -> None:
    odometer = begun(table)
    table.carry("ida", [(10.0, 15.0)])
    noted(odometer, table)
    table.time = 0.0
    table.show()
    noted(odometer, table)
    assert odometer.measure_travel("ida", odometer.start("ida", HERE)).path_in == pytest.approx(3.0)
