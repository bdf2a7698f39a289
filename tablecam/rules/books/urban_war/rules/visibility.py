"""The information of a seat: everything except the other side's counters that lie face down."""

from dataclasses import replace

from tablecam.rules.books.urban_war.rules.setup import remarks
from tablecam.rules.books.urban_war.rules.state import HIDDEN, Fighter, Order, State
from tablecam.rules.plain import Json, to_plain


def visible_to(state: State, seat: str) -> Json:
    """The state for a seat's screen. It never depends on the other side's hidden orders."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "sides": list(state.sides),
        "edges": to_plain(state.edges),
        "first": state.first,
        "terrain": list(state.terrain),
        "action": to_plain(state.action),
        "following": state.following,
        "markers": list(map(str, state.markers)),
        "withdrawn": state.withdrawn,
        "winner": state.winner,
        "ending": str(state.ending),
        "remarks": list(map(str, remarks(state))),
        "rules": to_plain(state.rules),
        "models": {name: _model_to_json(fighter, seat) for name, fighter in state.fighters.items()},
    }


def _model_to_json(fighter: Fighter, seat: str) -> Json:
    written = to_plain(replace(fighter, order=Order.NONE))
    return {**written, "order": _visible_order(fighter, seat), "alive": fighter.alive, "tags": _list_tags(fighter)}


def _visible_order(fighter: Fighter, seat: str) -> str:
    if fighter.order is Order.NONE or fighter.side == seat or fighter.shown:
        return fighter.order.value
    return HIDDEN


def _list_tags(fighter: Fighter) -> Json:
    """List special rules with their text; the players apply those that the documents do not define.

    Clause: UW-QS Special And Weapon Rules (UW-023).
    """
    card_tags = [(str(tag), tag) for tag in fighter.profile.tags]
    armed = [(f"{weapon.name}: {tag}", tag) for weapon in fighter.profile.weapons for tag in weapon.tags]
    return [{"name": name, "text": tag.text, "mark": tag.mark, "known": tag.known} for name, tag in card_tags + armed]
