"""Uploaded texts as files, for the readers of files; their errors then name the file and not its temporary folder."""

import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message
from tablecam.setup.refusal import SetupRefusal
from tablecam.storage.faults import Faulty
from tablecam.storage.text_file import write_text

PLAIN = re.compile(r"[\w][\w .-]{0,60}")
# greatest number of faults that a message lists
MOST_FAULTS = 5


@contextmanager
def as_files(texts: Mapping[str, str]) -> Iterator[Path]:
    """Provides a folder with the texts under their names, while the block runs. Raises SetupRefusal for an odd name."""
    for name in texts:
        if not PLAIN.fullmatch(name):
            raise SetupRefusal(
                Message("a file's name must be plain letters and digits, such as team.toml: rename the file")
            )
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder:
        for name, text in texts.items():
            write_text(Path(folder) / name, text)
        try:
            yield Path(folder)
        except TablecamError as fault:
            faults = "; ".join(fault.faults[:MOST_FAULTS]) if isinstance(fault, Faulty) else str(fault)
            raise BadFile(faults.replace(f"{folder}/", "")) from fault
