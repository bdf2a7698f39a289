"""A path that grows is looked at part by part, and each part knows what was walked before it."""

from tablecam.live.expected_positions import Alerts

START, CORNER, ON, END = (0.0, 0.0, 0.0), (3.0, 4.0, 0.0), (3.0, 4.0, 2.0), (3.0, 10.0, 2.0)


def test_a_part_begins_where_the_last_one_ended_and_knows_the_inches_before_it() -> None:
    alerts = Alerts()
    assert alerts.new_part(7, (START,)) == ((), 0.0)
    assert alerts.new_part(7, (START, CORNER)) == ((START, CORNER), 0.0)
    # in plan: a climb has no length
    assert alerts.new_part(7, (START, CORNER, ON)) == ((CORNER, ON), 5.0)
    assert alerts.new_part(7, (START, CORNER, ON, END)) == ((ON, END), 5.0)
    assert alerts.new_part(7, (START, CORNER, ON, END)) == ((), 11.0)


def test_another_path_is_looked_at_from_its_beginning() -> None:
    alerts = Alerts()
    alerts.new_part(7, (START, CORNER, END))
    assert alerts.new_part(7, (START, END, CORNER)) == ((START, END, CORNER), 0.0)
    assert alerts.new_part(8, (START, CORNER)) == ((START, CORNER), 0.0)
