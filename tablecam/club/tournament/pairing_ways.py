"""The ways to pair an event, behind one port: the guide's Swiss, the usual one, round robin, and elimination.

A way is chosen before round 1 and kept in the log, with a top cut after it (`top_cut.py`) and whether teams of two play
(below). `drawing.py` asks it for the number of rounds and for each round. The stack, tables, byes and points are
the same for every way.

Clause: House Evening (N4, N5, N6, N10), UW-TG Rounds (N1), Byes (B3).
"""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.elimination import LIVES, EliminationWay
from tablecam.club.tournament.entrant import Card, Entrant, Layout, Pair
from tablecam.club.tournament.events import PairingChosen
from tablecam.club.tournament.pairing import Paired, PairingWay, first_round_with_bye, next_round, shuffled
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.schedule import rounds_for
from tablecam.club.tournament.state import TournamentState
from tablecam.club.tournament.team_rounds import TEAM_SIZES, TeamWay, list_lineups
from tablecam.club.tournament.top_cut import TopCutWay, checked_cut

# Everybody meets everybody once: the players stand in a circle, which goes on by one place each round.
#
# The first player keeps the place and all others move, so that after one round fewer than places each pair has met
# once. An odd number leaves one place empty: the player opposite it has the bye, each player once.
#
# Where the circle does not hold any more, since somebody comes late or has left, or a round was made by hand, each
# remaining round is drawn among players who have not met, as near to the circle as it can be. Nobody has a second bye,
# and no round has two: a player who finds no opponent otherwise sits out.
#
# Clause: House Evening (N4), UW-TG Byes (B6), House Wish (P9).

EMPTY = ""


def round_robin_rounds(players: int) -> int:
    """The number of rounds that it takes."""
    return max(1, players - 1 + players % 2)


def round_robin(circle: Sequence[str], number: int, cards: Mapping[str, Card]) -> Layout:
    """The pairs of a round, counted from 1. circle: who stood there in round 1; cards: of those who play now.

    A player opposite somebody who has left has a bye, unless that is a second one for the round or the player. Nobody
    meets anybody twice: where the circle does not hold, as many play as can, players who have had a bye and late ones
    first, and of the circle's pairs as many as possible. TournamentRefusal where a hard wish keeps two apart (P9), and
    where everybody has met everybody.
    """
    opposite = _list_opposites(circle, number)
    pairs = [(one, other) for one, other in opposite if one in cards and other in cards]
    fresh = [pair for pair in pairs if pair[1] not in cards[pair[0]].met]
    for one, other in fresh:
        _refuse_apart(cards[one], cards[other])
    paired = {player for pair in pairs for player in pair}
    byes = [player for seats in opposite for player in seats if player in cards and player not in paired]
    lawful = len(byes) <= 1 and not any(cards[player].had_bye for player in byes)
    if lawful and len(fresh) == len(pairs) and all(player in circle for player in cards):
        return Layout(tuple(pairs), tuple(byes))
    return _draw_without_circle(circle, fresh, cards)


def _draw_without_circle(circle: Sequence[str], fresh: Sequence[Pair], cards: Mapping[str, Card]) -> Layout:
    """The same without the circle. fresh: its pairs that have not met."""
    import networkx as nx

    players = [*(player for player in circle if player in cards), *(player for player in cards if player not in circle)]
    graph, n, circle_pairs = nx.Graph(), len(players), {frozenset(pair) for pair in fresh}
    for (i, candidate), (j, opponent) in combinations(enumerate(players), 2):
        if opponent in cards[candidate].met or opponent in cards[candidate].apart:
            continue
        # each digit outweighs all pairs with those below it, and the least is the order of the circle
        late = sum(player not in circle for player in (candidate, opponent))
        digits = (
            cards[candidate].had_bye + cards[opponent].had_bye,
            late,
            frozenset((candidate, opponent)) in circle_pairs,
        )
        rank = sum(digit * (2 * n) ** place for place, digit in enumerate(reversed(digits)))
        graph.add_edge(i, j, weight=(n - j) * (n + 1) ** (n - i) + rank * (n + 1) ** (n + 2))
    matched = sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    if not matched:
        raise TournamentRefusal(Message("all players here have met: no round is left"), "N4")
    paired_numbers = {number for pair in matched for number in pair}
    idle = [player for number, player in enumerate(players) if number not in paired_numbers]
    byes = [player for player in idle if not cards[player].had_bye][: n % 2]
    sitting_out = tuple(player for player in idle if player not in byes)
    return Layout(tuple((players[i], players[j]) for i, j in matched), tuple(byes), sitting_out)


def _list_opposites(circle: Sequence[str], number: int) -> list[tuple[str, str]]:
    places = [*circle, EMPTY] if len(circle) % 2 else list(circle)
    fixed, moving = places[0], places[1:]
    turns = (number - 1) % len(moving)
    turned = [fixed, *moving[len(moving) - turns :], *moving[: len(moving) - turns]]
    return [(turned[place], turned[-1 - place]) for place in range(len(turned) // 2)]


def _refuse_apart(one: Card, other: Card) -> None:
    if other.player in one.apart:
        reason = Message(
            "in a round robin everybody meets everybody, including {players}: take the wish back, or pair by hand",
            players=listing((one, other)),
        )
        raise TournamentRefusal(reason, "P9", (one.player, other.player))


# Doubles: teams of two play, each as one entry with one force, one score card and one place.
#
# A team is entered under the names of its two players, `Ann Archer + Bob Brook`, or `Foxes: Ann Archer + Bob Brook`.
#
# Clause: House Evening (N6).

BETWEEN = re.compile(r"[+&]")
PLAYERS = 2


def members(name: str) -> tuple[str, ...]:
    """The players of a team, from the name it is entered under; what stands before a colon is the team's own."""
    return tuple(" ".join(member.split()) for member in BETWEEN.split(name.rpartition(":")[2]))


def refuse_no_team(state: TournamentState, entrant: Entrant) -> None:
    """Raises TournamentRefusal where teams play and this is none, or one of it plays in another team."""
    if not state.doubles:
        return
    team_members = {member.casefold() for member in members(entrant.name) if member}
    if len(team_members) != PLAYERS or len(members(entrant.name)) != PLAYERS:
        reason = Message(
            "this event is for teams of two, and {player} is not two names such as {example}",
            player=entrant.name,
            example="Ann Archer + Bob Brook",  # no text: names as they are typed
        )
        raise TournamentRefusal(reason, "N6", (entrant.id,), code="no-team")
    other_teams = [team for id, team in state.entrants.items() if id != entrant.id and id not in state.retired]
    twice = [team for team in other_teams if team_members & {member.casefold() for member in members(team.name)}]
    if twice:
        reason = Message("a player of {player} is already in {other}", player=entrant.name, other=listing(twice))
        raise TournamentRefusal(reason, "N6", (entrant.id,), code="in-two-teams")


def refuse_no_teams(state: TournamentState) -> None:
    """Raises TournamentRefusal where somebody is entered who is no team of two."""
    single = [
        entrant
        for id, entrant in state.entrants.items()
        if id not in state.retired and len([member for member in members(entrant.name) if member]) != PLAYERS
    ]
    if single:
        reason = Message("{players} are entered but are not teams of two: take them out first", players=listing(single))
        raise TournamentRefusal(reason, "N6", tuple(entrant.id for entrant in single), code="no-team")


SWISS, ROUND_ROBIN = "swiss", "round-robin"


class SwissWay:
    """The guide's way: players with about the same points meet, and nobody twice."""

    def rounds(self, players: int) -> int:
        """The number of rounds in the guide's table (N1)."""
        return rounds_for(players)

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """A draw of its own, independent of the pairing's (B3)."""
        odd = len(cards) % 2 and not state.number
        return shuffled(cards, state.seed, "round 1 bye") if odd else ()  # no text: names the draw

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The pairs from the top of the stack."""
        return next_round(stack) if state.number else first_round_with_bye(stack, bye_stack)


class RoundRobinWay:
    """Everybody meets everybody once."""

    def rounds(self, players: int) -> int:
        """One fewer than players, or as many where each has a bye."""
        return round_robin_rounds(players)

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The circle decides the byes."""
        return ()

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The circle of round 1's stack, one place on."""
        circle = state.drawn[0].stack if state.drawn else tuple(card.player for card in stack)
        return Paired(round_robin(circle, state.number + 1, {card.player: card for card in stack}))


WAYS: Mapping[str, PairingWay] = MappingProxyType(
    {SWISS: SwissWay(), ROUND_ROBIN: RoundRobinWay(), **{way: EliminationWay(lives) for way, lives in LIVES.items()}}
)


def way_of(state: TournamentState) -> PairingWay:
    """The event's way of pairing; by the guide unless another way was chosen."""
    way = WAYS[state.way or SWISS]
    if state.teams.size:
        return TeamWay(way, len(list_lineups(state)))
    return TopCutWay(way, state.cut) if state.cut else way


def planned_rounds(state: TournamentState) -> int:
    """The number of rounds of the event, or of one whose round 1 were drawn now; 0 where it could not be."""
    if state.rounds:
        return state.rounds
    try:
        return way_of(state).rounds(len(state.expected))
    except TournamentRefusal:
        return 0


def choose_way(
    state: TournamentState, way: str, by: str, cut: int = 0, doubles: bool = False, team_size: int = 0
) -> PairingChosen:
    """Choose how the event is paired, the size of its top cut and of its teams (0 for none), and whether it is doubles.

    TournamentRefusal once round 1 is drawn, for a way or a cut that there is not, and where somebody is entered who is
    no team (N4, N5, N6, N10, N11).
    """
    if way not in WAYS:
        raise TournamentRefusal(
            Message("an event cannot be paired by {way}: choose one of {ways}", way=way, ways=listing(WAYS)), "N4"
        )
    if state.drawn:
        raise TournamentRefusal(Message("choose how the event is paired before round 1 is drawn"), "N4")
    checked_cut(cut)
    if cut and way in LIVES:
        raise TournamentRefusal(Message("there is no top cut after an elimination"), "N10", code="no-cut")
    if doubles:
        refuse_no_teams(state)
    if team_size:
        _check_teams(way, cut, doubles, team_size)
    return PairingChosen(way=way, cut=cut, doubles=doubles, team_size=team_size, by=by)


def _check_teams(way: str, cut: int, doubles: bool, team_size: int) -> None:
    """Raises TournamentRefusal where teams cannot play like that."""
    if team_size not in TEAM_SIZES:
        reason = Message("a team has {sizes} players, not {size}", sizes=listing(TEAM_SIZES), size=team_size)
        raise TournamentRefusal(reason, "N11", code="no-team-size")
    if way in LIVES or cut or doubles:
        reason = Message("teams whose captains pair play Swiss or a round robin, without a top cut")
        raise TournamentRefusal(reason, "N11", code="no-team-way")
