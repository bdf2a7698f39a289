"""The table of rules in docs/rules/urban-war.md: nothing of Urban War is silently missing."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tablecam.rules.books.urban_war.rules as package
from tablecam.base.po_catalogue import read_entries
from tablecam.rules.books.urban_war.rulebook import URBAN_WAR_BOOK
from tablecam.rules.books.urban_war.rules.cards import Tag
from tablecam.rules.books.urban_war.rules.codes import CLAUSES, MATERIALS, row
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.plain import field_names

FOLDER = Path(package.__file__).parent
LOCALE = FOLDER.parent / "locale"
TABLE = Path(__file__).resolve().parents[4] / "docs/rules/urban-war.md"
ROW = re.compile(r"^\| UW-(\d{3}) \| ([^|]+) \| (done|part) \| (\S+) \| (\S[^|]*) \|$", re.MULTILINE)
ROWS = ROW.findall(TABLE.read_text(encoding="utf-8"))

# The switches of Urban War, each with its default.
SWITCHES = {
    "profile": "quickstart", "shock": None, "evade": None, "los_min_fraction": 0.25, "los_view_origin": "eye",
    "friend_block_radius": 2.0, "distance_mode": "straight", "contact_tolerance": 0.05,
    "move_epsilon": 0.25, "move_measure": "path", "move_before_shot": True, "rush_into_contact": False,
    "charge_requires_los": False, "failed_charge": "refused", "priority_requires_los": True,
    "engaged_targets": "never", "priority_tie": "shooter", "split_shots": False, "lost_shot": "shot",
    "attempts_per_action": "attempt", "interrupt_engaged": False, "overwatch_in_contact": "intercept",
    "panicked_reaction": "rally", "intercepted_followup": True, "cc_weapon_modifier": True, "cc_strength": "weapon",
    "armoured_hits_count": False, "save_automatics": False, "cover_best": "best", "cover_distance": "piece",
    "fight_back_same_enemy": True, "breakoff_strikers": "all", "breakoff_panic": True, "panicked_state": "now",
    "panic_order": "once", "duplicate_panic": False, "half_wounds": "at most", "aura_in": 9.0,
    "initiative_tie": "after", "first_turn_roll": "replaces", "simultaneous_orders": True,
    "may_pass_activation": False, "deployment_measure": "whole", "mutual_destruction": "draw",
    "portal_requires_still": None, "tables_or_formulas": "formulas",
}  # fmt: skip


def test_every_row_from_1_to_119_stands_there_once_and_in_order() -> None:
    assert [int(number) for number, *_ in ROWS] == list(range(1, 120))


@pytest.mark.parametrize("said", ROWS, ids=lambda said: f"UW-{said[0]}")
def test_the_file_that_a_row_names_is_there_and_its_clause_is_the_one_that_rulings_cite(said: tuple[str, ...]) -> None:
    assert (FOLDER / said[3]).is_file()
    assert str(row(int(said[0]))) == f"{said[1]} (UW-{said[0]})"


def test_the_table_that_the_program_reads_says_the_same() -> None:
    told = [(row.id, row.state, row.says) for row in URBAN_WAR_BOOK.rows()]
    assert told == [
        (f"UW-{number}", state, "" if state == "done" else note.strip()) for number, _, state, _, note in ROWS
    ]


def saves_in_docs() -> str:
    """The save of each material, as the table of rules has them."""
    return next(note.partition(", a die")[0] for number, *_, note in ROWS if number == "085")


def saves_in_program() -> str:
    """The save of each material, in the same form."""
    return ", ".join(f"{id} {material.save}+" for id, material in MATERIALS.items())


def test_the_row_of_cover_lists_every_material() -> None:
    assert saves_in_docs() == saves_in_program()


@pytest.mark.parametrize("material", [*MATERIALS])
def test_every_material_has_its_two_texts_in_every_language(material: str) -> None:
    catalogues = list(LOCALE.glob("*/LC_MESSAGES/urban_war.po"))
    assert catalogues
    for catalogue in catalogues:
        entries = list(read_entries(catalogue.read_text("utf-8")))
        translated = {(entry.get("msgctxt", ""), entry["msgid"]) for entry in entries if entry.get("msgstr")}
        row = MATERIALS[material]
        assert {(getattr(text, "context", ""), text.message) for text in (row.name, row.cover)} <= translated, catalogue


@pytest.mark.slow
def test_a_material_is_one_row_of_the_table(tmp_path: Path) -> None:
    helper = Path(__file__).with_name("new_material.py")
    ran = subprocess.run(
        [sys.executable, helper, tmp_path],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert ran.returncode == 0, ran.stderr
    shown = json.loads(ran.stdout)
    assert shown["page"] == {"id": "wicker", "title": "Wicker", "pattern": "weave"}
    assert shown["drawing"] == "weave"
    assert "Part of it: wicker cover" in shown["by hand"]
    assert shown["statistics"] == "Wicker cover"
    # the one other place, which the test above asks for
    assert not shown["docs agree"]


def test_every_row_has_a_heading_of_the_book() -> None:
    assert sorted(CLAUSES) == list(range(1, 120))


def test_every_switch_is_a_house_rule_with_its_default() -> None:
    assert {name: getattr(HouseRules(), name) for name in SWITCHES} == SWITCHES
    assert set(SWITCHES) <= set(field_names(HouseRules))


def test_every_switch_is_read_somewhere() -> None:
    sources = sorted(FOLDER.parent.rglob("*.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources if path.name != "house_rules.py")
    inside = (FOLDER / "house_rules.py").read_text(encoding="utf-8")
    unread = [name for name in field_names(HouseRules) if f"rules.{name}" not in text and f"self.{name}" not in inside]
    assert unread == []


def test_the_reference_profile_brings_shock_evade_speculative_fire_and_its_portal() -> None:
    for rules, expected in ((HouseRules(), False), (HouseRules(profile="reference"), True)):
        found = (rules.with_shock, rules.with_evade, rules.with_speculative_fire, rules.portal_only_if_still)
        assert found == (expected,) * 4
    assert not HouseRules(profile="reference", shock=False).with_shock


def test_tags_that_our_documents_do_not_define_are_known_to_be_unknown() -> None:
    assert Tag("heavy armour", 2).known
    assert not Tag("mind leech", text="see the faction sheet").known


def test_a_setup_with_rules_that_are_retired_is_still_played_by_the_others() -> None:
    sides = {"red": [{"id": "ann", "card": "x"}], "blue": [{"id": "bob", "card": "x"}]}
    setup = {"cards": {"x": {}}, "sides": sides, "unit": "centimetre", "range_tolerance": 0.0, "shock": True}
    assert URBAN_WAR_BOOK.system.new_game(setup).rules == HouseRules(shock=True)
    assert not {"unit", "range_tolerance"} & {rule.key for rule in URBAN_WAR_BOOK.house_rules()}
