"""A season counted a second time, from the exports of its evenings and the file of points, by other code."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Plain = dict[str, Any]


def base(row: Plain) -> int:
    """The points of a game without the campaign's bonus, which decides none."""
    return row["points"] - row["bonus"]


def evening_points(rules: Plain, evening: Plain) -> dict[str, int]:
    """League points of each name on one evening."""
    table = rules["evening"]
    by_name = {row["name"]: table["attended"] for row in evening["standings"]}
    for row in evening["standings"]:
        if row["rank"] and row["rank"] <= len(table["places"]):
            by_name[row["name"]] += table["places"][row["rank"] - 1]
    games = {(row["round"], row["player"]): row for row in evening["pairings"] if row["kind"] == "game"}
    for (number, _player), row in games.items():
        other = games[number, row["opponent"]]
        result = "win" if base(row) > base(other) else "loss" if base(row) < base(other) else "draw"
        by_name[row["name"]] += table[result]
    for row in evening["pairings"]:
        by_name[row["name"]] += table["bye"] if row["kind"] == "bye" else 0
    return by_name


def wins(evenings: Iterable[Plain]) -> Counter[str]:
    """Games won by each name."""
    won: Counter[str] = Counter()
    for evening in evenings:
        games = {(row["round"], row["player"]): row for row in evening["pairings"] if row["kind"] == "game"}
        for (number, _player), row in games.items():
            won[row["name"]] += base(row) > base(games[number, row["opponent"]])
    return won


def season_points(file: Path, evenings: Sequence[Plain]) -> dict[str, int]:
    """The best evenings of each name, added up."""
    rules = tomllib.loads(file.read_text(encoding="utf-8"))
    scores = defaultdict(list)
    for evening in evenings:
        for name, points in evening_points(rules, evening).items():
            scores[name].append(points)
    best = rules["best"] or len(evenings)
    return {name: sum(sorted(points)[-best:]) for name, points in scores.items()}
