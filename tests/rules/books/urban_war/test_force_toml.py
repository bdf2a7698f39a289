"""Forces as players write them: everything that is wrong is told at once, with its line."""

from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.rules.books.urban_war.force_files import find_force, read_force, starters
from tablecam.storage.record import Faulty

CARDS = """\
[[cards]]
name = "Hand"
AS = 4
SH = 4
ST = 4
T = 4
W = 1
CD = 4
SZ = 2
MV = 4
points = 10
calibres = [{ CAL = 0, FS = 4 }, { CAL = 1, FS = 5, points = 5 }]
[[cards.extras]]
name = "Flare"
points = 2
"""
ONE = '[[models]]\nid = "m{0}"\ncard = "Hand"\nCAL = {1}\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "cards.toml").write_text(CARDS)
    return tmp_path / "force.toml"


def written(path: Path, models: str, head: str = 'name = "Ferry"\ncards = ["cards.toml"]\n') -> Path:
    path.write_text(head + models)
    return path


def crew(count: int = 6) -> str:
    return "".join(ONE.format(number, 0) for number in range(count)) + "commander = true\n"


def faults(path: Path) -> list[str]:
    with pytest.raises(Faulty) as refused:
        read_force(path)
    return [each.removeprefix(f"{path.parent}/") for each in refused.value.faults]


def test_a_force_costs_its_models_their_cal_and_what_was_bought(path: Path) -> None:
    models = crew() + ONE.format("x", 1) + 'extras = ["Flare"]\n'
    found = read_force(written(path, models))
    assert found.force.points == 6 * 10 + 10 + 5 + 2
    assert found.force.commander is found.force.members[5]
    assert found.warnings == ()


def test_every_fault_of_a_force_is_told_at_once_with_its_line(path: Path) -> None:
    models = crew() + (
        '[[models]]\nid = "m1"\ncard = "Hans"\nCAL = 0\n'
        '[[models]]\nid = "x"\ncard = "Hand"\nCAL = 2\ncommander = true\n'
        '[[models]]\nid = "y"\ncard = "Hand"\nCAL = 0\nextras = ["Flare", "Flare", "Rope"]\n'
    )
    head = 'name = "Ferry"\ncards = ["cards.toml"]\nlimit = 60\n'
    assert faults(written(path, models, head)) == [
        "force.toml, line 31, models 7: there is no card Hans; the cards are Hand [UW-QS Cost (UW-024)]",
        "force.toml, line 36, models 8: x has CAL 2 ticked; the card Hand has 0 and 1 [UW-QS Stat Line (UW-016)]",
        "force.toml, line 42, models 9: y has Flare 2 times; once is enough [UW-QS Cost (UW-024)]",
        (
            "force.toml, line 42, models 9: y cannot have Rope; the options of the card Hand are Flare "
            "[UW-QS Cost (UW-024)]"
        ),
        (
            "force.toml, line 30, models 7: m1 is in the force twice; give each model its own id "
            "[UW-QS Introduction (UW-001)]"
        ),
        "force.toml, line 37, models 8: x is Commander and so is m5; a force has one [UW-QS Commanders (UW-109)]",
        "force.toml, line 3: the force costs 82 points, 22 over its limit of 60 [UW-QS Cost (UW-024)]",
    ]


def test_a_model_whose_cal_is_not_ticked_is_told_what_could_be(path: Path) -> None:
    (said,) = faults(written(path, crew() + '[[models]]\nid = "x"\ncard = "Hand"\n'))
    assert "line 28, models 7: none of the card's CAL options is ticked; write CAL = 0 or CAL = 1" in said


def test_two_cals_cannot_be_ticked(path: Path) -> None:
    (said,) = faults(written(path, crew().replace("CAL = 0", "CAL = [0, 1]", 1)))
    assert "line 6, models 1: CAL must be a whole number, 0 or more, not [0, 1]" in said


def test_where_a_card_has_one_cal_it_need_not_be_ticked(path: Path) -> None:
    (path.parent / "cards.toml").write_text(CARDS.replace(", { CAL = 1, FS = 5, points = 5 }", ""))
    found = read_force(written(path, crew().replace("CAL = 0\n", "")))
    assert [each.CAL for each in found.force.members] == [0] * 6


def test_a_force_without_a_commander_is_refused(path: Path) -> None:
    (said,) = faults(written(path, crew().replace("commander = true\n", "")))
    assert said.startswith("force.toml: no model is the Commander; mark one with commander = true")


@pytest.mark.parametrize("count", [5, 21])
def test_an_unusual_number_of_models_is_only_a_warning(path: Path, count: int) -> None:
    (said,) = read_force(written(path, crew(count))).warnings
    assert f"the force has {count} models; the game is made for 6 to 20 [UW-QS Introduction (UW-001)]" in said


@pytest.mark.parametrize("count", [6, 20])
def test_six_to_twenty_models_are_as_usual(path: Path, count: int) -> None:
    assert read_force(written(path, crew(count))).warnings == ()


def test_a_force_that_costs_exactly_its_limit_is_fine(path: Path) -> None:
    head = 'name = "Ferry"\ncards = ["cards.toml"]\nlimit = 60\n'
    assert read_force(written(path, crew(), head)).force.points == 60


def test_faults_of_the_cards_are_told_beside_those_of_the_force(path: Path) -> None:
    (path.parent / "cards.toml").write_text(CARDS.replace("MV = 4\n", "MV = 0\n"))
    said = faults(written(path, crew().replace('id = "m0"', "id = 0")))
    assert [each.partition(",")[0] for each in said] == ["cards.toml", "force.toml"]


def test_a_file_of_cards_that_is_not_there_is_named(path: Path) -> None:
    (said,) = faults(written(path, crew(), 'name = "Ferry"\ncards = ["gone.toml"]\n'))
    assert "gone.toml is missing; it holds stat cards" in said


def test_a_card_that_two_files_have_is_refused(path: Path) -> None:
    (path.parent / "more.toml").write_text(CARDS)
    (said,) = faults(written(path, crew(), 'name = "Ferry"\ncards = ["cards.toml", "more.toml"]\n'))
    assert "line 2: cards must not have two cards named Hand" in said


def test_the_message_of_many_faults_is_one_line_that_says_how_many_more(path: Path) -> None:
    with pytest.raises(Faulty, match=r"and 1 more fault in .*force\.toml") as refused:
        read_force(written(path, crew(), 'nam = "Ferry"\ncards = ["cards.toml"]\n'))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", starters())
def test_the_starter_teams_can_be_played_and_are_found_by_name(name: str) -> None:
    path = find_force(name)
    found = read_force(path)
    assert found.warnings == ()
    assert "INVENTED" in path.read_text()


def test_there_are_two_starter_teams() -> None:
    assert len(starters()) == 2


def test_a_team_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(BadFile, match=r"pirates is neither a file nor a starter team; .* harbour_watch, tunnel_kin"):
        find_force("pirates")
