"""The keys of one table: the secret that signs its tokens, the owner's key, and a join code for each role."""

import hmac
import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablecam.errors import BadFile
from tablecam.storage.text_file import write_bytes

# no two letters look or sound alike, and there are no vowels: a code is never a word
ALPHABET = "CDFHJKMNPRTVWXY23479"
LENGTH = 5
# spectators need no code
JOINING = ("table", "red", "blue", "umpire")


@dataclass(frozen=True)
class Keys:
    """secret: signs tokens. owner: the key in the address that the terminal prints. codes: role -> join code."""

    secret: str
    owner: str
    codes: dict[str, str]

    def role(self, typed: str) -> str | None:
        """The role that a code or the owner's key opens, in any spelling; None for a wrong one."""
        if _same(typed.strip(), self.owner):
            return "table"
        code = "".join(typed.split()).replace("-", "").upper()
        return next((role for role, wanted in self.codes.items() if _same(code, wanted)), None)


def _same(typed: str, wanted: str) -> bool:
    # in constant time, however much of it is right
    return hmac.compare_digest(typed.encode("utf-8", "replace"), wanted.encode())


def new_keys() -> Keys:
    """New keys, with a different code for each role."""
    codes: set[str] = set()
    while len(codes) < len(JOINING):
        codes.add("".join(secrets.choice(ALPHABET) for _place in range(LENGTH)))
    return Keys(secrets.token_urlsafe(32), secrets.token_urlsafe(16), dict(zip(JOINING, codes, strict=True)))


def kept_keys(path: Path) -> Keys:
    """The keys in a file, which is created if missing, so that devices stay joined. BadFile."""
    try:
        return _read(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return _kept(new_keys(), path)
    except (OSError, ValueError, TypeError, KeyError) as broken:
        raise BadFile(
            f"{path} cannot be read as the keys of a table: delete it, and all devices have to join again"
        ) from broken


def _read(data: dict[str, Any]) -> Keys:
    keys = Keys(str(data["secret"]), str(data["owner"]), {role: str(data["codes"][role]) for role in JOINING})
    if len(keys.secret) < 32 or len(keys.owner) < 16 or len(set(keys.codes.values())) < len(JOINING):
        raise ValueError
    return keys


def _kept(keys: Keys, path: Path) -> Keys:
    try:
        write_bytes(path, json.dumps(asdict(keys), indent=1).encode(), private=True)
    except BadFile as refused:
        raise BadFile(f"{refused}; the table keeps its keys there") from refused
    return keys
