"""The drawn table of a data book's demonstration: the models of its first scenario on two sides, and its terrain."""

from collections.abc import Iterator

from shapely import box

from tablecam.rules.books.book import DemoGame
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.words import BookWords, name_models
from tablecam.rules.books.demo_table import DemoModel, DemoTable
from tablecam.table.miniature import Circle
from tablecam.table.terrain import SOLID, Feature, Terrain

TABLE_IN = 48.0
# the distance of each row from its edge, and the way that its models look
ROWS_IN, HEADINGS_DEG = (5.0, 43.0, 24.0, 24.0), (90.0, 270.0, 0.0, 180.0)


def demo_game(words: BookWords) -> DemoGame:
    """The first scenario on its own table."""
    form = words.form
    scenario = next(iter(form.scenarios.values()))
    models = tuple(model for seat in form.seats for model in _place_force(form, seat, scenario.forces[seat]))
    paint = {piece.name: piece.paint for piece in form.demo.pieces}
    return DemoGame(forces=dict(scenario.forces), table=DemoTable(models, _build_terrain(form), paint))


def _build_terrain(form: BookForm) -> Terrain:
    return Terrain(
        tuple(
            Feature(piece.name, SOLID, 0.0, piece.top_in, True, box(*piece.box), piece.name)
            for piece in form.demo.pieces
        )
    )


def _place_force(form: BookForm, seat: str, force: str) -> Iterator[DemoModel]:
    """The models of a force at their places, else in a row before their edge."""
    side, models = form.seats.index(seat), form.forces[force].models
    names = {**name_models(models), **form.forces[force].names}
    for number, (model, profile) in enumerate(models.items(), 1):
        usual = (TABLE_IN * number / (len(models) + 1), ROWS_IN[side])
        x_in, y_in = form.demo.places.get(model, usual)
        card = form.profiles[profile]
        yield DemoModel(
            model, names[model], seat, Circle(card.base_mm), card.height_in, x_in, y_in, HEADINGS_DEG[side],
            profile=f"{form.name}/{profile}",
        )  # fmt: skip
