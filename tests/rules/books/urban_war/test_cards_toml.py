"""Stat cards as players write them, and what they are told when they slip."""

from pathlib import Path

import pytest

from tablecam.rules.books.urban_war.force_files import STARTERS, read_cards
from tablecam.rules.books.urban_war.rules.cards import Calibre, Extra, Figures, StatCard, Tag, Weapon
from tablecam.storage.record import Faulty

CARD = """\
faction = "Night Ferry"

[[cards]]
name = "Bosun"
AS = 5
SH = 4
ST = 6
T = 4
W = 2
CD = 7
SZ = 2
MV = 4
points = 20
calibres = [{ CAL = 0, FS = 5 }, { CAL = 1, FS = 6, points = 5 }]
tags = ["Heavy Armour (+2)", { name = "sea legs", text = "Wades.", mark = "circle" }]

[[cards.weapons]]
name = "Scatter gun"
contact = "0 / +1"
short = "+1 x2 / 5"
medium = "-1 / 4 x3"
long = "-"
FS = -1
tags = ["indirect"]

[[cards.extras]]
name = "Hook"
points = 3
[[cards.extras.weapons]]
name = "Hook"
contact = "+1x2/5"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cards.toml"


def faults(path: Path, *changes: tuple[str, str]) -> list[str]:
    """What is wrong after these changes to the card, each without the folder."""
    text = CARD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)
    with pytest.raises(Faulty) as refused:
        read_cards(path)
    return [each.removeprefix(f"{path}, ") for each in refused.value.faults]


def test_a_card_says_everything_that_is_printed_on_it(path: Path) -> None:
    path.write_text(CARD)
    gun = Weapon(
        "Scatter gun",
        contact=Figures(0, 1, adds=True),
        short=Figures(1, 5, shots=2),
        medium=Figures(-1, 4, dice=3),
        FS=-1,
        tags=(Tag("indirect"),),
    )
    assert read_cards(path) == (
        StatCard(
            name="Bosun", faction="Night Ferry", AS=5, SH=4, ST=6, T=4, W=2, CD=7, SZ=2, MV=4, points=20,
            calibres=(Calibre(0, 5), Calibre(1, 6, 5)),
            tags=(Tag("heavy armour", 2), Tag("sea legs", 0, "Wades.", "circle")),
            weapons=(gun,),
            extras=(Extra("Hook", 3, (Weapon("Hook", contact=Figures(1, 5, shots=2)),)),),
        ),
    )  # fmt: skip


def test_printed_signs_are_read_like_typed_ones(path: Path) -> None:
    path.write_text(CARD.replace('"-1 / 4 x3"', '"−1 / 4 ×3"').replace('long = "-"', 'long = "–"'))
    assert read_cards(path)[0].weapons[0].medium == Figures(-1, 4, dice=3)
    assert read_cards(path)[0].weapons[0].long is None


def test_every_fault_is_told_at_once_each_with_its_line(path: Path) -> None:
    said = faults(
        path,
        ("AS = 5", "AS = 11"),
        ("SH = 4\n", "SH = 4\nSHH = 4\n"),
        ("T = 4\n", ""),
        ("W = 2", "W = 0"),
        ('"+1 x2 / 5"', '"+1 x2"'),
        ("CAL = 1", "CAL = 0"),
        ("Heavy Armour (+2)", "Heavy Armor (+2)"),
        ("points = 3", "points = 2.5"),
    )
    assert said == [
        "line 7, cards 1: the key SHH is unknown; did you mean SH?",
        "line 5, cards 1: AS must be a whole number from 1 to 10, not 11",
        "line 3, cards 1: the key T is missing; add it",
        "line 9, cards 1: W must be a whole number from 1 to 99, not 0",
        "line 14, cards 1, calibres 2: CAL must be another in each of the calibres, not 0",
        (
            'line 20, cards 1, weapons 1: short must be "to hit / Strength" such as "+1 / 5", "0 x2 / 4", '
            '"-1 / +2 x2", or "-", not "+1 x2"'
        ),
        "line 15, cards 1: the rules do not know the tag Heavy Armor; did you mean heavy armour?",
        "line 28, cards 1, extras 1: points must be a whole number, 0 or more, not 2.5",
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('"Heavy Armour (+2)"', '"heavy armour"'), "line 15, cards 1: heavy armour lacks its number"),
        ((', text = "Wades."', ""), "the rules do not know the tag sea legs; write { name ="),
        (('tags = ["indirect"]', "tags = 3"), "line 24, cards 1, weapons 1: tags must be a list"),
        (("calibres = [{ CAL = 0, FS = 5 }, { CAL = 1, FS = 6, points = 5 }]\n", ""), "the key calibres is missing"),
        (('contact = "+1x2/5"\n', ""), "extras 1, weapons 1: the weapon reaches nowhere"),
        (('name = "Bosun"', "name = 3"), "line 4, cards 1: name must be a text in quotes"),
        (("AS = 5", "AS = 4.5"), "line 5, cards 1: AS must be a whole number from 1 to 10, not 4.5"),
        (("AS = 5", "AS = true"), "line 5, cards 1: AS must be a number, not true"),
    ],
)
def test_one_slip_is_one_sentence(path: Path, change, sentence: str) -> None:
    (said,) = faults(path, change)
    assert sentence in said
    assert "\n" not in said


def test_two_cards_of_one_name_are_refused(path: Path) -> None:
    _, card = CARD.split("\n\n", 1)
    said = faults(path, (CARD, CARD + card))
    assert said == ["line 32, cards 2: a card named Bosun stands above; give each its own name"]


def test_a_file_that_is_not_toml_is_told_with_its_line(path: Path) -> None:
    path.write_text(CARD.replace("AS = 5", "AS = "))
    with pytest.raises(Exception, match=r"line 5: not TOML"):
        read_cards(path)


@pytest.mark.parametrize("path", sorted(STARTERS.glob("*_cards.toml")), ids=lambda path: path.stem)
def test_the_cards_that_come_with_the_game_say_that_they_are_invented(path: Path) -> None:
    assert path.read_text().startswith("# INVENTED")
    assert all(card.invented for card in read_cards(path))
