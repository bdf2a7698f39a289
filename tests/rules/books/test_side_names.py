"""What a side is called: by the name that its player typed, else by its seat in the reader's language."""

from made_languages import shipped

from tablecam.base.i18n import speaking
from tablecam.rules.books.side_names import (
    name_side,
    player_names,
    reader_style,
    title_side,
    title_sides,
    withholding_names,
)

SEATS = ("red", "blue")
TAGS = {"Red": "Night Ferry", "Red player": "Anna", "Blue player": "<b>Ben</b> {x}"}


def test_a_typed_name_stands_for_the_side_as_it_was_typed() -> None:
    assert name_side("red", TAGS) == "Anna"
    assert name_side("blue", TAGS) == "<b>Ben</b> {x}"


def test_without_a_typed_name_a_side_is_called_by_its_seat_in_the_readers_language(tmp_path) -> None:
    assert [name_side(seat, {}) for seat in (*SEATS, "near")] == ["Red", "Blue", "Near"]
    with speaking(shipped(tmp_path).translations("de")):
        assert [name_side(seat, {}) for seat in (*SEATS, "near")] == ["Rot", "Blau", "Near"]


def test_players_of_one_name_are_told_apart_by_their_seats() -> None:
    assert player_names(SEATS, {"Red player": "Max", "Blue player": "Max "}) == {
        "red": "Max (Red)",
        "blue": "Max (Blue)",
    }


def test_a_title_has_the_player_and_the_force_as_far_as_they_are_known() -> None:
    assert title_sides(SEATS, TAGS) == {"red": "Anna (Night Ferry)", "blue": "<b>Ben</b> {x}"}
    assert title_side("red", {"Red": "Night Ferry"}) == "Night Ferry"
    assert title_side("red", {}) == "Red"


def test_names_are_withheld_inside_the_block_and_texts_with_and_without_them_are_kept_apart() -> None:
    with withholding_names():
        assert title_sides(SEATS, TAGS) == {"red": "Night Ferry", "blue": "Blue"}
        withheld = reader_style()
    assert name_side("red", TAGS) == "Anna"
    assert reader_style() != withheld
