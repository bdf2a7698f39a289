"""A game before anything has happened, from plain data.

{"cards": {"rifle": {"SH": 5, "weapons": [..]}}, "sides": {"red": [{"id": "ann", "card": "rifle"}], "blue": [..]},
 "deployed": true, "shock": true}

deployed: the models stand already, and the game begins with its first marker phase. terrain: names of pieces that the
players put down in turn. table_in: the two sides of the battlefield. All other keys are house rules.
"""

from collections.abc import Mapping
from typing import Any

from tablecam.rulebooks.urban_war.rules.card import Member, StatCard
from tablecam.rulebooks.urban_war.rules.clauses import row
from tablecam.rulebooks.urban_war.rules.house_rules import HouseRules
from tablecam.rulebooks.urban_war.rules.state import Fighter, Phase, Profile, State
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import BadRecord, Json, field_names, from_plain

OWN_KEYS = ("cards", "sides", "deployed", "terrain", "table_in")
SIDES = 2
TEAM = range(6, 21)
LEAST_TABLE_IN = 48.0


def new_game(setup: Mapping[str, Json]) -> State:
    """The state before the first question; Refused with a sentence for a setup that cannot be played."""
    try:
        return _new_game(setup)
    except BadRecord as error:
        raise IllegalAnswer(f"the setup cannot be played: {error}") from error


def _new_game(setup: Mapping[str, Json]) -> State:
    rules = from_plain(HouseRules, {key: value for key, value in setup.items() if key not in OWN_KEYS}, "house rules")
    cards = {name: _card(name, said) for name, said in setup.get("cards", {}).items()}
    sides = setup.get("sides", {})
    if len(sides) != SIDES or not all(sides.values()):
        raise IllegalAnswer("the setup names two sides with at least one model each")
    deployed = bool(setup.get("deployed", False))
    terrain = tuple(setup.get("terrain", ()))
    table = setup.get("table_in", (LEAST_TABLE_IN, LEAST_TABLE_IN))
    fighters = [_fighter(side, said, cards, deployed) for side, members in sides.items() for said in members]
    by_id = {each.id: each for each in fighters}
    if len(by_id) != len(fighters):
        raise IllegalAnswer("two models share an id; give each its own")
    return State(
        fighters=by_id, sides=tuple(sides), rules=rules, terrain=terrain, table_in=(float(table[0]), float(table[1])),
        phase=Phase.TERRAIN if terrain else Phase.MARKERS if deployed else Phase.SIDES,
    )  # fmt: skip


def _card(name: str, said: Json) -> StatCard:
    card: StatCard = from_plain(StatCard, {"name": name, **said}, f"card {name}")
    return card


def _fighter(side: str, said: Json, cards: Mapping[str, StatCard], deployed: bool) -> Fighter:
    member: Member = from_plain(Member, said, f"a model of {side}")
    if member.card not in cards:
        raise IllegalAnswer(
            f"{member.id} has the card '{member.card}', which is none of {', '.join(cards) or 'the setup'}"
        )
    profile = profile_of(side, member, cards[member.card])
    return Fighter(profile, wounds=profile.W, deployed=deployed)


def profile_of(side: str, member: Member, card: StatCard) -> Profile:
    """The card with what the member has ticked on it. Clause: UW-QS Stat Line (UW-016)."""
    ticked = next((each for each in card.calibres if each.CAL == member.CAL), None)
    if ticked is None:
        listed = ", ".join(str(each.CAL) for each in card.calibres)
        raise IllegalAnswer(f"{member.id} has CAL {member.CAL}, and its card lists {listed}", row(16))
    extras = [each for each in card.extras if each.name in member.extras]
    if missing := set(member.extras) - {each.name for each in extras}:
        raise IllegalAnswer(f"{member.id} has the option '{min(missing)}', which its card does not list", row(24))
    stats: dict[str, Any] = {name: getattr(card, name) for name in ("AS", "SH", "ST", "T", "W", "CD", "SZ", "MV")}
    return Profile(
        id=member.id, side=side, name=card.name, **stats, CAL=ticked.CAL, FS=ticked.FS, commander=member.commander,
        weapons=(*card.weapons, *(weapon for each in extras for weapon in each.weapons)),
        tags=(*card.tags, *(tag for each in extras for tag in each.tags)),
        points=card.points + ticked.points + sum(each.points for each in extras),
    )  # fmt: skip


def remarks(state: State) -> tuple[str, ...]:
    """What the book would have otherwise, and the game goes on with. Clauses: UW-001, UW-002, UW-109."""
    said = []
    for side in state.sides:
        team = [each for each in state.fighters.values() if each.side == side]
        if len(team) not in TEAM:
            said.append(
                f"{side} has {len(team)} models, and a strike team has {TEAM.start} to {TEAM.stop - 1} [UW-001]"
            )
        commanders = [each.id for each in team if each.profile.commander]
        if len(commanders) != 1:
            said.append(f"{side} has {len(commanders)} Commanders, and a team has one [UW-109]")
    if min(state.table_in) < LEAST_TABLE_IN:
        said.append("the battlefield is smaller than 4 by 4 feet [UW-002]")
    return tuple(said)


def switches() -> tuple[str, ...]:
    """The keys of a setup that are house rules."""
    return field_names(HouseRules)
