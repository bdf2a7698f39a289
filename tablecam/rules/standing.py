"""The fact which models stand on a feature of the terrain, and which right beside it.

The question names the feature as the terrain file does, by its name or by that of the piece that it is a part of.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tablecam.rules.ask import Ask, Below, Confirm, Topic, refused
from tablecam.rules.plain import Json

# a model that stands as close to the outline of a feature touches it: plans of terrain are drawn no better
BESIDE_IN = 0.1

Place = Literal["on", "beside", "away", "on?", "beside?"]
# what may be said of a model; a question mark: too close to call, the players settle it
PLACES: tuple[Place, ...] = ("on", "beside", "away", "on?", "beside?")  # no text


@dataclass(frozen=True)
class Standings:
    """The models on a feature, and those on another ground right beside it, in the order asked.

    unsure: those where it is too close to call, and whether "on" or "beside" is, until settled.
    """

    on: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    unsure: tuple[tuple[str, Place], ...] = ()

    @property
    def there(self) -> tuple[str, ...]:
        """The models on it, then those beside it."""
        return (*self.on, *self.beside)


@dataclass(frozen=True, kw_only=True)
class Standing(Ask[Standings]):
    """Which of the models stand on or beside a feature: {"ann": "on", "bob": "beside?"}; not named is away.

    within_in: how far from the outline of the feature, in plan, the edge of a base still counts as beside it.
    """

    feature: str
    models: tuple[str, ...]
    within_in: float = BESIDE_IN

    def __str__(self) -> str:
        """The feature, and the models that might stand there."""
        return f"on or beside {self.feature}: {', '.join(self.models)}"  # no text: for the command line

    def read(self, raw: Json) -> Standings:
        """Those on it, those beside it, and those too close to call."""
        if not isinstance(raw, Mapping) or not set(raw) <= set(self.models):
            raise refused("not-standing", feature=self.feature, others=self.models)
        for model, place in raw.items():
            if place not in PLACES:
                raise refused("no-such-standing", model=model, given=str(place))
        at = {model: raw.get(model, "away") for model in self.models}  # no text
        unsure = tuple((model, place) for model, place in at.items() if place.endswith("?"))
        on, beside = (tuple(model for model in at if at[model] == place) for place in PLACES[:2])
        return Standings(on, beside, unsure)

    def typed(self, text: str) -> Json:
        """`ann=on bob=beside`, or `none`; where it cannot be told: `bob=beside?`."""
        words = [] if text.strip() in ("", "none") else text.split()
        return {model: place for model, _, place in (word.partition("=") for word in words)}

    def doubts(self, answer: Standings) -> tuple[Ask[bool], ...]:
        """One question a model that is too close to call."""
        return tuple(Confirm(seen_by=self.seen_by, **topic._asdict()) for topic in self._topics(answer))

    def settled(self, answer: Standings, verdicts: tuple[bool, ...]) -> Standings:
        """Nobody is unsure any more; a model that might stand on the feature and does not stands beside it."""
        at = dict.fromkeys(answer.on, "on") | dict.fromkeys(answer.beside, "beside")  # no text
        for (model, place), yes in zip(answer.unsure, verdicts, strict=True):
            at[model] = place.removesuffix("?") if yes else "beside" if place == "on?" else "away"  # no text
        return self.read(at)

    def drawn(self, below: Below) -> Json:
        """Two in nine each on it and beside it; of as many it cannot be told."""
        at = {model: (*PLACES, *PLACES[:3], "away")[below(9)] for model in self.models}  # no text
        return {model: place for model, place in at.items() if place != "away"}

    def _topics(self, answer: Standings) -> Iterator[Topic]:
        for model, place in answer.unsure:
            where = place.removesuffix("?")
            yield Topic(f"{model} stands {where} {self.feature}", f"stands-{where}", (model, self.feature))  # no text
