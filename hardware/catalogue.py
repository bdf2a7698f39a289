"""All sheets and files to print: each function returns finished files by name and writes nothing.

The errors about words of the command line name its options and stay English.
"""

from collections.abc import Sequence

from hardware.boards import Charuco, Chessboard, board_pdf
from hardware.dice_sheet import dice_sheet_pdf
from hardware.gauge import gauge_pdf, gauge_stanza
from hardware.rig import view_table, views
from hardware.sheet import LARGER, PAPERS, CannotPrint, Paper
from hardware.tag_sheets import model_tags, reference_tags, tray_pdf
from hardware.tray import COMMON_BASES, stanzas, tray_for
from tablecam.sensing.vision.family import COUNT
from tablecam.table.miniature import Base, Circle, Ellipse, Rectangle

Files = dict[str, bytes]

MODEL_TAGS = "0-39"
REFERENCE_TAGS = "40-47"
# the sizes among which `hardware.rig.choose_tag_size` chooses
TAG_SIZES_MM = (20.0, 24.0)
LARGE_CHARUCO = Charuco(square_mm=30.0, marker_mm=22.0)
LARGE_CHESSBOARD = Chessboard(square_mm=35.0)


def everything(paper: Paper) -> Files:
    """Makes every sheet in its standard form, and the large boards for a copy shop."""
    files = tag_files(paper) | reference_files(paper) | gauge_files(paper) | tray_files(paper) | rig_files()
    files |= dice_tray_files(paper)
    for size in (paper, PAPERS[LARGER.get(paper.name, paper.name)]):
        files |= charuco_files(size) | chessboard_files(size)
    return files


def tag_files(paper: Paper, ids: str = MODEL_TAGS, sizes_mm: Sequence[float] = TAG_SIZES_MM) -> Files:
    """Makes model tags, one file for each size over the white ring."""
    tags = parse_ids(ids)
    return {
        f"model-tags-{size:g}mm-{paper.name}.pdf": model_tags(tags, _check_length(size)).pdf(paper) for size in sizes_mm
    }


def reference_files(paper: Paper, ids: str = REFERENCE_TAGS, size_mm: float = 40.0) -> Files:
    """Makes the table's reference tags; size_mm is the edge of the black square, as in table.toml."""
    return {
        f"reference-tags-{size_mm:g}mm-{paper.name}.pdf": reference_tags(parse_ids(ids), _check_length(size_mm)).pdf(
            paper
        )
    }


def usual_charuco(paper: Paper) -> Charuco:
    """Returns the ChArUco board with squares that suit the paper."""
    return Charuco() if paper.name in LARGER else LARGE_CHARUCO


def usual_chessboard(paper: Paper) -> Chessboard:
    """Returns the chessboard with squares that suit the paper."""
    return Chessboard() if paper.name in LARGER else LARGE_CHESSBOARD


def charuco_files(paper: Paper, board: Charuco | None = None) -> Files:
    """Makes a ChArUco board, by default the standard one for the paper."""
    return {f"charuco-{paper.name}.pdf": board_pdf(board or usual_charuco(paper), paper)}


def chessboard_files(paper: Paper, board: Chessboard | None = None) -> Files:
    """Makes a chessboard, by default the standard one for the paper."""
    return {f"chessboard-{paper.name}.pdf": board_pdf(board or usual_chessboard(paper), paper)}


def gauge_files(paper: Paper) -> Files:
    """Makes the gauge card and its two entries for models.toml."""
    return {f"gauge-12in-{paper.name}.pdf": gauge_pdf(paper), "gauge-models.toml": gauge_stanza().encode()}


def dice_tray_files(paper: Paper) -> Files:
    """Makes the sheet of a dice tray."""
    return {f"dice-tray-{paper.name}.pdf": dice_sheet_pdf(paper)}


def tray_files(
    paper: Paper, bases: Sequence[Base] = COMMON_BASES, sizes_mm: Sequence[float] = TAG_SIZES_MM, tags: int = 1
) -> Files:
    """Makes trays for one tag or two as solids and as paper templates, and their lines for models.toml."""
    files: Files = {}
    all_trays = []
    for size in sizes_mm:
        trays = [tray_for(base, _check_length(size), tags) for base in bases]
        files |= {f"trays/{tray.name}.stl": tray.stl() for tray in trays}
        files[f"trays-tag{size:g}-{paper.name}.pdf"] = tray_pdf(trays, paper)
        all_trays += trays
    return files | {"trays.toml": stanzas(all_trays).encode()}


def rig_files() -> Files:
    """Makes the field-of-view table."""
    return {"rig.md": view_table(views()).encode()}


def parse_ids(words: str) -> list[int]:
    """Parses tag numbers like "0-39" or "3,7,10-12", in that order. Raises CannotPrint for anything else."""
    tags: list[int] = []
    for word in words.split(","):
        lowest, dash, highest = word.strip().partition("-")
        if not (lowest.isdecimal() and (highest.isdecimal() or not dash)):
            # no text
            raise CannotPrint(f'--ids "{words}": "{word.strip()}" is no tag number; write them like 0-39 or 3,7,10-12')
        # the sheet reports a number that the family lacks; one too many is enough for that
        tags += range(int(lowest), min(int(highest or lowest), COUNT) + 1)
    if not tags:
        # no text
        raise CannotPrint(f'--ids "{words}" names no tags; write the smaller number first, like 0-39')
    return tags


def parse_squares(words: str) -> tuple[int, int]:
    """Parses columns and rows like "11x8". Raises CannotPrint for anything else."""
    columns, _, rows = words.partition("x")
    if not (columns.isdecimal() and rows.isdecimal()):
        raise CannotPrint(f'--squares "{words}" is no board; write columns x rows like 11x8')  # no text
    return int(columns), int(rows)


def parse_base(words: str) -> Base:
    """Parses a base like "32", "75x42" (oval, length first) or "rectangle:50x25", mm. Raises CannotPrint otherwise."""
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
    # no text
    raise CannotPrint(f'--base "{words}" is no base; write 32, 75x42 for an oval, or rectangle:50x25, in mm')


def _check_length(size_mm: float) -> float:
    """Returns the length itself. Raises CannotPrint below 5 mm, which no printer draws and no camera reads, and over 1
    m.
    """
    if not 5.0 <= size_mm < 1000.0:
        # no text
        raise CannotPrint(f"--size {size_mm:g}: tags are 5 mm across or more; give the size in mm, like 20")
    return size_mm
