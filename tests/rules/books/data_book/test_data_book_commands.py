"""Data books at the command line: a folder as a book, its schema, its catalogue, and the drawn table of one."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from small_book import SMALL, write_book

from tablecam.commands.drawn_table import make_scene
from tablecam.commands.rulebooks import rulebooks
from tablecam.commands.umpire import umpire
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.data_book.load_toml import EXAMPLES
from tablecam.rules.books.data_book.schema import build_schema
from tablecam.rules.books.data_book.texts import read_po


def run(*words: str, command=rulebooks) -> Result:  # type: ignore[no-untyped-def]
    return CliRunner().invoke(command, words)


def test_the_schema_is_printed() -> None:
    assert json.loads(run("schema").output) == build_schema()


def test_the_catalogue_of_a_folder_has_what_is_translated_and_lists_the_rest(tmp_path: Path) -> None:
    printed = run("texts", str(EXAMPLES / "lantern_marsh")).output
    assert printed == (EXAMPLES / "lantern_marsh" / "de.po").read_text(encoding="utf-8")
    write_book(tmp_path)
    told = run("texts", str(tmp_path), "--language", "fr").output
    assert 'msgid "Small"\nmsgstr ""\n' in told
    (tmp_path / "fr.po").write_text(told, encoding="utf-8")
    assert read_po(tmp_path / "fr.po") == {}


def test_the_faults_of_a_folder_are_listed(tmp_path: Path) -> None:
    write_book(tmp_path, SMALL.replace("wounds = 3", "wounds = 0").replace("needs = 6", "needs = []"))
    result = run("texts", str(tmp_path))
    assert result.exit_code != 0
    assert "wounds must be from 1 to 100" in result.output
    assert "needs must be a number or a sum" in result.output


@pytest.mark.slow
def test_a_folder_is_played_at_the_terminal(tmp_path: Path) -> None:
    write_book(tmp_path / "mine")
    db = str(tmp_path / "games.db")
    result = run("--book", str(tmp_path / "mine"), "--auto", "--seed", "3", "--db", db, command=umpire)
    assert result.exit_code == 0, result.output
    assert "Turn 1 ends" in result.output
    assert "Big Ben" in result.output


def test_the_examples_are_listed_with_their_scenarios() -> None:
    told = run().output
    assert "lantern-marsh: Lantern Marsh\n" in told
    assert "  scenarios: last_fruit, short_shift\n" in told


@pytest.mark.parametrize("name", ["lantern-marsh", "brass-orchard"])
def test_the_demonstration_draws_the_models_of_the_first_scenario(name: str) -> None:
    """On the ground, apart from each other and from the terrain, with the forces of the scenario recognised."""
    book = BOOKS.book(name)
    scene = make_scene(book, 1920, 1080)
    form = book.system.form  # type: ignore[attr-defined]
    forces = next(iter(form.scenarios.values())).forces
    assert {model.id: model.side for model in scene.roster.models} == {
        model: seat for seat, force in forces.items() for model in form.forces[force].models
    }
    assert {feature.name for feature in scene.terrain.features} == {piece.name for piece in form.demo.pieces}
    places = [(spot.x_in, spot.y_in) for spot in scene.spots.values()]
    assert min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in places for b in places if a is not b) > 3
    assert set(next(iter(book.scenarios)).setup.get("objectives", ())) <= {piece.name for piece in form.demo.pieces}
