"""Old logs, whose questions and reasons have no codes: the meaning of their English purposes.

No other module of this rulebook reads a sentence.
"""

import re
from collections.abc import Mapping

from tablecam.rules.plain import Json

# no text: purposes as those logs have them, the action that each means; in brackets are the ids of its subject
PURPOSES = (
    ("activate", "activate"),
    ("deploy", "deploy"),
    ("table edge", "sides.edge"),  # no text
    ("place a piece of terrain", "terrain.place"),  # no text
    ("who deploys the first model", "deploy.first"),  # no text
    ("go first or second", "turn.first"),  # no text
    ("orders?", "orders"),
    ("table side", "roll-off.table-side"),  # no text
    ("first turn", "roll-off.first-turn"),  # no text
    ("initiative", "roll-off.initiative"),
    ("another target of (.+)", "check.another-target"),  # no text
    ("disruption shot of (.+)", "check.disruption-shot"),  # no text
    ("intercept charge of (.+)", "check.intercept-charge"),  # no text
    ("panic check of (.+)", "check.panic-check"),  # no text
    ("rally of (.+)", "check.rally"),  # no text
    ("shock test of (.+)", "check.shock-test"),  # no text
    ("break off of (.+)", "check.break-off"),  # no text
    ("evade of (.+)", "check.evade"),  # no text
    ("heavy armour of (.+)", "armour"),  # no text
    ("solid cover of (.+)", "cover.solid"),  # no text
    ("flimsy cover of (.+)", "cover.flimsy"),  # no text
    ("(.+) to hit (.+)", "hit"),  # no text
    ("damage of (.+) to (.+)", "damage"),  # no text
    ("action of (.+)", "action"),  # no text
    ("(.+) has acted", "end"),  # no text
    ("target of (.+)", "shoot.target"),  # no text
    ("nearest to (.+)", "shoot.nearest"),  # no text
    ("charge of (.+)", "charge.target"),  # no text
    ("opponent of (.+)", "fight.opponent"),  # no text
    ("who strikes at (.+)", "break-off.striker"),  # no text
    ("weapon of (.+)", "weapon"),  # no text
    ("battleshield of (.+) against", "shield"),  # no text
    ("break into the action of (.+)", "react"),  # no text
    ("(.+) evades", "evade"),
    ("(.+) is still where (.+)'s shot falls", "evade.still-there"),  # no text
    ("(.+) is off the ground", "off-ground"),  # no text
    (r"(.+) has lost \d+ of \d+: it withdraws", "withdraw"),  # no text
    ("(.+) sees enough of (.+) to shoot", "sight.enough"),  # no text
    ("(.+) has cover from (.+)", "sight.cover"),  # no text
    ("(.+) touches (.+)", "touches"),
)
MOVES = ("move", "rush", "charge", "break off", "evade", "intercept", "deploy")  # no text
# the doubt that is too close to call, by the wording of the question
ABOUT = (("the way of (.+)", "path"), ("(.+) to (.+)", "range"))  # no text


def find_topic(ask: Mapping[str, Json]) -> tuple[str, tuple[str, ...]]:
    """The action and the subject of a question: its own, or from its purpose in an old log; empty for neither."""
    if "action" in ask:
        return str(ask["action"]), tuple(ask.get("subject", ()))
    purpose = str(ask.get("purpose", ""))
    if ask.get("kind") == "Settle":
        return _find_meaning(ABOUT, str(ask.get("about", "")))
    if ask.get("kind") in ("Move", "Deploy"):
        kind = next((move for move in MOVES if purpose == move or purpose.startswith(f"{move} ")), "")
        enemy = purpose.removeprefix(kind).strip()
        models = (str(ask["model"]), enemy) if enemy else (str(ask["model"]),)
        return (f"move.{kind.replace(' ', '-')}", models) if kind else ("", ())
    return _find_meaning(PURPOSES, purpose)


def _find_meaning(table: tuple[tuple[str, str], ...], purpose: str) -> tuple[str, tuple[str, ...]]:
    for pattern, action in table:
        if purpose_match := re.fullmatch(pattern, purpose):
            other_way = action == "sight.cover"
            return action, purpose_match.groups()[::-1] if other_way else purpose_match.groups()
    return "", ()


def find_conceder(ending: str) -> str:
    """The side that has conceded a game, by the ending in an old log; empty for none."""
    return ending.removesuffix(CONCEDES) if ending.endswith(CONCEDES) else ""


CONCEDES = " concedes"
