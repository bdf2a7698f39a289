"""Questions, answers and the log in the players' words: names and no ids, inches with their error, clauses."""

import random
import re

import pytest
from hosting import BLUE, FORCES, RED, hosted, one_answer

from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.books.urban_war.wording.questions import describe_question, label_option, spell_question
from tablecam.rules.books.urban_war.wording.wording import describe_answer

ID = re.compile(rf"\b({'|'.join((*RED, *BLUE))})\b")
CALLED = Names({"ann": "Sergeant Ann", "bob": "Bob", "cat": "Cat", "red": "Red", "blue": "Blue"})


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_in_a_whole_game_nobody_reads_an_id(seed: int, tmp_path) -> None:
    host, chance = hosted(tmp_path), random.Random(seed)
    host.setups = GameSetups(BOOKS)
    host.begin({"forces": FORCES, "rules": {"shock": True}})
    read: list[str] = []
    whys: list[str] = []
    for _ in range(400):
        game = host.view_for("red")["game"]
        if game["over"]:
            break
        read += [game["heading"], *(each["text"] for each in (*game["questions"], *game["facts"]))]
        for question in game["questions"]:
            read += [each["label"] + each.get("why_not", "") for each in question["ask"].get("options", ())]
            whys += [each["why"] for each in question["ask"].get("check", {}).get("modifiers", ())]
        one_answer(host, chance)
    read += [each["text"] for each in host.log("red", None, 0)["lines"]]
    assert [text for text in (*read, *whys) if ID.search(text)] == []
    assert all(text[:1].isupper() or text[:1].isdigit() for text in read if text)


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        ({"kind": "Roll", "purpose": "initiative", "seat": "red"}, "Red rolls for initiative"),
        ({"kind": "Roll", "purpose": "ann to hit bob", "seat": "red"}, "Sergeant Ann rolls to hit Bob"),
        ({"kind": "Roll", "purpose": "damage of ann to bob"}, "Sergeant Ann rolls for damage to Bob"),
        ({"kind": "Roll", "purpose": "rally of ann"}, "Sergeant Ann tries to rally"),
        ({"kind": "Roll", "purpose": "solid cover of bob"}, "Bob rolls for solid cover"),
        ({"kind": "Choose", "purpose": "ann has acted", "options": []}, "Sergeant Ann has acted: what now?"),
        ({"kind": "React", "purpose": "break into the action of ann"}, "Break into the action of Sergeant Ann?"),
        ({"kind": "Move", "model": "ann", "purpose": "charge bob", "allowance_in": 9}, "charges towards Bob, up to 9″"),
        ({"kind": "Confirm", "purpose": "bob is off the ground"}, "Is Bob off the ground?"),
        (
            {"kind": "Settle", "about": "ann to bob", "value": 12.01, "sigma": 0.02, "limit": 12.0},
            "Sergeant Ann to Bob: 12.01″ ± 0.04. Is it at most 12″?",
        ),
        (
            {"kind": "Look", "viewer": "ann", "targets": ["bob", "cat"]},
            "How much does Sergeant Ann see of Bob and Cat?",
        ),
    ],
)
def test_a_question_is_one_plain_line(ask, text: str) -> None:
    assert describe_question(ask, CALLED).endswith(text)


@pytest.mark.parametrize(
    ("ask", "raw", "text"),
    [
        ({"kind": "Roll", "purpose": "initiative", "seat": "red"}, [7], "Red rolls 7 for initiative"),
        ({"kind": "Roll", "purpose": "ann to hit bob"}, [7, 3], "Sergeant Ann rolls to hit Bob: 7 and 3"),
        ({"kind": "Assign", "purpose": "orders", "seat": "red"}, None, "Red has answered"),
        ({"kind": "Assign", "seat": "red"}, {"ann": "overwatch"}, "Red gives overwatch to Sergeant Ann"),
        ({"kind": "Confirm", "purpose": "bob evades"}, False, "Does Bob evade? No"),
        ({"kind": "Ranges", "model": "ann"}, {"bob": [12.3, 0.04]}, "Sergeant Ann to Bob 12.30″ ± 0.08"),
        ({"kind": "Ranges", "model": "ann"}, {"bob": 12.3}, "Sergeant Ann to Bob 12.3″"),
        ({"kind": "Touch", "model": "ann", "others": ["bob"]}, ["bob"], "Sergeant Ann touches Bob"),
        ({"kind": "Contact", "model": "ann"}, {"bob": "too close"}, "Sergeant Ann touches nobody, perhaps Bob"),
        ({"kind": "Move", "model": "ann"}, 5.25, "Sergeant Ann has moved 5.25″"),
        ({"kind": "Move", "model": "ann"}, {"length_in": 0.0, "sigma_in": 0.01}, "Sergeant Ann has not moved"),
        ({"kind": "Deploy", "model": "bob"}, {"length_in": 3, "sigma_in": 1}, "Bob stands 3.00″ ± 2.00 from its edge"),
    ],
)  # fmt: skip
def test_an_answer_is_one_plain_line(ask, raw, text: str) -> None:
    assert describe_answer(ask, raw, "red", CALLED) == text


def test_what_hides_a_target_is_named_with_what_it_is_made_of_and_what_is_in_doubt() -> None:
    wall = {"name": "crate", "kind": "terrain", "material": "solid", "distance_in": 3.0, "hidden": 0.4}
    hair = {"name": "pole", "kind": "terrain", "material": "solid", "distance_in": 3.0, "hidden": 0.001}
    seen = {"bob": {"visible": 0.6, "obstructions": [wall, hair], "doubt": ["cover"]}}
    said = describe_answer({"kind": "Look", "viewer": "ann", "targets": ["bob"]}, seen, "table", CALLED)
    assert said == "Sergeant Ann sees 60 % of Bob, behind crate (solid) (too close to call: cover)"
    friend = {"name": "ann", "kind": "model", "material": "", "distance_in": 3.0, "hidden": 0.4}
    seen_past = {"bob": {"visible": 0.6, "obstructions": [friend]}}
    said = describe_answer({"kind": "Look", "viewer": "bob", "targets": ["bob"]}, seen_past, "table", CALLED)
    assert said == "Bob sees 60 % of Bob, behind Sergeant Ann"
    assert BOOKS.usual.phrases.is_unsure(seen)
    assert not BOOKS.usual.phrases.is_unsure({"bob": 0.6})


def test_of_several_targets_who_is_seen_comes_first_and_the_viewer_is_named_once() -> None:
    ask = {"kind": "Sight", "viewer": "ann", "targets": ["cat", "bob"]}
    said = describe_answer(ask, {"cat": 0.0, "bob": {"visible": 0.6}}, "table", CALLED)
    assert said == "Sergeant Ann sees 60 % of Bob; 0 % of Cat"
    ranges = {"kind": "Ranges", "model": "ann", "others": ["bob", "cat"]}
    assert (
        describe_answer(ranges, {"bob": 3, "cat": [5, 0.1]}, "", CALLED)
        == "Sergeant Ann to Bob 3″, to Cat 5.00″ ± 0.20"
    )


def test_options_keep_their_ids_and_are_read_by_name() -> None:
    ask = {
        "kind": "React",
        "purpose": "break into the action of ann",
        "options": [{"id": "bob shot"}, {"id": "bob charge", "why_not": "bob is shocked"}],
    }
    options = spell_question(ask, CALLED)["options"]
    assert [(each["id"], each["label"]) for each in options] == [
        ("bob shot", "Bob shoots"),
        ("bob charge", "Bob charges"),
    ]
    assert options[1]["why_not"] == "Bob is shocked"
    assert (
        label_option({"kind": "Choose"}, {"id": "bob", "label": "bob, the priority target"}, CALLED)
        == "Bob, the priority target"
    )


def test_a_button_has_the_words_of_the_book_where_the_log_has_only_an_option_s_id() -> None:
    ask = {"kind": "Choose", "action": "act", "subject": ["ann"], "options": [{"id": "move+shoot"}, {"id": "portal"}]}
    labels = [option["label"] for option in spell_question(ask, CALLED)["options"]]
    assert labels == ["Move and shoot", "Open a warp portal"]
