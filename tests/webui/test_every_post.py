"""Whatever is posted, there is never a fault of ours, and what is refused has changed nothing."""

import ast
import dataclasses
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule
from werkzeug.test import TestResponse
from whole import Whole, whole

from webui.access import COOKIE, ROLES
from webui.entrance.guard import MOST_BYTES

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (*(ROOT / "webui").rglob("*.py"), *(ROOT / "tablecam" / "session").glob("*.py"))
OURS = {"X-Tablecam": "page"}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return whole(tmp_path_factory.mktemp("whole"))


def posts(of: Whole) -> list[Rule]:
    return sorted(
        (rule for rule in of.app.url_map.iter_rules() if "POST" in (rule.methods or ())), key=lambda r: r.rule
    )


def keys_read() -> list[str]:
    """Every word by which our code looks something up: `get("key")`, `["key"]`, `number("key")`."""
    words: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asked = (
                node.args[:1] if isinstance(node, ast.Call) else [node.slice] if isinstance(node, ast.Subscript) else []
            )
            words.update(one.value for one in asked if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return sorted(word for word in words if word.isidentifier() and len(word) <= 16)


def leaves(told: Any) -> list[Any]:
    """Every name and number in what was told, the keys of objects too: what a deed may mean."""
    if isinstance(told, dict):
        return [*told, *(leaf for value in told.values() for leaf in leaves(value))]
    return [leaf for each in told for leaf in leaves(each)] if isinstance(told, list) else [told]


def bodies(of: Whole) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of the words that our code reads, with values that mean something, nearly do, or do not."""
    meant = st.sampled_from(sorted({repr(leaf): leaf for leaf in leaves(of.state())}.items())).map(lambda pair: pair[1])
    text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
    wild = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
    simple = meant | text | wild
    value = st.recursive(
        simple, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3), max_leaves=6
    )
    return st.dictionaries(st.sampled_from(keys_read()), value, max_size=5)


def address(rule: Rule, word: str) -> str:
    """The rule's address with that word for each of its arguments."""
    return "".join(word if is_argument else part for is_argument, part in rule._trace if part != "|")


def refused_in_a_sentence(response: TestResponse) -> bool:
    said = response.json["error"] if response.json else {}
    return said["status"] == response.status_code and len(said["says"]) > 10


def test_every_part_is_there_so_that_no_post_is_left_out(everything: Whole) -> None:
    missing = [
        each.name for each in dataclasses.fields(everything.parts) if getattr(everything.parts, each.name) is None
    ]
    assert missing == [], "add them in tests/webui/whole.py"


def test_what_the_fingerprint_looks_at_stands_still(everything: Whole) -> None:
    assert everything.fingerprint() == everything.fingerprint()
    assert "/api/game" in everything.lookable()


@pytest.mark.parametrize("times", [pytest.param(12, id="some"), pytest.param(150, id="many", marks=pytest.mark.slow)])
def test_whatever_is_posted_is_done_or_refused_and_a_refusal_changes_nothing(everything: Whole, times: int) -> None:
    before = everything.fingerprint()
    ids = iter(range(10**9))

    def post(rule: Rule, role: str, word: str, body: dict[str, Any]) -> None:
        nonlocal before
        client = everything.app.test_client()
        client.set_cookie(COOKIE, everything.access.token(role))
        path = address(rule, word)
        response = client.post(path, json=body | {"id": f"{times:04x}{next(ids):020x}"}, headers=OURS)
        after = everything.fingerprint()
        assert response.status_code < 500, (path, body, response.text)
        if response.status_code >= 400:
            assert refused_in_a_sentence(response), (path, body, response.text)
            assert after == before, (path, body, response.text)
        before = after

    rules = posts(everything)
    words = st.sampled_from(["1", "ann", "none", "..", "%00", "é"])
    trying = given(st.sampled_from(rules), st.sampled_from(ROLES), words, bodies(everything))
    bounded = settings(
        max_examples=times * len(rules), database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    bounded(trying(post))()


def sent(client: FlaskClient, path: str, **changed: Any) -> TestResponse:
    usual: dict[str, Any] = {"data": '{"id": "%s"}' % ("a" * 24), "content_type": "application/json", "headers": OURS}
    return client.post(path, **(usual | changed))


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"headers": {}}, 403),
        ({"headers": OURS | {"Origin": "https://evil.example"}}, 403),
        ({"headers": OURS | {"Sec-Fetch-Site": "cross-site"}}, 403),
        ({"headers": OURS | {"Host": "evil.example"}}, 421),
        ({"content_type": "text/plain"}, 415),
        ({"content_type": "multipart/form-data"}, 415),
        ({"data": "{}"}, 400),
        ({"data": "[]"}, 400),
        ({"data": b"\xff\xfe"}, 400),
        ({"data": "[" * 100_000}, 400),
        ({"data": '{"id": "x"}'}, 400),
        ({"data": '{"id": NaN}'}, 400),
        ({"data": b"x" * (64 * MOST_BYTES)}, 413),
    ],
)  # fmt: skip
def test_no_post_is_open_to_what_our_page_never_sends(everything: Whole, changed: dict[str, Any], status: int) -> None:
    before = everything.fingerprint()
    client = everything.app.test_client()
    for rule in posts(everything):
        response = sent(client, address(rule, "1"), **changed)
        assert response.status_code == status, rule.rule
        assert refused_in_a_sentence(response)
    assert everything.fingerprint() == before
