"""Losses and their consequences: models that are out, victory points for them, and checks of morale."""

from dataclasses import dataclass

from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.context import Pairing, build_context, holds_alone
from tablecam.rules.books.data_book.rules.form_toml import MoraleForm
from tablecam.rules.books.data_book.rules.game_events import ModelOut, Scored
from tablecam.rules.books.data_book.rules.sequence import play_check
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play

BY_LOSS = ("kill", "price")


@dataclass(frozen=True)
class Losses:
    """The consequences of what happened to some models since `before`. seat: the side that acts."""

    form: BookForm
    before: State
    seat: str

    def settle(self, game: Play[State], models: tuple[str, ...]) -> None:
        """Take out the models that died, score for them, and roll for morale."""
        for model in dict.fromkeys(models):
            if self.before[model].alive and not game.state[model].alive:
                self._take_out(game, model)
            elif game.state[model].wounds < self.before[model].wounds:
                for row in self._list_rows("wound"):
                    self.roll(game, row, (model,))

    def _take_out(self, game: Play[State], model: str) -> None:
        rows = [(row, self._find_witnesses(game, row, model)) for row in self._list_rows("death")]
        if not game.state[model].out:
            game.tell(ModelOut(model=model))
        self.score(game, model)
        for row, witnesses in rows:
            self.roll(game, row, witnesses)

    def score(self, game: Play[State], model: str) -> None:
        """Score for a model that is out: the side that acts, or the next one if it was its own model."""
        owner = game.state[model].seat
        seat = self.seat if self.seat != owner else game.state.next_seat(owner)
        for score in self.form.victory.scores:
            price = self.form.profiles[game.state[model].profile].points
            points = score.gives * (price if score.by == "price" else 1)
            if score.by in BY_LOSS and points:
                game.tell(Scored(seat=seat, points=points, by=score.by))

    def roll(self, game: Play[State], row: MoraleForm, models: tuple[str, ...]) -> None:
        """Let models roll for morale; what it costs them leads to no more rolls."""
        for model in models:
            if not game.state[model].alive or holds_alone(self.form, game.state, model, row.unless):
                continue
            context = build_context(self.form, game.state, Pairing(model), row.check, game.ask)
            play_check(game, context, row.check, 1)
            if not game.state[model].alive:
                if not game.state[model].out:
                    game.tell(ModelOut(model=model))
                self.score(game, model)

    def _find_witnesses(self, game: Play[State], row: MoraleForm, model: str) -> tuple[str, ...]:
        """The friends near a model that dies, measured while it still stands."""
        friends = game.state.friends(model)
        if not friends:
            return ()
        ranges = game.ask(Ranges(model=model, others=friends, limits=(row.within_in,)))
        return tuple(friend for friend in friends if ranges[friend].is_at_most(row.within_in))

    def _list_rows(self, when: str) -> list[MoraleForm]:
        return [row for row in self.form.morale if row.when == when]
