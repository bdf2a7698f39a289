"""The OpenAPI and AsyncAPI files are sound by the validators of their own projects, and say what the server does."""

import json

import pytest
from contract import NODE_MODULES, contract
from jsonschema import Draft7Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from tablecam.doors.publishing.live_message import CONTRACT, FOLDER

ASYNCAPI_SCHEMA = NODE_MODULES / "@asyncapi" / "specs" / "schemas" / "3.0.0.json"


def test_every_file_of_the_contract_is_served() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(CONTRACT)


@pytest.mark.slow
def test_openapi_is_sound() -> None:
    OpenAPIV31SpecValidator(contract("openapi.json"), base_uri=(FOLDER / "openapi.json").as_uri()).validate()


@pytest.mark.slow
def test_asyncapi_is_sound() -> None:
    if not ASYNCAPI_SCHEMA.is_file():
        pytest.skip("the schema of AsyncAPI comes with the page's packages: make page")
    schema = json.loads(ASYNCAPI_SCHEMA.read_text(encoding="utf-8"))
    errors = [
        error.message for error in Draft7Validator(schema).iter_errors(contract("asyncapi.json")) if not error.context
    ]
    assert errors == []
    wrong = contract("asyncapi.json") | {"operations": {"tell": {"action": "shout"}}}
    assert not Draft7Validator(schema).is_valid(wrong)


def test_asyncapi_names_the_messages_of_the_schema() -> None:
    known = set(contract("live-1.schema.json")["$defs"])
    messages = contract("asyncapi.json")["components"]["messages"]
    assert {message["payload"]["$ref"].rpartition("/")[2] for message in messages.values()} <= known
