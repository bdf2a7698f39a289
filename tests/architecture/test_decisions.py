"""No decision rests on an English sentence: a refusal has a code, a question a subject and an action.

A sentence changes with its wording and with the language of the device; whoever searches one breaks unseen.
"""

import ast
import re
from collections.abc import Iterator

import pytest
from sources import ROOT, Module

TYPESCRIPT = ROOT / "webui" / "frontend" / "src"

# Modules that are being converted now; to be emptied.
PYTHON_FOR_NOW: set[str] = set()
TYPESCRIPT_FOR_NOW: set[str] = set()
# Texts that come from outside, whose words are a format.
FORMATS = {
    # /proc/cpuinfo
    ("tablecam.base.system", "model name"),
    # what Python's TOML reader says of a fault, to find the line
    ("tablecam.storage.toml_file", ""),
    # notation that is written by a program: a fact's line in a log
    ("tablecam.rules.facts", " at "),
}

SEARCHES = {
    "startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit",
    "find", "rfind", "index", "count", "match", "search", "fullmatch",
}  # fmt: skip
# two words, or the beginning or end of several
PROSE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}|^[A-Za-z]{2,} $|^ [A-Za-z]{2,}")
ERRORS = re.compile(r"^(e|error|err|exc|exception|fault|refused|refusal|illegal|broken|bad|failure|cause|message)$")

# A text of the server by the name that it goes by on the page, or any text, searched for words.
SAID = r"(?:says|said|sentence|message|error|why|reason|heading|title|takes|answer_text)(?:\.value)?(?:\.\w+\(\))?"
WORDS = r"[^\"'/\n]*[A-Za-z]{2} [A-Za-z]{2}[^\"'/\n]*"
LOOKS = r"(?:includes|startsWith|endsWith|indexOf|search|split|match)"
TS_SEARCH = re.compile(
    rf"""\b{SAID}\??\.{LOOKS}\("""
    rf"""|\.{LOOKS}\(["'/](?:[A-Z][a-z]+ ?|{WORDS})["'/]"""
    rf"""|/{WORDS}/\w*\.test\("""
    rf"""|[!=]==? ["']{WORDS}["']"""
)


def of_an_error(node: ast.expr) -> bool:
    """`str(error)`, `error.args[0]`, `error.message`."""
    match node:
        case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=name)]):
            return ERRORS.match(name) is not None
        case ast.Subscript(value=ast.Attribute(attr="args")):
            return True
        case ast.Attribute(value=ast.Name(id=name), attr="message"):
            return ERRORS.match(name) is not None
    return False


def words_in(node: ast.expr) -> Iterator[str]:
    """Literals of several words."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and PROSE.search(inner.value):
            yield inner.value


def decisions(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Lines where a text is compared with or searched for words, and the words ("" where an error's text is)."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                sides = [node.left, *node.comparators]
                if any(map(of_an_error, sides)):
                    yield node.lineno, ""
                elif any(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
                    yield from ((node.lineno, word) for word in words_in(node.left))
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if attr in SEARCHES:
                if of_an_error(owner) or any(map(of_an_error, node.args)):
                    yield node.lineno, ""
                else:
                    yield from ((node.lineno, word) for argument in node.args[:1] for word in words_in(argument))


@pytest.mark.parametrize(
    "source",
    [
        'if "the start is blocked" in str(error): pass',
        'if str(err) == "x": pass',
        'if error.args[0] != "x": pass',
        'blocked = error.message.startswith("x")',
        'rest = purpose.removeprefix("damage of ")',
        'if text.endswith(" has acted"): pass',
        're.search(r"there is", said)',
        'fits = "would stand" not in sentence',
    ],
)
def test_a_decision_by_a_sentence_is_found(source: str) -> None:
    assert len(list(decisions(ast.parse(source)))) == 1


@pytest.mark.parametrize(
    "source", ['name.startswith("tablecam.")', 'return f"no: {error}"', "x = str(error)", 'if word in {"a", "b"}: pass']
)
def test_what_decides_by_no_sentence_is_left_alone(source: str) -> None:
    assert list(decisions(ast.parse(source))) == []


@pytest.mark.slow
def test_no_python_decides_by_an_english_sentence(modules: list[Module]) -> None:
    found = {
        f"{module.name}:{line} decides by the text {words!r}": module.name
        for module in modules
        for line, words in decisions(module.tree)
        if (module.name, words) not in FORMATS
    }
    assert [place for place, name in found.items() if name not in PYTHON_FOR_NOW] == []
    # what decides by codes now leaves the list
    assert set(found.values()) == PYTHON_FOR_NOW


@pytest.mark.parametrize(
    "source",
    [
        'polled.says.value.includes("is there already")',
        "heading.toLowerCase().startsWith(seat)",
        'text.startsWith("Sentence")',
        'if (said === "not found here") {',
        "/has acted/.test(text)",
    ],
)
def test_a_decision_of_the_page_by_a_sentence_is_found(source: str) -> None:
    assert TS_SEARCH.search(source)


@pytest.mark.parametrize(
    "source",
    ['file.name.endsWith(".toml")', "names.includes(id)", 'kind === "ended"', "REASONS.includes(why.value)"],
)
def test_what_the_page_decides_by_codes_is_left_alone(source: str) -> None:
    assert TS_SEARCH.search(source) is None


def test_no_typescript_decides_by_an_english_sentence() -> None:
    found: dict[str, str] = {}
    for path in sorted(TYPESCRIPT.rglob("*.ts*")):
        name = path.relative_to(TYPESCRIPT).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if TS_SEARCH.search(line):
                found[f"{name}:{number} decides by a text: {line.strip()}"] = name
    assert [place for place, name in found.items() if name not in TYPESCRIPT_FOR_NOW] == []
    assert set(found.values()) == TYPESCRIPT_FOR_NOW
