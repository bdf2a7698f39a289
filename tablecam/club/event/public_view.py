"""A club event as everybody may see it, as one player may, and for printing: plain data.

`describe_for_public` has no force lists, open reports, draft, seed or codes. A player who has not agreed to the name is
a number there: an ID is made from a name, so it does not appear either. It feeds the projector, the pages of everybody
and the tables of a hall. `describe_for_player` has the names, once the organiser knows the player, and adds what a
player may know: their own list, and that of the current opponent. The page works out what the clock shows.

Clause: UW-TG Score Cards (CARD), Force Lists (LIST), Deciding the Tournament Winners (S1 to S3).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.round_view import describe_clock, describe_event_scoring, describe_times
from tablecam.club.event.sign_up_view import describe_arrival, describe_force_list, describe_places
from tablecam.club.event.team_view import describe_captaincy, describe_teams
from tablecam.club.tournament.club_state import NUMBERED, ClubState
from tablecam.club.tournament.conduct import PrizeVote, penalty_in_words
from tablecam.club.tournament.elimination import is_elimination
from tablecam.club.tournament.forces import ForceList
from tablecam.club.tournament.pairing_ways import planned_rounds
from tablecam.club.tournament.prize_places import find_winners
from tablecam.club.tournament.scoring import Side, describe_thresholds, name_level, source_in_words
from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame
from tablecam.rules.plain import Json


@dataclass(frozen=True)
class KnownNames:
    """The names that somebody knows: of players who have agreed, or of all in the hall if the organiser says so.

    own: the player who asks, empty for anybody else; everybody: whether they know all players.
    """

    state: ClubState
    own: str = ""
    everybody: bool = False

    def knows(self, player: str) -> bool:
        """Whether they know a player by name."""
        return self.everybody or player == self.own or self.state.is_named(player)

    def id(self, player: str) -> str:
        """The player for somebody who knows these names: the ID, or the number."""
        return player if self.knows(player) else f"{NUMBERED}{self.state.number(player)}"

    def name(self, player: str) -> str:
        """The player's name, or the one that stands for it."""
        if self.knows(player):
            return self.state.names.get(player, player)
        return _("Guest {number}", number=self.state.number(player))


# Cards, penalties, and the votes on prizes as plain data.
#
# Clause: House Evening (S4, N7).


def describe_penalties(state: ClubState, player: str) -> list[Json]:
    """A player's cards and penalties with their reasons, for the player and the organiser."""
    return [
        {
            "card": penalty.card,
            "points": penalty.points,
            "reason": penalty.reason,
            "says": str(penalty_in_words(penalty)),
        }
        for penalty in state.event.penalties.get(player, ())
    ]


def penalty_cards(state: ClubState, player: str) -> list[Json]:
    """The cards of a player, as everybody sees them in the standings."""
    return [penalty.card for penalty in state.event.penalties.get(player, ()) if penalty.card]


def describe_prizes(state: ClubState) -> list[Json]:
    """Every vote with its count, for the organiser. votes: how many players have voted."""
    return [
        {"prize": prize, "open": vote.open, "votes": len(vote.votes), "tally": _describe_tally(state, vote)}
        for prize, vote in state.prizes.items()
    ]


def describe_public_prizes(known: KnownNames) -> list[Json]:
    """The public view: the open votes, and the winners of closed ones."""
    return [
        {"prize": prize, "open": vote.open, "winners": [] if vote.open else _list_winners(known, vote)}
        for prize, vote in known.state.prizes.items()
    ]


def describe_place_prizes(known: KnownNames) -> list[Json]:
    """The prizes for places. winners: the names of players or teams once the event is over, all who share the place."""
    state = known.state
    winners = find_winners(state) if state.over else {}
    called = str if state.event.teams.size else known.name
    return [
        {"place": place, "prize": prize, "winners": [called(winner) for winner in winners.get(place, ())]}
        for place, prize in state.settings.prizes.items()
    ]


def own_votes(state: ClubState, player: str) -> dict[str, Json]:
    """The votes of a player, by the prize."""
    return {prize: vote.votes[player] for prize, vote in state.prizes.items() if player in vote.votes}


def _describe_tally(state: ClubState, vote: PrizeVote) -> list[Json]:
    return [
        {"player": player, "name": state.names.get(player, player), "votes": number} for player, number in vote.tally()
    ]


def _list_winners(known: KnownNames, vote: PrizeVote) -> list[Json]:
    top_count = max((vote.votes and [number for _player, number in vote.tally()]) or [0])
    return [known.name(player) for player, number in vote.tally() if number == top_count]


# The part of an evening that the club's pages may publish, as plain data for the organiser and a player's phone.
#
# Clause: House Evening (N8).


def describe_publicity(state: ClubState) -> dict[str, Json]:
    """The view for the organiser: day, place, players who allow their names, and who has released each tracked game."""
    publicity = state.publicity
    games: list[Json] = [
        {
            "game": game,
            "round": paired.number,
            "pair": list(paired.pair),
            "over": bool(paired.sides),
            "released": [player for player in paired.pair if (paired.number, player) in publicity.released],
        }
        for paired in state.event.games
        if (game := publicity.game_of(paired.number, paired.pair))
    ]
    return {
        "day": publicity.day,
        "place": publicity.place,
        "shown": sorted(publicity.shown & state.event.entrants.keys()),
        "hall": publicity.hall,
        "games": games,
    }


def describe_own_publicity(state: ClubState, player: str) -> dict[str, Json]:
    """The view for a player: consent to the name, and each of the player's tracked games that is over."""
    publicity = state.publicity
    games: list[Json] = [
        {
            "round": paired.number,
            "opponent": paired.other(player),
            "own": (paired.number, player) in publicity.released,
            "theirs": (paired.number, paired.other(player)) in publicity.released,
        }
        for paired in state.event.games
        if player in paired.pair and paired.sides and publicity.game_of(paired.number, paired.pair)
    ]
    return {
        "shown": player in publicity.shown,
        "hall": publicity.hall,
        "number": state.number(player),
        "games": games,
    }


def describe_for_public(club: StoredEvent, named: bool = False) -> dict[str, Json]:
    """The public view: the pairings of the current round, the clock, and the standings. named: with all names."""
    sequence, state = club.seen
    return _describe_event(club.id, sequence, KnownNames(state, everybody=named))


def _describe_event(id: int, sequence: int, known: KnownNames) -> dict[str, Json]:
    """The public view for somebody who knows these names."""
    state, event = known.state, known.state.event
    drawn = event.drawn[-1] if event.drawn else None
    return {
        "id": id,
        "sequence": sequence,
        "title": state.title,
        "round": event.number,
        "rounds": event.rounds,
        "over": state.over,
        "knockout": bool(drawn and drawn.knockout),
        "elimination": is_elimination(event),
        "doubles": event.doubles,
        "teams": describe_teams(state, known.id),
        "prizes": describe_public_prizes(known),
        "clock": describe_clock(state),
        "times": describe_times(state),
        "sign_up": describe_places(state),
        "players": {known.id(player): _describe_player(known, player) for player in event.entrants},
        "pairings": [_describe_pairing(known, game) for game in _list_games(state, event.number)],
        "byes": [known.id(player) for player in drawn.byes] if drawn else [],
        "sitting_out": [known.id(player) for player in drawn.sitting_out] if drawn else [],
        "standings": _describe_standings(known),
        "book": event.book,
        "campaign": bool(event.counters),
        "bye_points": event.scoring.bye_points,
        "scenario": state.settings.scenarios.get(event.number, ""),
        "place_prizes": describe_place_prizes(known),
    }


def describe_for_player(club: StoredEvent, player: str) -> dict[str, Json]:
    """The public view, and what only a player may see: their game, its score card, and the lists open to them."""
    sequence, state = club.seen
    # anybody may sign up: somebody who has, and whom nobody has seen, knows no more names than everybody does
    names = KnownNames(state, own=player, everybody=state.knows(player))
    game, entrant = state.game_of(player), state.event.entrants.get(player)
    past_games = [past_game for past_game in state.event.games if player in past_game.pair and past_game is not game]
    return {
        **_describe_event(club.id, sequence, names),
        "player": player,
        "models": entrant.models if entrant else 0,
        "thresholds": describe_thresholds(entrant.models) if entrant else [],
        "scoring": describe_event_scoring(state),
        # or the entry was taken back while the player's page is open
        "left": entrant is None or player in state.event.retired,
        "captain": describe_captaincy(state, player),
        "arrival": describe_arrival(state, player),
        "penalties": describe_penalties(state, player),
        "voted": own_votes(state, player),
        "publicity": describe_own_publicity(state, player),
        "force": _describe_force(state.forces.get(player)),
        "game": _describe_game(state, game, player) if game else None,
        "played": [_describe_result(state, past_game, player) for past_game in past_games],
    }


def describe_for_print(club: StoredEvent, code: Callable[[str], str]) -> dict[str, Json]:
    """Everything for printing, for the organiser only. code: gives the code of a player's card."""
    sequence, state = club.seen
    return {
        **_describe_event(club.id, sequence, KnownNames(state, everybody=True)),
        "rounds": planned_rounds(state.event),
        "limit": state.opened.limit,
        "tables": list(state.event.tables),
        "scoring": describe_event_scoring(state),
        "cards": [_describe_paper(state, player) | {"code": code(player)} for player in state.event.entrants],
    }


def _describe_paper(state: ClubState, player: str) -> dict[str, Json]:
    entrant, games = state.event.entrants[player], [game for game in state.event.games if player in game.pair]
    return {
        "player": player,
        "models": entrant.models,
        "thresholds": describe_thresholds(entrant.models),
        "force": _describe_force(state.forces.get(player)),
        "played": [_describe_result(state, game, player) for game in games],
        "byes": [drawn.number for drawn in state.event.drawn if player in drawn.byes],
    }


def _list_games(state: ClubState, number: int) -> list[TournamentGame]:
    """The games of a round, by table."""
    return sorted((game for game in state.event.games if game.number == number), key=lambda game: game.table)


def _describe_player(known: KnownNames, player: str) -> dict[str, Json]:
    entrant = known.state.event.entrants[player]
    number = known.state.number(player)
    return {"id": known.id(player), "name": known.name(player), "faction": entrant.faction, "number": number}


def _describe_pairing(known: KnownNames, game: TournamentGame) -> dict[str, Json]:
    pair: list[Json] = [known.id(player) for player in game.pair]
    return {"table": game.table, "pair": pair, "points": list(known.state.event.game_points(game))}


def _describe_standings(known: KnownNames) -> dict[str, Json]:
    """The standings after the last finished round. after: its number.

    Nothing of an open round counts: its bye would have points before anybody has played.
    """
    state, event = known.state, known.state.event
    after = event.number - bool(event.open_games)
    games = tuple(game for game in event.games if game.number <= after)
    then = replace(state, event=replace(event, drawn=event.drawn[:after], games=games))
    lines = [_describe_standing(replace(known, state=then), line) for line in then.standings()] if after else []
    return {"after": after, "lines": list(lines)}


def _describe_standing(known: KnownNames, line: StandingRow) -> dict[str, Json]:
    return {
        "rank": line.rank,
        "player": known.id(line.player),
        "points": line.points,
        "tiebreak": line.tiebreak,
        "faced": [{"player": known.id(player), "points": points} for player, points in line.faced],
        "rolled_off": line.rolled_off,
        "penalty": line.penalty,
        "cards": penalty_cards(known.state, line.player),
    }


def _describe_force(force: ForceList | None) -> dict[str, Json] | None:
    return describe_force_list(force) if force else None


def _describe_game(state: ClubState, game: TournamentGame, player: str) -> dict[str, Json]:
    """The current game for one of its players. said: the player's own report; stands: what they could confirm.

    cleared: whether the organiser has cleared the card, so that both report again; the reason is the log's.
    """
    opponent, card = game.other(player), state.card(game)
    report = card.report_of(player)
    return {
        "round": game.number,
        "table": game.table,
        "traits": _describe_traits(state, game.table),
        "opponent": opponent,
        "opponent_models": state.event.entrants[opponent].models,
        "opponent_thresholds": describe_thresholds(state.event.entrants[opponent].models),
        "opponent_force": _describe_force(state.forces.get(opponent)) if state.sees_force(opponent, player) else None,
        "said": _describe_halves(game, player, _by_player(report.opponent, report.own)) if report else None,
        "stands": _describe_confirmable(state, game, player),
        "source": str(source_in_words(card.source)) if card.filled else "",
        "disputes": [str(dispute) for dispute in state.disputes(game)],
        "waits_for": _waits_for(state, game, player),
        "cleared": card.cleared,
        "judge_called": game.table in state.calls,
        "result": _describe_result(state, game, player) if game.sides else None,
    }


def _describe_traits(state: ClubState, table: int) -> dict[str, Json]:
    """The traits of a table: its terrain, empty if unknown, and whether a camera watches it."""
    described = state.event.described.get(table)
    return {"terrain": described.terrain if described else "", "camera": bool(described and described.camera)}


def _waits_for(state: ClubState, game: TournamentGame, player: str) -> str:
    """The side that has to act before the game is closed: organiser, you, opponent, both, or nobody once it is over."""
    if game.sides is not None:
        return "nobody"
    card = state.card(game)
    if state.disputes(game):
        return "organiser"
    own_report, theirs = card.report_of(player), card.report_of(game.other(player))
    return "opponent" if own_report else "you" if theirs else "both"


def _describe_confirmable(state: ClubState, game: TournamentGame, player: str) -> dict[str, Json] | None:
    """The card as the opponent or a tracked game filled it in; None for a blank card or a closed game."""
    card = state.card(game)
    theirs = card.report_of(game.other(player))
    entered = _by_player(*(card.filled or ()), *((theirs.opponent, theirs.own) if theirs else ()))
    return _describe_halves(game, player, entered) if entered and game.sides is None else None


def _by_player(*sides: Side | None) -> dict[str, Side]:
    return {side.player: side for side in sides if side is not None}


def _describe_halves(game: TournamentGame, player: str, sides: Mapping[str, Side]) -> dict[str, Json]:
    return {"own": _describe_half(sides.get(player)), "theirs": _describe_half(sides.get(game.other(player)))}


def _describe_half(side: Side | None) -> dict[str, Json] | None:
    if side is None:
        return None
    return {"lost": side.lost, "withdrew": side.withdrew, "conceded": side.conceded, "bonus": side.bonus} | (
        {"values": dict(side.values)} if side.values else {}
    )


def _describe_result(state: ClubState, game: TournamentGame, player: str) -> dict[str, Json]:
    """A game of a player; once it is over, both halves with level and points."""
    played: dict[str, Json] = {"round": game.number, "table": game.table, "opponent": game.other(player)}
    for side, scored in zip(game.sides or (), state.event.game_points(game), strict=True):
        level = name_level(side, state.event.entrants[side.player], state.event.scoring)
        played["own" if side.player == player else "theirs"] = {
            **(_describe_half(side) or {}),
            "level": level,
            "points": scored,
        }
    return played
