"""The score card of a data book in club events, and what an umpired game enters on it."""

from collections.abc import Callable, Mapping

from tablecam.base.i18n import Message
from tablecam.rules.books.data_book.rules.ending import find_winner
from tablecam.rules.books.data_book.rules.event_form_toml import EventForm, ScoreFieldForm
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.books.views import Text
from tablecam.rules.event_scoring import LOST, WON, EventScoring, ScoreField, ScoreLevel, ScoreStep, SeatScore

MODELS_LOST = ScoreField(key=LOST, title=Message("Models lost"))
# of a book without fields
USUAL_COUNTS = {WON.key: "won", LOST: "lost"}

# what a game enters in a field, from its state and the seat
COUNTS: Mapping[str, Callable[[State, str], int]] = {
    "won": lambda state, seat: int(bool(state.ended) and find_winner(state) == seat),
    "points": lambda state, seat: max(0, state.points.get(seat, 0)),
    "lost": lambda state, seat: state.count(seat) - len(state.alive(seat)),
    "left": lambda state, seat: len(state.alive(seat)),
}


def build_scoring(form: EventForm, text: Callable[[str], Text]) -> EventScoring:
    """The score card of a book. text: a text of the book, in the language of its reader."""
    # that of the first step after the draw
    narrow_win = next((step.lead for step in form.steps if step.lead), 0)
    return EventScoring(
        fields=tuple(_build_field(key, entry, text) for key, entry in form.fields.items()) or (WON, MODELS_LOST),
        steps=tuple(ScoreStep(step.lead, step.ahead, step.behind) for step in form.steps),
        bye=form.bye,
        concession=form.concession if form.concession is not None else narrow_win,
    )


def _build_field(key: str, entry: ScoreFieldForm, text: Callable[[str], Text]) -> ScoreField:
    return ScoreField(
        key=key,
        title=text(entry.title),
        kind=entry.kind,
        most=entry.most,
        of_force=entry.of_force,
        worth=entry.worth,
        levels=tuple(ScoreLevel(title=text(level.title), per_cent=level.per_cent) for level in entry.levels),
        tops=entry.tops,
        alone=entry.alone,
        tie_break=entry.tie_break,
    )


def read_scores(form: EventForm, state: State) -> dict[str, SeatScore]:
    """The halves of a score card, by side."""
    counts = {key: entry.counts for key, entry in form.fields.items()} or USUAL_COUNTS
    return {
        seat: SeatScore(
            {key: COUNTS[name](state, seat) for key, name in counts.items() if name in COUNTS},
            state.count(seat),
            state.ended == "conceded" and seat in state.losers,
        )
        for seat in state.seats
    }


# a victory point beside a model that is whole
POINT_SHARE = 0.5


def measure_strength(state: State) -> dict[str, float]:
    """The models in play with their wounds, and the victory points."""
    strength = {seat: POINT_SHARE * max(0, state.points.get(seat, 0)) for seat in state.seats}
    for model in state.models.values():
        if model.alive:
            strength[model.seat] += 0.5 + 0.5 * model.wounds / max(1, model.of)
    return strength
