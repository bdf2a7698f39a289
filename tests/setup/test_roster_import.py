"""Rosters of other programs as forces of a table: unknown models are asked about once, and every loss is reported."""

import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from random_rosters import FORMATS, draw

from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.roster_taker import RosterTaker
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.roster_import import NAMES, RosterImport, import_roster, load_names, save_names
from tablecam.storage.rosters.read_roster import read_roster_file, read_roster_list
from tablecam.storage.rosters.roster_list import RosterList

MADE = Path(__file__).resolve().parents[1] / "storage" / "rosters" / "made"
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
    assert (force.members[0].CAL, force.commander.id) == (2, "evening_team_constable_4")
    report = list(map(str, kept.report))
    assert report[0] == "7 models were taken"
    assert "Watch Captain: Silver whistle was left out: the card Watch Captain has no such option" in report
    assert any("Constables: CAL 0 was assumed" in sentence for sentence in report)


def test_points_decide_the_calibre_where_one_choice_explains_them(tmp_path: Path) -> None:
    text = "Watch Captain 46 pts\nConstable 16 pts\n" + LIST.split("\n", 3)[3].replace("2x Harbour Lad", "2x Constable")
    import_roster(tmp_path, BOOK, roster(text), {}, name="Points")
    members = BOOK.forces.read_force(tmp_path / "forces" / "points.toml").force.members
    assert members[0].CAL == 2, "34 points and 12 for CAL 2"


def test_two_forces_with_the_same_cards_play_each_other(tmp_path: Path) -> None:
    for name in ("Evening", "Morning"):
        import_roster(tmp_path, BOOK, roster(LIST.replace("Evening", name)), {"Harbour Lad": "Constable"})
    read = {
        seat: BOOK.forces.read_force(tmp_path / "forces" / f"{name}_team.toml")
        for seat, name in (("red", "evening"), ("blue", "morning"))
    }
    state = BOOK.system.new_game(BOOK.build_setup({seat: one.force for seat, one in read.items()}, None))
    assert len(BOOK.phrases.people(state)) == 14
    assert [model.name for model in read["red"].models][:2] == ["Watch Captain 1", "Constable 1"]


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
        import_roster(tmp_path, BOOKS.book("urban-operations"), roster(), {})
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
    assert [member.id for member in force.members] == [f"gulls_gull_{number}" for number in range(1, 7)]
    assert "Gull 1 was made Commander: the roster names none" in map(str, kept.report)


BOOKS_WITH_FORCES = [name for name in BOOKS.books if BOOKS.book(name).forces]


def import_anything(folder: Path, book: Book, found: RosterList, chance: random.Random) -> RosterImport:
    """Import a roster; a stranger's model stands for a card by chance."""
    assert isinstance(book.forces, RosterTaker)
    # engines, the last cards of Urr, are no force alone
    cards = list(book.forces.list_cards(folder))[:6]
    models = {entry.name for entry in found.entries}
    return import_roster(folder, book, found, {model: chance.choice(cards) for model in models}, instead=True)


def check_import(folder: Path, book: Book, found: RosterList, kept: RosterImport) -> None:
    """Every model is in the force, the force begins a game, and every option and loss has a sentence."""
    assert book.forces
    force = book.forces.read_force(folder / "forces" / f"{kept.force}.toml")
    engines = getattr(force.force, "engines", ())
    assert len(force.models) + len(engines) == found.count
    assert len({model.id for model in force.models}) == len(force.models)
    report = list(map(str, kept.report))
    assert {str(loss) for loss in found.losses} <= set(report)
    assert report[0].startswith(f"{found.count} model")


def import_made(folder: Path, book: Book, files: Iterable[Path]) -> None:
    chance = random.Random(3)
    for found in map(read_roster_file, files):
        if not found.count:
            with pytest.raises(SetupRefusal, match="has no model"):
                import_anything(folder, book, found, chance)
            continue
        check_import(folder, book, found, import_anything(folder, book, found, chance))


@pytest.mark.parametrize("name", BOOKS_WITH_FORCES)
def test_a_roster_of_each_format_becomes_a_force_of_every_book(name: str, tmp_path: Path) -> None:
    import_made(tmp_path, BOOKS.book(name), [MADE / "squads.ros", MADE / "recruit.json", MADE / "list.txt"])


@pytest.mark.long
@pytest.mark.parametrize("name", BOOKS_WITH_FORCES)
def test_all_rosters_made_by_hand_become_forces_of_every_book(name: str, tmp_path: Path) -> None:
    import_made(tmp_path, BOOKS.book(name), sorted(MADE.iterdir()))


@pytest.mark.long
def test_two_hundred_random_rosters_become_forces_of_the_books_in_turn(tmp_path: Path) -> None:
    for seed in range(200):
        name, chance = BOOKS_WITH_FORCES[seed % len(BOOKS_WITH_FORCES)], random.Random(seed)
        file = chance.choice(list(FORMATS))
        found, book = read_roster_list(file, FORMATS[file](draw(chance))), BOOKS.book(name)
        check_import(tmp_path / name, book, found, import_anything(tmp_path / name, book, found, chance))


def test_both_sides_may_have_forces_of_the_same_cards(tmp_path: Path) -> None:
    book = BOOKS.book("lantern-marsh")
    text = "2 Warden [8 pts]: Lamp oil\nSmuggler [9 pts]\n"
    reports = {
        seat: import_roster(tmp_path, book, read_roster_list(f"{seat}.txt", text.encode()), {}, name=seat)
        for seat in book.seats
    }
    assert list(map(str, reports["red"].report)) == [
        "3 models were taken",
        "Warden: Lamp oil was left out: the card Warden has no such option",
        "Warden: the roster says 4, and the card Warden 8 points",
        "Smuggler: the roster says 9, and the card Smuggler 7 points",
    ]
    forces = {seat: book.forces.read_force(tmp_path / "forces" / f"{seat}.toml").force for seat in book.seats}
    state = book.system.new_game(book.build_setup(forces, None))
    assert len(state.models) == 6


def test_a_counter_and_an_engine_of_urr_keep_their_numbers(tmp_path: Path) -> None:
    book = BOOKS.book("urr")
    text = b"Host\n\nSalt axes [9 pts]\nLong arm\n2 Archers\n"
    kept = import_roster(tmp_path, book, read_roster_list("a.txt", text), {})
    assert "Salt axes: its points were left out: the card Salt axes has none" in map(str, kept.report)
    side = book.forces.read_force(tmp_path / "forces" / "host.toml").force.side()
    assert side["units"][0] == {
        "id": "host_salt_axes_1", "name": "Salt axes", "people": "dwarf", "melee": 5, "ranged": 0, "steps": 5,
        "projects": 1,
    }  # fmt: skip
    assert [unit["name"] for unit in side["units"][1:]] == ["Archers 1", "Archers 2"]
    assert side["engines"] == [{"id": "host_long_arm_1", "kind": "trebuchet", "dice": 2}]
