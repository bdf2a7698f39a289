"""The points that cards are worth: those at which forces of equal points win equally often.

Games are played in which models are left out at random. The logarithm of the odds to win is fitted as the sum of the
worths of a force's models, minus those of the enemy's (Bradley and Terry). Worths are scaled to the points of all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from tablecam.game.opponent.card_yield import DEVIATIONS, Models
from tablecam.rules.books.setup_views import ForceModel
from tablecam.rules.plain import Json

# of a force's models, those that may be left out
MOST_LEFT_OUT = 0.5
# steps of Newton's method; it ends within a few
STEPS = 25
# keeps worths finite where few games tell them apart: a prior with the mean 0 and this precision
PRIOR = 0.05

# a card as its owner pays for it: force, card, points of a model
CardKey = tuple[str, str, int]


@dataclass(frozen=True)
class CardWorth:
    """The points that a model with a card is worth. error: the standard error. points: its present cost."""

    force: str
    card: str
    points: int
    worth: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The points between which the true worth lies, 19 times out of 20."""
        return self.worth - DEVIATIONS * self.error, self.worth + DEVIATIONS * self.error


def draw_left_out(models: Models, chance: Random) -> tuple[str, ...]:
    """Models to leave out of a game: from none to half of those of each force."""
    left_out: list[str] = []
    for listed in models.values():
        count = chance.randrange(int(len(listed) * MOST_LEFT_OUT) + 1)
        left_out += sorted(model.id for model in chance.sample(list(listed), count))
    return tuple(left_out)


def remove_models(setup: Json, left_out: Iterable[str]) -> Json:
    """A setup without these models: no list in it has an entry with one of these ids."""
    gone = set(left_out)
    if isinstance(setup, Mapping):
        return {key: remove_models(value, gone) for key, value in setup.items()}
    if isinstance(setup, list | tuple):
        return [remove_models(it, gone) for it in setup if not (isinstance(it, Mapping) and it.get("id") in gone)]
    return setup


def compute_worths(models: Models, scores: Sequence[float], left_out: Sequence[Iterable[str]]) -> list[CardWorth]:
    """The worth of each card. models: of two forces; scores: of the first one, from 0 to 1; left_out: of each game."""
    cards = list(dict.fromkeys(_name_card(force, model) for force, listed in models.items() for model in listed))
    first, _second = models
    counts = np.array([_count_cards(models, cards, gone) for gone in left_out], float)
    signs = np.array([1.0 if force == first else -1.0 for force, _card, _points in cards])
    worths, spread = _fit_log_odds(counts * signs, np.asarray(scores, float))
    whole = np.array(_count_cards(models, cards, ()), float)
    scale = float(whole @ [points for _force, _card, points in cards]) / max(1e-9, float(whole @ worths))
    errors = np.sqrt(np.diag(spread))
    return [
        CardWorth(*card, scale * float(worth), scale * float(error))
        for card, worth, error in zip(cards, worths, errors, strict=True)
    ]


def _name_card(force: str, model: ForceModel) -> CardKey:
    return force, model.card, model.points


def _count_cards(models: Models, cards: Sequence[CardKey], left_out: Iterable[str]) -> list[int]:
    gone = set(left_out)
    present = [_name_card(force, model) for force, it in models.items() for model in it if model.id not in gone]
    return [present.count(card) for card in cards]


def _fit_log_odds(design: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients of a logistic regression, and their covariances."""
    fitted, precision = np.zeros(design.shape[1]), PRIOR * np.eye(design.shape[1])
    for _step in range(STEPS):
        chances = 1 / (1 + np.exp(-design @ fitted))
        information = design.T @ (design * (chances * (1 - chances))[:, None]) + precision
        fitted = fitted + np.linalg.solve(information, design.T @ (scores - chances) - PRIOR * fitted)
    return fitted, np.linalg.inv(information)
