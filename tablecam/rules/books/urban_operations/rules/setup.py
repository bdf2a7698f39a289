"""The initial state of a game, from plain data.

{"scenario": {"turns": 6, "impulses": {"red": ["A"]}}, "cards": {"rifles": {"name": "Rifles", "kind": "rifles", ..}},
 "blocks": {"red": [{"card": "rifles", "impulse": "A"}], "blue": [..]}, "tokens": {"hidden": ["mine"], "shown": []},
 "aid": {..}, "uo_duel_tie": "both"}

aid: the parameters of the player aid, read by `aid_file.py`; remembered: the table's answers for them in its
last game, from `gaps.carried`. All other keys are house rules.
"""

from collections.abc import Iterator, Mapping

from tablecam.base.i18n import Message, listing
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urban_operations.rules import gaps
from tablecam.rules.books.urban_operations.rules.asking import Game, confirm
from tablecam.rules.books.urban_operations.rules.cards import UnitCard
from tablecam.rules.books.urban_operations.rules.gaps import REMEMBERED
from tablecam.rules.books.urban_operations.rules.house_rules import OperationsRules
from tablecam.rules.books.urban_operations.rules.initial_events import SetUp
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState, PlayedScenario, Token
from tablecam.rules.books.urban_operations.rules.tokens import KINDS
from tablecam.rules.plain import BadRecord, Json, from_plain

OWN_KEYS = ("scenario", "cards", "blocks", "tokens", "aid", REMEMBERED)
SIDES = 2


def new_game(setup: Mapping[str, Json]) -> OperationsState:
    """The state before the first question; IllegalAnswer for a setup that cannot be played."""
    try:
        return _build_state(setup)
    except BadRecord as error:
        raise IllegalAnswer(Message("the setup cannot be played: {fault}", fault=error), code="setup") from error


def _build_state(setup: Mapping[str, Json]) -> OperationsState:
    rules = from_plain(
        OperationsRules, {key: value for key, value in setup.items() if key not in OWN_KEYS}, "house rules"
    )
    scenario = from_plain(PlayedScenario, setup.get("scenario", {}), "scenario")
    cards = {name: from_plain(UnitCard, card, f"card {name}") for name, card in setup.get("cards", {}).items()}
    sides = setup.get("blocks", {})
    if len(sides) != SIDES or not all(sides.values()):
        raise IllegalAnswer(Message("the setup must name two sides with at least one block each"), code="two-sides")
    blocks = {block_id(block.number): block for block in _build_blocks(sides, cards, scenario)}
    tokens = {f"token-{token.number}": token for token in _build_tokens(setup.get("tokens", {}))}
    if not setup.get("aid"):
        raise IllegalAnswer(Message("the setup lacks the parameters of the player aid"), code="no-aid")
    ruled = {key: str(value) for key, value in setup.get(REMEMBERED, {}).items()}
    aid = setup["aid"]
    return OperationsState(blocks, tuple(sides), scenario, rules, aid, ruled, tokens=tokens, made=len(tokens))


def block_id(number: int) -> str:
    """An id that does not reveal the unit."""
    return f"block-{number}"


def _build_blocks(
    sides: Mapping[str, Json], cards: Mapping[str, UnitCard], scenario: PlayedScenario
) -> Iterator[Block]:
    listed = [(side, record) for side, records in sides.items() for record in records]
    for number, (side, record) in enumerate(listed, 1):
        card, impulse = str(record.get("card")), str(record.get("impulse"))
        if card not in cards:
            text = Message("block {n} has the card '{card}', which the setup lacks", n=number, card=card)
            raise IllegalAnswer(text, code="no-such-card")
        if impulse not in scenario.impulses.get(side, ()):
            impulses = listing(scenario.impulses.get(side, ()))
            text = Message(
                "block {n} belongs to the impulse '{impulse}', but {side} has {known}",
                n=number, impulse=impulse, side=side, known=impulses,
            )  # fmt: skip
            raise IllegalAnswer(text, code="no-such-impulse")
        yield Block(cards[card], side, number, cards[card].osl, impulse)


def _build_tokens(said: Mapping[str, Json]) -> Iterator[Token]:
    listed = [(kind, shown) for shown in (False, True) for kind in said.get("shown" if shown else "hidden", ())]
    for number, (kind, revealed) in enumerate(listed, 1):
        if kind not in KINDS:
            text = Message("there is no token '{kind}'; there are {kinds}", kind=kind, kinds=listing(KINDS))
            raise IllegalAnswer(text, code="no-such-token")
        yield Token(kind, number, revealed=revealed, shown_as=kind if revealed else "")


def set_up(game: Game) -> None:
    """Set up maps, cards, tokens and blocks by the scenario, and fill the gaps of the aid. Clause: UO-104."""
    while not confirm(game, "set-up", game.state.scenario.name):
        pass
    gaps.fill(game)
    game.tell(SetUp())
