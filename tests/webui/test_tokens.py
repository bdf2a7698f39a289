"""The page's letters come in five sizes, which the file of tokens declares."""

import re
from pathlib import Path

FRONTEND = Path(__file__).resolve().parents[2] / "webui" / "frontend" / "src"
SIZE = re.compile(r"font-size: ([^;}]+)")
# sizes of paper, of halls and streams, and shares of the letters around
OWN_MEASURE = re.compile(r"^inherit$|(pt|vh|em|px\)|var\(--o\)\))$|clamp|min\(")
# the device's choice of larger letters is what all steps are multiples of
ROOT_SIZE = ":root[data-letters"


def test_the_scale_has_five_steps_each_larger_than_the_last() -> None:
    tokens = (FRONTEND / "tokens.css").read_text(encoding="utf-8")
    steps = [float(rem) for rem in re.findall(r"--type-\d: ([\d.]+)rem;", tokens)]
    assert len(steps) == 5
    assert steps == sorted(set(steps))


def test_every_size_of_letters_on_a_screen_is_a_step_of_the_scale() -> None:
    strangers = []
    for path in FRONTEND.rglob("*.css"):
        for line in path.read_text(encoding="utf-8").splitlines():
            for size in (text.removesuffix("!important").strip() for text in SIZE.findall(line)):
                is_step = re.fullmatch(r"var\(--type-[1-5]\)", size)
                is_own = not size.endswith("rem") and OWN_MEASURE.search(size)
                if not is_step and not is_own and not re.match(rf"{re.escape(ROOT_SIZE)}=\"\w+\"\] {{", line):
                    strangers.append(f"{path.relative_to(FRONTEND)}: {size}")
    assert strangers == []
