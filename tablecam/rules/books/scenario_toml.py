"""A scenario as a file that a player writes; the book reads all keys beside name and description.

name = "Storm on the gate"
says = "Six units storm a section that two defend."

[forces]                        # optional: forces to begin with, as for --forces
red = "garrison"
blue = "besiegers"

attacker = "blue"               # the book's own keys follow
section = "gate"
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.plain import Json
from tablecam.storage.record import Faults
from tablecam.storage.toml_file import LinedRecord, read_lined

COMMON = ("name", "says", "forces")
# reads the keys of a book from a file and returns the setup; it adds every error to the faults, with its line
ReadKeys = Callable[[LinedRecord, Faults], Mapping[str, Json]]


@dataclass(frozen=True)
class ScenarioFolder:
    """The scenarios of a book: the TOML files of a folder. keys: the book's own keys; any other key is refused."""

    folder: Path
    keys: tuple[str, ...]
    setup: ReadKeys

    def starters(self) -> Mapping[str, Path]:
        """Every file of the folder by its name."""
        return {path.stem: path for path in sorted(self.folder.glob("*.toml"))}

    def read_scenario(self, path: Path) -> Scenario:
        """The scenario of a file; Faulty with every fault and its line."""
        file, faults = read_lined(path, "a scenario"), Faults()  # no text: a fault of a file
        faults.add(file.unknown(*COMMON, *self.keys))
        name = faults.try_read(file.text, "name")
        says = faults.try_read(file.text, "says") if "says" in file.values else None
        forces = faults.try_read(_read_forces, file, path.parent) if "forces" in file.values else None
        setup = faults.try_read(self.setup, file, faults)
        faults.refuse(str(path))
        return Scenario(path.stem, name or "", says or "", setup or {}, forces or {})


def _read_forces(file: LinedRecord, folder: Path) -> dict[str, str]:
    """The forces by seat; the path of a file is relative to the scenario."""
    forces = file.record("forces")
    named = {seat: forces.text(seat) for seat in forces.values}
    return {seat: str(folder / name) if Path(name).suffix else name for seat, name in named.items()}
