"""Text in images: the font, and lines of a width."""

from functools import lru_cache

from PIL import ImageFont


@lru_cache(maxsize=8)
def load_font(size: int) -> ImageFont.FreeTypeFont:
    """The font that Pillow brings, so that a film is the same on every machine."""
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise OSError("Pillow was built without FreeType: its wheels have it")
    return font


def wrap_words(text: str, font: ImageFont.FreeTypeFont, wide: float) -> list[str]:
    """The rows of a text, broken between words so that each fits into `wide` pixels."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and font.getlength(longer) <= wide:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows
