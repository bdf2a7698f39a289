"""Urban Operations as a rulebook: the first state, each seat's knowledge, and the next procedure."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Message, listing
from tablecam.rules.ask import Below, IllegalAnswer
from tablecam.rules.books.urban_operations.rules import aid, air_and_guns, impulses, initial, step_names
from tablecam.rules.books.urban_operations.rules.aid import REMEMBERED
from tablecam.rules.books.urban_operations.rules.codes import Game, confirm
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.fight_events import TurnClosed
from tablecam.rules.books.urban_operations.rules.hidden_sampling import (
    is_block_known,
    is_token_known,
    sample_face_down,
)
from tablecam.rules.books.urban_operations.rules.impulse_events import ImpulseEnded
from tablecam.rules.books.urban_operations.rules.initial_events import SetUp, TurnOpened
from tablecam.rules.books.urban_operations.rules.menu import limit, ready
from tablecam.rules.books.urban_operations.rules.pieces import HIDDEN, KINDS, UnitCard
from tablecam.rules.books.urban_operations.rules.state import (
    Block,
    InitialStage,
    OperationsRules,
    OperationsState,
    PlayedScenario,
    Token,
    TurnPhase,
)
from tablecam.rules.plain import BadRecord, Json, from_plain, to_plain
from tablecam.rules.play import Play
from tablecam.rules.system import EventSystem, Step

# The knowledge of a seat: everything except what lies face down. Clauses: UO Initial phase (UO-011), Tokens.
#
# A block face down shows its side, number, impulse and markers; a token face down shows only its presence.


def get_visible_state(state: OperationsState, seat: str) -> Json:
    """The state for a seat's screen. It never depends on what lies face down for the seat."""
    return {
        "phase": state.phase.value,
        "stage": state.stage.value,
        "turn": state.turn,
        "sides": list(state.sides),
        "first": state.first,
        "active": state.active,
        "impulse": state.impulse,
        "used": state.used,
        "limit": state.limit,
        "limits": {side: limit(state, side) for side in state.sides if side == seat},
        "played": to_plain(state.played),
        "passes": state.passes,
        "requests": [to_plain(request) for request in state.requests],
        "hands": to_plain(state.hands),
        "leaderless": to_plain(state.leaderless),
        "acting": _show_activation(state, seat),
        "ruled": to_plain(state.ruled),
        "rules": to_plain(state.rules),
        "scenario": to_plain(state.scenario),
        "conceded": state.conceded,
        "models": {name: _show_block(block, seat) for name, block in state.blocks.items()},
        "tokens": {name: _show_token(token, seat) for name, token in state.tokens.items()},
    }


def visible_setup(setup: Mapping[str, Json], seat: str) -> Mapping[str, Json]:
    """The setup without the other side's cards and without the tokens face down."""
    sides: Mapping[str, Json] = setup.get("blocks", {})
    used = {str(record.get("card")) for record in sides.get(seat, ())}
    tokens = setup.get("tokens", {})
    return {
        **setup,
        "cards": {name: card for name, card in setup.get("cards", {}).items() if name in used},
        "blocks": {side: _hide_cards(blocks, side == seat) for side, blocks in sides.items()},
        "tokens": {**tokens, "hidden": [HIDDEN for _unused in tokens.get("hidden", ())]},
    }


def _hide_cards(blocks: Json, own: bool) -> Json:
    return blocks if own else [{"card": HIDDEN, "impulse": record.get("impulse")} for record in blocks]


def _show_activation(state: OperationsState, seat: str) -> Json:
    if state.acting is None or state.acting.block not in state.blocks:
        return None
    if state[state.acting.block].side == seat:
        return to_plain(state.acting)
    return {"block": state.acting.block}


def _show_block(block: Block, seat: str) -> Json:
    is_known = is_block_known(block, seat)
    shown = {
        "side": block.side, "number": block.number, "alive": block.alive, "impulse": block.impulse,
        "revealed": block.revealed, "activated": block.activated, "reacted": block.reacted, "aboard": block.aboard,
        "riding": block.riding, "pair": block.pair, "known": is_known, "tokens": [],
    }  # fmt: skip
    return {**shown, "card": to_plain(block.card), "osl": block.osl} if is_known else shown


def _show_token(token: Token, seat: str) -> Json:
    is_known = is_token_known(token, seat)
    kind = token.shown_as or token.kind
    return {
        "number": token.number,
        "kind": kind if is_known else HIDDEN,
        "revealed": token.revealed,
        "side": token.side,
    }


# The initial state of a game, from plain data.
#
# {"scenario": {"turns": 6, "impulses": {"red": ["A"]}}, "cards": {"rifles": {"name": "Rifles", "kind": "rifles", ..}},
#  "blocks": {"red": [{"card": "rifles", "impulse": "A"}], "blue": [..]}, "tokens": {"hidden": ["mine"], "shown": []},
#  "aid": {..}, "uo_duel_tie": "both"}
#
# aid: the parameters of the player aid, read by `scenario_file.py`; remembered: the table's answers for them in its
# last game, from `aid.carried`. All other keys are house rules.

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
    aid.fill(game)
    game.tell(SetUp())


STAGES: Mapping[InitialStage, Callable[[Play[OperationsState]], None]] = {
    InitialStage.HIDE: initial.hide,
    InitialStage.POPULATION: initial.move_population,
    InitialStage.TESTS: initial.test_token,
    InitialStage.EVENTS: initial.draw_event,
    InitialStage.ADJUST: air_and_guns.adjust,
    InitialStage.RESOLVE: air_and_guns.resolve,
    InitialStage.REQUEST: air_and_guns.requests,
    InitialStage.ORDER: initial.swap_blocks,
    InitialStage.INITIATIVE: initial.initiative,
}


@dataclass(frozen=True)
class UrbanOperations(EventSystem):
    """The rulebook of Urban Operations by its player aid."""

    events = EVENTS
    keeps_private_answers = True
    name: str = "urban-operations"

    def new_game(self, setup: Mapping[str, Json]) -> OperationsState:
        """The state before the first question."""
        return new_game(setup)

    def seats(self, state: OperationsState) -> tuple[str, ...]:
        """The two sides."""
        return state.sides

    def next_procedure(self, state: OperationsState) -> Step | None:
        """The next procedure, from the state alone."""
        return next_step(state)

    def get_visible_state(self, state: OperationsState, seat: str) -> Json:
        """The state as far as a seat may know it."""
        return get_visible_state(state, seat)

    def visible_setup(self, setup: Mapping[str, Json], seat: str) -> Mapping[str, Json]:
        """The setup as far as a seat may know it."""
        return visible_setup(setup, seat)

    def sample_hidden(self, state: OperationsState, seat: str, below: Below) -> OperationsState:
        """The state with everything drawn that lies face down for a seat."""
        return sample_face_down(state, seat, below)


def next_step(state: OperationsState) -> Step | None:
    """The next step by phase; lost blocks are settled first."""
    if state.phase is TurnPhase.OVER or (not state.aftermath and state.phase is not TurnPhase.SETUP and beaten(state)):
        return None
    if state.aftermath:
        return Step(step_names.LOSSES(block=state.aftermath[0]), impulses.bury)
    if state.acting:
        return acting_step(state)
    match state.phase:
        case TurnPhase.SETUP:
            return Step(step_names.SET_UP(), set_up)
        case TurnPhase.INITIAL:
            return initial_step(state)
        case TurnPhase.IMPULSES:
            return impulse_step(state)
    return Step(step_names.TURN(turn=state.turn + 1), begin_turn)


def beaten(state: OperationsState) -> tuple[str, ...]:
    """The sides without a block."""
    return tuple(side for side in state.sides if not state.alive(side))


def acting_step(state: OperationsState) -> Step:
    """The movement, the action, or the end of the activation in progress."""
    acting = state.acting
    assert acting
    block = state.blocks.get(acting.block)
    if block is None or not block.alive or block.aboard:
        return Step(step_names.ACTIVATION_END(block=acting.block), impulses.stop)
    if acting.stage in ("move", "again"):
        return Step(step_names.MOVEMENT(block=acting.block), impulses.move)
    return Step(step_names.ACTION(block=acting.block), impulses.act)


def initial_step(state: OperationsState) -> Step:
    """The step in progress, item by item."""
    if initial.items(state):
        return Step(step_names.STAGES[state.stage](turn=state.turn), STAGES[state.stage])
    return Step(step_names.INITIAL_PHASE(turn=state.turn), initial.next_stage)


def impulse_step(state: OperationsState) -> Step:
    """The next block of an impulse, the next impulse, or the end of the turn."""
    if state.impulse:
        partner = state.supporting in state.blocks and state[state.supporting].alive
        if partner or ready(state):
            return Step(step_names.ACTIVATION(side=state.active), impulses.activate)
        return Step(step_names.IMPULSE_END(impulse=state.impulse), end_impulse)
    if impulses.is_finished(state):
        return Step(step_names.TURN_END(turn=state.turn), end_turn)
    return Step(step_names.IMPULSE(side=impulses.to_play(state)), impulses.choose_impulse)


def begin_turn(game: Play[OperationsState]) -> None:
    """Begin the next turn. Clause: UO 1 turn (UO-010)."""
    game.tell(TurnOpened(turn=game.state.turn + 1))


def end_impulse(game: Play[OperationsState]) -> None:
    """End an impulse in which no block may act any more."""
    game.tell(ImpulseEnded(seat=game.state.active, impulse=game.state.impulse))


def end_turn(game: Play[OperationsState]) -> None:
    """End the turn. Clause: UO Final phase (UO-024)."""
    game.tell(TurnClosed(turn=game.state.turn))


URBAN_OPERATIONS = UrbanOperations()
