"""The sheet of tags with the models' names: a model of the chosen forces has its number before it is put down."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from hardware.tag_art import overall_mm
from tablecam.base.i18n import Message
from tablecam.rules.books.game_setups import usual_forces
from tablecam.setup.bases import base_name
from tablecam.setup.known_places import known
from tablecam.setup.printed_sheets import PrintedSheets
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.roster_step import RosterCard, RosterStep
from tablecam.setup.setup_state import SetupState
from tablecam.setup.sheets import free_tags
from tablecam.table.miniature import Miniature

# key of setup.json: the sheet's numbers of models that have not been seen with them yet
PART = "printed"
SAME_MM = 0.05


class NamedTags:
    """Gives the models of the chosen forces their numbers when the sheet is made.

    glued: the numbers that models are known to wear already, as those of a drawn table. Other models get the number
    that they have on a sheet of this table, or else a free one.
    """

    def __init__(self, folder: Path, state: SetupState, roster: RosterStep, glued: Mapping[str, int]) -> None:
        self._folder = folder
        self._state = state
        self._sheets = PrintedSheets(state)
        self._roster = roster
        self._glued = glued

    @property
    def printed(self) -> dict[str, int]:
        """The numbers from the sheet that have not been seen yet, by model."""
        return {model: tag for model, tag in self._state.part(PART).items() if isinstance(tag, int)}

    def cards(self) -> tuple[RosterCard, ...]:
        """Returns the models of the chosen forces, in the order of their lists."""
        return self._roster.cards(usual_forces(self._roster.book, self._folder))

    def number(self, tag_mm: float) -> tuple[tuple[int, str], ...]:
        """Returns numbers and names for a sheet of that size; numbers models without a tag. Raises BadFile and
        SetupRefusal.

        A model whose printed tag has not been seen yet may still get another size; one that wears a tag keeps it.
        """
        cards, worn = self.cards(), {model.id: model for model in self._roster.models}
        unseen = self.printed
        cards_to_number = [
            card for card in cards if card.id not in worn or _is_other_size(worn[card.id], unseen, tag_mm)
        ]
        if cards_to_number:
            numbers = self._choose_numbers(cards_to_number, worn)
            self._roster.assign_all([(card, numbers[card.id]) for card in cards_to_number], tag_mm)
            self._state.keep(PART, unseen | numbers)
            self._sheets.keep_numbers(numbers)
        return tuple(
            (model.tag, f"{model.name} · {base_name(model.base)}")
            for card in cards
            for model in self._roster.models
            if model.id == card.id and abs(overall_mm(model.tag_size_mm) - tag_mm) < SAME_MM
        )

    def note_seen(self, there: Collection[str]) -> None:
        """Gives models their printed tags for good once they were seen with them."""
        unseen = self.printed
        if not unseen.keys().isdisjoint(there):
            self._state.keep(PART, {model: tag for model, tag in unseen.items() if model not in there})

    def take_back(self) -> None:
        """Takes the numbers from models that were never seen with their printed tags."""
        unseen = self.printed
        for model in self._roster.models:
            if unseen.get(model.id) == model.tag:
                self._roster.take_away(model.id)
        self._state.keep(PART, {})
        self._sheets.drop_numbers(unseen)

    def _choose_numbers(self, cards: Collection[RosterCard], worn: Mapping[str, Miniature]) -> dict[str, int]:
        """Chooses the number of each card: its present one, that of a sheet, the glued one, or else the
        next free one.
        """
        current = {card.id: worn[card.id].tag for card in cards if card.id in worn}
        free = set(free_tags(self._folder, known(self._folder)))
        glued = {card.id: self._glued[card.id] for card in cards if self._glued.get(card.id) in free}
        printed = {card.id: tag for card in cards if (tag := self._sheets.numbers.get(card.id)) in free}
        chosen = glued | printed | current
        on_sheets = set(self._sheets.numbers.values())
        free_numbers = iter(sorted(free - set(chosen.values()), key=lambda tag: (tag in on_sheets, tag)))
        return {card.id: chosen[card.id] if card.id in chosen else _take_next(free_numbers) for card in cards}


def _take_next(free: Iterator[int]) -> int:
    for tag in free:
        return tag
    raise SetupRefusal(Message("no free tag is left for another model: remove the tags of models that do not play"))


def _is_other_size(model: Miniature, unseen: Mapping[str, int], tag_mm: float) -> bool:
    return unseen.get(model.id) == model.tag and abs(overall_mm(model.tag_size_mm) - tag_mm) >= SAME_MM
