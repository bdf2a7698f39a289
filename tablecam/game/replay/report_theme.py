"""The style of a battle report; light and dark as the device or as chosen in the file itself, without a script."""

import base64
import hashlib
import html
from pathlib import Path

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import pgettext
from tablecam.game.replay.board_svg import EDGE, FALLEN, GRID, HEX, INK, LIGHT, MAT, SIDES, SOFT, STONE
from tablecam.table.measure import svg

# Colours by meaning, light and dark; drawings contain the light ones, so that each drawing is complete by itself.
COLOURS = {
    "paper": ("#ffffff", "#12171b"),
    "ink": (INK, "#eef2f4"),
    "soft": ("#4d5760", "#b9bfd0"),
    "line": ("#c9cfd4", "#3a454e"),
    "a": ("#8f3009", "#ffab70"),
    "b": ("#0f4a94", "#79c2ff"),
}
DRAWN = {
    INK: "#eef2f4",
    SOFT: "#c3c9d6",
    EDGE: "#8a97a2",
    GRID: "#2a333a",
    HEX: "#46525c",
    MAT: "#161c21",
    STONE: "#333e47",
    LIGHT: "#0e1216",
    FALLEN: "#ff9f90",
    **dict(zip(SIDES, svg.SIDES, strict=True)),
}


def _dark_rules(where: str) -> str:
    """The rules that make a report dark where a selector matches."""
    names = " ".join(f"--{name}: {dark};" for name, (_light, dark) in COLOURS.items())
    drawing_rules = "".join(
        # no text
        f"{where} svg [{attribute}='{light}'] {{ {attribute}: {dark}; }}\n"
        for light, dark in DRAWN.items()
        for attribute in ("fill", "stroke")
    )
    # no text
    return f"{where} {{ color-scheme: dark; {names} }}\n{drawing_rules}"


# no text
THEMES = f"""
:root {{ color-scheme: light; {" ".join(f"--{name}: {light};" for name, (light, _dark_one) in COLOURS.items())} }}
@media screen and (prefers-color-scheme: dark) {{ {_dark_rules(":root:not(:has(#light:checked))")} }}
@media screen {{ {_dark_rules(":root:has(#dark:checked)")} }}
"""

# no text
STYLE = THEMES + Path(__file__).with_name("battle_report.css").read_text(encoding="utf-8")
# The file's rights, wherever it is opened: use this style sheet, and show images that it carries. No script runs,
# not even one that found its way into a name, and no server is asked for anything.
POLICY = (
    # no text
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)


def theme_choice() -> str:
    """A choice of dark or light that needs no script."""
    choices = (("device", _("Match device")), ("dark", _("Dark")), ("light", pgettext("of a page", "Light")))
    labels = "".join(
        f'<label><input type="radio" name="theme" id="{name}"{" checked" if name == "device" else ""}> '
        f"{html.escape(title)}</label>"
        for name, title in choices
    )
    name = html.escape(_("Colours"))
    return f'<fieldset class="themes" aria-label="{name}">{labels}</fieldset>\n'
