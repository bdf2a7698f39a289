"""The end of a turn and of the game: objectives, morale of losses, and victory."""

from collections import Counter
from collections.abc import Iterator

from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.game_events import GameEnded, Scored, TurnEnded
from tablecam.rules.books.data_book.rules.losses import Losses
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.facts import Standing
from tablecam.rules.play import Play


def end_turn(form: BookForm, game: Play[State]) -> None:
    """Score for objectives, drop markers, roll for losses, and see whether a side breaks."""
    scored = list(find_holders(form, game, "turn"))
    markers = tuple(name for name, marker in form.markers.items() if marker.until == "turn")
    game.tell(TurnEnded(turn=game.state.turn, markers=markers))
    for event in scored:
        game.tell(event)
    _roll_for_losses(form, game)
    broken = [seat for seat in game.state.seats if game.state.lost_share(seat) >= form.victory.breaks_at]
    if broken and game.state.turn <= game.state.turns:
        losers = () if len(broken) == len(game.state.seats) else tuple(broken)
        _finish(form, game, "broken", losers)


def _roll_for_losses(form: BookForm, game: Play[State]) -> None:
    for row in (row for row in form.morale if row.when == "losses"):
        shaken = [seat for seat in game.state.seats if game.state.lost_share(seat) >= row.share > 0]
        for seat in shaken:
            Losses(form, game.state, seat).roll(game, row, game.state.alive(seat))


def end_game(form: BookForm, game: Play[State]) -> None:
    """End it after the last turn, or when only one side has models left."""
    alive = [seat for seat in game.state.seats if game.state.alive(seat)]
    if len(alive) < 2:
        losers = tuple(seat for seat in game.state.seats if seat not in alive) if alive else ()
        _finish(form, game, "destroyed", losers)
    else:
        _finish(form, game, "turns", ())


def _finish(form: BookForm, game: Play[State], why: str, losers: tuple[str, ...]) -> None:
    scored = [*find_holders(form, game, "end"), *_list_survivors(form, game.state)]
    game.tell(GameEnded(why=why, losers=losers))
    for event in scored:
        game.tell(event)


def find_holders(form: BookForm, game: Play[State], at: str) -> Iterator[Scored]:
    """The points for objectives: a side that has more models there than any other."""
    for score in (score for score in form.victory.scores if score.by == "hold" and score.at == at):
        for objective in game.state.objectives:
            alive = tuple(model for seat in game.state.seats for model in game.state.alive(seat))
            if not alive:
                continue
            standing = game.ask(Standing(feature=objective, models=alive, within_in=score.within_in))
            counts = Counter(game.state[model].seat for model in standing.there)
            holders = [seat for seat, count in counts.items() if count == max(counts.values())]
            if len(holders) == 1:
                yield Scored(seat=holders[0], points=score.gives, objective=objective)


def _list_survivors(form: BookForm, state: State) -> Iterator[Scored]:
    for score in (score for score in form.victory.scores if score.by == "alive"):
        for seat in state.seats:
            if points := score.gives * len(state.alive(seat)):
                yield Scored(seat=seat, points=points, by="alive")


def find_winner(state: State) -> str:
    """The side that has won or leads; empty for a draw. The most points win, then the most models."""
    seats = [seat for seat in state.seats if seat not in state.losers]
    if not seats:
        return ""
    standing = {seat: (state.points.get(seat, 0), len(state.alive(seat))) for seat in seats}
    best = max(standing.values())
    leaders = [seat for seat in seats if standing[seat] == best]
    return leaders[0] if len(leaders) == 1 else ""
