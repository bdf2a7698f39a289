"""The forces of a data book: those in its file, and force files of a table folder in the same form."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.data_book.reader_toml import FormReader
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.form_toml import ForceForm
from tablecam.rules.books.data_book.words import BookWords, name_models
from tablecam.rules.books.roster_taker import (
    PickedCard,
    WrittenForce,
    note_all_losses,
    note_losses,
    number_models,
)
from tablecam.rules.books.setup_views import ForceModel, ForceRead, Scenario
from tablecam.rules.plain import Json
from tablecam.storage.record import Faults
from tablecam.storage.toml_file import quote_string, read_lined
from tablecam.table.miniature import Circle


@dataclass(frozen=True)
class DataForces:
    """The forces of one book. file: the book's, which stands for the folder of its forces."""

    words: BookWords
    file: Path

    @property
    def form(self) -> BookForm:
        """The book."""
        return self.words.form

    def starters(self) -> Mapping[str, Path]:
        """The forces in the book, each as a place in its file."""
        return {name: self.file / name for name in self.form.forces}

    def read_force(self, path: Path) -> ForceRead:
        """The force of a file, or of the book; Faulty with every fault and its line."""
        if path.parent == self.file:
            return self._build_force(self.form.forces[path.name])
        return self._build_force(read_force_file(path, self.form))

    def list_cards(self, folder: Path | None) -> Mapping[str, Path]:
        """The place of each profile in the book's file, by the profile's title."""
        titles = Counter(profile.title for profile in self.form.profiles.values())
        return {
            profile.title if titles[profile.title] == 1 else f"{profile.title} ({key})": self.file / key
            for key, profile in self.form.profiles.items()
        }

    def write_force(self, name: str, picked: Sequence[PickedCard], cards: Mapping[str, Path]) -> WrittenForce:
        """The force of a roster's models, with a note of each option and price that the card has not."""
        models = list(number_models(name, picked))
        lines = [f"title = {quote_string(name)}", "", "[models]"]
        lines += [f"{model.id} = {quote_string(cards[model.pick.card].name)}" for model in models]
        lines += ["", "[names]", *(f"{model.id} = {quote_string(model.name)}" for model in models), ""]
        notes = (note for pick in picked for note in self._note_losses(pick, cards[pick.card].name))
        return WrittenForce("\n".join(lines), note_all_losses(notes))

    def _note_losses(self, pick: PickedCard, key: str) -> Iterator[Message]:
        profile = self.form.profiles[key]
        options = [self.form.weapons[weapon].title for weapon in profile.weapons]
        options += [self.form.keywords[keyword] for keyword in profile.keywords]
        return note_losses(pick, options, profile.points or None)

    def _build_force(self, force: ForceForm) -> ForceRead:
        points = sum(self.form.profiles[profile].points for profile in force.models.values())
        facts = [Counted("{n} model", "{n} models", len(force.models))]
        facts += [Counted("{n} point", "{n} points", points)] if points else []
        models = tuple(self._build_model(model, profile, force) for model, profile in force.models.items())
        return ForceRead(force=force, name=str(self.words.text(force.title)), models=models, facts=tuple(facts))

    def _build_model(self, model: str, profile: str, force: ForceForm) -> ForceModel:
        card = self.form.profiles[profile]
        return ForceModel(
            id=model,
            name=force.names.get(model) or name_models({model: ""})[model],
            card=str(self.words.text(card.title)),
            base=Circle(card.base_mm),
            height_in=card.height_in,
            profile=f"{self.form.name}/{profile}",
            points=card.points,
            badges=tuple(self.words.title("keywords", keyword) for keyword in card.keywords),
        )


def read_force_file(path: Path, form: BookForm) -> ForceForm:
    """The force of a file of its own; Faulty with every fault and its line."""
    file, faults = read_lined(path, "a force"), Faults()
    reader = FormReader(file, faults, {"profiles": tuple(form.profiles)})
    force = reader.read(ForceForm, file)
    faults.refuse(str(path))
    return force


def build_game_setup(form: BookForm, forces: Mapping[str, Any], scenario: Scenario | None) -> dict[str, Json]:
    """The setup of a game between forces; a scenario adds its turns, objectives and places."""
    chosen = forces or _find_usual_forces(form, scenario)
    names = {model: name for force in chosen.values() for model, name in force.names.items()}
    sides = {seat: dict(force.models) for seat, force in chosen.items()}
    return {"sides": sides, "names": names, **(dict(scenario.setup) if scenario else {})}


def _find_usual_forces(form: BookForm, scenario: Scenario | None) -> Mapping[str, ForceForm]:
    first = next(iter(form.scenarios.values()))
    usual = form.scenarios.get(scenario.id, first) if scenario else first
    return {seat: form.forces[force] for seat, force in usual.forces.items()}
