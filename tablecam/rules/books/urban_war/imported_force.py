"""A force made from a roster: names and numbers decide card, CAL, extras and Commander."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from pathlib import Path

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.rules.books.roster_taker import PickedCard, WrittenForce, number_models
from tablecam.rules.books.urban_war.force_files import STARTERS, UrbanWarForces, name_model, read_cards
from tablecam.rules.books.urban_war.rules.cards import Extra, Member, StatCard
from tablecam.storage.rosters.roster_list import RosterEntry
from tablecam.storage.toml_file import quote_string

CAL = re.compile(r"\bCAL\s*[=:]?\s*(\d+)\b", re.IGNORECASE)
LEADER = re.compile(r"\b(?:commander|warlord|leader|general|kommandant)\b", re.IGNORECASE)
# extras beyond this number are not guessed from points
MOST_GUESSED = 6


class UrbanWarRosterForces(UrbanWarForces):
    """The forces of the book, which can also be made from rosters."""

    def list_cards(self, folder: Path | None) -> Mapping[str, Path]:
        """The file of each card that a force may use, by the card's name. folder: the table folder."""
        return list_cards(folder)

    def write_force(self, name: str, picked: Sequence[PickedCard], cards: Mapping[str, Path]) -> WrittenForce:
        """The force of a roster's models."""
        return write_force(name, picked, cards)


def list_cards(folder: Path | None) -> dict[str, Path]:
    """The file of each card, by its name: those of the table folder before the book's own."""
    files = [
        *(sorted((folder / "forces").glob("*_cards.toml")) if folder else ()),
        *sorted(STARTERS.glob("*_cards.toml")),
    ]
    files_by_card: dict[str, Path] = {}
    for file in files:
        try:
            files_by_card = {card.name: file for card in read_cards(file)} | files_by_card
        except TablecamError:
            continue  # the list of forces names its faults
    return files_by_card


def write_force(name: str, picked: Sequence[PickedCard], cards: Mapping[str, Path]) -> WrittenForce:
    """The force of a roster's models, as the text of its file."""
    stats = {card.name: card for file in set(cards.values()) for card in read_cards(file) if cards[card.name] == file}
    notes: list[Message] = []
    members = list(_make_members(name, picked, stats, notes))
    members = _choose_commander(members, picked, stats, notes)
    files = sorted({cards[member.card].name for member in members})
    head = {"name": quote_string(name), "cards": _quote_list(files)}
    text = "\n".join([*_write_keys(head), *(line for member in members for line in _write_member(member))])
    return WrittenForce(text + "\n", tuple(notes))


def _write_member(member: Member) -> list[str]:
    """The lines of a model in a force file."""
    values = {"id": quote_string(member.id), "card": quote_string(member.card), "CAL": str(member.CAL)}
    values |= {"commander": "true"} if member.commander else {}
    values |= {"extras": _quote_list(member.extras)} if member.extras else {}
    return ["", "[[models]]", *_write_keys(values)]


def _write_keys(values: Mapping[str, str]) -> list[str]:
    return [f"{key} = {value}" for key, value in values.items()]


def _quote_list(names: Sequence[str]) -> str:
    return f"[{', '.join(map(quote_string, names))}]"


def _make_members(
    force: str, picked: Sequence[PickedCard], stats: Mapping[str, StatCard], notes: list[Message]
) -> Iterator[Member]:
    for pick, models in groupby(number_models(force, picked), key=lambda model: model.pick):
        card = stats[pick.card]
        extras, others = _match_extras(card, pick.entry)
        cal, extras = _choose_cal(card, pick.entry, extras, notes)
        if others:
            values = {"model": pick.entry.name, "options": listing(others), "card": card.name}
            notes.append(Message("{model}: {options} was left out: the card {card} has no such option", **values))
        yield from (Member(model.id, card.name, cal, False, extras) for model in models)


def _match_extras(card: StatCard, entry: RosterEntry) -> tuple[tuple[str, ...], list[str]]:
    """The extras of the card that the options name, and the options that are no extra, CAL, Commander or weapon."""
    by_key = {_to_key(extra.name): extra.name for extra in card.extras}
    weapon_keys = {_to_key(weapon.name) for weapon in card.weapons}
    extras = [by_key[_to_key(option)] for option in entry.options if _to_key(option) in by_key]
    others = [
        option
        for option in entry.options
        if _to_key(option) not in by_key.keys() | weapon_keys and not CAL.search(option) and not LEADER.search(option)
    ]
    return tuple(dict.fromkeys(extras)), others


def _choose_cal(
    card: StatCard, entry: RosterEntry, extras: tuple[str, ...], notes: list[Message]
) -> tuple[int, tuple[str, ...]]:
    """The CAL by its name or by the points, else the first one of the card; with it the extras that explain the points.

    A choice that the roster does not decide is noted.
    """
    pairs = {calibre.CAL: calibre.points for calibre in card.calibres}
    for option in entry.options:
        if (cal_match := CAL.search(option)) and int(cal_match[1]) in pairs:
            return int(cal_match[1]), extras
    named = [extra for extra in card.extras if extra.name in extras]
    fits = [
        (cal, tuple(extra.name for extra in chosen))
        for chosen in ([named] if extras else _list_choices(card.extras))
        for cal, points in pairs.items()
        if entry.points == card.points + points + sum(extra.points for extra in chosen)
    ]
    if len(fits) == 1:
        return fits[0]
    default_cal = next(iter(pairs))
    if len(pairs) > 1:
        notes.append(
            Message("{model}: CAL {cal} was assumed: change it in the file", model=entry.name, cal=default_cal)
        )
    return default_cal, extras


def _list_choices(extras: Sequence[Extra]) -> list[Sequence[Extra]]:
    return [
        chosen for size in range(len(extras[:MOST_GUESSED]) + 1) for chosen in combinations(extras[:MOST_GUESSED], size)
    ]


def _choose_commander(
    members: list[Member], picked: Sequence[PickedCard], stats: Mapping[str, StatCard], notes: list[Message]
) -> list[Member]:
    """The members with one Commander: the model that the roster calls so, else the dearest."""
    entries = [pick.entry for pick in picked for _model in range(pick.entry.count)]
    called = [number for number, entry in enumerate(entries) if _is_leader(entry)]
    dearest = max(range(len(members)), key=lambda number: stats[members[number].card].points, default=None)
    chosen = called[0] if called else dearest
    if chosen is None:
        return members
    if not called:
        notes.append(
            Message(
                "{model} was made Commander: the roster names none",
                model=name_model(members[chosen].id, members[chosen].card),
            )
        )
    return [replace(member, commander=number == chosen) for number, member in enumerate(members)]


def _is_leader(entry: RosterEntry) -> bool:
    return any(map(LEADER.search, (entry.name, *entry.options)))


def _to_key(name: str) -> str:
    return re.sub(r"[^\w+]+", "", name).casefold()
