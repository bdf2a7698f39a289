"""`table.toml`: the size of the playing area, the reference tags around it, and the hexes of a hex game on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.text_file import write_text
from tablecam.storage.toml_file import format_numbers, quote_string, read_toml
from tablecam.table.table import USUAL_ASSEMBLY_SIGMA_MM, HexGrid, ReferenceTag, Table

# the number of tags of each readable family; a larger number is a slip of the pen
FAMILY_SIZES = {"tag36h11": 587}

# a pose is fixed by three places; fewer leave the camera's height and tilt to the corners of one small square
FEWEST_REFERENCE_TAGS = 3
HEX = "hex"
# a thousand hexes in a row are no board, and each of them is drawn
SMALLEST_HEX_IN = 0.25
NO_TAGS = {"family": "tag36h11"}


def read_table(path: Path, tags_needed: bool = True) -> Table:
    """The table that the file describes; BadFile with the key or line of the first fault.

    tags_needed: whether a camera needs the reference tags for its pose; without a camera the table's size is enough.
    """
    file = read_toml(path, "the size of the table and its reference tags")
    file.only("table", "tags", "grid", "reference_tags")
    area = file.record("table")
    tags = file.record("tags") if tags_needed or "tags" in file.values else Record(NO_TAGS, file.where)
    area.only("width_in", "depth_in")
    tags.only("family", "assembly_sigma_mm", "scale_sigma", "print_scale")
    return Table(
        width_in=area.number("width_in", above=0),
        depth_in=area.number("depth_in", above=0),
        family=tags.choice("family", tuple(FAMILY_SIZES)),
        reference_tags=_read_reference_tags(file, FEWEST_REFERENCE_TAGS if tags_needed else 0),
        assembly_sigma_mm=tags.number("assembly_sigma_mm", default=USUAL_ASSEMBLY_SIGMA_MM, at_least=0),
        grid=_read_grid(file.record("grid")) if "grid" in file.values else None,
        scale_sigma=tags.number("scale_sigma", default=0.0, at_least=0),
        print_scale=tags.number("print_scale", default=1.0, above=0),
    )


def write_table(path: Path, table: Table) -> None:
    """Writes the file whole; `read_table` gives back the same table."""
    lines = ["[table]", f"width_in = {float(table.width_in)!r}", f"depth_in = {float(table.depth_in)!r}", ""]
    lines += ["[tags]", f"family = {quote_string(table.family)}"]
    lines.append(f"assembly_sigma_mm = {float(table.assembly_sigma_mm)!r}")
    if table.scale_sigma:
        lines.append(f"scale_sigma = {float(table.scale_sigma)!r}")
    if table.print_scale != 1:
        lines.append(f"print_scale = {float(table.print_scale)!r}")
    if table.grid:
        lines += ["", "[grid]", f"kind = {quote_string(HEX)}", f"size_in = {float(table.grid.size_in)!r}"]
        lines.append(f"origin_in = {format_numbers(table.grid.origin_in)}")
    for tag in table.reference_tags:
        lines += ["", "[[reference_tags]]", f"id = {tag.id}", f"size_mm = {float(tag.size_mm)!r}"]
        lines += [f"center_in = {format_numbers(tag.center_in)}", f"rotation_deg = {float(tag.rotation_deg)!r}"]
    write_text(path, "\n".join(lines) + "\n")


def _read_grid(record: Record) -> HexGrid:
    record.only("kind", "size_in", "origin_in")
    record.choice("kind", (HEX,))
    size_in = record.number("size_in", at_least=SMALLEST_HEX_IN)
    return HexGrid(size_in, record.pair("origin_in") if "origin_in" in record.values else (0.0, 0.0))


def _read_reference_tags(file: Record, fewest: int) -> tuple[ReferenceTag, ...]:
    tags: list[ReferenceTag] = []
    for record in file.records("reference_tags", default=None if fewest else []):
        tag = _read_reference_tag(record)
        for earlier in tags:
            if earlier.id == tag.id:
                raise BadFile(f"{record.where}: tag {tag.id} is listed twice; give each reference tag its own id")
            if earlier.center_in == tag.center_in:
                raise BadFile(f"{record.where}: tags {earlier.id} and {tag.id} lie at one place; measure them again")
        tags.append(tag)
    if len(tags) < fewest:
        raise BadFile(
            f"{file.where}: reference_tags has {len(tags)}, but the camera's place needs at least {fewest}; add some"
        )
    return tuple(tags)


def _read_reference_tag(record: Record) -> ReferenceTag:
    record.only("id", "size_mm", "center_in", "rotation_deg")
    return ReferenceTag(
        id=record.whole("id"),
        size_mm=record.number("size_mm", above=0),
        center_in=record.pair("center_in"),
        rotation_deg=record.number("rotation_deg", default=0.0),
    )


CAMERAS = "cameras.toml"


def read_sources(folder: Path) -> tuple[str, ...]:
    """The cameras of the table's last game; none without the file. BadFile names file and key."""
    path = folder / CAMERAS
    if not path.exists():
        return ()
    file = read_toml(path, "which cameras hang over the table")
    file.only("cameras")
    sources = file.values.get("cameras", [])
    if not isinstance(sources, list) or not all(isinstance(source, str) and source for source in sources):
        raise BadFile(f'{path}: cameras must be a list of texts, such as ["/dev/video0"]')
    return tuple(sources)


def keep_sources(folder: Path, sources: Sequence[str]) -> None:
    """Writes the cameras of a table. Raises BadFile."""
    if tuple(sources) != read_sources(folder):
        write_text(folder / CAMERAS, f"cameras = [{', '.join(map(quote_string, sources))}]\n")


def keep_first(folder: Path, source: str) -> None:
    """Replaces the first camera; the further ones stay. Raises BadFile."""
    keep_sources(folder, (source, *read_sources(folder)[1:]))


TRAY = "dice_tray.toml"


def read_tray_source(folder: Path) -> str:
    """The camera over the table's dice tray; "" without one. BadFile names file and key."""
    path = folder / TRAY
    if not path.exists():
        return ""
    file = read_toml(path, "which camera hangs over the dice tray")
    file.only("source")
    return file.text("source")


def keep_tray_source(folder: Path, source: str) -> None:
    """Writes the camera over the table's dice tray, "" for none. Raises BadFile."""
    if source == read_tray_source(folder):
        return
    if source:
        write_text(folder / TRAY, f"source = {quote_string(source)}\n")
    else:
        (folder / TRAY).unlink()


# `delays.toml`: the delay of each camera's images, beside the files of the cameras' lenses.
#
# The file names a camera as sentences do, such as "camera /dev/video0" or "stream http://phone:8080/video", since its
# number in the folder says nothing about the device that is plugged in tonight.

DELAYS = "delays.toml"


@dataclass(frozen=True)
class CameraDelay:
    """The delay of a camera's images, and one sigma of it, in seconds. measured: the day, as 2026-03-14."""

    camera: str
    seconds: float
    sigma_s: float
    measured: str


def read_delays(folder: Path) -> dict[str, CameraDelay]:
    """The delays of a table folder by their cameras' names; none without the file. BadFile names key and line."""
    path = folder / DELAYS
    if not path.exists():
        return {}
    file = read_toml(path, "how late the pictures of the cameras are")
    file.only("delays")
    delays: dict[str, CameraDelay] = {}
    for record in file.records("delays", default=[]):
        record.only("camera", "seconds", "sigma_s", "measured")
        delay = CameraDelay(
            record.text("camera"),
            record.number("seconds", at_least=0),
            record.number("sigma_s", at_least=0),
            record.text("measured", default=""),
        )
        if delay.camera in delays:
            raise BadFile(f"{record.where}: {delay.camera} is given twice; remove one of them")
        delays[delay.camera] = delay
    return delays


def keep_delay(folder: Path, delay: CameraDelay) -> None:
    """Writes a camera's delay, in place of its earlier one."""
    delays = read_delays(folder) | {delay.camera: delay}
    write_text(folder / DELAYS, "\n".join(_delay_to_toml(entry) for entry in delays.values()))


def _delay_to_toml(delay: CameraDelay) -> str:
    lines = [
        "[[delays]]",
        f"camera = {quote_string(delay.camera)}",
        f"seconds = {round(delay.seconds, 4)!r}",
        f"sigma_s = {round(delay.sigma_s, 4)!r}",
        f"measured = {quote_string(delay.measured)}",
    ]
    return "\n".join(lines) + "\n"
