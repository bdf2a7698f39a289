"""The first complete pairing by exchanges is the one that a library finds by weights."""

import random
from dataclasses import replace

import networkx as nx
import pytest
from test_wishes import wishing

from tablecam.tournament import matching
from tablecam.tournament.entrant import Card
from tablecam.tournament.exchanging import first_complete
from tablecam.tournament.matching import complete, complete_pairing, first_pairing

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
