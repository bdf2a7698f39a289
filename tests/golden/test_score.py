"""The scoreboard for other engines: ours is right in every case, and each kind of wrong answer is found."""

import json
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.golden import our_engine, score
from tests.golden.swiss import make

GOLDEN = Path(__file__).resolve().parent
OURS = {"sight": our_engine.answer_sight, "swiss": our_engine.answer_swiss}
ECHO = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n    {}\n"


def engine(tmp_path: Path, code: str) -> list[str]:
    (tmp_path / "engine.py").write_text(ECHO.format(code))
    return [sys.executable, "-u", str(tmp_path / "engine.py")]


def schema(corpus: str, name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((GOLDEN / corpus / "protocol" / f"{name}.schema.json").read_text()))


@pytest.mark.parametrize("corpus", [pytest.param("sight", marks=pytest.mark.slow), "swiss"])
def test_our_answers_are_right_and_keep_to_the_protocol(corpus: str) -> None:
    cases, judge = score.CORPORA[corpus]
    questions, answers = schema(corpus, "question"), schema(corpus, "answer")
    for case in cases():
        questions.validate(case.question)
        answer = json.loads(json.dumps(OURS[corpus](case.question)))
        answers.validate(answer)
        assert judge(case, answer) == "", case.id


@pytest.mark.slow
def test_a_program_is_asked_line_by_line_and_scored_by_family(tmp_path: Path) -> None:
    code = 'print(json.dumps({"id": question["id"], "line_of_sight": True}))'
    verdicts = score.score("sight", engine(tmp_path, code))
    lines = score.scoreboard(verdicts).splitlines()
    assert lines[0].split() == ["scenes", "right", "wrong", "skipped", "no", "answer"]
    # on open tables everybody sees everybody
    assert lines[1].split() == ["open-table", "12", "12", "0", "0", "0"]
    name, scenes, right, wrong, *others = lines[-1].split()
    assert (name, scenes, others) == ("all", "308", ["0", "0"])
    assert int(right) + int(wrong) == 308
    assert int(wrong) > 50


@pytest.mark.parametrize(
    ("code", "result", "says"),
    [
        ('print(json.dumps({"id": question["id"], "skipped": "no time"}))', score.SKIPPED, "no time"),
        ('print("hello")', score.WRONG, "not JSON: hello"),
        ("print([])", score.WRONG, "not an object"),
        ('print(json.dumps({"id": "other", "pairs": []}))', score.WRONG, "the answer is to"),
        ('print(json.dumps({"id": question["id"]}))', score.WRONG, "the answer has no pairs"),
        ('print(json.dumps({"id": question["id"], "refused": 1}))', score.WRONG, "the round is refused"),
        ("raise SystemExit", score.SILENT, "the program has ended"),
    ],
)
def test_each_kind_of_answer_is_told_apart(tmp_path: Path, code: str, result: str, says: str) -> None:
    verdict = score.score("swiss", engine(tmp_path, code))[0]
    assert verdict.result == result
    assert says in verdict.says


def test_a_program_that_hangs_is_given_up(tmp_path: Path) -> None:
    verdicts = score.score("swiss", engine(tmp_path, "pass"), wait_s=0.5)
    assert {verdict.result for verdict in verdicts} == {score.SILENT}


def find_case(corpus: str, id: str) -> score.Case:
    return next(case for case in score.CORPORA[corpus][0]() if case.id == id)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"visible": 0.5}, "visible is 0.5"),
        ({"visible": "all"}, 'visible is "all"'),
        ({"visible_past_terrain": 0.1}, "visible_past_terrain is 0.1"),
        ({"obstructions": []}, "obstructions are []"),
        ({"obstructions": 7}, "no list"),
    ],
)
def test_a_wrong_share_and_wrong_obstructions_are_named(change: dict, says: str) -> None:
    case = next(case for case in score.sight_cases() if case.expected.get("obstructions"))
    answer = our_engine.answer_sight(case.question)
    assert score.judge_sight(case, answer) == ""
    assert says in score.judge_sight(case, answer | change)


def test_a_share_at_the_tolerance_and_a_distance_are_judged() -> None:
    case = next(case for case in score.sight_cases() if case.expected.get("obstructions"))
    answer = our_engine.answer_sight(case.question)
    assert score.judge_sight(case, answer | {"visible": answer["visible"] + 1.9e-5}) == ""
    assert score.judge_sight(case, answer | {"visible": answer["visible"] + 2.2e-5}) != ""
    far = [{**each, "distance_in": each["distance_in"] + 0.01} for each in answer["obstructions"]]
    assert "distance_in" in score.judge_sight(case, answer | {"obstructions": far})


def test_a_wrong_round_is_named() -> None:
    case = find_case("swiss", "bye-lowest")
    assert score.judge_swiss(case, {"pairs": [["d", "c"], ["b", "a"]], "byes": ["e"]}) == ""
    assert "pairs are a-c b-d" in score.judge_swiss(case, {"pairs": [["a", "c"], ["b", "d"]], "byes": ["e"]})
    assert "byes are []" in score.judge_swiss(case, {"pairs": [["a", "b"], ["c", "d"]]})


def test_the_swiss_files_are_what_their_maker_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "HERE", tmp_path)
    assert make.main() == 0
    for path in sorted(tmp_path.iterdir()):
        assert path.read_text() == (GOLDEN / "swiss" / path.name).read_text()


def test_the_readme_counts_the_swiss_cases() -> None:
    readme = (GOLDEN / "swiss" / "README.md").read_text()
    files = {path.name: json.loads(path.read_text()) for path in sorted((GOLDEN / "swiss").glob("*.json"))}
    for name, file in files.items():
        assert f"| `{name}` | {len(file['cases'])} | {file['about']} |" in readme
    assert f"{sum(len(file['cases']) for file in files.values())} cases in {len(files)} files" in readme


def test_the_scoreboard_needs_python_alone() -> None:
    text = (GOLDEN / "score.py").read_text()
    modules = {line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert modules <= sys.stdlib_module_names
