"""Scores any program against the scenes of sight, or the cases of Swiss pairing. It needs Python and nothing else.

    python tests/golden/score.py sight -- node my_engine.js
    python tests/golden/score.py swiss -- ./my_engine

The program reads one JSON object a line from its standard input and writes one a line to its standard output, in the
same order, until its input ends; sight/README.md and swiss/README.md say what is in them, and the folders `protocol`
hold their JSON Schemas. Exit status 0 where every case is right, 1 where not.
"""

import argparse
import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
Json = dict[str, Any]

RIGHT, WRONG, SKIPPED, SILENT = "right", "wrong", "skipped", "no answer"
# nearer than this, every verdict of the corpus is the same
SHARE_TOLERANCE = 2e-5
DISTANCE_TOLERANCE_IN = 1e-4
ENOUGH = 0.25


@dataclass(frozen=True)
class Case:
    """A question of a corpus. family: its row of the scoreboard; id: of the scene; question: the line that is sent."""

    family: str
    id: str
    question: Json
    expected: Json


@dataclass
class Verdict:
    """The result of a case. says: what is wrong with the answer, or why there is none."""

    case: Case
    result: str
    says: str = ""


@dataclass
class Row:
    """A family of the scoreboard: the results of its scenes, each the worst of its questions."""

    scenes: dict[str, str] = field(default_factory=dict)

    def add(self, verdict: Verdict) -> None:
        """Counts one more question."""
        worst = (RIGHT, SKIPPED, SILENT, WRONG)
        before = self.scenes.get(verdict.case.id, RIGHT)
        self.scenes[verdict.case.id] = max(before, verdict.result, key=worst.index)


class Engine:
    """A running program that answers a line with a line. wait_s: the longest time for one answer."""

    def __init__(self, command: list[str], wait_s: float) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
        )
        self._wait_s = wait_s
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.silent = ""
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, question: Json) -> Json | str:
        """The answer, or why there is none; a program that once gave none is not asked again."""
        if self.silent:
            return self.silent
        try:
            assert self._process.stdin
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._wait_s)
        except (OSError, ValueError):
            line = None
        except queue.Empty:
            self.silent = f"the program gave no answer for {self._wait_s:g} s"
            return self.silent
        if line is None:
            self.silent = "the program has ended"
            return self.silent
        return _parse_answer(line)

    def close(self) -> None:
        """Ends the program."""
        if self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line.strip():
                self._lines.put(line)
        self._lines.put(None)


def _parse_answer(line: str) -> Json | str:
    try:
        answer = json.loads(line)
    except ValueError:
        return f"not JSON: {line.strip()[:80]}"
    return answer if isinstance(answer, dict) else f"not an object: {line.strip()[:80]}"


def sight_cases() -> Iterator[Case]:
    """Every question of the scenes of sight."""
    for path in sorted((HERE / "sight").glob("*.json")):
        file = json.loads(path.read_text(encoding="utf-8"))
        for scene in file["scenes"]:
            for number, question in enumerate(scene["questions"], 1):
                asked = {key: question[key] for key in ("viewer", "target", "blocking", "eye")}
                sent = {
                    "id": f"{scene['id']}/{number}",
                    **asked,
                    "models": scene["models"],
                    "terrain": scene["terrain"],
                }
                yield Case(file["family"], scene["id"], sent, question["expected"])


def judge_sight(case: Case, answer: Json) -> str:
    """What is wrong with an answer about sight; empty where nothing is.

    A program that knows no shares answers `line_of_sight` alone. Of the other keys, those that it gives must be right.
    """
    expected = case.expected
    if "visible" not in answer:
        seen, wanted = answer.get("line_of_sight"), expected["visible"] >= ENOUGH
        return "" if seen is wanted else f"line_of_sight is {json.dumps(seen)}, not {json.dumps(wanted)}"
    shares = ("visible", "visible_past_terrain")
    faults = [_differ(key, answer[key], expected[key]) for key in shares if key in answer and key in expected]
    if "obstructions" in answer and "obstructions" in expected:
        faults += _judge_obstructions(answer["obstructions"], expected["obstructions"])
    return "; ".join(filter(None, faults))


def _judge_obstructions(given: Any, wanted: list[Json]) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        return ["obstructions is no list of objects"]
    by_name = {each.get("name"): each for each in given if _number(each.get("hidden", 1)) > SHARE_TOLERANCE}
    names = {each["name"] for each in wanted if each["hidden"] > SHARE_TOLERANCE}
    if by_name.keys() != names:
        return [f"obstructions are {sorted(map(str, by_name))}, not {sorted(names)}"]
    faults = []
    for each in wanted:
        found = by_name.get(each["name"], {})
        for key, tolerance in (("hidden", SHARE_TOLERANCE), ("distance_in", DISTANCE_TOLERANCE_IN)):
            if key in found:
                faults.append(_differ(f"{each['name']}: {key}", found[key], each[key], tolerance))
    return faults


def _differ(key: str, given: Any, wanted: float, tolerance: float = SHARE_TOLERANCE) -> str:
    return "" if abs(_number(given) - wanted) <= tolerance else f"{key} is {json.dumps(given)}, not {wanted}"


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else float("nan")


def swiss_cases() -> Iterator[Case]:
    """Every case of Swiss pairing."""
    for path in sorted((HERE / "swiss").glob("*.json")):
        file = json.loads(path.read_text(encoding="utf-8"))
        for case in file["cases"]:
            sent = {key: case[key] for key in ("id", "round", "bye", "stack") if key in case}
            yield Case(file["family"], case["id"], sent, case["expected"])


def judge_swiss(case: Case, answer: Json) -> str:
    """What is wrong with an answer about a round; empty where nothing is. The order of pairs does not matter."""
    expected = case.expected
    if "refused" in expected or "refused" in answer:
        given, wanted = "refused" in answer, "refused" in expected
        return "" if given is wanted else f"the round is {'refused' if given else 'drawn'}, and should not be"
    try:
        pairs = {frozenset(pair) for pair in answer["pairs"]}
        byes = sorted(answer.get("byes", []))
    except (KeyError, TypeError):
        return "the answer has no pairs"
    wanted_pairs = {frozenset(pair) for pair in expected["pairs"]}
    faults = [f"pairs are {_show(pairs)}, not {_show(wanted_pairs)}"] if pairs != wanted_pairs else []
    faults += [f"byes are {byes}, not {expected['byes']}"] if byes != sorted(expected["byes"]) else []
    return "; ".join(faults)


def _show(pairs: set[frozenset[str]]) -> str:
    return " ".join(sorted("-".join(sorted(map(str, pair))) for pair in pairs))


CORPORA: Mapping[str, tuple[Callable[[], Iterator[Case]], Callable[[Case, Json], str]]] = {
    "sight": (sight_cases, judge_sight),
    "swiss": (swiss_cases, judge_swiss),
}


def score(corpus: str, command: list[str], wait_s: float = 60.0) -> list[Verdict]:
    """The result of every case of a corpus."""
    cases, judge = CORPORA[corpus]
    engine = Engine(command, wait_s)
    try:
        return [_score_case(case, engine, judge) for case in cases()]
    finally:
        engine.close()


def _score_case(case: Case, engine: Engine, judge: Callable[[Case, Json], str]) -> Verdict:
    answer = engine.ask(case.question)
    if isinstance(answer, str):
        return Verdict(case, SILENT if engine.silent else WRONG, answer)
    if answer.get("id") != case.question["id"]:
        return Verdict(case, WRONG, f"the answer is to {json.dumps(answer.get('id'))}")
    if "skipped" in answer:
        return Verdict(case, SKIPPED, str(answer["skipped"]))
    fault = judge(case, answer)
    return Verdict(case, WRONG if fault else RIGHT, fault)


def scoreboard(verdicts: list[Verdict]) -> str:
    """A line for each family, and one for all: how many scenes are right, wrong, skipped and without an answer."""
    rows: dict[str, Row] = {}
    for verdict in verdicts:
        rows.setdefault(verdict.case.family, Row()).add(verdict)
    width = max(len(family) for family in rows)
    results = (RIGHT, WRONG, SKIPPED, SILENT)
    lines = [f"{'':{width}}  scenes  " + "  ".join(results)]
    total: Counter[str] = Counter()
    for family, row in rows.items():
        counts = Counter(row.scenes.values())
        total += counts
        lines.append(_make_line(family, width, counts))
    return "\n".join([*lines, _make_line("all", width, total)])


def _make_line(name: str, width: int, counts: Counter[str]) -> str:
    results = "  ".join(f"{counts[result]:{len(result)}}" for result in (RIGHT, WRONG, SKIPPED, SILENT))
    return f"{name:{width}}  {counts.total():6}  {results}"


def main() -> int:
    """Runs the program, prints the faults and the scoreboard."""
    parser = argparse.ArgumentParser(description="Scores a program against the scenes of sight or Swiss pairing.")
    parser.add_argument("corpus", choices=CORPORA)
    parser.add_argument("--quiet", action="store_true", help="print the scoreboard alone")
    parser.add_argument("--wait", type=float, default=60.0, metavar="S", help="seconds for one answer")
    parser.add_argument("command", nargs="+", help="the program and its arguments, after --")
    given = parser.parse_args()
    verdicts = score(given.corpus, given.command, given.wait)
    if not given.quiet:
        for verdict in verdicts:
            if verdict.result != RIGHT:
                print(f"{verdict.case.question['id']}: {verdict.result}: {verdict.says}")
    print(scoreboard(verdicts))
    return 0 if all(verdict.result == RIGHT for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
