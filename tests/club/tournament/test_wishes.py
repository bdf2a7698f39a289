"""Players who are kept apart never meet while a lawful round is left, by a search through all rounds."""

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from test_club_event import refused
from test_tournament_pairing import every_pairing, of_factions, random_stack, said, stack_of

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import fold_club
from tablecam.club.tournament.entrant import Card, Entrant, Layout, Violation
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.matching import first_pairing
from tablecam.club.tournament.pairing import ONLY_FORBIDDEN, first_round, first_round_with_bye, next_round
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.wishes import keep_apart, let_meet

Round = tuple[str, list[tuple[str, str]]]


def wishing(stack: list[Card], hard: str = "", soft: str = "") -> list[Card]:
    """`ab cd` keeps a from b and c from d."""

    def others(name: str, pairs: str) -> frozenset[str]:
        return frozenset(other for pair in pairs.split() if name in pair for other in pair if other != name)

    return [replace(card, apart=others(card.player, hard), wished_apart=others(card.player, soft)) for card in stack]


def random_wishes(chance: random.Random, stack: list[Card]) -> list[Card]:
    names = [card.player for card in stack]
    hard, soft = set[str](), set[str]()
    share = chance.random()
    for a, b in itertools.combinations(names, 2):
        if chance.random() < share:
            chance.choice((hard, soft)).add(a + b)
    return wishing(stack, " ".join(hard), " ".join(soft))


def searched(stack: list[Card], byes: list[str]) -> Iterator[Round]:
    """Every round without a rematch in which nobody meets who is kept apart by a hard wish, the first due first."""
    cards = {card.player: card for card in stack}
    for bye in byes:
        for pairs in every_pairing([card.player for card in stack if card.player != bye]):
            if not any(b in cards[a].met or b in cards[a].apart for a, b in pairs):
                yield bye, pairs


def softened(stack: list[Card], pairs: list[tuple[str, str]]) -> int:
    cards = {card.player: card for card in stack}
    return sum(b in cards[a].wished_apart for a, b in pairs)


def expected_round(stack: list[Card], byes: list[str]) -> Round | None:
    """Of the rounds with the first bye that works, the first of those that break the fewest soft wishes."""
    rounds = list(searched(stack, byes))
    due = [each for each in rounds if each[0] == rounds[0][0]]
    return min(due, key=lambda each: softened(stack, each[1]), default=None)


def drawn(draw: Callable[[], Layout]) -> Layout | TournamentRefusal:
    try:
        return draw()
    except TournamentRefusal as refusal:
        return refusal


def agrees_with_the_search(chance: random.Random, players: int) -> str:
    stack = random_wishes(chance, random_stack(chance, players))
    byes = [card.player for card in reversed(stack) if not card.had_bye] if len(stack) % 2 else [""]
    expected = expected_round(stack, byes)
    layout = drawn(lambda: next_round(stack).layout)
    if isinstance(layout, TournamentRefusal):
        assert expected is None
        free = expected_round(wishing(stack), byes)
        assert (layout.code == ONLY_FORBIDDEN) is (free is not None)
        if free is not None:
            gives_way(layout, stack)
        return layout.code
    assert ("".join(layout.byes), list(layout.pairs)) == expected
    return "softened" if softened(stack, list(layout.pairs)) else "kept"


def gives_way(refusal: TournamentRefusal, stack: list[Card]) -> None:
    """The first remedy is a round by the guide in which the fewest meet who are kept apart."""
    layout = refusal.remedies[0].layout
    assert layout is not None
    cards = {card.player: card for card in stack}
    meeting = {frozenset(pair) for pair in layout.pairs if pair[1] in cards[pair[0]].apart}
    assert {player for pair in meeting for player in pair} == set(refusal.players)
    rounds = searched(wishing(stack), ["".join(layout.byes)])
    assert len(meeting) == min(sum(b in cards[a].apart for a, b in pairs) for _bye, pairs in rounds)


@pytest.mark.parametrize("players", range(2, 9))
def test_players_kept_apart_meet_only_where_no_lawful_round_is_left(players: int) -> None:
    for seed in range(40):
        agrees_with_the_search(random.Random(3000 + seed), players)


@pytest.mark.slow
@pytest.mark.parametrize(
    "players", [*range(2, 8), *(pytest.param(players, marks=pytest.mark.long) for players in (8, 9, 10))]
)
def test_many_rounds_with_wishes_are_those_of_a_search_through_all_of_them(players: int) -> None:
    seen = {agrees_with_the_search(random.Random(5000 + seed), players) for seed in range(250)}
    assert players < 5 or seen >= {"kept", "softened", ONLY_FORBIDDEN, "only-rematches-left"}


def by_faction_first(stack: list[Card]) -> Iterator[list[tuple[str, str]]]:
    """Every pairing, that first in which high cards take the highest card of another faction."""
    if not stack:
        yield []
    for other in sorted(stack[1:], key=lambda card: card.faction == stack[0].faction):
        for rest in by_faction_first([card for card in stack[1:] if card is not other]):
            yield [(stack[0].player, other.player), *rest]


@pytest.mark.parametrize("players", [*range(2, 9), *(pytest.param(many, marks=pytest.mark.slow) for many in (9, 10))])
def test_the_first_round_keeps_players_apart_by_a_search_through_all_of_them(players: int) -> None:
    refusals = 0
    for seed in range(40):
        chance = random.Random(7000 + seed)
        names = "abcdefghij"[:players]
        stack = random_wishes(chance, [Card(name, faction=chance.choice("xyz")) for name in names])
        bye_stack = chance.sample(stack, players) if players % 2 else []
        cards = {card.player: card for card in stack}
        found = [
            (bye, pairs)
            for bye in ([card.player for card in bye_stack] or [""])
            for pairs in by_faction_first([card for card in stack if card.player != bye])
            if not any(b in cards[a].apart for a, b in pairs)
        ]
        due = [each for each in found if each[0] == found[0][0]]
        expected = min(due, key=lambda each: softened(stack, each[1]), default=None)
        layout = drawn(lambda s=stack, b=bye_stack: first_round_with_bye(s, b).layout)
        if isinstance(layout, TournamentRefusal):
            assert (layout.code, expected) == (ONLY_FORBIDDEN, None)
            refusals += 1
        else:
            assert ("".join(layout.byes), list(layout.pairs)) == expected
    assert refusals or players > 6


def test_a_pair_is_kept_apart_with_as_little_change_as_possible() -> None:
    assert said(next_round(wishing(stack_of("abcdef"), hard="ab")).layout.pairs) == "ac bd ef"
    assert said(next_round(wishing(stack_of("abcdef"), soft="ef")).layout.pairs) == "ab ce df"
    assert said(first_round(wishing(of_factions("a1 b2 c1 d2"), hard="ab")).pairs) == "ad bc"


def test_a_soft_wish_gives_way_where_a_hard_one_or_the_guide_leaves_nothing_else() -> None:
    assert said(first_pairing(wishing(stack_of("abcd", "ac bd"), hard="ad", soft="ab"))) == "ab cd"
    with pytest.raises(
        TournamentRefusal, match=r"at best, these players meet: a against b, under House Wish \(P9\)"
    ) as refusal:
        next_round(wishing(stack_of("abcd", "ac bd"), hard="ad ab"))
    assert [str(remedy.says) for remedy in refusal.value.remedies] == [
        "ignore the wish: a against b",
        "fewest rematches: a against c and b against d",
        "an extra bye: a and d",
        "sit out without points: a and d",
        "end the event here",
    ]


def test_the_bye_passes_over_a_player_for_a_hard_wish_and_not_for_a_soft_one() -> None:
    paired = next_round(wishing(stack_of("abc"), hard="ab"))
    assert (said(paired.layout.pairs), paired.layout.byes, paired.passed_over) == ("ac", ("b",), ("c",))
    paired = next_round(wishing(stack_of("abc"), soft="ab"))
    assert (said(paired.layout.pairs), paired.layout.byes, paired.passed_over) == ("ab", ("c",), ())
    first = first_round_with_bye(wishing(of_factions("a1 b2 c3"), hard="ab"), of_factions("c3 a1 b2"))
    assert (first.layout.byes, first.passed_over) == (("a",), ("c",))


# in an event


def event_of(players: str = "abcd") -> ClubEvent:
    event = ClubEvent(by="TO").open("Friday", seed=7)
    for player in players:
        event = event.enter(Entrant(player, player.title(), f"of {player}", 10))
    return event


def apart(event: ClubEvent, players: str, last_round: int = 0, hard: bool = True) -> ClubEvent:
    return event.decide(lambda state, by: keep_apart(state, [*players], last_round, hard, by, "siblings"))


def pairs_of(event: ClubEvent) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in event.drafted().pairs}


def test_siblings_never_meet_and_clubmates_not_in_the_first_round() -> None:
    event = apart(apart(event_of(), "ab"), "acd"[:2], last_round=1)
    assert fold_club(event.log_events) == event.state
    event = event.draft()
    assert pairs_of(event) == {frozenset("ad"), frozenset("bc")}
    event = event.publish()
    for one, other in (game.pair for game in event.state.event.open_games):
        event = event.report(Side(one), Side(other))
    event = event.draft()
    assert frozenset("ac") in pairs_of(event), "the wish for round 1 holds no longer"
    assert event.drafted().breaches == ()


def test_a_draft_names_the_soft_wish_that_it_breaks_and_no_longer_fits_when_the_wish_changes() -> None:
    event = apart(event_of("ab"), "ab", hard=False).draft()
    assert event.drafted().breaches == (Violation("P9", event.drafted().pairs[0]),)
    assert event.publish().state.event.drawn[0].breaches == event.drafted().breaches
    stricter = apart(event, "ab")
    assert refused(stricter, ClubEvent.publish, "at best, these players meet").code == ONLY_FORBIDDEN
    freed = event.decide(lambda state, by: let_meet(state, "ba", by))
    assert refused(freed, ClubEvent.publish, "draft it again").code == "draft-outdated"
    assert freed.draft().drafted().breaches == ()


def test_a_hard_wish_is_refused_with_a_remedy_that_names_it_when_it_is_drafted() -> None:
    event = apart(event_of("ab"), "ab")
    assert refused(event, ClubEvent.draft, r"at best, these players meet: (A \(a\)|B \(b\)) against").players
    drafted = event.draft_remedy(1, "only the two have come")
    assert [violation.row for violation in drafted.drafted().breaches] == ["P9"]


def test_a_round_by_hand_lists_the_wish_that_it_breaks() -> None:
    event = apart(event_of(), "ab")
    with pytest.raises(TournamentRefusal):
        event.decide(lambda state, by: keep_apart(state, ["a", "z"], 0, True, by))
    tournament = Tournament(state=event.state.event)
    layout = first_round(stack_of("abcd"))
    assert Violation("P9", ("a", "b")) in tournament.round_by_hand(layout, "TO", "they insist").state.drawn[0].breaches


def test_what_is_no_wish_is_refused() -> None:
    event = event_of()
    for players, last_round, why in (
        ("a", 0, "two or more players"),
        ("aa", 0, "two or more players"),
        ("ab", -1, "not until round"),
    ):
        refused(event, lambda event, p=players, n=last_round: apart(event, p, n), why)
    wish = apart(event, "ab")
    assert refused(wish, lambda event: event.decide(lambda s, by: let_meet(s, "ac", by)), "no wish").code == (
        "no-such-wish"
    )
    again = apart(wish, "ba", hard=False)
    assert [each.hard for each in again.state.event.apart.values()] == [False], "the later wish replaces the first"


def test_an_event_without_wishes_is_drawn_as_before() -> None:
    with_and_without = apart(event_of("abcdefg"), "ab").decide(lambda state, by: let_meet(state, "ab", by))
    assert with_and_without.draft().drafted() == event_of("abcdefg").draft().drafted()
