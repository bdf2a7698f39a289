"""The first complete pairing by exchanges is the one that a library finds by weights."""

import random
from dataclasses import replace

import networkx as nx
import pytest
from test_wishes import wishing

from tablecam.club.tournament import matching
from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.matching import complete, complete_pairing, first_complete, first_pairing

Graph = list[list[int]]


def random_graph(chance: random.Random, cards: int, share: float) -> Graph:
    edges = [(i, j) for i in range(cards) for j in range(i) if chance.random() < share]
    graph = [[one + other - card for one, other in edges if card in (one, other)] for card in range(cards)]
    for others in graph:
        chance.shuffle(others)
    return graph


def by_weights(graph: Graph) -> list[tuple[int, int]]:
    """Each card's wish outweighs those of all cards below it."""
    n, library = len(graph), nx.Graph()
    for i, others in enumerate(graph):
        for place, j in enumerate(others):
            if i < j:
                library.add_edge(i, j, weight=(n - place) * (n + 1) ** (n - i))
    matched = nx.max_weight_matching(library, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matched) if 2 * len(matched) == n else []


@pytest.mark.parametrize("cards", range(2, 25, 2))
def test_exchanges_find_what_the_weights_of_a_library_find(cards: int) -> None:
    complete_ones = 0
    for seed in range(60):
        chance = random.Random(100 * cards + seed)
        # about as many edges as make a complete pairing likely, where odd circles decide
        graph = random_graph(chance, cards, chance.uniform(1, 4) / cards)
        greedy: dict[int, int] = {}
        for card in chance.sample(range(cards), cards):
            free = [other for other in graph[card] if other not in greedy and card not in greedy]
            greedy |= {card: free[0], free[0]: card} if free else {}
        found = first_complete(graph, [pair for pair in greedy.items() if pair[0] < pair[1]])
        assert found == by_weights(graph) == first_complete(graph)
        complete_ones += bool(found)
    assert 0 < complete_ones < 60


def clubmates(players: int, members: int) -> list[Card]:
    """A stack in no order of note, in which no two of so many members may meet."""
    cards = [Card(f"p{number}", faction="xyzuv"[number % 5]) for number in range(players)]
    club = frozenset(card.player for card in cards[:members])
    chance = random.Random(players)
    chance.shuffle(cards)
    return [replace(card, apart=club - {card.player}) if card.player in club else card for card in cards]


def test_half_of_the_players_are_kept_apart_without_the_weights_of_a_large_stack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = clubmates(24, 12)
    expected = matching._heaviest_pairing(small, by_faction=True)
    monkeypatch.delattr(matching, "_heaviest_pairing")
    assert first_pairing(small, by_faction=True) == expected
    large = clubmates(128, 64)
    assert complete(large, first_pairing(large, by_faction=True))
    assert complete_pairing(clubmates(128, 65)) == ()


def test_a_soft_wish_gives_way_only_where_all_cards_can_be_paired_at_all() -> None:
    assert complete_pairing(wishing([Card("a"), Card("b")], soft="ab")) == (("a", "b"),)
    assert complete_pairing(wishing([Card("a"), Card("b"), Card("c"), Card("d")], hard="ab ac ad", soft="bc")) == ()


def softly(chance: random.Random, players: int, club: int) -> list[Card]:
    """A stack in which some have met, and most clubmates are softly kept apart."""
    names = [f"p{number}" for number in range(players)]
    members, met, apart = chance.sample(names, club), chance.uniform(0, 0.6), chance.uniform(0.5, 1)
    pairs = [(one, other) for at, one in enumerate(names) for other in names[:at]]
    faced = [pair for pair in pairs if chance.random() < met]
    wished = [pair for pair in pairs if {*pair} <= {*members} and chance.random() < apart]

    def others(player: str, these: list[tuple[str, str]]) -> frozenset[str]:
        return frozenset(one for pair in these if player in pair for one in pair if one != player)

    return [
        Card(name, faction=chance.choice("xy"), met=others(name, faced), wished_apart=others(name, wished))
        for name in names
    ]


@pytest.mark.slow
def test_the_fewest_soft_wishes_give_way_as_by_weights() -> None:
    found = 0
    for seed in range(400):
        chance = random.Random(seed)
        players = chance.choice((4, 6, 8, 10, 12))
        stack = softly(chance, players, chance.randint(2, players))
        by_faction = chance.random() < 0.5
        if pairs := matching._pair_spared_cards(stack, by_faction):
            found += any(other in card.wished_apart for card in stack for pair in pairs if card.player == pair[0]
                         for other in pair)  # fmt: skip
            weighed = matching._heaviest_pairing(stack, matching.Exceptions(wished_apart=True), by_faction)
            assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in weighed}
    assert found > 30


def test_a_club_larger_than_the_others_meets_itself_without_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(matching, "_heaviest_pairing")
    stack = [replace(card, apart=frozenset(), wished_apart=card.apart) for card in clubmates(128, 80)]
    pairs = first_pairing(stack, by_faction=True)
    club = {card.player for card in stack if card.wished_apart}
    assert complete(stack, pairs)
    assert sum({*pair} <= club for pair in pairs) == 16
