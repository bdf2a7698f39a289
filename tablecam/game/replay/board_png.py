"""Render a drawing as pixels, the same on every machine: with a font that is installed with the program."""

from importlib.util import find_spec
from pathlib import Path

# as high as a wide screen, and sharp on a telephone
WIDTH_PX = 1600
FAMILY = "Bitstream Vera Sans"  # no text: the name of a font
FILES = ("Vera.ttf", "VeraBd.ttf")  # no text


def png(drawing: str, width_px: int = WIDTH_PX) -> bytes:
    """The SVG text as a PNG of a width. Letters that the font lacks come from the fonts of the system."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing,
            width=width_px,
            sans_serif_family=FAMILY,
            font_files=[str(file) for file in _font_files()],
        )
    )


def _font_files() -> list[Path]:
    """The files of the font, which come with the library that writes PDF."""
    spec = find_spec("reportlab")
    folders = spec.submodule_search_locations if spec else None
    return [Path(folder) / "fonts" / name for folder in folders or () for name in FILES]
