"""Gains and injuries that models of a campaign bring into a game: markers beside them, from the tags of its log.

    {"Red warband": "Tock: Experience 2, Dents 1; Old Anvilson: Dents 1"}

The players have taken it along at the set-up (`tablecam/club/event/umpired_games.py` writes it), and see it at the
model. A book whose rules apply it reads it from the setup (`tablecam/rules/campaign.py`); in others, the players do.

Clause: House Evening (S7).
"""

from collections.abc import Callable, Mapping

from tablecam.rules.books.game_tags import is_warband_tag
from tablecam.rules.plain import Json

BETWEEN_MODELS, AFTER_NAME, BETWEEN_MARKS = "; ", ": ", ", "


def read_warbands(tags: Mapping[str, str]) -> dict[tuple[str, str], tuple[str, ...]]:
    """The gains and injuries of each model, by the tag of its seat and its name in small letters."""
    marks: dict[tuple[str, str], tuple[str, ...]] = {}
    for tag, text in tags.items():
        if is_warband_tag(tag):
            for entry in text.split(BETWEEN_MODELS):
                name, _, carried = entry.partition(AFTER_NAME)
                marks[(tag.split(" ")[0].casefold(), name.casefold())] = tuple(
                    filter(None, carried.split(BETWEEN_MARKS))
                )
    return marks


def add_warband_marks(
    models: Mapping[str, Json], tags: Mapping[str, str], sides: Mapping[str, str], called: Callable[[str], object]
) -> dict[str, Json]:
    """The models as pages show them, with what they bring along as further markers.

    sides: the seat of each model; called: their names, those of hidden models for whoever does not know them.
    """
    marks = read_warbands(tags)
    return {model: _with_marks(shown, marks.get(_key(model, sides, called), ())) for model, shown in models.items()}


def _key(model: str, sides: Mapping[str, str], called: Callable[[str], object]) -> tuple[str, str]:
    return sides.get(model, "").casefold(), str(called(model)).casefold()


def _with_marks(shown: Json, marks: tuple[str, ...]) -> Json:
    if not marks or not isinstance(shown, dict):
        return shown
    markers = shown.get("markers")
    return {**shown, "markers": [*(markers if isinstance(markers, list) else []), *marks]}
