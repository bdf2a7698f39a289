"""The keys of one table and their files: the secret that signs tokens, the owner's key, a join code for each role."""

import hashlib
import hmac
import itertools
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import create_bytes

# no two letters look or sound alike, and there are no vowels: a code is never a word
ALPHABET = "CDFHJKMNPRTVWXY23479"
LENGTH = 5


def joining(seats: Iterable[str]) -> tuple[str, ...]:
    """The roles that join with a code where a game has these seats: spectators need none."""
    return ("table", *seats, "umpire")


@dataclass(frozen=True)
class Keys:
    """secret: signs tokens. owner: the key in the address that the terminal prints. codes: role -> join code.

    The codes are those that were drawn for the usual seats, or that a file stores. A seat of another rulebook has a
    code too, which is made from the secret, so that it is the same after a restart.
    """

    secret: str
    owner: str
    codes: dict[str, str]

    def get_codes(self, roles: Iterable[str]) -> dict[str, str]:
        """The codes of these roles, in their order, no two the same."""
        codes_in_use, codes = set(self.codes.values()), {}
        for role in roles:
            codes[role] = self.codes.get(role) or next(
                code for code in self._make_codes(role) if code not in codes_in_use
            )
            codes_in_use.add(codes[role])
        return codes

    def role(self, typed: str, roles: Iterable[str] | None = None) -> str | None:
        """The role that a code or the owner's key opens, in any spelling; None for a wrong one.

        roles: those that can be joined now; None for those with stored codes.
        """
        if _is_same_code(typed.strip(), self.owner):
            return "table"
        codes = self.codes if roles is None else self.get_codes(roles)
        code = "".join(typed.split()).replace("-", "").upper()
        return next((role for role, right_code in codes.items() if _is_same_code(code, right_code)), None)

    def _make_codes(self, role: str) -> Iterable[str]:
        """Codes for a role that has none, the first one first."""
        for number in itertools.count():
            text = f"code {number} of {role}"  # no text
            digest = hmac.digest(self.secret.encode(), text.encode(), hashlib.sha256)
            digest_number = int.from_bytes(digest)
            yield "".join(ALPHABET[digest_number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH))


def _is_same_code(typed: str, wanted: str) -> bool:
    # in constant time, so that the time does not show how much of it is right
    return hmac.compare_digest(typed.encode("utf-8", "replace"), wanted.encode())


def new_keys(seats: Sequence[str] = ()) -> Keys:
    """New keys, with a different code for each role; a seat that is not in the list has a code made of the secret."""
    codes: set[str] = set()
    roles = joining(seats)
    while len(codes) < len(roles):
        codes.add("".join(secrets.choice(ALPHABET) for _place in range(LENGTH)))
    return Keys(secrets.token_urlsafe(32), secrets.token_urlsafe(16), dict(zip(roles, codes, strict=True)))


def load_keys(path: Path, seats: Sequence[str] = ()) -> Keys:
    """The keys in a file, which is created for these seats if missing, so that devices stay joined. BadFile.

    Servers that start at once on the same file have the same keys.
    """
    try:
        if not path.exists():
            _create_file(new_keys(seats), path)
        return _parse_keys(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError) as broken:
        raise BadFile(
            f"{path} cannot be read as the keys of a table: delete it, and all devices have to join again"
        ) from broken


def _parse_keys(data: dict[str, Any]) -> Keys:
    codes = {str(role): str(code) for role, code in dict(data["codes"]).items()}
    keys = Keys(str(data["secret"]), str(data["owner"]), codes)
    if len(keys.secret) < 32 or len(keys.owner) < 16 or len(set(codes.values())) < len(codes):
        raise ValueError
    # every complete file has a code for the table
    if "table" not in codes or any(len(code) < LENGTH for code in codes.values()):
        raise ValueError
    return keys


def _create_file(keys: Keys, path: Path) -> None:
    """Writes the file, unless another server is quicker."""
    try:
        create_bytes(path, json.dumps(asdict(keys), indent=1).encode(), private=True)
    except BadFile as failure:
        raise BadFile(f"{failure}; the table keeps its keys there") from failure


ENDING = ".keys"  # no text
# the list of the devices that have joined
DEVICES = ".devices"  # no text
# earlier versions stored the keys of every database here, in the working folder
OLD = Path("games.db.keys")
UNSAFE = re.compile(r"[^a-z0-9.-]+")


def find_key_file(db: str) -> Path | None:
    """The file of the keys of a database, by its file name or URL; None for one that ends with the program.

    A database on a server has its keys in the user's data folder, under a name of host and database alone: the name
    reveals neither user nor password.
    """
    try:
        url = make_url(db if "://" in db else f"sqlite:///{db}")
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite":
        place = "-".join(component for component in (url.host, str(url.port or ""), url.database) if component)
        return user_data_path("tablecam", appauthor=False) / f"{UNSAFE.sub('-', place.lower())}{ENDING}"  # no text
    file = (url.database or "").removeprefix("file:").partition("?")[0]
    return None if file in ("", ":memory:") else Path(f"{file}{ENDING}")


def devices_beside(keys: Path) -> Path:
    """The list of the devices that have joined with these keys."""
    return keys.with_suffix(DEVICES)


def adopt_old_keys(db: str, keys: Path, old: Path = OLD) -> bool:
    """Copies the keys that an earlier version left in the working folder, so that devices stay joined; whether it did.

    Once, for a database that is older than its keys: a new database has nothing to do with that folder.
    """
    if keys.exists() or not old.is_file() or not _is_older_database(db, keys):
        return False
    try:
        return create_bytes(keys, old.read_bytes(), private=True)
    except OSError as fault:
        raise BadFile(
            f"{old} cannot be read ({fault.strerror}): mend it, or delete it, and all devices join again"
        ) from fault


def _is_older_database(db: str, keys: Path) -> bool:
    """Whether the database was there before; for one on a server, nobody knows."""
    beside = Path(str(keys).removesuffix(ENDING))
    return beside.exists() or ("://" in db and not db.startswith("sqlite"))
