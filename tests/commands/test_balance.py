"""`tablecam balance`: win rates with intervals, both seats for each force, and a file that goes on where it ends."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from small_war import written

from tablecam.base.errors import BadFile
from tablecam.commands.balance import balance, build_balance_setup
from tablecam.game.opponent.balance import BalanceGame, ForceShare, count_wins
from tablecam.rules.books.catalogue import BOOKS


def balanced(folder: Path, *words: str) -> Result:
    """The command on two small forces, one game at a time."""
    return CliRunner().invoke(balance, ["urban-war", "--forces", *written(folder), "--jobs", "1", *words])


def test_the_interval_is_wilson_s() -> None:
    low, high = ForceShare("kin", wins=9, draws=0, games=100).interval
    assert (round(low, 4), round(high, 4)) == (0.0481, 0.1623)
    assert ForceShare("kin", 0, 0, 0).interval == (0.0, 1.0)
    assert ForceShare("kin", wins=1, draws=1, games=2).share == 0.75


def test_wins_and_draws_are_counted_by_force() -> None:
    games = [BalanceGame(number, winner, 3) for number, winner in enumerate(("kin", "kin", "", "ferry"))]
    assert count_wins(["ferry", "kin"], games) == [ForceShare("ferry", 1, 1, 4), ForceShare("kin", 2, 1, 4)]


def test_each_force_takes_each_seat_in_the_same_games() -> None:
    book = BOOKS.book("urban-war")
    setup = build_balance_setup(book, None, None, level=0, seed=0, rules={})
    assert setup.forces == (
        {"red": "harbour_watch", "blue": "tunnel_kin"},
        {"red": "tunnel_kin", "blue": "harbour_watch"},
    )
    sides = [list(map(str, (member["id"] for member in seating["sides"]["red"]))) for seating in setup.setups]
    assert "brandt" in sides[0]
    assert "mother" in sides[1]
    assert setup.play(book, 5) == setup.play(book, 5)


@pytest.mark.parametrize(
    ("scenario", "forces"),
    [
        (None, {"red": "ash_host", "blue": "lantern_guard"}),
        ("storm", {"red": "ash_host", "blue": "lantern_guard"}),
        ("open-field", {"red": "reed_banner", "blue": "salt_company"}),
    ],
)
def test_a_scenario_is_played_by_its_own_forces(scenario: str | None, forces: dict[str, str]) -> None:
    setup = build_balance_setup(BOOKS.book("urr"), None, scenario, level=0, seed=0, rules={})
    assert setup.forces[0] == forces
    assert ("weeks" in setup.setups[0], setup.setups[0].get("weeks")) == (True, 1 if scenario == "open-field" else 6)


def test_a_file_of_games_goes_on_where_it_ends_and_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    first = balanced(tmp_path, "--games", "2", "--csv", str(file))
    assert first.exit_code == 0, first.output
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], lines[2].replace(lines[2].split(",")[1], "nobody", 1)]) + "\n")
    more = balanced(tmp_path, "--games", "3", "--csv", str(file), "--svg", str(tmp_path / "shares.svg"))
    assert more.exit_code == 0, more.output
    assert [line.split(",")[0] for line in file.read_text().splitlines()] == ["game", "0", "1", "2"]
    assert "nobody" in file.read_text()
    assert "3 games" in more.stdout
    assert all('"hit"' in line for line in file.read_text().splitlines()[1:])
    assert "<svg" in (tmp_path / "shares.svg").read_text()


def test_cards_have_yields_and_worths_from_games_with_models_left_out(tmp_path: Path) -> None:
    cards, drawing, file = tmp_path / "cards.csv", tmp_path / "cards.svg", tmp_path / "games.csv"
    reports = ("--csv", str(file), "--cards", str(cards), "--cards-svg", str(drawing))
    done = balanced(tmp_path, "--games", "4", "--worth", *reports)
    assert done.exit_code == 0, done.output
    assert "removes" in done.stdout
    assert "is worth" in done.stdout
    assert cards.read_text().startswith("force,card,weapon,points,removed_per_point,low,high")
    assert "<svg" in drawing.read_text()
    again = balanced(tmp_path, "--games", "4", "--worth", *reports)
    assert again.stdout == done.stdout


def test_a_book_without_points_has_no_worths() -> None:
    assert CliRunner().invoke(balance, ["urban-operations", "--worth"]).exit_code == 2


def test_games_of_other_settings_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    balanced(tmp_path, "--games", "1", "--csv", str(file))
    other = balanced(tmp_path, "--games", "1", "--csv", str(file), "--seed", "4")
    assert isinstance(other.exception, BadFile)
    assert "name another file" in str(other.exception)


def test_a_book_that_does_not_exist_is_wrong_usage() -> None:
    assert CliRunner().invoke(balance, ["urban-wars"]).exit_code == 2


@pytest.mark.long
def test_several_cores_play_the_same_games_as_one(tmp_path: Path) -> None:
    one, several = (balanced(tmp_path, "--games", "4", "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == several
    assert "4 games" in one
