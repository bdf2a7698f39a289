"""The fact which models stand on a feature of the terrain, and which stand right beside it.

The question names the feature as the terrain file does, by its own name or by the name of its piece.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tablecam.rules.ask import Ask, Below, Confirm, Topic, make_refusal
from tablecam.rules.plain import Json

# a model this close to the outline of a feature touches it: plans of terrain are no more exact
BESIDE_IN = 0.1

Place = Literal["on", "beside", "away", "on?", "beside?"]
# possible places of a model; a question mark: too close to call, the players settle it
PLACES: tuple[Place, ...] = ("on", "beside", "away", "on?", "beside?")  # no text


@dataclass(frozen=True)
class Standings:
    """The models on a feature, and the models right beside it, in the order asked.

    unsure: the models that are too close to call, each with the place in doubt ("on" or "beside"), until settled.
    """

    on: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    unsure: tuple[tuple[str, Place], ...] = ()

    @property
    def there(self) -> tuple[str, ...]:
        """The models on the feature, then the models beside it."""
        return (*self.on, *self.beside)


@dataclass(frozen=True, kw_only=True)
class Standing(Ask[Standings]):
    """A question for the models on or beside a feature: {"ann": "on", "bob": "beside?"}; a model not named is away.

    within_in: the largest distance in plan from the feature to the edge of a base beside it, in inches.
    """

    feature: str
    models: tuple[str, ...]
    within_in: float = BESIDE_IN

    def __str__(self) -> str:
        """The feature, and the models that might stand there."""
        return f"on or beside {self.feature}: {', '.join(self.models)}"  # no text: for the command line

    def parse_json(self, raw: Json) -> Standings:
        """The models on it, the models beside it, and those too close to call."""
        if not isinstance(raw, Mapping) or not set(raw) <= set(self.models):
            raise make_refusal("not-standing", feature=self.feature, others=self.models)
        for model, place in raw.items():
            if place not in PLACES:
                raise make_refusal("no-such-standing", model=model, given=str(place))
        places = {model: raw.get(model, "away") for model in self.models}  # no text
        unsure = tuple((model, place) for model, place in places.items() if place.endswith("?"))
        on, beside = (tuple(model for model in places if places[model] == place) for place in PLACES[:2])
        return Standings(on, beside, unsure)

    def parse_text(self, text: str) -> Json:
        """Parse `ann=on bob=beside`, or `none`; a place too close to call: `bob=beside?`."""
        words = [] if text.strip() in ("", "none") else text.split()
        return {model: place for model, _, place in (word.partition("=") for word in words)}

    def list_doubts(self, answer: Standings) -> tuple[Ask[bool], ...]:
        """One question for each model that is too close to call."""
        return tuple(Confirm(seen_by=self.seen_by, **topic._asdict()) for topic in self._doubt_topics(answer))

    def settle_doubts(self, answer: Standings, verdicts: tuple[bool, ...]) -> Standings:
        """The answer without doubts; a model that is found not to stand on the feature stands beside it."""
        places = dict.fromkeys(answer.on, "on") | dict.fromkeys(answer.beside, "beside")  # no text
        for (model, place), is_so in zip(answer.unsure, verdicts, strict=True):
            places[model] = place.removesuffix("?") if is_so else "beside" if place == "on?" else "away"  # no text
        return self.parse_json(places)

    def draw_answer(self, below: Below) -> Json:
        """Random places: two in nine each on it and beside it; two in nine are too close to call."""
        places = {model: (*PLACES, *PLACES[:3], "away")[below(9)] for model in self.models}  # no text
        return {model: place for model, place in places.items() if place != "away"}

    def _doubt_topics(self, answer: Standings) -> Iterator[Topic]:
        for model, place in answer.unsure:
            where = place.removesuffix("?")
            yield Topic(f"{model} stands {where} {self.feature}", f"stands-{where}", (model, self.feature))  # no text
