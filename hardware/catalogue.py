"""What there is to print: each function gives finished files by name, nothing is written yet."""

from collections.abc import Sequence

from hardware.boards import Charuco, Chessboard, board_pdf
from hardware.gauge import gauge_pdf, gauge_stanza
from hardware.paper import LARGER, PAPERS, CannotPrint, Paper
from hardware.rig import view_table, views
from hardware.tag_sheets import model_tags, reference_tags
from hardware.tray import COMMON_BASES, stanzas, tray_for
from hardware.tray_sheets import tray_pdf
from tablecam.table.base import Base, Circle, Ellipse, Rectangle
from tablecam.vision.family import COUNT

Files = dict[str, bytes]

MODEL_TAGS = "0-39"
REFERENCE_TAGS = "40-47"
# 20 mm for a 4K camera, 24 mm for 1080p or when one size must serve all
TAG_SIZES_MM = (20.0, 24.0)
LARGE_CHARUCO = Charuco(square_mm=30.0, marker_mm=22.0)
LARGE_CHESSBOARD = Chessboard(square_mm=35.0)


def everything(paper: Paper) -> Files:
    """Every sheet in its usual form, and the large boards for a copy shop."""
    files = tag_files(paper) | reference_files(paper) | gauge_files(paper) | tray_files(paper) | rig_files()
    for size in (paper, PAPERS[LARGER.get(paper.name, paper.name)]):
        files |= charuco_files(size) | chessboard_files(size)
    return files


def tag_files(paper: Paper, ids: str = MODEL_TAGS, sizes_mm: Sequence[float] = TAG_SIZES_MM) -> Files:
    """Model tags, one file a size over the white ring."""
    tags = parse_ids(ids)
    return {f"model-tags-{size:g}mm-{paper.name}.pdf": model_tags(tags, _length(size)).pdf(paper) for size in sizes_mm}


def reference_files(paper: Paper, ids: str = REFERENCE_TAGS, size_mm: float = 40.0) -> Files:
    """The table's reference tags; size_mm is the edge of the black square, as in table.toml."""
    return {
        f"reference-tags-{size_mm:g}mm-{paper.name}.pdf": reference_tags(parse_ids(ids), _length(size_mm)).pdf(paper)
    }


def usual_charuco(paper: Paper) -> Charuco:
    """The ChArUco board whose squares suit the paper."""
    return Charuco() if paper.name in LARGER else LARGE_CHARUCO


def usual_chessboard(paper: Paper) -> Chessboard:
    """The chessboard whose squares suit the paper."""
    return Chessboard() if paper.name in LARGER else LARGE_CHESSBOARD


def charuco_files(paper: Paper, board: Charuco | None = None) -> Files:
    """A ChArUco board, by default the usual one."""
    return {f"charuco-{paper.name}.pdf": board_pdf(board or usual_charuco(paper), paper)}


def chessboard_files(paper: Paper, board: Chessboard | None = None) -> Files:
    """A chessboard, by default the usual one."""
    return {f"chessboard-{paper.name}.pdf": board_pdf(board or usual_chessboard(paper), paper)}


def gauge_files(paper: Paper) -> Files:
    """The gauge card and its two entries for models.toml."""
    return {f"gauge-12in-{paper.name}.pdf": gauge_pdf(paper), "gauge-models.toml": gauge_stanza().encode()}


def tray_files(paper: Paper, bases: Sequence[Base] = COMMON_BASES, sizes_mm: Sequence[float] = TAG_SIZES_MM) -> Files:
    """Trays as solids and as paper templates, and their lines for models.toml."""
    files: Files = {}
    every = []
    for size in sizes_mm:
        trays = [tray_for(base, _length(size)) for base in bases]
        files |= {f"trays/{tray.name}.stl": tray.stl() for tray in trays}
        files[f"trays-tag{size:g}-{paper.name}.pdf"] = tray_pdf(trays, paper)
        every += trays
    return files | {"trays.toml": stanzas(every).encode()}


def rig_files() -> Files:
    """The field-of-view table."""
    return {"rig.md": view_table(views()).encode()}


def parse_ids(words: str) -> list[int]:
    """Tag numbers from "0-39" or "3,7,10-12", in the order given. Raises CannotPrint for anything else."""
    tags: list[int] = []
    for part in words.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isdecimal() and (last.isdecimal() or not dash)):
            raise CannotPrint(f'--ids "{words}": "{part.strip()}" is no tag number; write them like 0-39 or 3,7,10-12')
        # the sheet names a number that the family lacks; it need not first be counted up to
        tags += range(int(first), min(int(last or first), COUNT) + 1)
    if not tags:
        raise CannotPrint(f'--ids "{words}" names no tags; write the smaller number first, like 0-39')
    return tags


def parse_squares(words: str) -> tuple[int, int]:
    """Columns and rows from "11x8". Raises CannotPrint for anything else."""
    columns, _, rows = words.partition("x")
    if not (columns.isdecimal() and rows.isdecimal()):
        raise CannotPrint(f'--squares "{words}" is no board; write columns x rows like 11x8')
    return int(columns), int(rows)


def parse_base(words: str) -> Base:
    """A base from "32", "75x42" (oval, length first) or "rectangle:50x25", mm. Raises CannotPrint for anything else."""
    shape, colon, size = words.partition(":")
    if not colon:
        shape, size = "", words
    try:
        lengths = tuple(float(length) for length in size.split("x"))
    except ValueError:
        lengths = ()
    match shape, lengths:
        case "", (diameter,):
            return Circle(diameter)
        case "", (length, width):
            return Ellipse(length, width)
        case "rectangle", (length, width):
            return Rectangle(length, width)
    raise CannotPrint(f'--base "{words}" is no base; write 32, 75x42 for an oval, or rectangle:50x25, in mm')


def _length(size_mm: float) -> float:
    """The same length, if it is one: what is smaller than 5 mm no printer draws and no camera reads."""
    if not 5.0 <= size_mm < 1000.0:
        raise CannotPrint(f"--size {size_mm:g}: tags are 5 mm across or more; give the size in mm, like 20")
    return size_mm
