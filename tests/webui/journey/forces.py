"""Small forces as files that a player brings: two models each on the starter teams' own cards, and more on quick ones.

On quick cards everybody is fast and falls at the first wound: sides that begin a table apart are soon done.
"""

import re
from pathlib import Path

from tablecam.rules.books.urban_war.force_files import STARTERS
from tablecam.sensing.camera.synthetic.demo import CAST

# name -> title, cards, and of each model id, card, the option ticked
NIGHT_WATCH = ("Night Watch", "harbour_watch", (("brandt", "Watch Captain", 1), ("ida", "Constable", 1)))
NIGHT_KIN = ("Night Kin", "tunnel_kin", (("mother", "Old Mother", 1), ("gruff", "Digger", 1)))
FORCES = {"night_watch": NIGHT_WATCH, "night_kin": NIGHT_KIN}
DAWN_WATCH = (
    "Dawn Watch", "harbour_watch",
    (("brandt", "Watch Captain", 1), ("lund", "Constable", 0), ("moss", "Constable", 0)),
)  # fmt: skip
DAWN_KIN = ("Dawn Kin", "tunnel_kin", (("mother", "Old Mother", 1), ("gruff", "Digger", 1), ("swift", "Runner", 0)))
DUSK_WATCH = ("Dusk Watch", "harbour_watch", (("brandt", "Watch Captain", 1), ("lund", "Constable", 0)))
DUSK_KIN = ("Dusk Kin", "tunnel_kin", (("mother", "Old Mother", 1), ("gruff", "Digger", 1)))
QUICK = {"dawn_watch": DAWN_WATCH, "dawn_kin": DAWN_KIN, "dusk_watch": DUSK_WATCH, "dusk_kin": DUSK_KIN}
# what quick cards say instead
QUICK_FIGURES = {"MV": 9, "T": 3, "W": 1}
# who of them plays for whom
SIDES = {"red": ("brandt", "ida"), "blue": ("mother", "gruff")}


def written(name: str, folder: Path) -> list[Path]:
    """The file of that force and the one of its cards, in the folder."""
    title, team, members = (FORCES | QUICK)[name]
    cards = f"{team}_cards.toml"
    lines = [f'name = "{title}"', f'cards = ["{cards}"]', "limit = 150"]
    for number, (model, card, ticked) in enumerate(members):
        lines += ["", "[[models]]", f'id = "{model}"', f'card = "{card}"', f"CAL = {ticked}"]
        lines += ["commander = true"] if number == 0 else []
    folder.mkdir(parents=True, exist_ok=True)
    force = folder / f"{name}.toml"
    force.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = (STARTERS / cards).read_text(encoding="utf-8")
    if name in QUICK:
        for figure, value in QUICK_FIGURES.items():
            said = re.sub(rf"^{figure} = \d+$", f"{figure} = {value}", said, flags=re.MULTILINE)
    (folder / cards).write_text(said, encoding="utf-8")
    return [force, folder / cards]


# where they are put down
STRIPS = {"red": ((22.0, 5.0), (29.0, 5.0)), "blue": ((20.0, 43.0), (31.0, 43.0))}
CALLED = {model: name for model, name, *_ in CAST}
