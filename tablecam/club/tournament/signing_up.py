"""Decides on sign-up before the evening: who gets a place, who waits for one, and what is wrong with an entry.

    event.sign(lambda state: signed_up(state, Application("Ann", "junkers", 9), "phone"))

Each gives the log events of one act. Until round 1 is drawn, whoever has waited longest gets a place that becomes free.

Clause: House Evening (N3), UW-TG Force Lists (LIST).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.club_events import ClubLogEvent, ForceListed
from tablecam.club.tournament.club_state import ClubState, evolve_club
from tablecam.club.tournament.entrant import Entrant, free_id
from tablecam.club.tournament.evening_changes import open_reservations
from tablecam.club.tournament.evening_settings import is_same_name
from tablecam.club.tournament.events import PlayerDropped, PlayerEntered, PlayerReinstated
from tablecam.club.tournament.forces import ForceList, faults_of, in_one_sentence
from tablecam.club.tournament.pairing_ways import refuse_no_team
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import nobody, somebody
from tablecam.club.tournament.scoring import checked_models
from tablecam.club.tournament.sign_up_list import CardKeyed, MarksSet, SignUpSet, WaitingListJoined, WaitingListLeft
from tablecam.club.tournament.tables import MOST_TABLES

Acts = tuple[ClubLogEvent, ...]
# of a name or a faction that a player types
LONGEST_NAME = 60
MOST_PLACES = 2 * MOST_TABLES
# more than a club ever has, and few enough for a page
MOST_WAITING = 200


@dataclass(frozen=True, slots=True)
class Application:
    """The data of a sign-up. models: of the force, where there is no list yet."""

    name: str
    faction: str = ""
    models: int = 0
    force: ForceList | None = None


def sign_up_set(state: ClubState, settings: SignUpSet) -> Acts:
    """Open or close sign-up and check-in. TournamentRefusal for a number of places that no event has."""
    if not 0 <= settings.places <= MOST_PLACES:
        reason = Message(
            "an event has up to {most} places, or 0 for any number, not {places}",
            most=MOST_PLACES,
            places=settings.places,
        )
        raise TournamentRefusal(reason, "N3")
    return (settings,) if settings != state.sign_up.settings else ()


def signed_up(state: ClubState, who: Application, by: str) -> Acts:
    """Sign somebody up: with a place where one is free, else on the waiting list. Every fault is named at once."""
    if not state.sign_up.settings.open or state.event.number:
        reason = (
            Message("sign-up is over, since round 1 is drawn: ask the organiser")
            if state.event.number
            else Message("sign-up is not open: ask the organiser")
        )
        raise TournamentRefusal(reason, "N3", code="sign-up-closed")
    who = replace(who, name=" ".join(who.name.split()), faction=" ".join(who.faction.split()))
    if who.force and who.force.faction.casefold() == who.faction.casefold():
        who = replace(who, faction=who.force.faction)
    if faults := [*_find_faults(state, who)]:
        reason = Message("{player} is not signed up: {faults}", player=who.name or "?", faults=listing(faults))
        raise TournamentRefusal(reason, "N3", code="faults-of-sign-up")
    entrant = _build_entrant(free_id(who.name, state.taken_ids), who)
    is_kept_place = any(is_same_name(who.name, guest) for guest in open_reservations(state))
    if is_kept_place or (free_places(state) != 0 and not state.sign_up.settings.approval):
        return _build_entry(entrant, who.force, by)
    return (WaitingListJoined(entrant=entrant, force=who.force),)


def list_changed(state: ClubState, player: str, force: ForceList) -> Acts:
    """Another list of somebody who waits. TournamentRefusal with every fault of it."""
    joined = _get_waiting(state, player)
    if faults := faults_of(force, joined.entrant, state.opened.limit):
        raise TournamentRefusal(in_one_sentence(faults), "LIST", (player,))
    entrant = replace(joined.entrant, models=force.models, faction=joined.entrant.faction or force.faction)
    return (WaitingListJoined(entrant=entrant, force=force),)


def signed_off(state: ClubState, player: str, by: str) -> Acts:
    """Somebody who has signed up does not come. TournamentRefusal once round 1 is drawn."""
    if player in state.sign_up.waiting:
        return (WaitingListLeft(player=player),)
    entrant = somebody(state.event, player)
    if state.event.number:
        reason = Message("{player} cannot cancel the sign-up once round 1 is drawn: tell the organiser", player=entrant)
        raise TournamentRefusal(reason, "N3", (player,), code="round-drawn")
    if player in state.event.retired:
        raise TournamentRefusal(Message("{player} has left the event already", player=entrant), "C4", (player,))
    return (PlayerDropped(player=player, by=by),)


def admitted(state: ClubState, player: str, by: str) -> Acts:
    """Somebody who waits gets a place, whether one is free or not; late once round 1 is drawn (P7)."""
    joined = _get_waiting(state, player)
    return _build_entry(joined.entrant, joined.force, by)


def marked(state: ClubState, player: str, paid: bool, list_approved: bool) -> Acts:
    """Mark a payment and the approval of a list. TournamentRefusal where there is no list to approve.
    TournamentRefusal where there is no list to approve.
    """
    entrant = somebody(state.event, player)
    if list_approved and player not in state.forces:
        reason = Message("{player} has not handed in a list to approve", player=entrant)
        raise TournamentRefusal(reason, "LIST", (player,), code="no-list")
    return (MarksSet(player=player, paid=paid, list_approved=list_approved),)


def entries_due(state: ClubState, by: str) -> Acts:
    """Enter waiting players for whom a place is free, first come, first served.

    Nobody once round 1 is drawn, and nobody whom the organiser has yet to approve.
    """
    acts: list[ClubLogEvent] = []
    if state.event.number or state.sign_up.settings.approval:
        return ()
    while state.sign_up.waiting and free_places(state) != 0:
        joined = next(iter(state.sign_up.waiting.values()))
        for act in _build_entry(joined.entrant, joined.force, by):
            state = evolve_club(state, act)
            acts.append(act)
    return tuple(acts)


def players_to_key(state: ClubState, log_events: Iterable[ClubLogEvent]) -> tuple[str, ...]:
    """The players whose cards get a key with these acts on a state: new ones, and those taken back."""
    players = []
    for log_event in log_events:
        if isinstance(log_event, PlayerEntered | WaitingListJoined) and log_event.entrant.id not in state.taken_ids:
            players.append(log_event.entrant.id)
        elif isinstance(log_event, PlayerReinstated):
            players.append(log_event.player)
    return tuple(dict.fromkeys(players))


def renewed_key(state: ClubState, player: str) -> CardKeyed:
    """Another code for a player's card; the one in use opens nothing any more. TournamentRefusal for a stranger."""
    if player not in state.sign_up.waiting:
        entrant = somebody(state.event, player)
        if player in state.event.dropped:
            raise TournamentRefusal(Message("{player} has left the event already", player=entrant), "C4", (player,))
    return CardKeyed(player=player)


def taken_places(state: ClubState) -> int:
    """The number of players with a place; a player who has left the event has none."""
    return len(state.event.entrants.keys() - state.event.retired)


def free_places(state: ClubState) -> int | None:
    """The number of free places, never below 0; None without a limit."""
    places = state.sign_up.settings.places
    return max(0, places - taken_places(state) - len(open_reservations(state))) if places else None


def _build_entrant(id: str, who: Application) -> Entrant:
    if who.force is None:
        return Entrant(id, who.name, who.faction, who.models)
    return Entrant(id, who.name, who.faction or who.force.faction, who.force.models)


def _build_entry(entrant: Entrant, force: ForceList | None, by: str) -> Acts:
    entered = PlayerEntered(entrant=entrant, by=by)
    return (entered, ForceListed(player=entrant.id, force=force)) if force else (entered,)


def _get_waiting(state: ClubState, player: str) -> WaitingListJoined:
    if player in state.sign_up.waiting:
        return state.sign_up.waiting[player]
    if player not in state.event.entrants:
        raise nobody(player)
    reason = Message("{player} already has a place and is not on the waiting list", player=state.event.entrants[player])
    raise TournamentRefusal(reason, "N3", (player,), code="not-waiting")


def _find_faults(state: ClubState, who: Application) -> Iterator[Message]:
    if not who.name:
        yield Message("give your name")
    for text in (who.name, who.faction):
        if len(text) > LONGEST_NAME or not text.isprintable():
            yield Message("a name or faction can have at most {most} characters", most=LONGEST_NAME)
    if who.name.casefold() in _taken_names(state):
        yield Message("somebody called {player} has already signed up: add a letter to your name", player=who.name)
    entrant = _build_entrant("", who)
    for check in (lambda: checked_models(entrant.models), lambda: refuse_no_team(state.event, entrant)):
        try:
            check()
        except TournamentRefusal as refused:
            yield refused.says
    if who.force is not None:
        yield from faults_of(who.force, replace(entrant, id=who.name), state.opened.limit)
    if len(state.sign_up.waiting) >= MOST_WAITING or len(state.event.entrants) >= MOST_PLACES:
        yield Message("the waiting list is full: ask the organiser")


def _taken_names(state: ClubState) -> set[str]:
    playing = (entrant for id, entrant in state.event.entrants.items() if id not in state.event.retired)
    waiting = (joined.entrant for joined in state.sign_up.waiting.values())
    return {entrant.name.casefold() for entrants in (playing, waiting) for entrant in entrants}
