"""The step "models": assigns tags and bases to models, and keeps the force that a player uploads."""

import math
import re
import threading
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.catalogue import TAG_SIZES_MM, parse_base
from hardware.sheet import CannotPrint
from hardware.tag_art import overall_mm
from hardware.tray import COMMON_BASES, tray_for
from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.units import to_mm
from tablecam.rules.books.book import Book
from tablecam.rules.books.setup_views import ForceRead
from tablecam.rules.books.views import Text
from tablecam.sensing.tracking.glue import GlueFinding, TurnedModel
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.setup_files import SetupState, as_files, load_files
from tablecam.setup.terrain_step import refuse_taken
from tablecam.setup.unassigned_tags import TagPair
from tablecam.storage.models_toml import read_pieces, read_roster, write_roster
from tablecam.storage.table_folder import MODELS, PIECES
from tablecam.storage.text_file import read_text, write_text
from tablecam.table.miniature import Base, Circle, Ellipse, Miniature, Rectangle, Roster

FORCES = "forces"
LOWEST_IN, HIGHEST_IN = 0.2, 12.0
SMALLEST_MM, LARGEST_MM = 10.0, 200.0
SMALLEST_TAG_MM, LARGEST_TAG_MM = 8.0, 60.0
# a tag pair whose distance differs by no more than this from that of the printed tray is on such a tray
AS_MADE_MM = 2.0


@dataclass(frozen=True)
class RosterCard:
    """A model that a force brings. base, height_in: the usual ones, until a player changes them."""

    id: str
    name: str
    card: str
    side: str
    points: int
    badges: tuple[Text, ...]
    profile: str
    base: Base
    height_in: float


class RosterStep:
    """Reads and writes models.toml, and keeps the chosen forces. saved: called after models.toml has changed."""

    def __init__(self, folder: Path, state: SetupState, saved: Callable[[], None], book: Book) -> None:
        self.book = book
        self._folder = folder
        self._state = state
        self._on_saved = saved
        self._lock = threading.Lock()

    @property
    def chosen(self) -> dict[str, str]:
        """The names of the chosen forces, by seat."""
        by_seat = self._state.part(FORCES)
        return {seat: by_seat[seat] for seat in self.book.seats if isinstance(by_seat.get(seat), str)}

    @property
    def models(self) -> tuple[Miniature, ...]:
        """The models that wear a tag. Raises BadFile if models.toml cannot be read."""
        path = self._folder / MODELS
        return read_roster(path).models if path.exists() else ()

    def choose(self, by_seat: Mapping[str, str], forces: Mapping[str, Path]) -> None:
        """Keeps the force of each seat, and gives models with tags their force's side. Raises BadFile, SetupRefusal."""
        for seat, name in by_seat.items():
            if seat not in self.book.seats or name not in forces:
                raise SetupRefusal(Message("there is no force {force}: choose one from the list", force=name))
        cards = [card for seat, name in by_seat.items() for card in list_cards(self.book, seat, forces[name])]
        duplicates = [name for name, count in Counter(card.id for card in cards).items() if count > 1]
        if duplicates:
            raise SetupRefusal(
                Message(
                    "{model} is in both forces: choose another for one side, or give each model its own id",
                    model=duplicates[0],
                )
            )
        with self._lock:
            models = self.models
            sides = {card.id: card.side for card in cards}
            updated = tuple(replace(model, side=sides.get(model.id, model.side)) for model in models)
            self._state.keep(FORCES, dict(by_seat))
            if updated != models:
                write_roster(self._folder / MODELS, Roster(updated))
        if updated != models:
            self._on_saved()

    def cards(self, forces: Mapping[str, Path]) -> tuple[RosterCard, ...]:
        """Returns the models of the chosen forces, without those of a force that cannot be read."""
        cards: list[RosterCard] = []
        for seat, name in self.chosen.items():
            try:
                cards += list_cards(self.book, seat, forces[name]) if name in forces else ()
            except BadFile:
                continue
        return tuple(cards)

    def assign(self, card: RosterCard, tag: int, base: Base, tag_mm: float, height_in: float) -> None:
        """Gives a model the tag, on the tray for such a base and tag. Raises BadFile and SetupRefusal.

        A second tag that it has beside this one stays.
        """
        second = next((model.second_tag for model in self.models if (model.id, model.tag) == (card.id, tag)), None)
        self._save_model(
            replace(_make_miniature(replace(card, base=base, height_in=height_in), tag, tag_mm), second_tag=second)
        )
        self._on_saved()

    def add_second(self, model: str, pair: TagPair) -> None:
        """Gives a model both tags, with its base midway between them. Raises BadFile, SetupRefusal."""
        wearer = self._get_wearer(model)
        if wearer.tag not in pair.tags:
            raise SetupRefusal(
                Message(
                    "tags {tag} and {second} do not lie like the tags of one tray: make both visible, and try again",
                    tag=wearer.tag,
                    second=pair.before,
                )
            )
        second = pair.before if wearer.tag == pair.behind else pair.behind
        usual_mm = tray_for(wearer.base, overall_mm(wearer.tag_size_mm)).tag_offset_mm[1]
        # a tray of another make also has its base midway between the tags
        back_mm = usual_mm if abs(2 * usual_mm + pair.apart_mm) <= AS_MADE_MM else -round(pair.apart_mm / 2, 1)
        offset_mm = (0.0, back_mm if wearer.tag == pair.behind else 0.0 - back_mm)
        self._save_model(replace(wearer, second_tag=second, second_offset_mm=None, tag_offset_mm=offset_mm))
        self._on_saved()

    def drop_second(self, model: str) -> None:
        """Leaves a model its first tag alone. Raises BadFile and SetupRefusal."""
        self._save_model(replace(self._get_wearer(model), second_tag=None, second_offset_mm=None))
        self._on_saved()

    def assign_all(self, given: Sequence[tuple[RosterCard, int]], tag_mm: float) -> None:
        """Gives each card's model that tag, with its own base and height. Raises BadFile and SetupRefusal."""
        models = [_make_miniature(card, tag, tag_mm) for card, tag in given]
        for model in models:
            self._save_model(model)
        self._on_saved()

    def remove_tag(self, model: str) -> None:
        """Takes the tag away from a model. Raises SetupRefusal."""
        with self._lock:
            self._get_wearer(model)
            self._write_models(tuple(wearer for wearer in self.models if wearer.id != model))
        self._on_saved()

    def transfer_tag(self, model: str, card: RosterCard) -> None:
        """Gives the tag of that model to this card's model; if both wear tags, they swap them. Raises SetupRefusal,
        BadFile.
        """
        with self._lock:
            old_model = self._get_wearer(model)
            if card.id == model:
                raise SetupRefusal(
                    Message(
                        "{model} has tag {tag} already: choose another model", model=old_model.name, tag=old_model.tag
                    )
                )
            new_model = replace(old_model, id=card.id, name=card.name, side=card.side, profile=card.profile)
            swapped = [
                _copy_identity(old_model, model_with_tag)
                for model_with_tag in self.models
                if model_with_tag.id == card.id
            ]
            remaining = tuple(
                model_with_tag for model_with_tag in self.models if model_with_tag.id not in (model, card.id)
            )
            self._write_models((*remaining, new_model, *swapped))
        self._on_saved()

    def usual_tag_mm(self) -> float:
        """Returns the commonest size over the white ring of this table's tags, or the largest standard size."""
        sizes = Counter(round(overall_mm(model.tag_size_mm), 1) for model in self.models)
        return sizes.most_common(1)[0][0] if sizes else TAG_SIZES_MM[-1]

    def _save_model(self, model: Miniature) -> None:
        with self._lock:
            remaining = tuple(wearer for wearer in self.models if wearer.id != model.id)
            for tag in model.tags:
                self._refuse_taken(remaining, tag, model.id)
            self._write_models(self._insert_model(model))

    def _refuse_taken(self, others: Sequence[Miniature], tag: int, model: str) -> None:
        pieces = read_pieces(self._folder / PIECES)
        refuse_taken(replace(load_files(self._folder), roster=Roster(tuple(others))), pieces, tag, model)

    def _insert_model(self, model: Miniature) -> tuple[Miniature, ...]:
        models = self.models
        if all(wearer.id != model.id for wearer in models):
            return (*models, model)
        return tuple(model if wearer.id == model.id else wearer for wearer in models)

    def _get_wearer(self, model: str) -> Miniature:
        for wearer in self.models:
            if wearer.id == model:
                return wearer
        raise SetupRefusal(Message("{model} has no tag: reload the page", model=model))

    def _write_models(self, models: tuple[Miniature, ...]) -> None:
        write_roster(self._folder / MODELS, Roster(models))


def list_cards(book: Book, seat: str, force_file: Path) -> tuple[RosterCard, ...]:
    """Returns the models of a force. Raises BadFile with the first fault of the file."""
    return tuple(
        RosterCard(
            id=model.id, name=model.name, card=model.card, side=seat, points=model.points,
            badges=model.badges, profile=model.profile, base=model.base, height_in=model.height_in,
        )
        for model in (book.forces.read_force(force_file).models if book.forces else ())
    )  # fmt: skip


def _make_miniature(card: RosterCard, tag: int, tag_mm: float) -> Miniature:
    """Makes the card's model on the tray for its base and such a tag. Raises SetupRefusal for impossible sizes."""
    _check_sizes(card.base, tag_mm, card.height_in)
    tray = tray_for(card.base, tag_mm)
    return Miniature(
        id=card.id,
        name=card.name,
        side=card.side,
        tag=tag,
        tag_size_mm=round(0.8 * tag_mm, 2),
        tag_offset_mm=tray.tag_offset_mm,
        tag_height_mm=tray.tag_height_mm,
        base=card.base,
        height_in=card.height_in,
        profile=card.profile,
    )


def _copy_identity(wrong: Miniature, right: Miniature) -> Miniature:
    return replace(right, id=wrong.id, name=wrong.name, side=wrong.side, profile=wrong.profile)


def _check_sizes(base: Base, tag_mm: float, height_in: float) -> None:
    if not LOWEST_IN <= height_in <= HIGHEST_IN:
        raise SetupRefusal(
            Message(
                "a model is {least} to {most} in high, not {height}: choose its height again",
                least=f"{LOWEST_IN:g}",
                most=f"{HIGHEST_IN:g}",
                height=f"{height_in:g}",
            )
        )
    for half_in in base.half_extents_in:
        if not SMALLEST_MM <= to_mm(2 * half_in) <= LARGEST_MM:
            raise SetupRefusal(
                Message(
                    "a base is {least} to {most} mm across: choose the base again",
                    least=f"{SMALLEST_MM:g}",
                    most=f"{LARGEST_MM:g}",
                )
            )
    if not SMALLEST_TAG_MM <= tag_mm <= LARGEST_TAG_MM:
        raise SetupRefusal(
            Message(
                "a tag is {least} to {most} mm over its ring: choose the tag's size again",
                least=f"{SMALLEST_TAG_MM:g}",
                most=f"{LARGEST_TAG_MM:g}",
            )
        )


SQUARES_MM = (20.0, 25.0, 40.0, 50.0)
OFFERED: tuple[Base, ...] = (*COMMON_BASES, *(Rectangle(side, side) for side in SQUARES_MM), Rectangle(50.0, 25.0))
LONGEST_NAME = 40


def base_called(name: str) -> Base:
    """Finds the base of that short name. Raises SetupRefusal."""
    try:
        if len(name) <= LONGEST_NAME:
            return parse_base(name)
    except CannotPrint as fault:
        raise _refuse_base() from fault
    raise _refuse_base()


def _refuse_base() -> SetupRefusal:
    return SetupRefusal(Message("a base has a name like 32, 75x42 or rectangle:50x25: choose one from the list"))


def base_name(base: Base) -> str:
    """Returns the short name of a base, from which `base_called` makes the same base again."""
    match base:
        case Circle(diameter):
            return f"{diameter:g}"
        case Ellipse(length, width):
            return f"{length:g}x{width:g}"
        case Rectangle(length, width):
            return f"rectangle:{length:g}x{width:g}"


def tag_sizes() -> list[float]:
    """Returns the sizes of printed tags, mm over the white ring."""
    return list(TAG_SIZES_MM)


def _describe_base(base: Base) -> dict[str, object]:
    half_width, half_length = base.half_extents_in
    shape = "square" if isinstance(base, Rectangle) else "round"
    label = tray_for(base, TAG_SIZES_MM[0]).label
    sizes = {"length_mm": round(to_mm(2 * half_length), 1), "width_mm": round(to_mm(2 * half_width), 1)}
    return {"base": base_name(base), "label": label, "shape": shape, **sizes}


BASES: tuple[Mapping[str, object], ...] = tuple(map(_describe_base, OFFERED))


FOLDER = "forces"
CARDS = "_cards.toml"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}\.toml")
MOST_FILES, MOST_BYTES = 6, 60_000
# the code of the refusal on which the page offers to replace the file
ALREADY_THERE = "already-there"


def keep_force(folder: Path, files: Mapping[str, str], book: Book, instead: bool = False) -> tuple[str, ForceRead]:
    """Keeps one force and its cards in the table folder, and returns its name. Raises SetupRefusal, and BadFile for bad
    files.

    files: texts by name, of a person; cards that are missing among them are taken from those kept earlier. instead:
    whether files of the same names are replaced.
    """
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        raise SetupRefusal(_describe_upload())
    return store_force(folder, files, book, instead)


def store_force(folder: Path, files: Mapping[str, str], book: Book, instead: bool = False) -> tuple[str, ForceRead]:
    """The same for files that a program wrote, of any number and size."""
    name = _find_force(files)
    if book.forces is None:
        raise BadFile(f"the rulebook {book.name} is played without forces")
    texts = {**_load_stored_cards(folder, _find_card_files(name, files[name]) - set(files)), **files}
    with as_files(texts) as copies:
        force = book.forces.read_force(copies / name)
    for file_name in files:
        if not instead and (folder / FOLDER / file_name).exists():
            raise SetupRefusal(
                Message("{file} already exists: rename your file, or replace the existing one", file=file_name),
                ALREADY_THERE,
            )
    # the cards first: a force without its cards would be reported as faulty
    for file_name in sorted(files, key=lambda file: not file.endswith(CARDS)):
        write_text(folder / FOLDER / file_name, files[file_name])
    return Path(name).stem, force


def _describe_upload() -> Message:
    return Message(
        "send one force and its cards, at most {most} files with {size} kB in total",
        most=MOST_FILES,
        size=MOST_BYTES // 1000,
    )


def _find_force(files: Mapping[str, str]) -> str:
    if not files:
        raise SetupRefusal(_describe_upload())
    for name in files:
        if not NAME.fullmatch(name):
            raise SetupRefusal(
                Message("a force's files have names like night_ferry.toml and night_ferry_cards.toml: rename yours")
            )
    forces = [name for name in files if not name.endswith(CARDS)]
    if len(forces) != 1:
        raise SetupRefusal(
            Message("send one file of a force, with its cards in files that end in {ending}", ending=CARDS)
        )
    return forces[0]


def _find_card_files(name: str, text: str) -> set[str]:
    """Returns the files of cards that a force names: they must lie in its folder."""
    try:
        cards = tomllib.loads(text).get("cards")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return set()  # the reader says it better
    card_files = {card_file for card_file in cards if isinstance(card_file, str)} if isinstance(cards, list) else set()
    for card_file in card_files:
        if not NAME.fullmatch(card_file) or not card_file.endswith(CARDS):
            raise SetupRefusal(
                Message(
                    "{file}: its cards must be in files of the same folder that end in {ending}: rename them",
                    file=name,
                    ending=CARDS,
                )
            )
    return card_files


def _load_stored_cards(folder: Path, names: set[str]) -> dict[str, str]:
    stored = [name for name in names if (folder / FOLDER / name).is_file()]
    return {name: read_text(folder / FOLDER / name, "stat cards") for name in stored}  # no text


# greatest difference between the finding that a page showed and the current one
SAME_MM = 0.15


def write_glue(folder: Path, model_id: str, found: GlueFinding) -> None:
    """Writes the place of a model's tag on its tray into the folder's models.toml. Raises BadFile if it
    cannot be read.
    """
    path = folder / MODELS
    models = (found.apply_offset(model) if model.id == model_id else model for model in read_roster(path).models)
    write_roster(path, Roster(tuple(models)))


class GluedTags:
    """Writes confirmed places of tags into the models' file. saved: called after the file has changed."""

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._on_saved = saved

    def count(self, shown_mm: tuple[float, float], now: TurnedModel | None) -> None:
        """Counts a model's tag as glued at the place found.

        shown_mm: that place (right, forward) as the page showed it. now: the current finding. Raises SetupRefusal if
        they differ or there is no finding any more, and BadFile.
        """
        if now is None or now.found is None or math.dist(now.found.by_mm, shown_mm) > SAME_MM:
            raise SetupRefusal(Message("the model has moved in the meantime: turn it on the spot once more"))
        write_glue(self._folder, now.model.id, now.found)
        self._on_saved()
