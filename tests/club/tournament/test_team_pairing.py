"""Teams of three to five: their captains pair the games by nominations, and the teams are placed."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_event import opened

from tablecam.club.tournament.drawing import draw_teams
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.pairing_ways import ROUND_ROBIN, SWISS, choose_way
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.team_pairing import COUNTS, PAIRED, TeamMatch, follow_pairing
from tablecam.club.tournament.team_rounds import (
    find_coming,
    find_stage,
    form_team,
    list_results,
    nominate,
    restart_pairing,
    team_standings,
    withdraw_nomination,
)


def lineup(side: str, size: int) -> tuple[str, ...]:
    return tuple(f"{side}{number}" for number in range(1, size + 1))


def pair_up(*nominations: tuple[str, str], size: int) -> TeamMatch:
    """A match after the nominations of both captains, step by step."""
    named = {
        (team, step): tuple(words.split())
        for step, both in enumerate(nominations)
        for team, words in zip(("A", "B"), both, strict=True)
        if words
    }
    return TeamMatch(("A", "B"), (lineup("a", size), lineup("b", size)), named)


def teams_of(count: int, size: int, way: str = SWISS) -> Tournament:
    """An event with that many teams, before their first round."""
    event = opened(count * size, 7, spare=count * size)
    event = event.after(choose_way(event.state, way, "TO", team_size=size))
    players = [*event.state.entrants]
    for number in range(count):
        event = event.after(
            form_team(event.state, f"team {number}", players[number * size : (number + 1) * size], "TO")
        )
    return event


def play_round(event: Tournament, decided: bool = False) -> Tournament:
    """A round in which the captains nominate the first whom they may; decided: the second team of a match loses all."""
    event = event.after(draw_teams(event.state, "TO"))
    matches = find_coming(event.state).matches  # type: ignore[union-attr]
    losers = [match.teams[1] for match in matches if decided]
    for match in matches:
        while (stage := find_stage(event.state, match.teams[0])[1]).kind != PAIRED:
            for side, team in enumerate(match.teams):
                if len(stage.list_options(side)) != COUNTS[stage.kind] or stage.kind != "attackers":
                    players = stage.list_options(side)[: COUNTS[stage.kind]]
                    event = event.after(nominate(event.state, team, players))
    event = event.next_round()
    for game in event.state.open_games:
        event = event.report(
            *(
                Side(player, event.state.entrants[player].models * (event.state.teams.team_of(player) in losers))
                for player in game.pair
            )
        )
    return event


def test_a_team_of_five_takes_two_rounds_of_nominations_and_the_last_two_meet() -> None:
    match = pair_up(
        ("a1", "b1"), ("a2 a3", "b2 b3"), ("b3", "a2"), ("a3", "b2"), ("a4 a5", "b4 b5"), ("b4", "a5"), size=5
    )
    stage = follow_pairing(match)
    assert stage.kind == PAIRED
    assert stage.pairs == (("a1", "b3"), ("a2", "b1"), ("a3", "b4"), ("a5", "b2"), ("a4", "b5"))


def test_of_four_the_refused_attackers_meet_and_the_last_players_meet() -> None:
    stage = follow_pairing(pair_up(("a1", "b1"), ("a2 a3", "b2 b4"), ("b2", "a3"), size=4))
    assert stage.pairs == (("a1", "b2"), ("a3", "b1"), ("a2", "b4"), ("a4", "b3"))


def test_of_three_both_others_attack_without_a_nomination() -> None:
    stage = follow_pairing(pair_up(("a1", "b1"), size=3))
    assert (stage.kind, stage.step, stage.attackers) == ("choice", 2, (("a2", "a3"), ("b2", "b3")))


def test_a_player_whom_the_other_team_has_nobody_for_is_spare() -> None:
    match = replace(pair_up(size=3), lineups=(("a1", "a2", "a3"), ("b1", "b2")))
    stage = follow_pairing(match)
    assert (stage.pairs, stage.spare) == ((("a1", "b1"), ("a2", "b2")), ("a3",))


def test_one_nomination_alone_moves_nothing() -> None:
    stage = follow_pairing(pair_up(("a1", ""), size=4))
    assert (stage.kind, stage.step, stage.defenders) == ("defender", 0, ())


@settings(max_examples=15)
@given(st.integers(3, 5), st.randoms(use_true_random=False))
def test_any_nominations_pair_everybody_once(size: int, random: object) -> None:
    event = teams_of(2, size)
    event = event.after(draw_teams(event.state, "TO"))
    (match,) = find_coming(event.state).matches  # type: ignore[union-attr]
    while (stage := find_stage(event.state, match.teams[0])[1]).kind != PAIRED:
        for side, team in enumerate(match.teams):
            if not (stage.kind == "attackers" and len(stage.list_options(side)) == 2):
                players = random.sample(stage.list_options(side), COUNTS[stage.kind])  # type: ignore[attr-defined]
                event = event.after(nominate(event.state, team, players))
    drawn = event.next_round().state.drawn[-1]
    assert not drawn.byes
    assert sorted(player for pair in drawn.pairs for player in pair) == sorted(event.state.entrants)
    assert all(event.state.teams.team_of(one) != event.state.teams.team_of(other) for one, other in drawn.pairs)


def test_teams_are_placed_by_matches_then_by_the_points_of_their_players() -> None:
    event = play_round(teams_of(4, 3), decided=True)
    met = {frozenset(result.teams) for result in list_results(event.state)}
    table = team_standings(event.state)
    assert [(row.points, row.scored, row.rank) for row in table] == [(2, 72, 1), (2, 72, 1), (0, 0, 3), (0, 0, 3)]
    again = play_round(event)
    assert {frozenset(result.teams) for result in list_results(again.state) if result.number == 2} == {
        frozenset(row.team for row in half) for half in (table[:2], table[2:])
    }
    assert not met & {frozenset(row.team for row in half) for half in (table[:2], table[2:])}


def test_a_round_robin_of_three_teams_gives_each_a_bye_with_the_points_of_its_players() -> None:
    event = teams_of(3, 3, ROUND_ROBIN)
    for _round in range(3):
        event = play_round(event)
    assert [(row.points, row.scored, row.rank) for row in team_standings(event.state)] == [(4, 24 * 3 + 12 * 6, 1)] * 3
    assert {player: row.points for row in event.standings() for player in [row.player]} == dict.fromkeys(
        event.state.entrants, 48
    )
    with pytest.raises(TournamentRefusal, match="last round"):
        draw_teams(event.state, "TO")


def test_no_round_is_drawn_before_the_captains_have_paired() -> None:
    event = teams_of(2, 3)
    with pytest.raises(TournamentRefusal, match="draw the teams first"):
        event.next_round()
    event = event.after(draw_teams(event.state, "TO"))
    with pytest.raises(TournamentRefusal, match="the captains pair their players"):
        event.next_round()
    gone = event.drop(next(iter(event.state.entrants)))
    with pytest.raises(TournamentRefusal, match="draw them again"):
        gone.next_round()


def test_a_nomination_is_of_the_own_turn_and_taken_back_only_while_it_is_hidden() -> None:
    event = teams_of(2, 3)
    event = event.after(draw_teams(event.state, "TO"))
    one, other = find_coming(event.state).matches[0].teams  # type: ignore[union-attr]
    own, theirs = (event.state.teams.lineups[team] for team in (one, other))
    with pytest.raises(TournamentRefusal, match="choose 1 out of"):
        nominate(event.state, one, theirs[:1])
    with pytest.raises(TournamentRefusal, match="no nomination"):
        withdraw_nomination(event.state, one)
    event = event.after(nominate(event.state, one, own[:1]))
    with pytest.raises(TournamentRefusal, match="nominated already"):
        nominate(event.state, one, own[1:2])
    assert find_stage(event.after(withdraw_nomination(event.state, one)).state, one)[0].nominations == {}
    event = event.after(nominate(event.state, other, theirs[:1]))
    with pytest.raises(TournamentRefusal, match="no nomination"):
        withdraw_nomination(event.state, one)
    assert find_stage(event.after(restart_pairing(event.state, one, "a slip")).state, other)[1].step == 0


def test_teams_that_cannot_be_are_refused() -> None:
    event = teams_of(2, 3)
    players = [*event.state.entrants]
    for team, lineup_ in (("team 0", players[:2]), ("other", players[:3]), ("team 0", [players[0]] * 3)):
        with pytest.raises(TournamentRefusal):
            form_team(event.state, team, lineup_, "TO")
    for way, options in ((SWISS, {"cut": 4}), ("single-elimination", {}), (SWISS, {"doubles": True})):
        with pytest.raises(TournamentRefusal):
            choose_way(opened(6, 7).state, way, "TO", team_size=3, **options)  # type: ignore[arg-type]
    alone = event.after(form_team(event.state, "team 1", (), "TO"))
    with pytest.raises(TournamentRefusal, match="in no team"):
        draw_teams(alone.state, "TO")
