"""Rosters of other programs as forces of a table: unknown models are asked about once, and every loss is reported."""

from pathlib import Path

import pytest

from tablecam.rules.books.catalogue import BOOKS
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.roster_import import NAMES, import_roster, load_names, save_names
from tablecam.storage.rosters.read_roster import read_roster_list
from tablecam.storage.rosters.roster_list import RosterList

BOOK = BOOKS.book("urban-war")
LIST = """\
++ Evening team ++

Watch Captain [46 pts]: CAL 2, Silver whistle
3x Constables
1 Boat Gunner
2x Harbour Lad: Commander
"""


def roster(text: str = LIST) -> RosterList:
    return read_roster_list("list.txt", text.encode())


def test_a_roster_with_unknown_models_is_not_kept_before_they_are_answered(tmp_path: Path) -> None:
    asked = import_roster(tmp_path, BOOK, roster(), {})
    assert [(model.name, model.count) for model in asked.unknown] == [("Harbour Lad", 2)]
    assert set(asked.unknown[0].choices) >= {"Constable", "Watch Captain"}
    assert (asked.force, list(tmp_path.iterdir())) == ("", [])


def test_answers_are_remembered_and_the_next_roster_asks_nothing(tmp_path: Path) -> None:
    kept = import_roster(tmp_path, BOOK, roster(), {"Harbour Lad": "Constable"})
    assert (kept.unknown, kept.force) == ((), "evening_team")
    assert load_names(tmp_path, "urban-war") == {"Harbour Lad": "Constable"}
    again = import_roster(tmp_path, BOOK, roster(LIST.replace("Evening", "Morning")), {})
    assert (again.unknown, again.force) == ((), "morning_team")


def test_the_force_is_playable_and_the_report_names_what_is_not_in_it(tmp_path: Path) -> None:
    kept = import_roster(tmp_path, BOOK, roster(), {"Harbour Lad": "Constable"})
    force = BOOK.forces.read_force(tmp_path / "forces" / "evening_team.toml").force
    assert [member.card for member in force.members] == [
        "Watch Captain",
        *["Constable"] * 3,
        "Boat Gunner",
        *["Constable"] * 2,
    ]
    assert (force.members[0].CAL, force.commander.id) == (2, "constable_4")
    report = list(map(str, kept.report))
    assert report[0] == "7 models were taken"
    assert "Watch Captain: Silver whistle was left out: the card Watch Captain has no such option" in report
    assert any("Constables: CAL 0 was assumed" in sentence for sentence in report)


def test_points_decide_the_calibre_where_one_choice_explains_them(tmp_path: Path) -> None:
    text = "Watch Captain 46 pts\nConstable 16 pts\n" + LIST.split("\n", 3)[3].replace("2x Harbour Lad", "2x Constable")
    import_roster(tmp_path, BOOK, roster(text), {}, name="Points")
    members = BOOK.forces.read_force(tmp_path / "forces" / "points.toml").force.members
    assert members[0].CAL == 2, "34 points and 12 for CAL 2"


def test_a_model_can_be_left_out_for_good(tmp_path: Path) -> None:
    text = LIST.replace("3x", "5x")
    kept = import_roster(tmp_path, BOOK, roster(text), {"Harbour Lad": ""})
    assert "Harbour Lad was left out, as you chose" in map(str, kept.report)
    assert import_roster(tmp_path, BOOK, roster(text), {}, name="again").force == "again"


def test_a_force_of_that_name_is_replaced_only_on_request(tmp_path: Path) -> None:
    answers = {"Harbour Lad": "Constable"}
    import_roster(tmp_path, BOOK, roster(), answers)
    with pytest.raises(SetupRefusal, match="already exists"):
        import_roster(tmp_path, BOOK, roster(), answers)
    assert import_roster(tmp_path, BOOK, roster(), answers, instead=True).force == "evening_team"


def test_a_card_that_is_none_and_a_book_without_cards_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupRefusal, match="there is no card Dragon"):
        import_roster(tmp_path, BOOK, roster(), {"Harbour Lad": "Dragon"})
    with pytest.raises(SetupRefusal, match="takes no rosters of other programs"):
        import_roster(tmp_path, BOOKS.book("urr"), roster(), {})
    with pytest.raises(SetupRefusal, match="has no model that a card stands for"):
        import_roster(tmp_path, BOOK, roster("Harbour Lad\n"), {"Harbour Lad": ""})
    assert not (tmp_path / "forces").exists()


def test_the_doubts_of_the_rulebook_are_in_the_report(tmp_path: Path) -> None:
    kept = import_roster(tmp_path, BOOK, roster("Watch Captain\n"), {}, name="small")
    assert any("small.toml" in str(sentence) for sentence in kept.report)


def test_names_of_several_books_stand_beside_each_other(tmp_path: Path) -> None:
    save_names(tmp_path, "urban-war", {'A "b"': "Constable"})
    save_names(tmp_path, "urr", {"Spears": "infantry"})
    assert load_names(tmp_path, "urban-war") == {'A "b"': "Constable"}
    assert load_names(tmp_path, "urr") == {"Spears": "infantry"}
    assert (tmp_path / NAMES).read_text().startswith("# The cards")


def test_own_cards_of_the_table_count(tmp_path: Path) -> None:
    cards = tmp_path / "forces" / "gull_cards.toml"
    cards.parent.mkdir()
    cards.write_text(
        '[[cards]]\nname = "Gull"\nAS = 4\nSH = 4\nST = 4\nT = 4\nW = 1\nCD = 4\nSZ = 2\nMV = 4\npoints = 10\n'
        "calibres = [{ CAL = 0, FS = 4 }]\n"
    )
    kept = import_roster(tmp_path, BOOK, roster("Gulls\n\n6 Gulls\n"), {})
    force = BOOK.forces.read_force(tmp_path / "forces" / f"{kept.force}.toml").force
    assert [member.id for member in force.members] == [f"gull_{number}" for number in range(1, 7)]
    assert "gull_1 was made Commander: the roster names none" in map(str, kept.report)
