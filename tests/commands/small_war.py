"""Two small and deadly forces, so that a game at random is over soon; and the commands run on them."""

from pathlib import Path

from click.testing import CliRunner, Result

from tablecam.commands.replay import replay
from tablecam.commands.umpire import umpire

CARDS = """\
invented = true
[[cards]]
name = "Duellist"
AS = 6
SH = 9
ST = 9
T = 3
W = 1
CD = 8
SZ = 2
MV = 5
points = 10
calibres = [{ CAL = 0, FS = 4 }, { CAL = 1, FS = 5 }]
[[cards.weapons]]
name = "Cannon"
contact = "+1 / +1"
short = "+1 / 9"
medium = "+1 / 9"
long = "+1 / 9"
extreme = "+1 / 9"
"""
MODEL = '[[models]]\nid = "{}"\ncard = "Duellist"\nCAL = {}\n'
TEAMS = {"ferry": ("ann", "art"), "kin": ("bob", "cat")}


def written(folder: Path) -> tuple[str, str]:
    """The files of both forces."""
    (folder / "cards.toml").write_text(CARDS)
    for name, models in TEAMS.items():
        head = f'name = "{name.capitalize()}"\ncards = ["cards.toml"]\n'
        text = head + "".join(MODEL.format(model, number) for number, model in enumerate(models)) + "commander = true\n"
        (folder / f"{name}.toml").write_text(text)
    return str(folder / "ferry.toml"), str(folder / "kin.toml")


def played(folder: Path, *words: str, typed: str = "") -> Result:
    """`tablecam umpire` on these forces, the models on the table already."""
    forces = () if "--game" in words else ("--forces", *written(folder), "--rules", "deployed=true")
    return CliRunner().invoke(umpire, [*forces, "--db", str(folder / "games.db"), *words], input=typed)


def looked_at(folder: Path, *words: str) -> Result:
    """`tablecam replay` in the same folder."""
    return CliRunner().invoke(replay, [*words, "--db", str(folder / "games.db")])
