"""Whatever is posted, there is never a fault of ours, and what is refused has changed nothing."""

import ast
import dataclasses
import itertools
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from small_book import SMALL
from werkzeug.routing import BaseConverter, IntegerConverter, Rule
from werkzeug.test import TestResponse
from whole import FORCES, Whole, whole

from tablecam.club.event.commands import CLUB_ACTS
from webui.club import cards
from webui.entrance.access import COOKIE
from webui.entrance.guard import MOST_BYTES
from webui.table.demo_control import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    path
    for folder in ("webui", *(f"tablecam/{part}" for part in ("game", "hosting", "observing", "replay", "club")))
    for path in (ROOT / folder).rglob("*.py")
]
OURS = {"X-Tablecam": "page"}
# stands for the key of what is asked when the command is done
ASKED = "<key>"
# stands for what an address leaves open
WORD = "WORD"
# one half of a score card
HALF: list[Any] = [{"lost": 3}, {"lost": 2, "withdrew": True}, {"lost": 99}, {"lost": 0, "conceded": True}, {}, 3]
# what a page might say under a name, so that commands get further than their first look at a body
LIKELY: dict[str, Any] = {
    "key": [ASKED, ASKED, "1.0", "999.0"],
    "raw": st.integers(-1, 11) | st.lists(st.integers(0, 11), max_size=4) | st.just({}) | st.just("red"),
    "source": ["dice pad", "dice tray", "app dice", "table", "keypad"],
    "app_dice": [True, False],
    "seat": ["red", "blue", "green", None],
    "line": st.integers(-1, 60),
    "why": ["because", "", None],
    "event": [{"kind": "Died", "model": "lund"}, {"kind": "TurnBegan", "turn": 3}, {"kind": "Nothing"}, {}, 3],
    "forces": [FORCES["forces"], {"red": "harbour-watch", "blue": "none"}, {"red": 1, "blue": []}, []],
    "rules": [{}, {"best_eye": True}, {"none": 1}, 3, []],
    "tags": [{}, {"Red": "A"}, {"Red": []}, 4],
    "instead": [True, False],
    "game": st.integers(-1, 9),
    "ask_facts": [True, False],
    "on": [True, False],
    "models": st.lists(st.sampled_from(["ann", "lund", ""]), max_size=3),
    "model": ["ann", "bea", "lund", "none"],
    "do": [*sorted(COMMANDS), "nothing"],
    "command": [*sorted(CLUB_ACTS), "nothing"],
    "player": ["ann", "bob", "eve", "none", ""],
    "name": ["Fay", "Gil", "", 3],
    "one": ["ann", "bob"],
    "other": ["cat", "dan"],
    "players": [["ann", "bob"], ["cat", "dan", "eve"], ["ann"], ["none", "ann"], 3],
    "open": [True, False, 3],
    "places": st.integers(-1, 5),
    "check_in": [True, False],
    "presence": ["here", "late", "absent", "", "asleep", 3],
    "paid": [True, False],
    "list_approved": [True, False],
    "last_round": st.integers(-1, 4),
    "start": ["18:30", "25:00", "", 3],
    "pause": st.integers(-1, 300),
    "terrain": ["ruins", "", "x" * 60, 3],
    "camera": [True, False, "x"],
    "soft": [True, False],
    "day": ["2026-05-15", "2026-13-01", "", 3],
    "place": ["Town Hall", "", "x" * 90, 3],
    "shown": [True, False, "x"],
    "released": [True, False, "x"],
    "reason": ["because", "a slip", ""],
    "lines": [[{"name": "One", "points": 30}], [{"name": "Many", "points": 301, "models": 20}], [{}], [3]],
    "files": [{"team.toml": "name = 3"}, {"../x.toml": ""}, {"a.toml": 3}, {"book.toml": SMALL}, {}],
    "sides": [[{"player": a, "lost": 2}, {"player": b, "lost": 9}] for a in ("ann", "cat") for b in ("bob", "eve")],
    "tables": [[1, 2, 3], [1, 1], [0], []],
    "pinned": [{"ann": 1}, {"none": 1}, {"ann": "x"}, {}],
    "granted": [[12], [0], [5], [12, 12]],
    "number": st.integers(-1, 5),
    "rounds": st.integers(-1, 4),
    "roll": st.integers(-1, 2) | st.just("x"),
    "round": st.integers(-1, 3),
    "seconds": [60, -60, 0, "x"],
    "table": st.integers(-1, 4),
    "to": st.integers(0, 4),
    "minutes": st.integers(-1, 90),
    "sequence": [None, None, 3, "x"],
    "title": ["Friday", "", 3],
    "text": ["{}", "x", 3],
    "x_in": st.floats(-5, 60),
    "y_in": st.floats(-5, 60),
    "opponent": ["ann", "bob", "cat", "dan", "eve", "none"],
    "theirs": HALF,
    "own": HALF,
    "card": ["1.CCCCCCCC", "9.CCCCCCCC", "1", 3],
    "z_in": [0, 3, 3.0, 5.0, -1],
}  # fmt: skip


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return whole(tmp_path_factory.mktemp("whole"))


def posts(of: Whole) -> list[str]:
    """Every address that takes a POST, with WORD or 1 for what it leaves open."""
    rules = [rule for rule in of.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    return sorted(path for rule in rules for path in addresses(rule))


def open_choices(part: BaseConverter) -> list[str]:
    return ["1"] if isinstance(part, IntegerConverter) else getattr(part, "items", [WORD])


def addresses(rule: Rule) -> list[str]:
    choices = {name: open_choices(rule._converters[name]) for name in rule.arguments}
    return [
        "".join(chosen[part] if is_argument else part for is_argument, part in rule._trace if part != "|")
        for values in itertools.product(*choices.values())
        for chosen in [dict(zip(choices, values, strict=True))]
    ]


def keys_read() -> list[str]:
    """Every word by which our code looks something up: `get("key")`, `["key"]`, `number("key")`."""
    words: set[str] = set()
    assert len(SOURCES) > 100
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asked = (
                node.args[:1] if isinstance(node, ast.Call) else [node.slice] if isinstance(node, ast.Subscript) else []
            )
            words.update(one.value for one in asked if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return sorted(word for word in words if word.isidentifier() and len(word) <= 16)


def leaves(told: Any) -> list[Any]:
    """Every name and number in what was told, the keys of objects too: what a command may mean."""
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
    likely = {key: st.sampled_from(some) if isinstance(some, list) else some for key, some in LIKELY.items()}
    return st.dictionaries(st.sampled_from(keys_read()), value, max_size=5) | st.fixed_dictionaries({}, optional=likely)


def refused_in_a_sentence(response: TestResponse) -> bool:
    said = response.json["error"] if response.json else {}
    return said["status"] == response.status_code and len(said["says"]) > 10


def test_every_part_is_there_so_that_no_post_is_left_out(everything: Whole) -> None:
    missing = [
        each.name for each in dataclasses.fields(everything.parts) if getattr(everything.parts, each.name) is None
    ]
    assert missing == [], "add them in tests/webui/whole.py"


@pytest.mark.slow
def test_what_the_fingerprint_looks_at_stands_still(everything: Whole) -> None:
    assert everything.fingerprint() == everything.fingerprint()
    assert "/api/game" in everything.lookable()


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.long)], ids=["once each", "three times each"])
def test_whatever_is_posted_is_done_or_refused_and_a_refusal_changes_nothing(everything: Whole, times: int) -> None:
    before = everything.fingerprint()
    ids = iter(range(10**9))

    def post(path: str, role: str, word: str, body: dict[str, Any]) -> None:
        nonlocal before
        body = dict(body)
        client = everything.app.test_client()
        client.set_cookie(COOKIE, everything.access.token(role))
        client.set_cookie(cards.COOKIE, everything.card_of(word))
        path = path.replace(WORD, word)
        if path == "/api/club/1/delete":
            return  # all other posts need an event that is there
        if body.get("key") == ASKED:
            body["key"] = (everything.questions() or ["1.0"])[0]
        response = client.post(path, json=body | {"id": f"{next(ids):024x}"}, headers=OURS)
        after = everything.fingerprint()
        assert response.status_code < 500, (path, body, response.text)
        if response.status_code >= 400:
            assert refused_in_a_sentence(response), (path, body, response.text)
            assert after == before, (path, body, response.text)
        before = everything.fingerprint() if everything.keep_playing() else after

    paths = posts(everything)
    words = st.sampled_from(["1", "ann", "none", "..", "%00", "é"])
    trying = given(st.sampled_from(paths), st.sampled_from(everything.access.roles), words, bodies(everything))
    bounded = settings(
        max_examples=times * len(paths), database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    bounded(trying(post))()


def sent(client: FlaskClient, path: str, **changed: Any) -> TestResponse:
    usual: dict[str, Any] = {"data": '{"id": "%s"}' % ("a" * 24), "content_type": "application/json", "headers": OURS}
    return client.post(path, **(usual | changed))


@pytest.mark.slow
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
    for path in posts(everything):
        response = sent(client, path, **changed)
        assert response.status_code == status, path
        assert refused_in_a_sentence(response)
    assert everything.fingerprint() == before


def test_whoever_only_looks_on_can_do_nothing_but_join_and_leave_as_a_seat_or_as_a_player(everything: Whole) -> None:
    allowed = set()
    for path in posts(everything):
        client = everything.app.test_client()
        client.set_cookie(COOKIE, everything.access.token("spectator"))
        if sent(client, path).status_code != 403:
            allowed.add(path)
    sign_up = {f"/api/signup/{WORD}{what}" for what in ("", "/list", "/leave")}
    assert allowed == {"/api/join", "/api/leave", "/api/card/open", "/api/card/leave"} | sign_up
