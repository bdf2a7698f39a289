"""A rulebook's declaration for campaigns: what the models of a warband gain and suffer from game to game.

    CAMPAIGN = Campaign(
        counters=(CampaignCounter(key="experience", title=Message("Experience")),),
        gains=lambda state: {"north": (Gain("tock", "Tock", "experience", 1),)},
    )

`gains` reads a game that is over. The log of an event keeps what it returns; a warband is the fold over its games
(`tablecam/club/tournament/warbands.py`). `bring` puts into the setup of the next game what its models bring along, so
that the rules apply it; without it, the game shows it at the models, and the players apply it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.base.i18n import current_language, to_english
from tablecam.rules.event_scoring import Text, translate_text
from tablecam.rules.plain import Json

# the key of a setup with what models bring along: by model, the number of each counter
WARBANDS = "warbands"
# what warbands bring along: by seat and the name of the model, the number of each counter
Brought = Mapping[str, Mapping[str, Mapping[str, int]]]


@dataclass(frozen=True, kw_only=True, slots=True)
class CampaignCounter:
    """A number that a model carries on, such as experience or injuries. said: the title by language, in a log."""

    key: str
    title: Text
    said: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Gain:
    """A change of a counter. model: its id; name: as players call it; amount: negative if it is lost."""

    model: str
    name: str
    counter: str
    amount: int = 1


@dataclass(frozen=True)
class Campaign:
    """The counters of a model, and the gains of a game that is over, by seat.

    bring: the setup of a game together with what its models bring along; None where the rules do not read that.
    """

    counters: tuple[CampaignCounter, ...]
    gains: Callable[[Any], Mapping[str, tuple[Gain, ...]]]
    bring: Callable[[Mapping[str, Json], Brought], dict[str, Json]] | None = None


def pin_counters(counters: tuple[CampaignCounter, ...], languages: Mapping[str, object]) -> tuple[CampaignCounter, ...]:
    """The counters as plain data, with their titles in every language."""
    return tuple(
        replace(counter, title=to_english(counter.title), said=translate_text(counter.title, languages))
        for counter in counters
    )


def read_counter_title(counter: CampaignCounter) -> str:
    """The title of a counter, in the reader's language."""
    return counter.said.get(current_language()) or str(counter.title)
