"""The warbands of a campaign: what each player's models have gained and suffered, as the fold over their games.

    state.warbands.of("ann")        # the models with their counters: {"tock": WarbandModel("Tock", {"experience": 2})}

A game of a tracked table enters the gains of its rulebook once, however often its card is filled in; the organiser may
change a counter by hand. A warband goes through all rounds of an event: a campaign is an event with many rounds.

Clause: House Evening (S7).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.state import TournamentState
from tablecam.rules.campaign import Gain

LONGEST_MODEL, MOST_CHANGE = 60, 99


@dataclass(frozen=True, kw_only=True, slots=True)
class GameCarried:
    """A game has entered the gains of a player's models. source: the game, of which a later entry replaces this one."""

    player: str
    number: int
    source: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class WarbandChanged:
    """The organiser has changed a counter of a model by hand."""

    player: str
    model: str
    counter: str
    amount: int
    reason: str = ""


WarbandEvent = GameCarried | WarbandChanged


@dataclass(frozen=True)
class WarbandModel:
    """A model of a warband. counters: by key."""

    name: str
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Warbands:
    """entries: everything entered, in its order."""

    entries: tuple[WarbandEvent, ...] = field(default=())

    def of(self, player: str) -> dict[str, WarbandModel]:
        """A player's models by id, in the order in which they first appear."""
        models: dict[str, WarbandModel] = {}
        for gain in self._list_gains(player):
            # by hand, a model is named as players call it
            named = (id for id, model in models.items() if model.name.casefold() == gain.name.casefold())
            id = next(named, gain.model)
            model = models.get(id, WarbandModel(gain.name, {}))
            counters = {**model.counters, gain.counter: model.counters.get(gain.counter, 0) + gain.amount}
            models[id] = WarbandModel(model.name, counters)
        return models

    def games_of(self, player: str) -> tuple[GameCarried, ...]:
        """The games that a player's warband has behind it."""
        return tuple(entry for entry in self.entries if isinstance(entry, GameCarried) and entry.player == player)

    def _list_gains(self, player: str) -> Iterator[Gain]:
        for entry in self.entries:
            if entry.player == player:
                yield from entry.gains if isinstance(entry, GameCarried) else (_as_gain(entry),)


def _as_gain(entry: WarbandChanged) -> Gain:
    return Gain("_".join(entry.model.casefold().split()), entry.model, entry.counter, entry.amount)


def warbands_after(warbands: Warbands, log_event: WarbandEvent) -> Warbands:
    """The warbands after one more log event; nothing is checked."""
    entries = tuple(entry for entry in warbands.entries if not _is_replaced(entry, log_event))
    return replace(warbands, entries=(*entries, log_event))


def _is_replaced(entry: WarbandEvent, log_event: WarbandEvent) -> bool:
    """Whether both are the same player's entry of the same game."""
    both = isinstance(entry, GameCarried) and isinstance(log_event, GameCarried)
    return both and (entry.player, entry.source) == (log_event.player, log_event.source)  # type: ignore[union-attr]


def change_warband(
    state: TournamentState, player: str, model: str, counter: str, amount: int, reason: str = ""
) -> WarbandChanged:
    """Change a counter by hand. TournamentRefusal for an unknown player or counter, and for no change."""
    somebody(state, player)
    name = " ".join(model.split())
    keys = [known_counter.key for known_counter in state.counters]
    if counter not in keys:
        wrong = Message("the rulebook has no counter {counter}; it has {known}", counter=counter, known=listing(keys))
        raise TournamentRefusal(
            wrong if keys else Message("the rulebook of this event has no campaign"), "S7", (player,)
        )
    if not name or len(name) > LONGEST_MODEL or not name.isprintable() or not 0 < abs(amount) <= MOST_CHANGE:
        reason_why = Message("name a model, and a change of up to {most}, but not 0", most=MOST_CHANGE)
        raise TournamentRefusal(reason_why, "S7", (player,))
    return WarbandChanged(player=player, model=name, counter=counter, amount=amount, reason=reason)


def carry_game(state: TournamentState, player: str, number: int, source: str, gains: Sequence[Gain]) -> GameCarried:
    """Enter the gains of a game. TournamentRefusal for a counter that the rulebook does not have."""
    somebody(state, player)
    counters = {counter.key for counter in state.counters}
    if not counters.issuperset(gain.counter for gain in gains):
        raise TournamentRefusal(Message("the rulebook of this event has no campaign"), "S7", (player,))
    return GameCarried(player=player, number=number, source=source, gains=tuple(gains))
