"""The data of a game: typed events and positions over time, of lines that count; games of a scenario."""

import pytest

import tablecam
from tablecam.rules.event import PositionsAccepted

FORCES = {"red": "harbour_watch", "blue": "tunnel_kin"}


@pytest.fixture
def game() -> tablecam.PlayedGame:
    return tablecam.new_game("urban-war", **FORCES)


def place_ida(bare: tablecam.OpenedTable, x_in: float) -> tablecam.MeasuredPosition:
    (bare.path / "position.txt").write_text(f"model ida red 30mm at {x_in},10\n")
    return bare.position(bare.path / "position.txt")


def test_events_are_objects_and_an_undo_takes_them_out(game: tablecam.PlayedGame) -> None:
    game.answer("9")
    game.answer("4")
    (rolled,) = game.events
    assert isinstance(rolled, tablecam.Event)
    assert (type(rolled).__name__, rolled.winner, rolled.faces) == ("RolledOff", "red", {"red": 9, "blue": 4})
    game.undo()
    assert game.events == ()


def test_positions_are_those_given_with_answers_and_an_undo_takes_them_out(
    game: tablecam.PlayedGame, bare: tablecam.OpenedTable
) -> None:
    assert game.positions() == ()
    game.answer("9", position=place_ida(bare, 10))
    game.answer("4", position=place_ida(bare, 12))
    first, second = game.positions()
    assert [moment.position.models[0].x_in for moment in (first, second)] == [10, 12]
    assert first.line < second.line
    game.undo()
    assert [moment.position.models[0].x_in for moment in game.positions()] == [10]
    game.answer("4", position=place_ida(bare, 10))
    assert len(game.positions()) == 1, "the same position twice is one"


def test_positions_survive_saving(game: tablecam.PlayedGame, bare: tablecam.OpenedTable) -> None:
    game.answer("9", position=place_ida(bare, 10))
    game.save(bare.path / "game.jsonl")
    assert tablecam.load_game(bare.path / "game.jsonl").positions() == game.positions()


def test_positions_that_the_players_agree_on_count_from_then_on(
    game: tablecam.PlayedGame, bare: tablecam.OpenedTable
) -> None:
    game.answer("9", position=place_ida(bare, 10))
    accepted = PositionsAccepted(at={"ida": (30.0, 10.0, 0.0)}, moved_in={"ida": 20.0})
    game._game.interject(accepted, "red")
    first, second = game.positions()
    assert (first.position.models[0].x_in, second.position.models[0].x_in) == (10, 30)


def test_a_scenario_is_chosen_by_its_id_and_brings_its_forces() -> None:
    storm = tablecam.new_game("urr", scenario="storm")
    assert storm.questions
    assert storm.log[0] != tablecam.new_game("urr", scenario="open-field").log[0]
    own = tablecam.new_game("urr", scenario="storm", red="reed_banner", blue="salt_company")
    assert own.log[0] != storm.log[0]
    with pytest.raises(tablecam.IllegalAnswer, match="there is no scenario moonbase; there are open-field and storm"):
        tablecam.new_game("urr", scenario="moonbase")
    with pytest.raises(tablecam.IllegalAnswer, match="each seat needs one force"):
        tablecam.new_game("urban-war", scenario="battle")
