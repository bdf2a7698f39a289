"""A scenario as a file that a player writes; what stands in it beside name and description, the book reads.

name = "Storm on the gate"
says = "Six units storm a section that two defend."

[forces]                        # may be left out: forces to begin with, as --forces has them
red = "garrison"
blue = "besiegers"

attacker = "blue"               # from here on the keys of the book
section = "gate"
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.plain import Json
from tablecam.storage.faults import Faults
from tablecam.storage.toml_lines import LinedRecord, read_lined

COMMON = ("name", "says", "forces")
# reads the keys of a book from a file and gives the setup; what is wrong it adds to the faults, with their lines
ReadKeys = Callable[[LinedRecord, Faults], Mapping[str, Json]]


@dataclass(frozen=True)
class ScenarioFolder:
    """The scenarios of a book: the TOML files of a folder. keys: those of the book; the others are refused."""

    folder: Path
    keys: tuple[str, ...]
    setup: ReadKeys

    def starters(self) -> Mapping[str, Path]:
        """Every file of the folder by its name."""
        return {path.stem: path for path in sorted(self.folder.glob("*.toml"))}

    def read(self, path: Path) -> Scenario:
        """The scenario of a file; Faulty with every fault and its line."""
        file, faults = read_lined(path, "a scenario"), Faults()  # no text: a fault of a file
        faults.add(file.unknown(*COMMON, *self.keys))
        name = faults.tried(file.text, "name")
        says = faults.tried(file.text, "says") if "says" in file.values else None
        forces = faults.tried(_forces, file, path.parent) if "forces" in file.values else None
        setup = faults.tried(self.setup, file, faults)
        faults.refuse(str(path))
        return Scenario(path.stem, name or "", says or "", setup or {}, forces or {})


def _forces(file: LinedRecord, folder: Path) -> dict[str, str]:
    """The forces by seat; a file is looked for beside the scenario."""
    forces = file.record("forces")
    named = {seat: forces.text(seat) for seat in forces.values}
    return {seat: str(folder / name) if Path(name).suffix else name for seat, name in named.items()}
