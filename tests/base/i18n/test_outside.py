"""Every text that players or organisers read is in the catalogue."""

from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.pofile import read_po

MENDED_BY = "wrap them as docs/translating.md says"
PYTHON = '''
"""Two words here are a docstring."""
from tablecam.base.i18n import Message, gettext as _, ngettext, pgettext
SAID = _("There is a {thing}", thing=name), ngettext("{n} model", "{n} models", 2), pgettext("of a die", "the face")
raise ValueError("not for players")
ROW = "row side"  # no text
class Shown:
    def __repr__(self): return f"<Shown with {thing}>"
OUT = "read by players", f"{name} sees {other}", _("inside", a="outside again")
'''
WRONG = """
from tablecam.base.i18n import Message, gettext as _
_(f"{thing} is gone"); _("{thing} is gone"); _("{thing:.2f} gone", thing=1); Message(text)
for _ in range(3): pass
shown = f"<b>{_('gone')}</b>"
"""
TSX = """
// Two words here are a comment
const shown = t("There is a {thing}", { thing }) + tn("{n} model", "{n} models", n) + tp("of a die", "the face");
throw new Error("not for players");
const row = "row side"; // no text
const both = <p class={`row side-${n}`} id="a b" aria-label={t("Inside")}>{n} {t("of these")}
  {kind === "lost" && t("lost")}</p>;
"""
TSX_OUT = """
const a = <p title="Outside">Between tags {gone ? "lost" : ""} {`${n} of`}<b aria-label={`Side ${n}`} /></p>;
const b = "read by players";
t("{thing} is gone"); t(text); t(`${thing} is gone`);
t("by {whom}", { whom: <b>{t("somebody")}</b> });
"""


def test_python_texts_outside_are_found_and_no_others(outside: ModuleType) -> None:
    found = outside.Python(PYTHON).found
    assert [text for _line, text in found.outside] == ["read by players", "sees", "outside again"]
    assert found.wrong == []
    assert found.texts == ["There is a {thing}", "{n} model", "{n} models", "the face", "inside"]


def test_python_calls_that_cannot_work_are_found(outside: ModuleType) -> None:
    assert [line for line, _why in outside.Python(WRONG).found.wrong] == [3, 3, 3, 3, 4, 5]


def test_a_table_of_templates_may_leave_all_values_for_later(outside: ModuleType) -> None:
    imports = "from tablecam.base.i18n import Message\n"
    later = outside.Python(imports + 'SAYS: Mapping[str, Words] = {"gone": Message("{thing} is gone")}').found
    now = outside.Python(imports + 'SAYS: Mapping[str, Message] = {"gone": Message("{thing} is gone")}').found
    half = outside.Python(imports + 'SAYS: Mapping[str, Words] = {"by": Message("{a} by {b}", a=1)}').found
    assert (later.wrong, [why for _line, why in now.wrong]) == ([], ["{thing} has no value"])
    assert [why for _line, why in half.wrong] == ["{b} has no value"]


def test_texts_of_a_template_outside_are_found_and_no_others(outside: ModuleType) -> None:
    unread = "{# words of a comment #}<style>p { color: red }</style>"
    inside = unread + '<p class="a b" title="{{ _("Inside") }}">{{ _("Inside") }}&deg;: x</p>\n'
    found = outside.look_at_template(inside + '<b title="Read">{% if it %}lost{% endif %}</b>')
    assert found.outside == [(2, "Readlost")]


@pytest.fixture
def looked(outside: ModuleType):
    """Looks at TypeScript; skips where the page's packages were never installed."""
    if not (outside.MODULES / "rolldown").is_dir():
        pytest.skip("the page was not built: its parser is not there")
    return outside.look


def test_texts_of_the_page_outside_are_found_and_no_others(outside, looked, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(outside, "ROOT", tmp_path)
    inside, out = tmp_path / "inside.tsx", tmp_path / "out.tsx"
    inside.write_text(TSX)
    out.write_text(TSX_OUT)
    found = looked([inside, out])
    assert (found["inside.tsx"].outside, found["inside.tsx"].wrong) == ([], [])
    texts = ["There is a {thing}", "{n} model", "{n} models", "the face", "Inside", "of these", "lost"]
    assert found["inside.tsx"].texts == texts
    said = [text for _line, text in found["out.tsx"].outside]
    assert said == ["Outside", "Between tags", "lost", "{} of", "Side {}", "read by players"]
    assert [line for line, _why in found["out.tsx"].wrong] == [4, 4, 4, 5]


def check(found: dict) -> None:
    """No text is outside, and no call of the catalogue is wrong."""
    assert [f"{name}:{at}" for name, file in found.items() for at in file.outside] == [], MENDED_BY
    assert [f"{name}:{at}" for name, file in found.items() for at in file.wrong] == []


@pytest.mark.slow
def test_no_python_text_is_outside(outside: ModuleType) -> None:
    check(outside.look(path for path in outside.sources() if path.suffix in (".py", ".jinja")))


@pytest.mark.slow
def test_no_text_of_the_page_is_outside_and_each_inside_is_in_the_catalogue(outside, looked, tool: ModuleType) -> None:
    found = looked(path for path in outside.sources() if path.suffix in (".ts", ".tsx"))
    check(found)
    with tool.domains()[0].template.open("rb") as file:
        known = {text for one in read_po(file) for text in ([one.id] if isinstance(one.id, str) else one.id)}
    assert [text for each in found.values() for text in each.texts if text not in known] == []
