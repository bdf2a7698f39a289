"""Sentences for what an organiser changes about an evening, in the language of the reader."""

from collections.abc import Mapping

from tablecam.base.i18n import Counted, Message
from tablecam.club.event.team_acts import describe_team
from tablecam.club.tournament.evening_settings import (
    EveningArchived,
    EveningCancelled,
    EveningEvent,
    EventRenamed,
    ForceCounted,
    ForceRenamed,
    PlacePrizeSet,
    PlayerRenamed,
    Renaming,
    ScenarioSet,
    SeatReserved,
    SettingEvent,
)
from tablecam.club.tournament.events import PairingChosen
from tablecam.club.tournament.scoring import source_in_words
from tablecam.club.tournament.team_pairing import TeamEvent
from tablecam.club.tournament.warbands import WarbandChanged, WarbandEvent


def describe_evening(log_event: EveningEvent | WarbandEvent | TeamEvent, names: Mapping[str, str]) -> Message:
    """One log event, without its reason. names: of the players, by their IDs."""
    if isinstance(log_event, TeamEvent):
        return describe_team(log_event, names)
    if isinstance(log_event, WarbandEvent):
        return _describe_warband(log_event, names)
    return _describe_setting(log_event) if isinstance(log_event, SettingEvent) else _describe_name(log_event, names)


def _describe_name(log_event: Renaming, names: Mapping[str, str]) -> Message:
    match log_event:
        case EventRenamed(title=title):
            return Message("the event is now called {title}", title=title)
        case PlayerRenamed(player=player, new_name=name):
            return Message("the player with the ID {id} is now called {name}", id=player, name=name)
        case ForceRenamed(player=player, new_name=name):
            who = names.get(player, player)
            return Message("the force list of {player} is now called {name}", player=who, name=name)
        case ForceCounted(player=player, models=models):
            who = names.get(player, player)
            return Counted(
                "the force of {player} has {n} model", "the force of {player} has {n} models", models, player=who
            )


def _describe_setting(log_event: SettingEvent) -> Message:
    match log_event:
        case EveningCancelled(cancelled=cancelled):
            return Message("the evening is cancelled") if cancelled else Message("the evening takes place after all")
        case EveningArchived(archived=archived):
            return Message("the event is archived") if archived else Message("the event is no longer archived")
        case ScenarioSet(number=number, scenario=scenario):
            if not scenario:
                return Message("round {number} has no set scenario", number=number)
            return Message("the scenario of round {number} is {scenario}", number=number, scenario=scenario)
        case PlacePrizeSet(place=place, prize=prize):
            if not prize:
                return Message("place {place} has no prize", place=place)
            return Message("the prize for place {place} is {prize}", place=place, prize=prize)
        case SeatReserved(guest=name, reserved=reserved):
            if reserved:
                return Message("a place is kept for {player}", player=name)
            return Message("no place is kept for {player} any more", player=name)


def describe_way(chosen: PairingChosen) -> Message:
    """The way in which an event is paired."""
    text = Message("the event is paired by {way}", way=chosen.way)
    if chosen.cut:
        text = Message("{text}, with a top cut of {cut}", text=text, cut=chosen.cut)
    if chosen.team_size:
        return Message("{text}, in teams of {size}", text=text, size=chosen.team_size)
    return Message("{text}, in teams of two", text=text) if chosen.doubles else text


def _describe_warband(log_event: WarbandEvent, names: Mapping[str, str]) -> Message:
    """The gains and losses of a warband, without the reason. names: of the players, by their IDs."""
    who = names.get(log_event.player, log_event.player)
    if isinstance(log_event, WarbandChanged):
        return Message(
            "the warband of {player}: {model}, {counter} {amount}",
            player=who,
            model=log_event.model,
            counter=log_event.counter,
            amount=f"{log_event.amount:+d}",
        )
    return Counted(
        "the warband of {player} has {n} entry from {source}",
        "the warband of {player} has {n} entries from {source}",
        len(log_event.gains),
        player=who,
        source=source_in_words(log_event.source),
    )
