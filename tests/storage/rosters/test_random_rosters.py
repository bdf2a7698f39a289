"""Two hundred random rosters, whole and damaged: no crash, every model read, and everything else named as lost."""

import io
import random
import zipfile
from collections import Counter

import pytest
from random_rosters import FORMATS, draw

from tablecam.base.errors import BadFile
from tablecam.storage.rosters import battlescribe
from tablecam.storage.rosters.read_roster import MOST_BYTES, read_roster_list
from tablecam.storage.rosters.roster_list import RosterList

SEEDS = range(200)


def counted(roster: RosterList) -> Counter[tuple[str, int | None]]:
    found: Counter[tuple[str, int | None]] = Counter()
    for entry in roster.entries:
        found[entry.name, entry.points] += entry.count
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_every_model_of_a_random_roster_is_read_and_everything_else_is_named(seed: int) -> None:
    chance = random.Random(seed)
    made = draw(chance)
    name = chance.choice(list(FORMATS))
    roster = read_roster_list(name, FORMATS[name](made))
    wanted: Counter[tuple[str, int | None]] = Counter()
    for model, count, points in made[0]:
        wanted[model, None if points is None else (points // count or (None if name != "r.csv" else 0))] += count
    assert counted(roster) == wanted
    for other in made[1]:
        assert sum(other in str(loss) for loss in roster.losses) == 1
    assert len(roster.losses) == len(made[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_roster_is_read_or_refused_in_a_sentence(seed: int) -> None:
    chance = random.Random(seed)
    name = chance.choice(list(FORMATS))
    content = bytearray(FORMATS[name](draw(chance)))
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(content))
        match chance.randrange(3):
            case 0:
                content[place] = chance.randrange(256)
            case 1:
                del content[place : place + chance.randint(1, 40)]
            case 2:
                content[place:place] = chance.randbytes(chance.randint(1, 20))
        content = content or bytearray(b" ")
    said = read_or_refused(name, bytes(content))
    assert said
    assert all("\n" not in sentence for sentence in said)


def read_or_refused(name: str, content: bytes) -> list[str]:
    """The refusal, which names the file, or the models and losses."""
    try:
        roster = read_roster_list(name, content)
    except BadFile as refused:
        return [str(refused)] if str(refused).startswith(name) else []
    return [entry.name for entry in roster.entries] + [str(loss) for loss in roster.losses]


LAUGHS = """<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><roster name="&b;"/>"""
OUTSIDE = """<!DOCTYPE r SYSTEM "file:///etc/hostname"><roster name="x"/>"""


@pytest.mark.parametrize("text", [LAUGHS, OUTSIDE])
def test_a_document_type_is_refused(text: str) -> None:
    with pytest.raises(BadFile, match="declares a document type"):
        read_roster_list("r.ros", text.encode())


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("r.ros", b"<roster>" + b" " * (battlescribe.MOST_XML_BYTES + 1))
    assert len(file.getvalue()) < MOST_BYTES // 100
    with pytest.raises(BadFile, match="larger than any roster"):
        read_roster_list("r.rosz", file.getvalue())


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("r.ros", b"<a>" * 100 + b"</a>" * 100, "more or deeper elements"),
        ("r.ros", b"<catalogue/>", "the XML is no roster"),
        ("r.ros", b"<roster>", "not XML"),
        ("r.json", b"{}", "the JSON has no roster"),
        ("r.json", b"{", "not JSON"),
        ("r.json", b'{"a":' + b"[" * 500 + b"]" * 500 + b"}", "brackets are more than"),
        ("r.toml", b"name = ", "not TOML"),
        ("r.exe", b"MZ\x00\x01", "is no text"),
        ("r.txt", b"x" * (MOST_BYTES + 1), "more than"),
        ("r.rosz", b"PK\x03\x04 and nothing", "the zip is damaged"),
    ],
)
def test_a_file_that_is_no_roster_is_refused_in_a_sentence(name: str, content: bytes, sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        read_roster_list(name, content)


def test_a_zip_of_many_files_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(2):
            archive.writestr(f"{number}.ros", b"<roster/>")
    with pytest.raises(BadFile, match=r"has one \.ros file inside"):
        read_roster_list("r.rosz", file.getvalue())
