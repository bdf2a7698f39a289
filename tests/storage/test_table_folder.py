"""The table folder: what it says when whole, and which sentence it answers with when it is not."""

import json
import random
import shutil
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.models_toml import read_roster, write_roster
from tablecam.storage.table_folder import read_folder
from tablecam.table.miniature import Circle, Ellipse
from tablecam.table.table import HexGrid

TABLE = """
[table]
width_in = 44.0
depth_in = 30
[tags]
family = "tag36h11"
[[reference_tags]]
id = 0
size_mm = 40.0
center_in = [-1.5, -1.5]
[[reference_tags]]
id = 1
size_mm = 40.0
center_in = [45.5, -1.5]
rotation_deg = 90.0
[[reference_tags]]
id = 2
size_mm = 40.0
center_in = [45.5, 31.5]
"""

MODELS = """
[[models]]
id = "ann"
name = "Sergeant Ann"
side = "red"
tag = 21
tag_size_mm = 16.0
tag_offset_mm = [0.0, -26.5]
tag_height_mm = 1.2
base = { shape = "circle", diameter_mm = 32.0 }
height_in = 1.25
profile = "urban-war/viridian/marine"
[[models]]
id = "bob"
name = "Bob"
side = "blue"
tag = 22
tag_size_mm = 16.0
tag_offset_mm = [0.0, -26.5]
tag_height_mm = 0
base = { shape = "ellipse", length_mm = 60.0, width_mm = 35.0 }
height_in = 2
"""

SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]


def terrain(ring=SQUARE, kind="Polygon", **changes):
    properties = {"name": "crate", "material": "solid", "z_bottom_in": 0, "z_top_in": 1.5, "standable": True}
    feature = {
        "type": "Feature",
        "properties": {key: value for key, value in (properties | changes).items() if value != "left out"},
        "geometry": {"type": kind, "coordinates": [ring]},
    }
    return json.dumps({"type": "FeatureCollection", "features": [feature]}, indent=1)


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "table.toml").write_text(TABLE)
    (tmp_path / "models.toml").write_text(MODELS)
    (tmp_path / "terrain.geojson").write_text(terrain())
    return tmp_path


def refusal(folder: Path, file: str, text: str) -> str:
    """The sentence that the folder answers with when one of its files says `text`."""
    (folder / file).write_text(text)
    with pytest.raises(BadFile) as caught:
        read_folder(folder, camera_needed=False, materials=BOOKS.materials)
    sentence = str(caught.value)
    assert file in sentence
    assert "\n" not in sentence
    return sentence


def test_a_whole_folder_says_what_stands_in_its_files(folder):
    read = read_folder(folder, camera_needed=False)
    assert (read.table.width_in, read.table.depth_in, read.table.assembly_sigma_mm) == (44.0, 30.0, 0.3)
    assert [tag.rotation_deg for tag in read.table.reference_tags] == [0.0, 90.0, 0.0]
    ann, bob = read.roster.models
    assert (ann.base, ann.profile, ann.tag_offset_mm) == (Circle(32.0), "urban-war/viridian/marine", (0.0, -26.5))
    assert (bob.base, bob.profile, bob.height_in) == (Ellipse(60.0, 35.0), None, 2.0)
    assert [(each.name, each.z_top_in, each.piece) for each in read.terrain.features] == [("crate", 1.5, None)]
    assert read.terrain.features[0].polygon.area == 16.0
    assert read.intrinsics is None


@pytest.mark.parametrize(
    "tags", ["", '[tags]\nfamily = "tag36h11"\n', TABLE[TABLE.index("[tags]") : TABLE.rindex("[[")]]
)
def test_who_needs_no_camera_needs_no_reference_tags_and_no_roster(folder, tags):
    (folder / "models.toml").unlink()
    (folder / "table.toml").write_text("[table]\nwidth_in = 44.0\ndepth_in = 30\n" + tags)
    read = read_folder(folder, camera_needed=False, models_needed=False)
    assert (read.table.width_in, read.table.depth_in, read.table.family) == (44.0, 30.0, "tag36h11")
    assert len(read.table.reference_tags) == tags.count("size_mm")
    assert read.roster.models == ()
    with pytest.raises(
        BadFile, match=r"table\.toml: (the key tags is missing|the key reference_tags|reference_tags has 2)"
    ):
        read_folder(folder, models_needed=False)


def test_a_number_of_thousands_of_digits_is_refused_in_a_sentence(folder):
    said = refusal(folder, "table.toml", TABLE.replace("44.0", "0x" + "f" * 5000))
    assert "width_in must be a number, not a number of thousands of digits" in said


@pytest.mark.parametrize("frame", ["f00", "f01"])
def test_the_rendered_tables_are_read(shared_data, tmp_path, frame):
    source = shared_data / "rendered" / frame / "table"
    for file in ("table.toml", "models.toml", "terrain.geojson"):
        shutil.copy(source / file, tmp_path)
    read = read_folder(tmp_path, camera_needed=False)
    assert len(read.roster.models) == 28
    assert len(read.table.reference_tags) == 8
    assert {feature.piece for feature in read.terrain.features} == {f"T{number:02}" for number in range(16)}


def test_a_table_without_terrain_is_flat(folder):
    (folder / "terrain.geojson").unlink()
    assert read_folder(folder, camera_needed=False).terrain.features == ()


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadFile, match=r"nowhere is not a folder; a table folder holds table\.toml"):
        read_folder(tmp_path / "nowhere")


@pytest.mark.parametrize("file", ["table.toml", "models.toml"])
def test_a_missing_file_is_named_with_what_it_holds(folder, file):
    (folder / file).unlink()
    with pytest.raises(BadFile, match=rf"{file} is missing; it holds the "):
        read_folder(folder, camera_needed=False)


def test_a_file_with_a_byte_order_mark_is_read(folder):
    (folder / "models.toml").write_bytes(b"\xef\xbb\xbf" + MODELS.encode())
    assert len(read_folder(folder, camera_needed=False).roster.models) == 2


def test_a_file_in_another_encoding_is_refused_with_its_line(folder):
    (folder / "models.toml").write_bytes(MODELS.replace("Sergeant Ann", "Sergeant Zo\xeb").encode("latin-1"))
    with pytest.raises(BadFile, match=r"models\.toml, line 4: not UTF-8 text"):
        read_folder(folder, camera_needed=False)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("width_in = 44.0", "width_in = ", "line 3: not TOML"),
        ("width_in = 44.0", "width_in = 0", "table: width_in must be more than 0, not 0"),
        ("width_in = 44.0", "width_in = nan", "width_in must be a number, not nan"),
        ("width_in = 44.0", "width_in = true", "width_in must be a number, not true"),
        ("width_in = 44.0", 'width_in = "44"', 'width_in must be a number, not "44"'),
        ("width_in = 44.0", "widht_in = 44.0", "the key widht_in is unknown; did you mean width_in?"),
        ("width_in = 44.0\n", "", "the key width_in is missing; add it"),
        ('"tag36h11"', '"tag16h5"', 'family must be tag36h11, not "tag16h5"'),
        ("rotation_deg = 90.0", "rotation = 90.0", "line 11, reference_tags 2: the key rotation is unknown"),
        ("id = 2\n", "id = 1\n", "line 16, reference_tags 3: tag 1 is listed twice"),
        ("id = 2\n", "id = 587\n", "reference tag 587 does not exist; tag36h11 has 0 to 586"),
        ("id = 2\n", "id = -1\n", "id must be a whole number, 0 or more, not -1"),
        ("id = 2\n", "id = 2.0\n", "id must be a whole number, 0 or more, not 2.0"),
        ("[45.5, 31.5]", "[45.5]", "center_in must be two numbers such as [1.5, 2.0], not [45.5]"),
        ("[45.5, 31.5]", "[-1.5, -1.5]", "tags 0 and 2 lie at one place"),
        ("size_mm = 40.0", "size_mm = -40.0", "line 7, reference_tags 1: size_mm must be more than 0, not -40.0"),
        ("[tags]", "[tags]\nassembly_sigma_mm = -1", "assembly_sigma_mm must be 0 or more, not -1"),
    ],
)
def test_a_fault_in_the_table_is_told_with_its_line_or_key(folder, old, new, sentence):
    assert sentence in refusal(folder, "table.toml", TABLE.replace(old, new))


GRID = '[grid]\nkind = "hex"\nsize_in = 1.5\norigin_in = [22.0, 15]\n[tags]'


def test_a_table_may_be_divided_into_hexes(folder):
    assert read_folder(folder, camera_needed=False).table.grid is None
    (folder / "table.toml").write_text(TABLE.replace("[tags]", GRID))
    assert read_folder(folder, camera_needed=False).table.grid == HexGrid(1.5, (22.0, 15.0))
    (folder / "table.toml").write_text(TABLE.replace("[tags]", GRID.replace("origin_in = [22.0, 15]\n", "")))
    assert read_folder(folder, camera_needed=False).table.grid == HexGrid(1.5, (0.0, 0.0))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"hex"', '"square"', 'grid: kind must be hex, not "square"'),
        ('kind = "hex"\n', "", "grid: the key kind is missing"),
        ("size_in = 1.5\n", "", "grid: the key size_in is missing"),
        ("1.5", "0.1", "grid: size_in must be 0.25 or more"),
        ("1.5", "true", "grid: size_in must be a number"),
        ("[22.0, 15]", "22.0", "grid: origin_in must be two numbers"),
        ("origin_in", "origin", "grid: the key origin is unknown; did you mean origin_in?"),
    ],
)
def test_a_fault_in_the_grid_is_told_with_its_key(folder, old, new, sentence):
    assert sentence in refusal(folder, "table.toml", TABLE.replace("[tags]", GRID.replace(old, new)))


def test_two_reference_tags_are_too_few(folder):
    (folder / "table.toml").write_text(TABLE[: TABLE.rindex("[[reference_tags]]")])
    with pytest.raises(BadFile, match=r"table\.toml: reference_tags has 2, but the camera's place needs at least 3"):
        read_folder(folder)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "bob"', 'id = "ann"', "line 13, models 2: the id ann is given twice"),
        ("tag = 22", "tag = 21", "line 13, models 2: ann and bob both wear tag 21; give each model its own tag"),
        ("tag = 22", "tag = 1", "bob wears tag 1, which table.toml has as a reference tag"),
        ("tag = 22", "tag = 600", "bob wears tag 600; tag36h11 has only 0 to 586"),
        (
            '"circle"',
            '"hexagon"',
            'models 1, base: shape must be circle or ellipse or rectangle, not "hexagon"',
        ),
        ("diameter_mm = 32.0", "diameter = 32.0", "the key diameter is unknown; did you mean diameter_mm?"),
        ("diameter_mm = 32.0", "diameter_mm = 0", "diameter_mm must be more than 0, not 0"),
        ("width_mm = 35.0", "width_mm = inf", "width_mm must be a number, not inf"),
        ("height_in = 2", "hieght_in = 2", "the key hieght_in is unknown; did you mean height_in?"),
        ("tag_height_mm = 1.2", "tag_height_mm = -1.2", "tag_height_mm must be 0 or more, not -1.2"),
        ('side = "red"', "side = 1", "side must be a text in quotes, on one line, not 1"),
        ('side = "red"', 'side = " "', 'side must be a text in quotes, on one line, not ""'),
        ('base = { shape = "circle", diameter_mm = 32.0 }', "base = 32", "base must be a table of keys and values"),
        ('base = { shape = "circle", diameter_mm = 32.0 }', "", "line 2, models 1: the key base is missing"),
        ("profile = ", "profil = ", "the key profil is unknown; did you mean profile?"),
        ('name = "Bob"', 'name = "Bob', "line 15: not TOML"),
    ],
)
def test_a_fault_in_the_models_is_told_with_its_line_and_key(folder, old, new, sentence):
    assert sentence in refusal(folder, "models.toml", MODELS.replace(old, new))


def test_models_that_are_no_list_are_refused(folder):
    assert "models must be a list of tables" in refusal(folder, "models.toml", "models = 3\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "line 1: not JSON"),
        ('{\n"type": }', "line 2: not JSON"),
        ("[]", "a FeatureCollection is wanted"),
        ('{"type": "Feature"}', 'type must be FeatureCollection, not "Feature"'),
        ('{"type": "FeatureCollection"}', "the key features is missing"),
        ('{"type": "FeatureCollection", "features": [{}]}', "features 1: the key properties is missing"),
        (terrain(kind="Point"), "features 1 (crate): geometry must be a Polygon (several parts are several features)"),
        (terrain(ring=[[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]), "the polygon crosses or touches itself at 2.00, 2.00"),
        (terrain(ring=[[0, 0], [4, 4], [0, 0]]), "has fewer than three corners"),
        (terrain(ring=[[0, 0], [1, 1], [2, 2], [0, 0]]), "features 1 (crate): the polygon"),
        (terrain(ring=[[0, 0], [4, 0], [4, "4"], [0, 4]]), "coordinates must be two numbers"),
        (terrain(ring=[[0, 0], [4, 0], 4, [0, 4]]), "coordinates must be points such as [1.5, 2.0], not 4"),
        (terrain(ring=7), "coordinates must be a list of rings"),
        (terrain(z_top_in=0), "features 1 (crate): z_top_in must be more than 0, not 0"),
        (terrain(z_bottom_in=2, z_top_in=1.5), "z_top_in must be more than 2, not 1.5"),
        (terrain(material="wood"), 'material must be solid or flimsy, not "wood"'),
        (terrain(standable="yes"), 'standable must be true or false, not "yes"'),
        (terrain(standable="left out"), "the key standable is missing; add it"),
        (terrain(standabel=True), "the key standabel is unknown; did you mean standable?"),
        (terrain(name="left out"), "features 1: the key name is missing"),
        (terrain(z_top_in=None), "z_top_in must be a number, not nothing"),
    ],
)
def test_a_fault_in_the_terrain_is_told_with_its_feature_and_key(folder, text, sentence):
    assert sentence in refusal(folder, "terrain.geojson", text)


def test_where_no_rulebook_says_what_there_is_terrain_may_be_of_anything_but_a_misspelt_word(folder):
    (folder / "terrain.geojson").write_text(terrain(material="wood"))
    (crate,) = read_folder(folder, camera_needed=False).terrain.features
    assert (crate.material, crate.solid) == ("wood", False)
    (folder / "terrain.geojson").write_text(terrain(material="soild"))
    with pytest.raises(BadFile, match=r'features 1 .crate.: material is misspelt: write solid, not "soild"'):
        read_folder(folder, camera_needed=False)


def test_members_that_map_editors_add_are_left_alone(folder):
    (folder / "terrain.geojson").write_text(terrain(fill="#ff0000", piece=None))
    assert read_folder(folder, camera_needed=False).terrain.features[0].piece is None


def test_a_hole_stays_a_hole(folder):
    collection = json.loads(terrain())
    collection["features"][0]["geometry"]["coordinates"].append([[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]])
    (folder / "terrain.geojson").write_text(json.dumps(collection))
    assert read_folder(folder, camera_needed=False).terrain.features[0].polygon.area == 15.0


JUNK = ("", "0", "-1", "1e999", "nan", '"', "[", "]", "{", "}", "\n", "true", "9" * 5000, "=", "\x00", "[" * 3000)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["table.toml", "models.toml", "terrain.geojson"])
def test_however_a_file_is_garbled_the_answer_is_one_sentence(folder, file):
    rng = random.Random(file)
    whole = (folder / file).read_text()
    sentences = []
    for _ in range(250):
        cut = rng.randrange(len(whole))
        (folder / file).write_text(whole[:cut] + rng.choice(JUNK) + whole[cut + rng.choice((0, 1, 3, 10)) :])
        try:
            read_folder(folder, camera_needed=False)
        except BadFile as fault:
            sentences.append(str(fault))
    assert len(sentences) > 100
    assert all("\n" not in sentence and len(sentence) < 500 for sentence in sentences)


PIECE = """
[[pieces]]
id = "{id}"
tag = {tag}
tag_size_mm = 24.0
[[pieces.features]]
name = "wall"
material = "solid"
z_bottom_in = 0
z_top_in = 3.0
standable = false
outline = [[-2, -2], [2, -2], [2, 2], [-2, 2]]
"""


def test_terrain_that_wears_tags_belongs_to_the_folder(folder):
    assert read_folder(folder, camera_needed=False).pieces == ()
    (folder / "pieces.toml").write_text(PIECE.format(id="ruin", tag=300))
    (ruin,) = read_folder(folder, camera_needed=False).pieces
    assert (ruin.id, ruin.tag) == ("ruin", 300)


@pytest.mark.parametrize(
    ("id", "tag", "sentence"),
    [
        ("ruin", 587, "pieces.toml: ruin wears tag 587; tag36h11 has only 0 to 586"),
        ("ruin", 1, "pieces.toml: ruin wears tag 1, which table.toml has as a reference tag; give one of them another"),
        ("ruin", 21, "pieces.toml: ruin wears tag 21, as ann in models.toml does; give one of them another"),
        ("ann", 300, "pieces.toml: ann is the id of a model in models.toml too; give the piece another"),
    ],
)
def test_a_piece_that_clashes_with_what_is_there_is_refused_in_one_sentence(folder, id, tag, sentence):
    (folder / "pieces.toml").write_text(PIECE.format(id=id, tag=tag))
    with pytest.raises(BadFile) as caught:
        read_folder(folder, camera_needed=False)
    assert str(caught.value).endswith(sentence)


def test_a_model_may_wear_two_tags(tmp_path) -> None:
    text = MODELS.replace("tag = 21", "tags = [21, 23]")
    (tmp_path / "models.toml").write_text(text)
    roster = read_roster(tmp_path / "models.toml")
    ann = roster.by_tag[23]
    assert (ann.id, ann.tags, ann.offsets_mm) == ("ann", (21, 23), ((0.0, -26.5), (0.0, 26.5)))
    (tmp_path / "models.toml").write_text(
        text.replace("tag_height_mm = 1.2", "tag_height_mm = 1.2\nsecond_offset_mm = [3.0, 25.0]")
    )
    roster = read_roster(tmp_path / "models.toml")
    assert roster.by_tag[23].offsets_mm[1] == (3.0, 25.0)
    write_roster(tmp_path / "again.toml", roster)
    assert read_roster(tmp_path / "again.toml") == roster


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("tags = [21, 22]", "ann and bob both wear tag 22"),
        ("tags = [21, 21]", "two numbers that differ"),
        ("tags = [21, 22.5]", "two numbers that differ"),
        ("tag = 21\ntags = [21, 23]", "tag and tags are both given"),
        ("tag = 21\nsecond_offset_mm = [0.0, 26.5]", "for a model with two tags"),
    ],
)
def test_two_tags_that_cannot_be_are_refused(tmp_path, line, sentence) -> None:
    (tmp_path / "models.toml").write_text(MODELS.replace("tag = 21", line))
    with pytest.raises(BadFile, match=sentence):
        read_roster(tmp_path / "models.toml")
