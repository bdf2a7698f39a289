"""The events of Urban Operations as sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import Message, listed, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules import events as e
from tablecam.rules.books.urban_operations.wording.aid_words import ACTIONS, answer, asks, asks_whole
from tablecam.rules.books.urban_operations.wording.fight_events import FIGHT_WORDS
from tablecam.rules.books.urban_operations.wording.names import BlockNames
from tablecam.rules.books.urban_operations.wording.options import TOKENS
from tablecam.rules.event import Event
from tablecam.rules.system import Rolled, Sentence

Say = Callable[[Any, BlockNames], Sentence]


def told(event: Event, known: BlockNames) -> Sentence:
    """An event as a clause."""
    return WORDS[type(event)](event, known)


def _block_clause(text: Message, aside: bool = False) -> Say:
    """A clause about a block, without values."""
    return lambda event, known: Sentence(known(event.block), str(text), aside)


def _side_clause(text: Message) -> Say:
    return lambda event, known: Sentence(known(event.seat), str(text))


def _prepend_roll(faces: tuple[int, ...], does: str) -> str:
    """The result of a die without a target number, after the die; events of earlier versions lack the die."""
    # Translators: "rolls 3 and goes 1 MP towards hex side 3"
    return _("rolls {dice} and {does}", dice=listed(faces), does=does) if faces else does


def _name_action(kind: str) -> str:
    return str(ACTIONS.get(kind, kind))


def _name_token(kind: str) -> str:
    return str(TOKENS.get(kind, kind))


def _describe_placement(event: e.TokenPlaced, known: BlockNames) -> Sentence:
    if event.by:
        return Sentence(known(event.by), _("places a token: {kind}", kind=_name_token(event.kind)))
    return Sentence("", _("a token is placed: {kind}", kind=_name_token(event.kind)))


def _describe_test(event: e.TokenTested, known: BlockNames) -> Sentence:
    token = known(event.token)

    def describe_sum(rolled: Rolled) -> Sentence:
        if event.explodes:
            return Sentence(token, _("explodes, {sum}", sum=rolled.sum), closes=True)
        return Sentence(token, _("does not explode, {sum}", sum=rolled.sum), closes=True)

    return Sentence(token, _("explodes") if event.explodes else _("does not explode"), summed=describe_sum)


def _describe_population(event: e.PopulationMoved, known: BlockNames) -> Sentence:
    return Sentence(known(event.token), _prepend_roll(event.faces, _describe_path(event)))


def _describe_path(event: e.PopulationMoved) -> str:
    if not event.mp:
        return _("stays")
    if event.direction:
        return _("goes 1 MP towards hex side {n}", n=event.direction)
    return _("goes {mp} MP", mp=event.mp)


def _describe_removal(event: e.TokenRemoved, known: BlockNames) -> Sentence:
    return Sentence(known(event.token), _prepend_roll(event.faces, _("leaves the map")))


def _describe_draw(event: e.EventDrawn, known: BlockNames) -> Sentence:
    match event.title:
        case "red":
            return Sentence(known(event.seat), _("draws an event that is played at once"))
        case "black":
            return Sentence(known(event.seat), _("draws an event and keeps it"))
    return Sentence(known(event.seat), _("draws no event"))


def _describe_event_card(event: e.EventPlayed, known: BlockNames) -> Sentence:
    if not event.blocks:
        return Sentence(known(event.seat), _("plays an event"))
    return Sentence(known(event.seat), _("plays an event; {blocks} suffer", blocks=known.all(event.blocks)))


def _describe_initiative(event: e.InitiativeRolled, known: BlockNames) -> Sentence:
    rolls = listed(_("{side} rolls {face}", side=known(side), face=face) for side, face in event.faces.items())
    if not event.winner:
        return Sentence("", _("{rolls} for initiative: a tie", rolls=rolls), closes=True)
    return Sentence(
        "", _("{rolls} for initiative: {winner} wins", rolls=rolls, winner=known(event.winner)), closes=True
    )


def _describe_move(event: e.BlockMoved, known: BlockNames) -> Sentence:
    if event.face_down and not event.mp:
        return Sentence(known(event.block), _("moves, face down"))
    return Sentence(known(event.block), _("moves {mp} MP", mp=event.mp))


def _describe_collapse(event: e.Collapsed, _known: BlockNames) -> Sentence:
    def describe_sum(rolled: Rolled) -> Sentence:
        if not event.leaves:
            return Sentence("", _("the building, {sum}", sum=rolled.sum), closes=True)
        text = _("the building, {sum}, and leaves: {kind}", sum=rolled.sum, kind=_name_token(event.leaves))
        return Sentence("", text, closes=True)

    if not event.leaves:
        return Sentence("", _("the building stands"), summed=describe_sum)
    return Sentence("", _("the building falls and leaves: {kind}", kind=_name_token(event.leaves)), summed=describe_sum)


def _describe_parameter(event: e.ParameterSet, _known: BlockNames) -> Sentence:
    key, _colon, member = event.key.partition(":")
    question = asks(key, member) if member else asks_whole(key)
    text = str(answer(key, event.value))
    return Sentence("", _("{question} {answer} (for this game)", question=str(question), answer=text), aside=True)


WORDS: Mapping[type[Event], Say] = {
    e.SetUp: lambda _event, _known: Sentence("", _("the game is set up")),
    e.ParameterSet: _describe_parameter,
    e.AidFilled: lambda event, _known: Sentence(
        "",
        ngettext(
            "{n} gap of the aid is played as proposed",
            "{n} gaps of the aid are played as proposed",
            len(event.proposals),
        ),
        aside=True,
    ),
    e.TurnOpened: lambda event, _known: Sentence("", _("turn {turn} begins", turn=event.turn)),
    e.StageReached: lambda _event, _known: Sentence("", _("the initial phase goes on"), aside=True),
    e.Handled: lambda _event, _known: Sentence("", _("that is done"), aside=True),
    e.Hidden: lambda event, known: Sentence(
        known.all(event.blocks), ngettext("turns face down again", "turn face down again", len(event.blocks))
    ),
    e.Revealed: lambda event, known: Sentence(
        known.all(event.blocks), ngettext("turns face up", "turn face up", len(event.blocks))
    ),
    e.TokenRevealed: lambda event, known: Sentence(
        known(event.token), _("comes to light: {kind}", kind=_name_token(event.kind)), closes=True
    ),
    e.TokenPlaced: _describe_placement,
    e.TokenRemoved: _describe_removal,
    e.TokenTested: _describe_test,
    e.Exploded: lambda event, known: Sentence(known(event.token), _("has exploded"), aside=True),
    e.PopulationMoved: _describe_population,
    e.EventDrawn: _describe_draw,
    e.EventPlayed: _describe_event_card,
    e.ActionRequested: lambda event, known: Sentence(
        known(event.seat), _("asks for a 3D action: {kind}", kind=_name_action(event.kind))
    ),
    e.ActionUnavailable: lambda event, known: Sentence(
        known(event.seat), _("does not get a 3D action: {kind}", kind=_name_action(event.kind))
    ),
    e.ActionCancelled: lambda _event, _known: Sentence("", _("the 3D action is cancelled")),
    e.ActionModified: lambda _event, _known: Sentence("", _("the 3D action is aimed elsewhere")),
    e.ActionResolved: lambda event, known: Sentence(
        "", _("the 3D action hits {blocks}", blocks=known.all(event.blocks))
    ),
    e.Collapsed: _describe_collapse,
    e.BlocksSwapped: lambda event, known: Sentence(
        known(event.seat), _("exchanges {blocks} between impulses", blocks=known.all(event.blocks))
    ),
    e.InitiativeRolled: _describe_initiative,
    e.FirstSideChosen: lambda event, known: Sentence(known(event.first), _("plays first")),
    e.ImpulseBegan: lambda event, known: Sentence(
        known(event.seat), _("plays the impulse {impulse}: up to {n} blocks", impulse=event.impulse, n=event.limit)
    ),
    e.ImpulseEnded: lambda event, _known: Sentence(
        "", _("the impulse {impulse} is over", impulse=event.impulse), aside=True
    ),
    e.ImpulsePassed: _side_clause(Message("passes")),
    e.BlockActivated: _block_clause(Message("acts")),
    e.AlsoActivated: _block_clause(Message("is activated with it")),
    e.BlockMoved: _describe_move,
    e.StageEnded: _block_clause(Message("goes on"), aside=True),
    e.Supported: lambda event, known: Sentence(
        known(event.block), _("gains {n} OSL by the support of {by}", n=event.osl, by=known(event.by))
    ),
    e.Mounted: lambda event, known: Sentence(known(event.block), _("mounts {carrier}", carrier=known(event.carrier))),
    e.Dismounted: _block_clause(Message("gets off")),
    e.PairFormed: lambda event, known: Sentence(
        known(event.block), _("takes cover with {vehicle}", vehicle=known(event.vehicle))
    ),
    e.PairEnded: _block_clause(Message("no longer shares its hex")),
    e.ImpulseChanged: lambda event, known: Sentence(
        known(event.block), _("goes to the impulse {impulse}", impulse=event.impulse)
    ),
    e.Scouted: lambda event, known: Sentence(
        known(event.block), _("scouts {targets}", targets=known.all(event.targets))
    ),
    e.TunnelClosed: lambda event, known: Sentence(known(event.by), _("closes {token}", token=known(event.token))),
    e.TurnClosed: lambda event, _known: Sentence("", _("turn {turn} is over", turn=event.turn)),
    e.Conceded: _side_clause(Message("concedes")),
    **FIGHT_WORDS,
}
