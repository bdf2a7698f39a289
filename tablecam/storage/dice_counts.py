"""`dice.toml` in a table folder: how often each face of the dice came up in the tray, by their colour and kind."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tablecam.storage.record import Record
from tablecam.storage.text_file import write_text
from tablecam.storage.toml_file import quote_string, read_toml

DICE = "dice.toml"
# the faces of a kind of dice, as they are printed
FACES = {"d6": range(1, 7), "d10": range(10)}
# the colour and the kind of dice, such as ("green", "d10")
Dice = tuple[str, str]


def read_dice_counts(folder: Path) -> dict[Dice, tuple[int, ...]]:
    """How often each face came up, in the order of `FACES`; none without the file. BadFile names key and line."""
    path = folder / DICE
    if not path.exists():
        return {}
    file = read_toml(path, "how often each face of the dice came up")
    file.only("dice")
    return dict(_read_counts(record) for record in file.records("dice", default=[]))


def _read_counts(record: Record) -> tuple[Dice, tuple[int, ...]]:
    record.only("colour", "kind", "counts")
    kind, counts = record.choice("kind", tuple(FACES)), record.values.get("counts")
    if not isinstance(counts, list) or len(counts) != len(FACES[kind]) or not all(map(_is_count, counts)):
        raise record.fault("counts", f"a list of {len(FACES[kind])} whole numbers", counts)
    return (record.text("colour"), kind), tuple(counts)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def add_rolled_faces(folder: Path, rolled: Iterable[tuple[str, str, int]]) -> None:
    """Counts the colour, kind and printed face of each die of a roll. Raises BadFile."""
    counts = {dice: list(times) for dice, times in read_dice_counts(folder).items()}
    for colour, kind, face in rolled:
        times = counts.setdefault((colour, kind), [0] * len(FACES[kind]))
        times[FACES[kind].index(face)] += 1
    write_text(folder / DICE, _to_toml(counts))


def _to_toml(counts: Mapping[Dice, Sequence[int]]) -> str:
    return "\n".join(
        f"[[dice]]\ncolour = {quote_string(colour)}\nkind = {quote_string(kind)}\ncounts = {list(times)}\n"
        for (colour, kind), times in sorted(counts.items())
    )
