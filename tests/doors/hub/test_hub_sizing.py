"""tools/hub_sizing.py: the evening that it plays has every line, and docs/hub.md has what it says."""

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def sizing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hub_sizing", ROOT / "tools" / "hub_sizing.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    # dataclasses look their module up
    sys.modules["hub_sizing"] = module
    spec.loader.exec_module(module)
    return module


def test_every_line_of_every_game_is_sent_in_its_evening(sizing: ModuleType) -> None:
    evening = sizing.evening(300, random.Random(5))
    assert sum(evening.lines_per_s) * 60 == pytest.approx(300 * (2566 + 2971 + 286))
    assert evening.busiest > evening.mean > 0


def test_twice_the_tables_ask_for_twice_as_much(sizing: ModuleType) -> None:
    once, twice = sizing.loads((sizing.Scale("a", 1, 2000, 500, 50), sizing.Scale("b", 1, 4000, 1000, 50)))
    assert twice.evening.mean == pytest.approx(2 * once.evening.mean, rel=0.1)
    for measure in ("messages_per_s", "mbit_per_s", "games", "lines", "archived_gb", "rows_gb"):
        assert getattr(twice, measure) == pytest.approx(2 * getattr(once, measure))


def test_an_organiser_of_a_thousand_tables_needs_less_than_a_twentieth_of_a_core(sizing: ModuleType) -> None:
    [load] = sizing.loads((sizing.Scale("a", 1, 1000, 500, 50),))
    assert max(load.evening.results_per_s) * 60 > 10
    assert 0.003 < load.organiser_share <= 0.05


def test_a_hall_has_a_broker_of_its_own_and_all_share_the_record(sizing: ModuleType) -> None:
    one, many = sizing.loads((sizing.Scale("a", 1, 100, 500, 50), sizing.Scale("b", 10, 1000, 5000, 50)))
    for limit in sizing.LIMITS:
        assert (limit.used(many) > 3 * limit.used(one)) == limit.shared, limit.name


def test_what_is_used_most_breaks_first(sizing: ModuleType) -> None:
    found = {load.scale.name: sizing.first_to_break(load).name for load in sizing.loads()}
    assert found == {"1 hall": "a broker's core", "50 halls": "one archiver", "10,000 clubs": "one archiver"}


def test_the_page_has_the_figures_that_the_program_gives(sizing: ModuleType) -> None:
    assert sizing.markdown(sizing.rows(sizing.loads())) in (ROOT / "docs" / "hub.md").read_text(encoding="utf-8")


def test_the_table_is_for_a_terminal_too(sizing: ModuleType) -> None:
    lines = sizing.plain(sizing.rows(sizing.loads())).splitlines()
    assert len(set(map(len, lines))) == 1
    assert lines[0].split() == ["1", "hall", "50", "halls", "10,000", "clubs"]
