"""The board that a seat sees in a game of Urban War: orders, wounds, markers and stat cards."""

from collections.abc import Iterator, Mapping

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.urban_war.rules.cards import Band
from tablecam.rules.books.urban_war.rules.state import HIDDEN, Order, Phase
from tablecam.rules.books.views import (
    Announcement,
    CardNumber,
    CardRow,
    CardRule,
    CardTable,
    Counter,
    GameBoardView,
    Interrupt,
    ModelCard,
    ModelView,
    Text,
)
from tablecam.rules.plain import Json

Fields = Mapping[str, Json]

OWN_ORDERS = Message("Own orders")
BREAK_IN = Interrupt(Message("Break in"))
NAME_OR_LOOK = Message("Name a model, or look first")
ORDER = Message("Order")
ORDERS: Mapping[str, Text] = {
    Order.OVERWATCH.value: InContext("an order", "Overwatch"),
    Order.SNAP_FIRE.value: InContext("an order", "Snap-fire"),
}
BEFORE = Message("before the first turn")
PHASES: Mapping[str, Text] = {
    Phase.TERRAIN.value: BEFORE,
    Phase.SIDES.value: BEFORE,
    Phase.DEPLOYMENT.value: BEFORE,
    Phase.START.value: BEFORE,
    Phase.MARKERS.value: Message("marker phase"),
    Phase.ORDERS.value: Message("order phase"),
    Phase.INITIATIVE.value: InContext("a phase", "initiative"),
    Phase.ACTIVATION.value: Message("activation phase"),
    Phase.OVER.value: InContext("a phase", "over"),
}
WOUNDS = InContext("wounds, short", "W")
MARKERS: Mapping[str, Text] = {
    "activated": Message("activated"),
    "panicked": Message("panicked"),
    "shocked": Message("shocked"),
    "restricted": Message("restricted"),
    "charging": Message("charging"),
    "fought_back": Message("fought back"),
    "half_seen": Message("half seen"),
}
NUMBERS = ("AS", "SH", "ST", "T", "W", "CD", "SZ", "MV", "CAL", "FS", "points")
BANDS: Mapping[str, Text] = {
    "contact": InContext("a range band", "contact"),
    "short": InContext("a range band", "short"),
    "medium": InContext("a range band", "medium"),
    "long": InContext("a range band", "long"),
    "extreme": InContext("a range band", "extreme"),
}


def board(visible: Fields, seat: str) -> GameBoardView:  # noqa: ARG001 what is visible is the seat's
    """The board, from the information that the seat may see."""
    models: Mapping[str, Fields] = visible["models"]
    sides = [str(side) for side in visible["sides"]]
    nameable = {side: tuple(_find_nameable_models(models, side)) for side in sides}
    acting = visible.get("action") or {}
    return GameBoardView(
        turn=visible["turn"],
        phase=PHASES[visible["phase"]],
        models={name: model_view(record) for name, record in models.items()},
        announce={side: Announcement(side, NAME_OR_LOOK, nameable[side]) for side in sides},
        going_on=_announce_next_side(models, sides, nameable, str(acting.get("model", ""))),
        active=models[acting["model"]]["profile"]["side"] if acting.get("model") in models else "",
        interrupt=BREAK_IN if visible["phase"] == Phase.ACTIVATION.value else None,
        markers=tuple(visible["markers"]),
        acting=str(acting["model"]) if acting.get("model") in models else "",
    )


def _find_nameable_models(models: Mapping[str, Fields], side: str) -> Iterator[str]:
    """The models of a side that may be activated next, from public information."""
    for name, record in models.items():
        open_overwatch = record.get("shown") and record["order"] == Order.OVERWATCH.value
        waits = record["alive"] and record["order"] and not record.get("activated")
        if record["profile"]["side"] == side and waits and not open_overwatch:
            yield name


def _announce_next_side(
    models: Mapping[str, Fields], sides: list[str], nameable: Mapping[str, tuple[str, ...]], acting: str
) -> Announcement | None:
    """Announce the side that goes on after the action in progress, with the models that it may name."""
    if acting not in models:
        return None
    next_side = next((side for side in sides if side != models[acting]["profile"]["side"]), "")
    if not nameable.get(next_side):
        return None
    title = Message("Or end it, and {side} goes on with", side=next_side)
    note = Message(
        "The tap ends the action. A model on overwatch is not activated: {side} then chooses another in private, or "
        "the turn ends.",
        side=next_side,
    )
    return Announcement(next_side, title, nameable[next_side], note=note)


def model_view(model: Fields) -> ModelView:
    """A model with its counters and its card."""
    return ModelView(
        alive=bool(model["alive"]),
        left=model["wounds"],
        of=model["profile"].get("W"),
        unit=WOUNDS,
        counters=tuple(_list_order_counters(model)),
        markers=tuple(text for name, text in MARKERS.items() if model.get(name) is True),
        card=card(model),
    )


def _list_order_counters(model: Fields) -> Iterator[Counter]:
    order = str(model.get("order", ""))
    if order == HIDDEN:
        yield Counter(ORDER, None, "hidden")
    elif order:
        yield Counter(ORDER, ORDERS[order], "marker" if model.get("shown") else "own")


def card(model: Fields) -> ModelCard:
    """The stat card of a model."""
    profile: Fields = model["profile"]
    return ModelCard(
        title=str(profile["name"]),
        badges=(Message("Commander"),) if profile.get("commander") else (),
        numbers=tuple(CardNumber(name, profile[name]) for name in NUMBERS if name in profile),
        tables=tuple(_build_weapon_table(weapon) for weapon in profile.get("weapons", ())),
        rules=tuple(CardRule(str(tag["name"]), str(tag["text"]), by_players=not tag["known"]) for tag in model["tags"]),
    )


def _build_weapon_table(weapon: Fields) -> CardTable:
    """A weapon with its figures in each band where it can be used."""
    rows = [
        CardRow(BANDS[band.value], figures(weapon[band.value])) for band in Band if weapon.get(band.value) is not None
    ]
    return CardTable(str(weapon["name"]), tuple(rows))


def figures(record: Fields) -> Message:
    """The figures as text, `−1 to hit, strength 5, shots 2`; a record leaves out default values."""
    strength = int(record.get("strength", 0))
    values = {
        "to_hit": format_signed(int(record.get("to_hit", 0))),
        "strength": format_signed(strength) if record.get("adds") else str(strength),
        "shots": record.get("shots", 1),
        "dice": record.get("dice", 1),
    }
    several = [name for name in ("shots", "dice") if values[name] != 1]
    return _figures_text(several, values)


def _figures_text(several: list[str], values: Mapping[str, object]) -> Message:
    match several:
        case ["shots", "dice"]:
            return Message("{to_hit} to hit, strength {strength}, shots {shots}, dice {dice}", **values)
        case ["shots"]:
            return Message("{to_hit} to hit, strength {strength}, shots {shots}", **values)
        case ["dice"]:
            return Message("{to_hit} to hit, strength {strength}, dice {dice}", **values)
    return Message("{to_hit} to hit, strength {strength}", **values)


def format_signed(number: int) -> str:
    """A number with its sign: +1, 0, −1, with a printed minus sign."""
    return f"{number:+d}".replace("-", "−") if number else "0"
