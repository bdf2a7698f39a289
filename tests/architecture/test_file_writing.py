"""Files are written by one function, which writes the whole file or none of it."""

import ast

import pytest
from architecture.sources import Module, product_modules

WRITER = "tablecam.storage.text_file"
# `webui.frontend.build` makes files of the program itself, before it is installed
# an encoder writes its own file, in a temporary folder
EXEMPT = (WRITER, "webui.frontend.build", "tablecam.storage.video_file")
METHODS = {"write_text", "write_bytes", "rename", "imwrite", "fdopen"}
FUNCTIONS = {"NamedTemporaryFile", "mkstemp", "mktemp", "os.replace", "os.rename", "shutil.move", "shutil.copyfile"}
WRITING_MODES = set("wxa+")


def written_otherwise(tree: ast.Module) -> list[int]:
    """The lines that write, rename or open for writing."""
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _writes(node)]


def _writes(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    if name in FUNCTIONS or name.removeprefix("tempfile.") in FUNCTIONS:
        return True
    if name == "open" or name.endswith(".open"):
        return any(_is_mode(argument) for argument in (*call.args, *(key.value for key in call.keywords)))
    if not isinstance(call.func, ast.Attribute):
        return False
    # a text's `replace` has two arguments, a path's has one
    renames = call.func.attr == "replace" and len(call.args) == 1 and not call.keywords
    return call.func.attr in METHODS or renames


def _is_mode(argument: ast.expr) -> bool:
    if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
        return False
    mode = argument.value
    return 0 < len(mode) <= 3 and set(mode) <= set("rwxabt+") and bool(WRITING_MODES & set(mode))


@pytest.mark.slow
def test_no_other_module_writes_files() -> None:
    def lines(module: Module) -> list[str]:
        return [f"{module.name}:{line}" for line in written_otherwise(module.tree)]

    assert [place for module in product_modules() if module.name not in EXEMPT for place in lines(module)] == []


def test_other_ways_to_write_are_found() -> None:
    others = """
path.write_text("a")
path.write_bytes(b"a")
temporary.replace(path)
os.replace(temporary, path)
tempfile.NamedTemporaryFile(delete=False)
tempfile.mkstemp()
open(path, "w")
path.open(mode="ab")
cv2.imwrite("a.png", picture)
"""
    assert written_otherwise(ast.parse(others)) == list(range(2, 11))
    fine = 'write_text(path, "a")\n"a".replace("a", "b")\nreplace(model, id="a")\nopen(path, "rb")\nstore.open(game)'
    assert written_otherwise(ast.parse(fine)) == []
