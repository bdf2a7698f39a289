"""The forces whose models stand on the table are those that a game is begun with where nobody chooses others."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablecam.commands.drawn_table import make_scene
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.table.miniature import Miniature


def demo_models(book: str) -> tuple[Miniature, ...]:
    return make_scene(BOOKS.book(book), 1920, 1080).roster.models


def usual(setups: GameSetups, book: str) -> Any:
    return next(listed["usual"] for listed in setups.list_books()["books"] if listed["name"] == book)


@pytest.mark.parametrize("book", [*BOOKS.books])
def test_a_game_of_a_demo_is_begun_with_the_models_that_stand_on_its_table(book: str) -> None:
    models = demo_models(book)
    setups = GameSetups(BOOKS, models=lambda: models)
    played, setup, _tags = setups.setup({"book": book})
    people = played.phrases.people(played.system.new_game(setup))
    assert people == {model.id: model.side for model in models}


def test_the_page_is_offered_the_forces_on_the_table_and_the_scenario_that_is_written_for_them() -> None:
    models = demo_models("urr")
    setups = GameSetups(BOOKS, models=lambda: models)
    assert usual(setups, "urr") == {"scenario": "storm", "forces": {"red": "ash_host", "blue": "lantern_guard"}}
    # the models of another book's demo are no force of this one
    assert usual(setups, "urban-war")["forces"] == {}


def test_a_force_is_found_on_the_side_that_it_stands_on() -> None:
    other = {"red": "blue", "blue": "red"}
    models = [replace(model, side=other[model.side]) for model in demo_models("urban-war")]
    setups = GameSetups(BOOKS, models=lambda: models[2:])
    assert usual(setups, "urban-war")["forces"] == {"red": "tunnel_kin", "blue": "harbour_watch"}


def test_an_empty_table_leaves_the_choice_to_the_scenario_or_to_the_players() -> None:
    setups = GameSetups(BOOKS)
    assert usual(setups, "urr") == {"scenario": "open-field", "forces": {}}
    assert setups.setup({"book": "urr"})[2] == {"Red": "Reed Banner", "Blue": "Salt Company"}
    with pytest.raises(IllegalAnswer, match="name a force for each seat"):
        setups.setup({"book": "urban-war"})


def test_a_force_file_with_a_fault_is_no_force_on_the_table(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("name = 7\n")
    models = demo_models("urban-war")
    starters = BOOKS.book("urban-war").forces.starters()  # type: ignore[union-attr]
    setups = GameSetups(
        BOOKS, lambda book: {**starters, "broken": broken} if book.forces else {}, models=lambda: models
    )
    assert usual(setups, "urban-war")["forces"] == {"red": "harbour_watch", "blue": "tunnel_kin"}
