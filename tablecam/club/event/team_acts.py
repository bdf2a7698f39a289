"""The acts on teams of three to five: the organiser forms and draws them, and captains nominate on their phones.

    command on a phone: nominated(event, "ann", {"round": 2, "players": ["bob"]})

What a captain has nominated is hidden from the other until both have, also in the log that pages show.

Clause: House Evening (N11).
"""

from collections.abc import Mapping

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Counted, Message, listing
from tablecam.club.act import ActTable, Field, Form, reason
from tablecam.club.event.sign_up_commands import CommandPayload
from tablecam.club.tournament import team_rounds
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.drawing import draw_teams as draw
from tablecam.club.tournament.pairing import versus
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.team_pairing import (
    NominationWithdrawn,
    TeamEvent,
    TeamFormed,
    TeamNominated,
    TeamPairingRestarted,
    TeamsDrawn,
)
from tablecam.club.tournament.team_rounds import LONGEST_TEAM, led_team
from tablecam.rules.plain import Json

TEAM_ACTS: ActTable[ClubEvent] = ActTable()
act = TEAM_ACTS.act

FORM_TEAM = Form(
    Message("Form a team"),
    lead=Message("The captain pairs the players of the team. The same name with other players changes the team."),
    hint=Message("Without players, the team is dissolved."),
    submit=Message("Save"),
)
TEAM = Field(argument="TEAM", label=Message("Name of the team"), longest=LONGEST_TEAM, needed=True)
CAPTAIN, SECOND, THIRD, FOURTH, FIFTH = (
    Field(argument=f"[{word}]", kind="player", label=label)
    for word, label in (
        ("CAPTAIN", Message("Captain")),
        ("SECOND", Message("Second player")),
        ("THIRD", Message("Third player")),
        ("FOURTH", Message("Fourth player")),
        ("FIFTH", Message("Fifth player")),
    )
)
DRAW_FORM = Form(
    lead=Message("Then the captains pair their players on their phones. Teams drawn before begin this round again."),
    submit=Message("Draw the teams"),
)
RESTART_FORM = Form(
    Message("Begin this pairing again"),
    lead=Message("Both captains nominate again from the beginning."),
    submit=Message("Begin again"),
)
WHY_RESTART = reason(Message("a slip of the finger"), Message("a player has left"), needed=True)
MATCH_TEAM = Field(argument="TEAM")
PLAYERS = Field(argument="PLAYERS", read=CommandPayload.texts)


@act(
    command="team",
    form=FORM_TEAM,
    team=TEAM,
    captain=CAPTAIN,
    second=SECOND,
    third=THIRD,
    fourth=FOURTH,
    fifth=FIFTH,
)
def form_team(  # noqa: PLR0913 - a team has up to five players
    event: ClubEvent, team: str, captain: str = "", second: str = "", third: str = "", fourth: str = "", fifth: str = ""
) -> ClubEvent:
    """Forms TEAM of three to five players, the captain first (N11); without players it is dissolved."""
    players = tuple(player for player in (captain, second, third, fourth, fifth) if player)
    return event.decide(lambda state, by: team_rounds.form_team(state, team, players, by))


@act(command="draw-teams", form=DRAW_FORM)
def draw_teams(event: ClubEvent) -> ClubEvent:
    """Draws which teams meet next; then their captains pair the players (N11)."""
    return event.decide(draw)


@act(command="nominate", team=MATCH_TEAM, players=PLAYERS)
def nominate(event: ClubEvent, team: str, players: tuple[str, ...]) -> ClubEvent:
    """Nominates PLAYERS for the captain of TEAM: a defender, two attackers, or the attacker to be played (N11)."""
    return event.after(team_rounds.nominate(event.state.event, team, players))


@act(command="withdraw-nomination", team=MATCH_TEAM)
def withdraw_nomination(event: ClubEvent, team: str) -> ClubEvent:
    """Takes back what the captain of TEAM has nominated, while the other captain has not (N11)."""
    return event.after(team_rounds.withdraw_nomination(event.state.event, team))


@act(command="restart-pairing", form=RESTART_FORM, team=MATCH_TEAM, reason=WHY_RESTART)
def restart_pairing(event: ClubEvent, team: str, reason: str = "") -> ClubEvent:
    """Lets both captains of the match of TEAM begin again (N11)."""
    return event.after(team_rounds.restart_pairing(event.state.event, team, reason))


def nominated(event: ClubEvent, player: str, payload: Mapping[str, Json]) -> ClubEvent:
    """A captain's nomination from the phone; without players it is taken back.

    BadFile for a malformed one, TournamentRefusal for one that is not a captain's, or comes too late.
    """
    number, players, step = payload.get("round"), payload.get("players"), payload.get("step")
    if type(number) is not int or type(step) is not int or not isinstance(players, list):
        raise BadFile('a nomination names its round and step: {"round": 2, "step": 0, "players": ["bob"]}')
    state = event.state.event
    team = led_team(state, player)
    if not team:
        raise TournamentRefusal(Message("only the captain nominates"), "N11", (player,), code="no-captain")
    if number != state.number + 1 or step != team_rounds.find_stage(state, team)[1].step:
        gone = Message("the pairing has gone on: look at it again, then nominate")
        raise TournamentRefusal(gone, "N11", (player,), code="other-step")
    if not players:
        return withdraw_nomination(event, team)
    return nominate(event, team, tuple(str(name) for name in players))


def describe_team(log_event: TeamEvent, names: Mapping[str, str]) -> Message:
    """One log event, without its reason and without what is nominated. names: of the players, by their IDs."""
    match log_event:
        case TeamFormed(team=team, players=players):
            if not players:
                return Message("the team {team} is dissolved", team=team)
            named = listing([names.get(player, player) for player in players])
            return Message("the team {team}: {players}", team=team, players=named)
        case TeamsDrawn(number=number, pairs=pairs, byes=byes):
            matches = [versus(first_team, second_team) for first_team, second_team in pairs]
            matches += [Message("{player} has the bye", player=team) for team in byes]
            return Message("draws the teams of round {number}: {matches}", number=number, matches=listing(matches))
        case TeamNominated(team=team, players=players):
            return Counted("{team} nominates {n} player", "{team} nominates {n} players", len(players), team=team)
        case NominationWithdrawn(team=team):
            return Message("{team} takes its nomination back", team=team)
        case TeamPairingRestarted(teams=teams):
            return Message("{one} and {other} pair their players again", one=teams[0], other=teams[1])
