"""Tables that play by themselves, without cameras and players, to try a hub and its wall before an evening."""

import random
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from tablecam.base.errors import TablecamError
from tablecam.commands.drawn_table import make_company
from tablecam.commands.options import books
from tablecam.doors.hub.courier import Courier, to_hub
from tablecam.doors.hub.outbox import Say
from tablecam.doors.hub.settings import HubLink
from tablecam.game.hosting.commands import concede
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import TABLE
from tablecam.game.playthrough import anything
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.portraits import Portrait, cut_portraits
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.game_setups import GameSetups, usual_forces
from tablecam.rules.books.side_names import force_tag
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Spot
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from webui.game.feed import GameTexts
from webui.server.events import Texts
from webui.table.board_names import choose_hidden_names
from webui.wall.hub_show import HubShow
from webui.wall.portrait_line import PortraitLine, PortraitShow

# the length of a model's step, and its distance from the edge, in inches
STRIDE_IN, EDGE_IN = 2.0, 2.0
LOST = "the camera was unplugged"
# the number of steps that a result stays on the table before the next game begins
RESTS = 20
# the number of answers after which a side concedes, more at each table, so that an evening has results
PATIENCE, MORE_PATIENCE = 200, 60


class RehearsedTable:
    """A table of the two starter teams. step(): one thing happens. name: its display name."""

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        self._chance = random.Random(seed)
        self._scene = two_forces(640, 360, company=make_company(books().usual))
        self._spots = dict(self._scene.spots)
        self._name, self._rests, self._number = name, 0, 0
        self._answers, self._patience = 0, PATIENCE + seed * MORE_PATIENCE
        folder.mkdir(parents=True, exist_ok=True)
        called = {model.id: model.name for model in self._scene.roster.models}
        self.host = GameHost(GameStore(open_database(str(folder / "games.db"))), GameSetups(books()), lambda: called)
        hidden, roster = choose_hidden_names(self.host), self._scene.roster
        show = HubShow(lambda: self.view, Texts(lambda: roster, books(), hidden), GameTexts(self.host, lambda: roster))
        self.show = PortraitShow(show, PortraitLine(find_portraits, lambda: roster, hidden))
        self.view = PublishedFrame(0, None)
        self._update_view()

    def begin(self) -> None:
        """Begin the next game."""
        seats = books().usual.seats
        forces = dict(zip(seats, usual_forces(books().usual), strict=False))
        tags = {force_tag(seat): f"{self._name} {'AB'[index]}" for index, seat in enumerate(seats)}
        self._answers = 0
        self.host.begin({"forces": forces, "rules": {"deployed": True}, "tags": tags, "instead": True})

    def step(self) -> None:
        """Give an answer and move a model; some time after the end, begin the next game."""
        with self.host.reading() as open_game:
            is_over = open_game is None or open_game.game.over
        if not is_over:
            self._answers += 1
            if self._answers > self._patience:
                self.host.do(concede, self._chance.choice(books().usual.seats), {})
                return
            self._answer_question()
            self._move_model(self._chance.choice(list(self._spots)))
            return
        if self._rests == 1:
            self.host.put_game_away(TABLE, {})
        self._rests -= 1
        if self._rests <= 0:
            self._rests = RESTS
            self.begin()

    def lose_camera(self, lost: bool = True) -> None:
        """Lose the camera, as when somebody trips over the cable; or bring it back."""
        self.view = replace(self.view, number=self.view.number + 1, trouble=LOST if lost else None)

    def _answer_question(self) -> None:
        with self.host.reading() as open_game:
            if open_game is None or not open_game.game.open:
                return
            question = self._chance.choice(open_game.game.open)
            seat = question.ask.seat or self._chance.choice(open_game.game.seats)
            payload = {"key": open_game.key(question, seat), "source": "keypad"}
            payload["raw"] = anything(question.ask, self._chance.randrange)
        # a random answer may break the rules
        with suppress(IllegalAnswer):
            self.host.answer(seat, payload)

    def _move_model(self, model: str) -> None:
        spot = self._spots[model]
        if spot.z_in > 0 or self.view.trouble:
            return
        x, y = (self._step_coordinate(coordinate) for coordinate in (spot.x_in, spot.y_in))
        self._spots[model] = Spot(x, y, 0.0, self._chance.uniform(-3.1, 3.1))
        self._update_view()

    def _step_coordinate(self, at: float) -> float:
        return min(max(at + self._chance.uniform(-STRIDE_IN, STRIDE_IN), EDGE_IN), 48.0 - EDGE_IN)

    def _update_view(self) -> None:
        placements = tuple(
            Placed(model, spot.x_in, spot.y_in, spot.z_in, spot.heading_rad)
            for model, spot in ((model, self._spots[model.id]) for model in self._scene.roster.models)
        )
        self._number += 1
        snapshot = Snapshot(float(self._number), placements, self._scene.terrain)
        self.view = PublishedFrame(self.view.number + 1, snapshot)


def find_portraits(models: Iterable[str]) -> dict[str, Portrait]:
    """The portraits of these models of the two starter teams."""
    drawn = draw_portraits()
    return {id: drawn[id] for id in models if id in drawn}


@cache
def draw_portraits() -> dict[str, Portrait]:
    """The portraits of the two starter teams, cut from a drawn image."""
    scene = two_forces(1920, 1080, company=make_company(books().usual))
    placements = tuple(
        Placed(model, spot.x_in, spot.y_in, spot.z_in, spot.heading_rad)
        for model, spot in ((model, scene.spots[model.id]) for model in scene.roster.models)
    )
    frame = Frame(Renderer(scene).picture(scene.spots), 0.0)
    return cut_portraits(PublishedFrame(0, Snapshot(0.0, placements), scene.camera, frame))


@contextmanager
def connect_table(table: RehearsedTable, link: HubLink, say: Say) -> Iterator[Courier]:
    """The courier of a table that sends its games and shows itself inside the block."""
    with to_hub(link, table.host.store, books().rulebook, say, table.show) as courier:
        if courier is None:
            raise TablecamError("a rehearsal needs a hub")
        yield courier


@contextmanager
def open_rehearsal(links: list[HubLink], folder: Path, say: Say) -> Iterator[list[RehearsedTable]]:
    """Rehearsed tables, one for each link, at its hub inside the block."""
    with ExitStack() as stack:
        tables = [
            RehearsedTable(folder / str(number), f"Player {number}", number) for number in range(1, len(links) + 1)
        ]
        for table, link in zip(tables, links, strict=True):
            stack.callback(table.host.close)
            stack.enter_context(connect_table(table, link, say))
        yield tables
