"""Teams of three to five, and how two captains pair the games of their players.

    stage = follow_pairing(match)       # what both captains do next, and the games that stand already

Each captain names a defender. Once both have, each names two attackers against the other's defender, and once both
have, each chooses which of the two its own defender plays. The refused attacker goes back. This repeats while both
teams have three or more players left; then the rest falls out: the refused attackers meet, and so do the last players.
A captain's nomination stays hidden until the other's is in. If a team has a player more, that player has a bye.

Clause: House Evening (N11).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablecam.club.tournament.entrant import Pair

DEFENDER, ATTACKERS, CHOICE, PAIRED = "defender", "attackers", "choice", ""
KINDS = (DEFENDER, ATTACKERS, CHOICE)
# how many players a nomination names
COUNTS: Mapping[str, int] = MappingProxyType({DEFENDER: 1, ATTACKERS: 2, CHOICE: 1})
# with fewer players left the rest falls out
LEAST_POOL = 3
Lineup = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamFormed:
    """A team has these players, the captain first; without players there is no such team any more."""

    team: str
    players: Lineup
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamsDrawn:
    """The teams that meet in a round, before their players are paired. stack: all teams in their order (P5).

    lineups: of each team its players of this round, the captain first.
    """

    number: int
    stack: tuple[str, ...]
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()
    lineups: tuple[tuple[str, Lineup], ...] = ()
    by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamNominated:
    """A captain has nominated players. step: of the match, from 0; opponent: the other team."""

    number: int
    team: str
    opponent: str
    step: int
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class NominationWithdrawn:
    """A captain has taken a nomination back that is still hidden."""

    number: int
    team: str
    step: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamPairingRestarted:
    """The captains of a match begin again."""

    number: int
    teams: Pair
    reason: str = ""


TeamEvent = TeamFormed | TeamsDrawn | TeamNominated | NominationWithdrawn | TeamPairingRestarted
# by team and step
Nominations = Mapping[tuple[str, int], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams that meet. nominations: of these two, hidden ones too."""

    teams: Pair
    lineups: tuple[Lineup, Lineup]
    nominations: Nominations = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class TeamRound:
    """The matches of a round and their nominations so far."""

    drawn: TeamsDrawn
    nominations: Nominations = field(default_factory=lambda: MappingProxyType({}))

    @property
    def matches(self) -> tuple[TeamMatch, ...]:
        """The matches in the order in which they were drawn."""
        lineups = dict(self.drawn.lineups)
        return tuple(
            TeamMatch((team, opponent), (lineups[team], lineups[opponent]), self.nominations)
            for team, opponent in self.drawn.pairs
        )

    def match_of(self, team: str) -> TeamMatch | None:
        """The match of a team; None where it has the bye or does not play."""
        return next((match for match in self.matches if team in match.teams), None)


@dataclass(frozen=True, slots=True)
class Teams:
    """size: of each team, 0 for an event of single players. lineups: of each team, the captain first.

    rounds: the last one may still be without its games.
    """

    size: int = 0
    lineups: Mapping[str, Lineup] = field(default_factory=lambda: MappingProxyType({}))
    rounds: tuple[TeamRound, ...] = ()

    def team_of(self, player: str) -> str:
        """The team of a player, empty for none."""
        return next((team for team, lineup in self.lineups.items() if player in lineup), "")


def teams_after(teams: Teams, log_event: TeamEvent) -> Teams:
    """The teams after one more log event; nothing is checked."""
    match log_event:
        case TeamFormed(team=team, players=players):
            others = {name: lineup for name, lineup in teams.lineups.items() if name != team}
            return replace(teams, lineups=MappingProxyType({**others, team: players} if players else others))
        case TeamsDrawn(number=number):
            earlier = tuple(played for played in teams.rounds if played.drawn.number < number)
            return replace(teams, rounds=(*earlier, TeamRound(log_event)))
    rounds = tuple(_with_nomination(played, log_event) for played in teams.rounds)
    return replace(teams, rounds=rounds)


def _with_nomination(
    played: TeamRound, log_event: TeamNominated | NominationWithdrawn | TeamPairingRestarted
) -> TeamRound:
    if played.drawn.number != log_event.number:
        return played
    match log_event:
        case TeamNominated(team=team, step=step, players=players):
            return replace(played, nominations=MappingProxyType({**played.nominations, (team, step): players}))
        case NominationWithdrawn(team=team, step=step):
            nominations = {key: named for key, named in played.nominations.items() if key != (team, step)}
        case TeamPairingRestarted(teams=restarted):
            nominations = {key: named for key, named in played.nominations.items() if key[0] not in restarted}
    return replace(played, nominations=MappingProxyType(nominations))


@dataclass(frozen=True, slots=True)
class PairingStage:
    """How far the captains of a match have come. kind: what both nominate now, PAIRED once all games stand.

    pairs: the games so far, the first team's player first; pools: the players without a game; defenders, attackers: of
    each team, as far as both know them. spare: the players for whom the other team has nobody.
    """

    kind: str
    step: int
    pairs: tuple[Pair, ...]
    pools: tuple[Lineup, Lineup]
    defenders: tuple[str, ...] = ()
    attackers: tuple[Lineup, ...] = ()
    spare: tuple[str, ...] = ()

    def list_options(self, side: int) -> tuple[str, ...]:
        """The players whom the captain of a side may nominate now."""
        if self.kind == CHOICE:
            return self.attackers[1 - side]
        return tuple(player for player in self.pools[side] if player not in self.defenders)


def follow_pairing(match: TeamMatch) -> PairingStage:
    """How far a match is paired."""
    pools, pairs, refused, step = match.lineups, list[Pair](), ("", ""), 0
    while min(map(len, pools)) >= LEAST_POOL:
        defenders = _get_both(match, step)
        if not defenders:
            return PairingStage(DEFENDER, step, tuple(pairs), pools)
        one, other = (named[0] for named in defenders)
        stage = PairingStage(ATTACKERS, step + 1, tuple(pairs), pools, (one, other))
        attackers = _get_both(match, step + 1, (stage.list_options(0), stage.list_options(1)))
        if not attackers:
            return stage
        chosen = _get_both(match, step + 2)
        if not chosen:
            return replace(stage, kind=CHOICE, step=step + 2, attackers=attackers)
        against_one, against_other = (named[0] for named in chosen)
        pairs += [(one, against_one), (against_other, other)]
        pools = _without(pools[0], one, against_other), _without(pools[1], other, against_one)
        refused = _without(attackers[0], against_other)[0], _without(attackers[1], against_one)[0]
        step += len(KINDS)
    return _pair_rest(step, pairs, pools, refused)


def _pair_rest(step: int, pairs: Sequence[Pair], pools: tuple[Lineup, Lineup], refused: Pair) -> PairingStage:
    """The rest: the refused attackers meet, and the last players in the order of their teams."""
    first_pool, second_pool = (
        sorted(pool, key=lambda player: player != back) for pool, back in zip(pools, refused, strict=True)
    )
    together = min(len(first_pool), len(second_pool))
    spare = (*first_pool[together:], *second_pool[together:])
    return PairingStage(PAIRED, step, (*pairs, *zip(first_pool, second_pool, strict=False)), ((), ()), spare=spare)


def _get_both(
    match: TeamMatch, step: int, forced: tuple[Lineup, Lineup] | None = None
) -> tuple[Lineup, Lineup] | tuple[()]:
    """The nominations of both captains in a step; none while one is missing. forced: the last two, if two are left."""
    first_lineup, second_lineup = (
        match.nominations.get((team, step)) or (lineup if len(lineup) == COUNTS[ATTACKERS] else ())
        for team, lineup in zip(match.teams, forced or ((), ()), strict=True)
    )
    return (first_lineup, second_lineup) if first_lineup and second_lineup else ()


def _without(players: Lineup, *gone: str) -> Lineup:
    return tuple(player for player in players if player not in gone)
