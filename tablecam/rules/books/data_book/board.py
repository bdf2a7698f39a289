"""The board of a game of a data book, its cards, and its result."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tablecam.base.i18n import Message
from tablecam.base.lengths import short
from tablecam.rules.books.data_book.rules.ending import find_winner
from tablecam.rules.books.data_book.rules.form_toml import ProfileForm, WeaponForm
from tablecam.rules.books.data_book.rules.game_events import ENDED
from tablecam.rules.books.data_book.rules.rulebook import HIDDEN
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.books.data_book.words import BookWords
from tablecam.rules.books.views import (
    CardNumber,
    CardRow,
    CardRule,
    CardTable,
    Counter,
    GameBoardView,
    GameResultView,
    ModelCard,
    ModelView,
    ResultColumn,
    SideResult,
    Text,
)
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames

Fields = Mapping[str, Json]

PHASES: Mapping[str, Text] = {
    "deployment": Message("Deployment"),
    "orders": Message("Orders"),
    "activations": Message("Activations"),
    "over": Message("Over"),
}
ORDER, WOUNDS, ACTED = Message("Order"), Message("wounds"), Message("has acted")


class DataBoard:
    """The drawing beside each model, and the result, in the words of one book."""

    def __init__(self, words: BookWords) -> None:
        self._words = words
        self._cards = {name: self._make_card(profile) for name, profile in words.form.profiles.items()}

    def board(self, visible: Fields, seat: str) -> GameBoardView:
        """The board, made only of facts that the seat may know."""
        return GameBoardView(
            turn=visible["turn"],
            phase=PHASES.get(visible["phase"], ""),
            models={name: self._show_model(model, seat) for name, model in visible["models"].items()},
            active=visible["active"],
        )

    def _show_model(self, model: Fields, seat: str) -> ModelView:
        markers = tuple(self._words.title("markers", marker) for marker in model["markers"])
        return ModelView(
            alive=bool(model["alive"]),
            left=model["wounds"],
            of=model["of"],
            unit=WOUNDS,
            counters=tuple(self._list_counters(model, seat)),
            markers=(*markers, ACTED) if model["acted"] else markers,
            card=self._get_card(model),
        )

    def _get_card(self, model: Fields) -> ModelCard | None:
        """The card of a model: that of its profile, with what a campaign has changed."""
        form, changes = self._words.form, model.get("changes", {})
        profile = form.profiles.get(model["profile"])
        if not profile or (not changes and model["of"] == profile.wounds):
            return self._cards.get(model["profile"])
        printed = {name: profile.numbers.get(name, form.numbers[name].usual or 0) for name in changes}
        changed = {name: number + changes[name] for name, number in printed.items()}
        return self._make_card(replace(profile, wounds=model["of"], numbers={**profile.numbers, **changed}))

    def _list_counters(self, model: Fields, seat: str) -> Iterator[Counter]:
        if not model["order"]:
            return
        if model["order"] == HIDDEN:
            yield Counter(ORDER, None, "hidden")
        else:
            is_own = model["seat"] == seat and not model["acted"] and self._words.form.turn.orders == "secret"
            yield Counter(ORDER, self._words.title("orders", model["order"]), "own" if is_own else "marker")

    def _make_card(self, profile: ProfileForm) -> ModelCard:
        words, form = self._words, self._words.form
        numbers = [(name, profile.numbers.get(name, number.usual)) for name, number in form.numbers.items()
                   if number.of == "profile"]  # fmt: skip
        return ModelCard(
            title=words.text(profile.title),
            badges=tuple(words.title("keywords", keyword) for keyword in profile.keywords),
            numbers=(
                CardNumber(WOUNDS, profile.wounds),
                *(CardNumber(words.title("numbers", name), value) for name, value in numbers if value is not None),
            ),
            tables=tuple(self._make_table(form.weapons[weapon]) for weapon in profile.weapons),
            rules=(CardRule(words.text(profile.title), words.text(profile.says), True),) if profile.says else (),
        )

    def _make_table(self, weapon: WeaponForm) -> CardTable:
        bands = [CardRow(self._words.title("bands", band), short(reach)) for band, reach in weapon.bands.items()]
        numbers = [CardRow(self._words.title("numbers", name), str(value)) for name, value in weapon.numbers.items()]
        return CardTable(self._words.text(weapon.title), (*bands, *numbers))

    def result(self, state: State, names: ModelNames) -> GameResultView:
        """The result, or the standing during the game."""
        winner, scores = find_winner(state), bool(self._words.form.victory.scores)
        columns = [ResultColumn("models", Message("Models left"))]
        columns += [ResultColumn("points", Message("Victory points"))] if scores else []
        return GameResultView(
            headline=self._write_headline(state, winner, names),
            reason=ENDED.get(state.ended, "") if state.ended else "",
            columns=tuple(columns),
            sides=tuple(self._show_side(state, seat) for seat in state.seats),
            winner=winner if state.ended else "",
        )

    def _write_headline(self, state: State, winner: str, names: ModelNames) -> Text:
        if not winner:
            return Message("A draw") if state.ended else Message("Nobody is ahead")
        if state.ended:
            return Message("{side} wins", side=names(winner))
        return Message("{side} is ahead", side=names(winner))

    def _show_side(self, state: State, seat: str) -> SideResult:
        alive, points = len(state.alive(seat)), state.points.get(seat, 0)
        left = Message("{left} of {all}", left=alive, all=state.count(seat))
        return SideResult(seat, {"models": left, "points": str(points)})
