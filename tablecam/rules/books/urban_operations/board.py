"""The board of a game of Urban Operations as one seat sees it: blocks with their markers, tokens and cards."""

from collections.abc import Iterator, Mapping

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.urban_operations.rules.hidden_sampling import is_block_known
from tablecam.rules.books.urban_operations.rules.pieces import COMMANDER, PLATOON_LEADER, get_title
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.views import (
    CardNumber,
    CardRow,
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

FACE_DOWN = Message("Blocks face down")
REACT = Interrupt(Message("React"))
OSL = Message("OSL")
IMPULSE = Message("Impulse")
MARKERS: Mapping[str, Text] = {
    "activated": Message("activated"),
    "reacted": Message("reaction"),
    "revealed": Message("face up"),
    "riding": Message("rides outside"),
}
WEIGHTS: Mapping[str, Text] = {
    "foot": InContext("a class of blocks", "Foot"),
    "unarmoured": InContext("a class of blocks", "Unarmoured"),
    "armoured": InContext("a class of blocks", "Armoured"),
    "tank": InContext("a class of blocks", "Main battle tank"),
}
QUALITIES: Mapping[str, Text] = {
    "elite": InContext("a quality", "Elite"),
    "veteran": InContext("a quality", "Veteran"),
    "recruit": InContext("a quality", "Recruit"),
}
LEADERS: Mapping[str, Text] = {PLATOON_LEADER: Message("Platoon leader"), COMMANDER: Message("Commander")}
OBSERVERS: Mapping[str, Text] = {"cds": Message("May ask for ground fire"), "jfo": Message("Joint fire observer")}
WEAPONS: Mapping[str, Text] = {"light": Message("Light weapons"), "heavy": Message("Heavy weapons")}
PHASES: Mapping[str, Text] = {
    "setup": Message("Set-up"),
    "initial phase": Message("Initial phase"),  # no text
    "impulses": Message("Impulses"),
    "final phase": Message("Final phase"),  # no text
    "over": Message("Over"),
}


def name_hidden_blocks(state: OperationsState, seat: str | None) -> Mapping[str, Text]:
    """`Block 7` for every block that a seat does not know; a seat always knows its own blocks."""
    hidden = {name: block.number for name, block in state.blocks.items() if not is_block_known(block, seat)}
    return {name: Message("Block {n}", n=number) for name, number in hidden.items()}


def board(visible: Fields, seat: str) -> GameBoardView:
    """The board, made only of facts that the seat may know."""
    models: Mapping[str, Fields] = visible["models"]
    acting = visible.get("acting") or {}
    active = models[acting["block"]]["side"] if acting.get("block") in models else ""
    return GameBoardView(
        turn=visible["turn"],
        phase=PHASES.get(visible["phase"], visible["phase"]),
        models={name: block_view(block, seat) for name, block in models.items()},
        interrupt=REACT if visible["phase"] == "impulses" else None,
        active=active,
        markers=tuple(map(_describe_token, visible["tokens"].values())),
        acting=str(acting["block"]) if active else "",
    )


def _describe_token(token: Fields) -> Message:
    """A token on the map, with its number and kind."""
    kind = str(token["kind"])
    return Message("Token {n}: {kind}", n=token["number"], kind=get_title(kind))


def block_view(block: Fields, seat: str) -> ModelView:
    """A block with its markers; a block face down shows neither strength nor card."""
    is_known = block["known"]
    return ModelView(
        alive=bool(block["alive"]),
        left=block["osl"] if is_known else None,
        of=block["card"]["osl"] if is_known else None,
        unit=OSL,
        counters=tuple(_list_counters(block, seat)),
        markers=tuple(text for name, text in MARKERS.items() if block.get(name) is True),
        card=card(block["card"]) if is_known else None,
    )


def _list_counters(block: Fields, seat: str) -> Iterator[Counter]:
    yield Counter(IMPULSE, str(block["impulse"]))
    if not block["revealed"] and block["alive"]:
        yield Counter(FACE_DOWN, None, "own" if block["side"] == seat else "hidden")


def card(said: Fields) -> ModelCard:
    """The unit card."""
    badges = [WEIGHTS[said.get("weight", "foot")], QUALITIES[said.get("quality", "veteran")]]
    badges += [LEADERS[said["leader"]]] if said.get("leader") else []
    badges += [OBSERVERS[said["observer"]]] if said.get("observer") else []
    return ModelCard(
        title=str(said["name"]),
        badges=tuple(badges),
        numbers=(CardNumber(OSL, said["osl"]),),
        tables=tuple(_weapon_table(name, weapon) for name, weapon in (said.get("weapons") or {}).items()),
    )


def _weapon_table(name: str, weapon: Fields) -> CardTable:
    """Firepower by band."""
    rows = enumerate(weapon.get("fp", ()), 1)
    return CardTable(WEAPONS[name], tuple(CardRow(Message("Band {n}", n=band), str(fp)) for band, fp in rows))
