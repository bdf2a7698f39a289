"""Rounds, games and the clock of a club event as plain data, for the pages."""

from collections.abc import Mapping
from typing import Any

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.schedule import SIGNALS_MIN, Clock, times
from tablecam.club.tournament.scoring import Side, describe_thresholds, in_words, name_level, source_in_words
from tablecam.club.tournament.state import TournamentGame
from tablecam.club.tournament.violations import violation_text
from tablecam.rules.event_scoring import EventScoring, describe_scoring
from tablecam.rules.plain import Json


def describe_draft(event: ClubEvent) -> dict[str, Json] | None:
    """The draft with its violations, None without one. fits: why it can no longer be published, empty if it can."""
    draft = event.state.draft
    if draft is None:
        return None
    try:
        event.publish()
    except TournamentRefusal as refused:
        return {**describe_layout(event.state, draft), "fits": str(refused.says)}
    return {**describe_layout(event.state, draft), "fits": ""}


def describe_layout(state: ClubState, drawn: RoundDrawn) -> dict[str, Json]:
    """A round, published or not, in the order of its tables."""
    scores = state.event.scores()
    pairs = sorted(zip(drawn.tables, drawn.pairs, strict=True))
    return {
        "number": drawn.number,
        "rounds": drawn.rounds,
        "seed": drawn.seed,
        "stack": [_describe_player(state, player) for player in drawn.stack],
        "pairs": [
            {
                "table": table,
                "players": [{**_describe_player(state, player), "points": scores[player]} for player in pair],
            }
            for table, pair in pairs
        ],
        "byes": [_describe_player(state, player) for player in drawn.byes],
        "sitting_out": [_describe_player(state, player) for player in drawn.sitting_out],
        "passed_over": [_describe_player(state, player) for player in drawn.passed_over],
        "edited": drawn.edited,
        "knockout": drawn.knockout,
        "reason": drawn.reason,
        "breaches": [str(violation_text(violation, state.event.entrants)) for violation in drawn.breaches],
    }


def describe_round(state: ClubState, number: int) -> dict[str, Json]:
    """A published round with its games so far."""
    drawn = state.event.drawn[number - 1]
    games = sorted((game for game in state.event.games if game.number == number), key=lambda game: game.table)
    return {**describe_layout(state, drawn), "games": [describe_game(state, game) for game in games]}


def describe_games(state: ClubState) -> list[Json]:
    """The games of the current round, in the order of their tables."""
    games = [game for game in state.event.games if game.number == state.event.number]
    return [describe_game(state, game) for game in sorted(games, key=lambda game: game.table)]


def describe_game(state: ClubState, game: TournamentGame) -> dict[str, Json]:
    """A game: its players, its card and its result so far. extra_s: extra time of its table."""
    card, scoring = state.card(game), state.event.scoring
    return {
        "round": game.number,
        "table": game.table,
        "players": [_describe_half(state, game, index) for index in range(2)],
        "stands": _progress(state, game),
        "disputes": [str(dispute) for dispute in state.disputes(game)],
        "reports": [
            {
                "by": report.by,
                "name": state.names[report.by],
                "sides": [describe_side(side, scoring) for side in (report.opponent, report.own) if side],
            }
            for report in card.reports
        ],
        "filled": [describe_side(side, scoring) for side in card.filled or ()],
        "source": str(source_in_words(card.source)) if card.source else "",
        "extra_s": state.clock.by_table.get(game.table, 0) if game.number == state.event.number else 0,
    }


def describe_side(side: Side, scoring: EventScoring) -> dict[str, Json]:
    """A half of a result, as data and in words."""
    return {
        "player": side.player,
        "lost": side.lost,
        "withdrew": side.withdrew,
        "conceded": side.conceded,
        "bonus": side.bonus,
        "values": dict(side.values),
        "says": str(in_words(side, scoring)),
    }


def describe_clock(state: ClubState) -> dict[str, Json]:
    """The settings of the clock; the page works out what it shows."""
    clock = state.clock
    return {
        "number": clock.number,
        "length_s": clock.length_s,
        "started": clock.started,
        "paused": clock.paused,
        "stood_s": clock.stood_s,
        "added_s": clock.added_s,
        "by_table": {str(table): seconds for table, seconds in clock.by_table.items()},
        "signals_min": list(SIGNALS_MIN),
        "jumped_s": clock.jumped_s,
    }


def read_clock(plain: Mapping[str, Any]) -> Clock:
    """The clock that `describe_clock` has described. Raises KeyError, TypeError and ValueError."""
    at: dict[str, float | None] = {
        name: None if plain[name] is None else float(plain[name]) for name in ("started", "paused")
    }
    return Clock(
        number=int(plain["number"]),
        length_s=int(plain["length_s"]),
        started=at["started"],
        paused=at["paused"],
        stood_s=float(plain["stood_s"]),
        added_s=int(plain["added_s"]),
        by_table={int(table): int(seconds) for table, seconds in plain["by_table"].items()},
    )


def describe_times(state: ClubState) -> list[Json]:
    """The planned start and end of each round, empty without a plan. pause: the break after it in minutes."""
    return [
        {"round": planned.number, "starts": planned.starts, "ends": planned.ends, "pause": planned.pause}
        for planned in times(state.schedule)
    ]


def describe_event_scoring(state: ClubState) -> dict[str, Json]:
    """The rulebook of the event, the fields of its score card and their points, so that a page can show both.

    title: empty for the usual rulebook.
    """
    event = state.event
    return {"book": event.book, "title": event.book_title, **describe_scoring(event.scoring)}


def _describe_half(state: ClubState, game: TournamentGame, index: int) -> dict[str, Json]:
    """One player of a game, with their half of the result once there is one."""
    player = game.pair[index]
    entrant = state.event.entrants[player]
    half = {
        **_describe_player(state, player),
        "models": entrant.models,
        "thresholds": describe_thresholds(entrant.models),
    }
    if game.sides is None:
        return half
    side = game.sides[index]
    level = name_level(side, entrant, state.event.scoring)
    return {
        **half,
        **describe_side(side, state.event.scoring),
        "level": level,
        "points": state.event.game_points(game)[index],
    }


def _progress(state: ClubState, game: TournamentGame) -> str:
    """The progress of a game: playing, half (one report is in), disputed, or over."""
    if game.sides is not None:
        return "over"
    reports = state.card(game).reports
    return "disputed" if state.disputes(game) else "half" if reports else "playing"


def _describe_player(state: ClubState, player: str) -> dict[str, Json]:
    entrant = state.event.entrants[player]
    return {"id": player, "name": entrant.name, "faction": entrant.faction}
