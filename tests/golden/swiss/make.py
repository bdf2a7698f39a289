"""Writes the Swiss cases: `python -m tests.golden.swiss.make`; read the diff.

The answers of the hand-made cases are written by hand. Those of the drawn cases come from a search through all rounds
in the order of the rule; every hand-made case is checked by the same search. tablecam's own pairing has no part in it.
"""

import itertools
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FORMAT = "tablecam swiss pairing 1"
Json = dict[str, Any]

# players with their factions, from the top; the one with the bye; the pairs
FIRST = (
    (
        "first-other-faction",
        "The top card takes the first card of another faction.",
        "a1 b1 c2 d1 e3 f2",
        "",
        "ac be df",
    ),
    ("first-next-card", "Where no other faction is left, the next card is taken.", "a1 b2 c1 d1", "", "ab cd"),
    ("first-literal", "The rule does not look ahead to save the last pair.", "a1 b2 c2 d3 e2 f2", "", "ab cd ef"),
    ("first-bye", "The card with the bye, drawn before, is laid aside.", "a1 b2 c2", "b", "ac"),
    ("first-one-faction", "Where all are of one faction, neighbours meet.", "a1 b1 c1 d1", "", "ab cd"),
    ("first-two", "Two players meet.", "a1 b1", "", "ab"),
)
# cards from the top, who has met whom, who has had a bye; the pairs and the bye, or none where no round is lawful
LATER = (
    ("later-plain", "Nobody has met: neighbours meet.", "abcd", "", "", "ab cd", ""),
    ("later-one-rematch", "The top card takes the first card that it has not met.", "abcd", "ab", "", "ac bd", ""),
    ("later-last-two", "The last two have met, and no solution keeps the top pair.", "abcd", "cd", "", "ac bd", ""),
    ("later-bottom-four", "The top pair stands, and only the bottom four move.", "abcdef", "ef", "", "ab ce df", ""),
    ("later-bottom-two-met", "Two of the last pairs have met.", "abcdef", "ef ce", "", "ab cf de", ""),
    ("later-top-gives-way", "No solution keeps the top pair.", "abcdef", "ef ce de", "", "ac be df", ""),
    ("later-eight", "Eight cards, of which the last has met two.", "abcdefgh", "gh fh", "", "ab cd eh fg", ""),
    ("later-one-left", "One card has a single opponent left.", "abcdefgh", "gh fh eh dh ch", "", "ac bh de fg", ""),
    ("bye-lowest", "The lowest card takes the bye.", "abcde", "", "", "ab cd", "e"),
    ("bye-had-before", "The lowest card that has had no bye takes it.", "abcde", "", "de", "ab de", "c"),
    ("bye-not-spared", "The lowest cannot be spared: one has met the rest.", "abcde", "ad bd cd", "", "ab ce", "d"),
    ("none-blocked", "One card has met everybody: no round is lawful.", "abcd", "ab ac ad", "", None, ""),
    ("none-triangle", "Three have met each other, and one is left.", "abcd", "ab ac bc", "", None, ""),
    ("none-all-byes", "Every card has had its bye.", "abc", "", "abc", None, ""),
    ("none-bye-blocked", "Whoever takes the bye, the others have met.", "abc", "ab ac", "a", None, ""),
)  # fmt: skip
DRAWN = 60


def main() -> int:
    """Writes both files, or complains where hand and search differ."""
    families = [
        ("1-first-round", "First rounds, by hand.", [_make_first(*row) for row in FIRST]),
        ("2-later-rounds", "Later rounds, byes and refusals, by hand.", [_make_later(*row) for row in LATER]),
        ("3-drawn", "Later rounds drawn at random, by a search through all rounds.", list(_draw_cases())),
    ]
    cases = [case for _name, _about, found in families for case in found]
    faults = [case["id"] for case in cases if search(case) != case["expected"]]
    for fault in faults:
        print(f"{fault}: hand and search differ", file=sys.stderr)
    if faults:
        return 1
    for name, about, found in families:
        (HERE / f"{name}.json").write_text(file_text(name[2:], about, found), encoding="utf-8")
    print(f"{len(cases)} cases in {len(families)} files")
    return 0


def file_text(family: str, about: str, cases: list[Json]) -> str:
    """A file: one case a line."""
    head = f'{{\n "format": {json.dumps(FORMAT)},\n "family": {json.dumps(family)},\n "about": {json.dumps(about)},'
    return head + '\n "cases": [\n' + ",\n".join(f"  {json.dumps(case)}" for case in cases) + "\n ]\n}\n"


def _make_first(id: str, story: str, cards: str, bye: str, pairs: str) -> Json:
    stack = [_make_card(card[0], 0, card[1]) for card in cards.split()]
    case = {"id": id, "story": story, "round": 1} | ({"bye": bye} if bye else {})
    return case | {"stack": stack, "expected": {"pairs": _split_pairs(pairs), "byes": [bye] if bye else []}}


def _make_later(id: str, story: str, names: str, met: str, byes: str, pairs: str | None, bye: str) -> Json:
    expected = {"refused": True} if pairs is None else {"pairs": _split_pairs(pairs), "byes": [bye] if bye else []}
    return {"id": id, "story": story, "round": 2, "stack": _make_stack(names, met, byes), "expected": expected}


def _draw_cases() -> Iterator[Json]:
    for seed in range(DRAWN):
        chance = random.Random(seed)
        names = "abcdefghij"[: chance.randint(4, 10)]
        share = chance.random()
        met = " ".join(a + b for a, b in itertools.combinations(names, 2) if chance.random() < share)
        byes = "".join(name for name in names if chance.random() < 0.3)
        story = f"{len(names)} cards, {len(met.split())} pairs that have met, {len(byes)} with a bye; drawn by {seed}."
        case = {"id": f"drawn-{seed:02d}", "story": story, "round": 2, "stack": _make_stack(names, met, byes)}
        yield case | {"expected": search(case)}


def search(case: Json) -> Json:
    """The answer, by a search through all rounds in the order of the rule."""
    stack = [card for card in case["stack"] if card["player"] != case.get("bye")]
    if case["round"] == 1:
        return {"pairs": _pair_by_faction(stack), "byes": [case["bye"]] if case.get("bye") else []}
    met = {card["player"]: set(card["met"]) for card in stack}
    due = [card["player"] for card in reversed(stack) if not card["had_bye"]] if len(stack) % 2 else [""]
    for bye in due:
        for pairs in _list_rounds([card["player"] for card in stack if card["player"] != bye]):
            if all(b not in met[a] for a, b in pairs):
                return {"pairs": pairs, "byes": [bye] if bye else []}
    return {"refused": True}


def _pair_by_faction(stack: list[Json]) -> list[list[str]]:
    cards, pairs = list(stack), []
    while cards:
        top = cards.pop(0)
        other = next((card for card in cards if card["faction"] != top["faction"]), cards[0])
        cards.remove(other)
        pairs.append([top["player"], other["player"]])
    return pairs


def _list_rounds(names: list[str]) -> Iterator[list[list[str]]]:
    """All complete rounds, those first in which the top cards take the highest ones."""
    if not names:
        yield []
    for other in names[1:]:
        for rest in _list_rounds([name for name in names[1:] if name != other]):
            yield [[names[0], other], *rest]


def _make_stack(names: str, met: str, byes: str) -> list[Json]:
    known = {
        name: sorted(other for pair in met.split() if name in pair for other in pair if other != name) for name in names
    }
    return [_make_card(name, 100 - place, "", known[name], name in byes) for place, name in enumerate(names)]


def _make_card(player: str, points: int, faction: str = "", met: Sequence[str] = (), had_bye: bool = False) -> Json:
    return {"player": player, "points": points, "faction": faction, "met": list(met), "had_bye": had_bye}


def _split_pairs(pairs: str) -> list[list[str]]:
    return [list(pair) for pair in pairs.split()]


if __name__ == "__main__":
    sys.exit(main())
