"""Rounds between teams: who meets whom, what captains may nominate, the games that follow, and the teams' standings.

    form_team(state, "Foxes", ("ann", "bob", "cat"), "TO")      # a log event
    pair_teams(state, "TO")                                     # the matches of the next round
    nominate(state, "Foxes", ("bob",))                          # a captain's defender

Teams meet as the event is paired, by the guide's Swiss or in a round robin. A team that scores more in a match than the
other has 2 match points, level teams have 1 each, and a bye is worth 2. Teams are placed by their match points, then by
the points of their players; level teams share a place. The players are placed beside that, by the guide.

Clause: House Evening (N11), UW-TG Second & Subsequent Round Pairing (P2, P5).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.entrant import Card, Layout, Pair
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.pairing import Paired, PairingWay, score_order, shuffled, versus
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.state import TournamentState
from tablecam.club.tournament.team_pairing import (
    COUNTS,
    PAIRED,
    Lineup,
    NominationWithdrawn,
    PairingStage,
    TeamFormed,
    TeamMatch,
    TeamNominated,
    TeamPairingRestarted,
    TeamRound,
    TeamsDrawn,
    follow_pairing,
)

TEAM_SIZES = (3, 4, 5)
WIN, DRAW = 2, 1
LONGEST_TEAM = 40


def form_team(state: TournamentState, team: str, players: Sequence[str], by: str) -> TeamFormed:
    """Form a team, or change it; without players it is dissolved.

    TournamentRefusal for another number of players than the event's teams have, and for a player of another team.
    """
    name = " ".join(team.split())
    if not state.teams.size:
        raise TournamentRefusal(Message("the players of this event are in no teams"), "N11", code="no-teams")
    if not name or len(name) > LONGEST_TEAM or not name.isprintable():
        raise TournamentRefusal(Message("a team needs a name of at most {most} characters", most=LONGEST_TEAM), "N11")
    for player in players:
        somebody(state, player)
    if players and len(set(players)) != state.teams.size:
        reason = Message("a team has {size} different players, the captain first", size=state.teams.size)
        raise TournamentRefusal(reason, "N11", tuple(players), code="other-size")
    elsewhere = [player for player in players if state.teams.team_of(player) not in ("", name)]
    if elsewhere:
        names = listing([state.entrants[player] for player in elsewhere])
        reason = Message("already in another team: {players}", players=names)
        raise TournamentRefusal(reason, "N11", tuple(elsewhere), code="in-two-teams")
    return TeamFormed(team=name, players=tuple(players), by=by)


def list_lineups(state: TournamentState) -> dict[str, Lineup]:
    """The teams that play next, each with its players who are not away or out, the captain first."""
    active = set(state.active)
    lineups = {
        team: tuple(player for player in lineup if player in active) for team, lineup in state.teams.lineups.items()
    }
    return {team: lineup for team, lineup in lineups.items() if lineup}


def refuse_alone(state: TournamentState) -> None:
    """Raises TournamentRefusal where a player is in no team, or where there are no teams."""
    if not state.teams.size:
        raise TournamentRefusal(Message("the players of this event are in no teams"), "N11", code="no-teams")
    alone = [player for player in state.active if not state.teams.team_of(player)]
    if alone:
        names = listing([state.entrants[player] for player in alone])
        raise TournamentRefusal(Message("in no team: {players}", players=names), "N11", tuple(alone), code="no-team")


def pair_teams(state: TournamentState, way: PairingWay, by: str) -> TeamsDrawn:
    """The teams that meet in the next round. TournamentRefusal where no round is left."""
    lineups = list_lineups(state)
    shadow = _make_shadow(state)
    cards, name = _make_cards(state, lineups), f"round {state.number + 1} teams"  # no text: names the draw
    stack = score_order(cards, state.seed, name) if state.number else shuffled(cards, state.seed, name)
    layout = way.paired(shadow, stack, way.bye_stack(shadow, cards)).layout
    return TeamsDrawn(
        number=state.number + 1,
        stack=tuple(card.player for card in stack),
        pairs=layout.pairs,
        byes=(*layout.byes, *layout.sitting_out),
        lineups=tuple(lineups.items()),
        by=by,
    )


def _make_shadow(state: TournamentState) -> TournamentState:
    """The event as if the teams were its players, as far as a way of pairing looks at it."""
    drawn = tuple(
        RoundDrawn(
            number=played.drawn.number,
            rounds=state.rounds,
            seed=state.seed,
            stack=played.drawn.stack,
            pairs=played.drawn.pairs,
            tables=(),
        )
        for played in list_played(state)
    )
    return TournamentState(seed=state.seed, way=state.way, drawn=drawn)


def _make_cards(state: TournamentState, lineups: dict[str, Lineup]) -> list[Card]:
    """A card for each team. Ties on match points are drawn by lot, as the guide draws its own."""
    points = {row.team: row.points for row in team_standings(state)}
    pairs = [pair for played in list_played(state) for pair in played.drawn.pairs]
    byes = {team for played in list_played(state) for team in played.drawn.byes}
    return [
        Card(
            team,
            points.get(team, 0),
            met=frozenset(opponent for pair in pairs if team in pair for opponent in pair if opponent != team),
            had_bye=team in byes,
            name=team,
        )
        for team in lineups
    ]


def list_played(state: TournamentState) -> tuple[TeamRound, ...]:
    """The rounds of which the games are published."""
    return tuple(played for played in state.teams.rounds if played.drawn.number <= state.number)


def find_coming(state: TournamentState) -> TeamRound | None:
    """The round whose captains pair their players; None where the teams are not drawn."""
    return next((played for played in state.teams.rounds if played.drawn.number == state.number + 1), None)


@dataclass(frozen=True, slots=True)
class TeamWay:
    """Another way, for teams. teams: how many there are."""

    way: PairingWay
    teams: int

    def rounds(self, players: int) -> int:
        """The rounds for that many teams. TournamentRefusal for fewer than two."""
        if self.teams < 2:
            raise TournamentRefusal(Message("a round needs two teams or more"), "N11", code="too-few-teams")
        return self.way.rounds(self.teams)

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """No player has the bye by lot."""
        return ()

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The games that the captains have paired. TournamentRefusal while one of them has not finished."""
        coming = find_coming(state)
        if coming is None:
            raise TournamentRefusal(Message("draw the teams first"), "N11", code="teams-not-drawn")
        lineups = dict(coming.drawn.lineups)
        if {card.player for card in stack} != {player for lineup in lineups.values() for player in lineup}:
            changed = Message("the teams have changed since they were drawn: draw them again")
            raise TournamentRefusal(changed, "N11", code="teams-changed")
        stages = [(match, follow_pairing(match)) for match in coming.matches]
        waiting = [versus(*match.teams) for match, stage in stages if stage.kind != PAIRED]
        if waiting:
            reason = Message("the captains pair their players: {matches}", matches=listing(waiting))
            raise TournamentRefusal(reason, "N11", code="captains-pairing")
        resting = [player for team in coming.drawn.byes for player in lineups[team]]
        pairs = tuple(pair for _match, stage in stages for pair in stage.pairs)
        return Paired(Layout(pairs, (*resting, *(player for _match, stage in stages for player in stage.spare))))


def led_team(state: TournamentState, captain: str) -> str:
    """The team of which a player is the captain in the round that is being paired; empty for none."""
    coming = find_coming(state)
    return next((team for team, lineup in coming.drawn.lineups if lineup[0] == captain), "") if coming else ""


def find_stage(state: TournamentState, team: str) -> tuple[TeamMatch, PairingStage]:
    """The match of a team and how far it is paired. TournamentRefusal where the team has none."""
    coming = find_coming(state)
    match = coming.match_of(team) if coming else None
    if match is None:
        raise TournamentRefusal(Message("no team has players to pair under that name"), "N11", code="no-match")
    return match, follow_pairing(match)


def nominate(state: TournamentState, team: str, players: Sequence[str]) -> TeamNominated:
    """Nominate a defender, attackers, or the attacker whom the own defender plays; hidden until both captains have.

    TournamentRefusal where it is not the team's turn, and for players who are not to choose from.
    """
    match, stage = find_stage(state, team)
    side = match.teams.index(team)
    if stage.kind == PAIRED or (team, stage.step) in match.nominations:
        reason = Message("{team} has nominated already, and waits for the other captain", team=team)
        raise TournamentRefusal(reason, "N11", code="nominated-already")
    count = COUNTS[stage.kind]
    if len(set(players)) != count or len(players) != count or not {*players} <= {*stage.list_options(side)}:
        names = listing([state.entrants[player] for player in stage.list_options(side)])
        reason = Message("choose {n} out of {players}", n=count, players=names)
        raise TournamentRefusal(reason, "N11", tuple(players), code="not-to-choose")
    return TeamNominated(
        number=state.number + 1,
        team=team,
        opponent=match.teams[1 - side],
        step=stage.step,
        players=tuple(players),
    )


def withdraw_nomination(state: TournamentState, team: str) -> NominationWithdrawn:
    """Take a nomination back. TournamentRefusal where there is none that is still hidden."""
    match, stage = find_stage(state, team)
    if (team, stage.step) not in match.nominations:
        reason = Message("{team} has no nomination to take back", team=team)
        raise TournamentRefusal(reason, "N11", code="no-nomination")
    return NominationWithdrawn(number=state.number + 1, team=team, step=stage.step)


def restart_pairing(state: TournamentState, team: str, reason: str) -> TeamPairingRestarted:
    """Let both captains of a match begin again. TournamentRefusal where the team has no match."""
    match, _stage = find_stage(state, team)
    return TeamPairingRestarted(number=state.number + 1, teams=match.teams, reason=reason)


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A line of the teams' table. points: of matches; scored: by the players. rank: level teams share one."""

    team: str
    points: int
    scored: int
    rank: int = 0


@dataclass(frozen=True, slots=True)
class TeamResult:
    """A match with the points of both teams' players. over: whether all its games are."""

    number: int
    teams: Pair
    scored: tuple[int, int]
    over: bool

    def points_of(self, team: str) -> int:
        """The match points of one of the teams, none before the match is over."""
        own_points, opposing_points = self.scored if team == self.teams[0] else self.scored[::-1]
        return 0 if not self.over or own_points < opposing_points else WIN if own_points > opposing_points else DRAW


def list_results(state: TournamentState) -> tuple[TeamResult, ...]:
    """Every match whose games are published."""
    return tuple(_score_match(state, played, match) for played in list_played(state) for match in played.matches)


def _score_match(state: TournamentState, played: TeamRound, match: TeamMatch) -> TeamResult:
    number = played.drawn.number
    first_points, second_points = (_sum_points(state, number, lineup) for lineup in match.lineups)
    playing = {player for game in state.open_games for player in game.pair if game.number == number}
    return TeamResult(
        number, match.teams, (first_points, second_points), playing.isdisjoint({*match.lineups[0], *match.lineups[1]})
    )


def _sum_points(state: TournamentState, number: int, lineup: Lineup) -> int:
    """The score of a team's players in a round, byes included."""
    byes = [player for player in state.drawn[number - 1].byes if player in lineup]
    scored = [
        points
        for game in state.games
        if game.number == number
        for player, points in zip(game.pair, state.game_points(game), strict=False)
        if player in lineup
    ]
    return sum(scored) + state.scoring.bye_points * len(byes)


def team_standings(state: TournamentState) -> tuple[TeamStanding, ...]:
    """The teams' table; a match counts once all its games are over."""
    points, scored = (dict.fromkeys(state.teams.lineups, 0) for _kind in range(2))
    for result in list_results(state):
        for team, team_points in zip(result.teams, result.scored, strict=True):
            points[team] = points.get(team, 0) + result.points_of(team)
            scored[team] = scored.get(team, 0) + team_points
    for played in list_played(state):
        lineups = dict(played.drawn.lineups)
        for team in played.drawn.byes:
            points[team] = points.get(team, 0) + WIN
            scored[team] = scored.get(team, 0) + _sum_points(state, played.drawn.number, lineups[team])
    order = sorted(points, key=lambda team: (-points[team], -scored[team], team))
    scores = [(points[team], scored[team]) for team in order]
    return tuple(TeamStanding(team, *score, scores.index(score) + 1) for team, score in zip(order, scores, strict=True))
