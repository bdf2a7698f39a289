"""A position in sentences: ranges, directions, sight, edges, terrain, and places out of sight."""

import math

import pytest
from shapely import box

from tablecam.base.i18n import speaking
from tablecam.base.languages import INSTALLED
from tablecam.table.measure.sentences import TableEdge, TableSentences, spell_sight
from tablecam.table.measure.shelter import find_shelter
from tablecam.table.measure.sight import sighting
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.snapshot import Snapshot, rename_models
from tablecam.table.terrain import Feature, Terrain


def stand(name: str, side: str, x: float, y: float, **pose) -> Placed:
    model = Miniature(name.lower(), name, side, 1, 16.0, (0.0, 0.0), 0.0, Circle(25.4), 1.25)
    return Placed(model, x, y, pose.pop("z_in", 0.0), 0.0, **pose)


FENCE = Feature("Fence", "solid", 0.0, 0.85, False, box(18, 14, 26, 14.2))
TOWER = Feature("Tower", "solid", 0.0, 4.0, True, box(30, 30, 36, 36))


def table(*models: Placed, terrain: tuple[Feature, ...] = (FENCE, TOWER)) -> Snapshot:
    return Snapshot(0.0, models, Terrain(terrain), 48.0, 40.0)


LUND = stand("Lund", "watch", 20.0, 8.0)
PIT = stand("Pit", "gang", 22.0, 20.0)
MOSS = stand("Moss", "watch", 24.0, 8.0)
DREW = stand("Drew", "gang", 33.0, 33.0, z_in=4.0, stands_on="Tower")


def test_the_nearest_enemy_comes_with_range_direction_and_sight():
    nearest = TableSentences(table(LUND, MOSS, DREW, PIT)).describe_nearest_enemy("lund")
    assert (
        nearest == "Nearest enemy: Pit, about eleven and a quarter inches, at twelve o’clock, half in sight past Fence."
    )
    assert TableSentences(table(LUND, MOSS)).describe_nearest_enemy("lund") == "No enemy stands on the table."


def test_a_direction_turns_with_the_seat_of_the_listener():
    models = table(LUND, stand("Pit", "gang", 30.0, 8.0))
    hours = [TableSentences(models, seat).list_enemies("lund")[0][1].split(", ")[2] for seat in TableEdge]
    assert hours == ["at three o’clock", "at six o’clock", "at nine o’clock", "at twelve o’clock"]


def test_a_place_is_told_from_the_edges_as_the_listener_has_them():
    snapshot = table(stand("Lund", "watch", 4.5, 36.5))
    assert TableSentences(snapshot).describe_place("lund") == (
        "Lund, three inches from the far edge, four inches from the left edge."
    )
    assert TableSentences(snapshot, TableEdge.LEFT).describe_place("lund") == (
        "Lund, four inches from the near edge, three inches from the left edge."
    )
    assert TableSentences(snapshot, TableEdge.RIGHT).describe_place("lund") == (
        "Lund, four inches from the far edge, three inches from the right edge."
    )


def test_a_place_says_what_the_model_stands_on_and_whether_it_is_seen():
    hidden = stand("Drew", "gang", 33.0, 33.0, z_in=4.0, stands_on="Tower", state="occluded")
    text = TableSentences(table(hidden)).describe_place("drew")
    assert text.endswith(", four inches up, on Tower, not seen by the camera now.")


def test_enemies_are_listed_nearest_first_and_friends_apart():
    told = TableSentences(table(LUND, DREW, PIT, MOSS))
    assert [id for id, _text in told.list_enemies("lund")] == ["pit", "drew"]
    assert told.list_friends("lund") == [("moss", "Moss, three inches, at three o’clock.")]


def test_models_out_of_the_game_are_not_spoken_of():
    told = TableSentences(table(LUND, DREW, PIT), others=frozenset({"pit"}))
    assert [id for id, _text in told.list_enemies("lund")] == ["drew"]
    assert "Pit" not in told.describe_watchers("lund")


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (1.0, "in full sight"),
        (0.6, "half in sight"),
        (0.26, "a quarter in sight"),
        (0.01, "barely in sight"),
        (0.0, "out of sight"),
    ],
)
def test_a_share_is_said_in_words(share, text):
    assert spell_sight(share, ()) == text


def test_sight_names_what_hides_most():
    wall = Feature("Wall", "solid", 0.0, 3.0, False, box(10, 14, 34, 14.2))
    told = TableSentences(table(LUND, PIT, terrain=(wall,)))
    assert told.list_enemies("lund")[0][1].endswith(", out of sight behind Wall.")
    assert told.describe_watchers("lund") == "No enemy sees it."
    assert TableSentences(table(LUND, PIT, terrain=())).describe_watchers("lund") == "One enemy sees it: Pit."


def test_terrain_around_a_model_is_listed_nearest_first():
    texts = TableSentences(table(LUND, PIT)).list_terrain("lund")
    assert [text.partition(",")[0] for text in texts] == ["Fence", "Tower"]
    assert texts[0] == "Fence, five and a half inches, at twelve o’clock, about three quarters of an inch high."


def test_a_shelter_is_out_of_sight_and_its_path_is_said():
    snapshot = table(LUND, PIT, terrain=(Feature("Wall", "solid", 0.0, 3.0, False, box(22, 12, 30, 12.5)),))
    shelter = find_shelter(snapshot, "lund", ["pit"])
    assert shelter is not None
    assert shelter.hider == "Wall"
    assert math.dist((shelter.x_in, shelter.y_in), (20, 8)) <= shelter.length_in + 0.01
    there = table(stand("Lund", "watch", shelter.x_in, shelter.y_in), PIT, terrain=snapshot.terrain.features)
    assert sighting(there, "pit", "lund", error=False).visible == pytest.approx(0, abs=1e-6)
    assert sighting(snapshot, "pit", "lund", error=False).visible > 0
    text = TableSentences(snapshot).describe_shelter("lund")
    assert text.startswith("Out of sight of Pit: a move of three inches, at ")
    assert text.endswith("o’clock, behind Wall.")


def test_no_place_nearer_than_the_shelter_is_hidden():
    snapshot = table(LUND, PIT, terrain=(Feature("Wall", "solid", 0.0, 3.0, False, box(22, 12, 30, 12.5)),))
    shelter = find_shelter(snapshot, "lund", ["pit"])
    for turn in range(24):
        angle, far = turn * math.tau / 24, shelter.length_in - 0.8
        moved = stand("Lund", "watch", 20 + far * math.cos(angle), 8 + far * math.sin(angle))
        assert sighting(table(moved, PIT, terrain=snapshot.terrain.features), "pit", "lund", error=False).visible > 0


def test_an_open_table_has_no_shelter_and_a_hidden_model_needs_none():
    told = TableSentences(table(LUND, PIT, terrain=()))
    assert told.describe_shelter("lund") == "Within twelve inches no place is out of sight of Pit."
    wall = Feature("Wall", "solid", 0.0, 3.0, False, box(5, 14, 40, 14.2))
    assert (
        TableSentences(table(LUND, PIT, terrain=(wall,))).describe_shelter("lund") == "Here it is out of sight of Pit."
    )


def test_details_give_the_exact_range_and_both_sights():
    details = TableSentences(table(LUND, PIT, terrain=())).list_details("lund", "pit")
    assert details[1].startswith("The exact range: 11.17 inches, give or take ")
    assert details[2:4] == ["Seen from Lund, Pit is in full sight.", "Seen from Pit, Lund is in full sight."]
    assert len(details) == 5


def test_hidden_names_stay_hidden_in_every_sentence():
    told = TableSentences(rename_models(table(LUND, DREW, PIT, MOSS), {"pit": "a block"}))
    texts = [text for _id, text in told.list_enemies("lund")] + told.list_details("lund", "pit")
    texts += [told.describe_watchers("lund"), told.describe_place("pit"), told.describe_shelter("lund", ["pit"])]
    assert not any("Pit" in text for text in texts)
    assert any("a block" in text for text in texts)


def test_sentences_are_german_in_german():
    with speaking(INSTALLED.translations("de")):
        told = TableSentences(table(LUND, PIT, terrain=()))
        assert told.describe_nearest_enemy("lund") == (
            "Nächster Feind: Pit, etwa elfeinviertel Zoll, auf zwölf Uhr, ganz zu sehen."
        )
        assert told.describe_table().startswith("Der Tisch ist achtundvierzig Zoll breit und vierzig Zoll tief.")
