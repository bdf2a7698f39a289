"""The step "models": which tag is whose.

GET  /api/setup/roster       {"forces": [{"name", "title", "faction", "points", "faults": []}],
                              "chosen": {seat: force}, "seats": [{"id", "name", "number"}],
                              "cards": [{"id", "name", "card", "side", "points", "badges": [], "tag" or null,
                                         "there": true, "base": "32", "tag_mm", "height_in"}],   of the chosen forces
                              "others": [{"id", "name", "side", "tag"}],              who else wears a tag
                              "tags": [{"tag", "x_in", "y_in", "heading_rad", "printed_mm"}],  nobody's, in sight
                              "bases": [{"base": "75x42", "label", "shape", "length_mm", "width_mm"}],
                              "tag_sizes": [20, 24], "usual_tag_mm", "fault": "" or what is wrong with models.toml}
POST /api/setup/roster/forces {seat: force, ..}
POST /api/setup/roster/assign {"model", "tag", "base", "tag_mm", "height_in"}      also changes who wears it already
POST /api/setup/roster/take {"model"}                     it wears no tag any more
POST /api/setup/roster/swap {"model", "with"}             what stands there is the other one; both tags: changed over
POST /api/setup/roster/force {"files": {"night_ferry.toml": "text", ...}, "instead"?}  keeps a force; {"name"} besides
All answer like GET.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.errors import BadFile
from tablecam.observing.live_loop import LiveLoop, PublishedFrame
from tablecam.rulebooks.game_setups import GameSetups, seats, usual_forces
from tablecam.setup.bases import BASES, base_called, base_name, tag_sizes
from tablecam.setup.force_upload import MOST_BYTES, keep_force
from tablecam.setup.roster_step import RosterCard, RosterStep
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.unassigned_tags import SeenTag
from tablecam.table.miniature import Miniature
from webui.access import only
from webui.demo_control import ControlPayload
from webui.entrance.guard import larger
from webui.setup.shown import Json
from webui.setup.terrain import seen_tags, tag

Forces = Mapping[str, Path]


def _choose(step: RosterStep, forces: Forces, said: ControlPayload) -> None:
    step.choose({seat: said.text(seat).replace("-", "_") for seat in step.book.seats}, forces)


def _assign(step: RosterStep, forces: Forces, said: ControlPayload) -> None:
    number = said.number("tag")
    if number != int(number):
        raise BadFile("tag must be a whole number")
    card = _card(step, forces, said.text("model"))
    step.assign(card, int(number), base_called(said.text("base")), said.number("tag_mm"), said.number("height_in"))


def _take(step: RosterStep, _forces: Forces, said: ControlPayload) -> None:
    step.take_away(said.text("model"))


def _swap(step: RosterStep, forces: Forces, said: ControlPayload) -> None:
    step.hand_over(said.text("model"), _card(step, forces, said.text("with")))


COMMANDS: dict[str, Callable[[RosterStep, Forces, ControlPayload], None]] = {
    "forces": _choose,
    "assign": _assign,
    "take": _take,
    "swap": _swap,
}


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/roster and what is below it."""
    pages = Blueprint("setup roster", __name__)

    @pages.get("/api/setup/roster")
    def roster() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, live.view))

    @pages.post(f"/api/setup/roster/<any({', '.join(COMMANDS)}):command>")
    def act(command: str) -> Response:
        only("table", "umpire")
        COMMANDS[command](setup.roster, usual_forces(folder=setup.folder), ControlPayload(request.get_json()))
        return jsonify(state(setup, live.view))

    @pages.post("/api/setup/roster/force")
    @larger(2 * MOST_BYTES)
    def bring() -> Response:
        only("table", "umpire")
        body = request.get_json()
        files = body.get("files")
        if not isinstance(files, dict) or not all(isinstance(text, str) for text in files.values()):
            abort(400, 'Send the files of a force as {"files": {"night_ferry.toml": "its text"}}.')
        name, _ = keep_force(setup.folder, files, ControlPayload(body).flag("instead", False))
        return jsonify(state(setup, live.view) | {"name": name})

    return pages


def without_tag(setup: TableSetup) -> int:
    """How many models of the chosen forces wear no tag."""
    worn = {model.id for model in _models(setup.roster)[0]}
    return sum(card.id not in worn for card in setup.roster.cards(usual_forces(folder=setup.folder)))


def state(setup: TableSetup, view: PublishedFrame) -> Json:
    """Who wears which tag, and who could."""
    step = setup.roster
    forces = usual_forces(folder=setup.folder)
    models, fault = _models(step)
    cards = step.cards(forces)
    there = {placed.model.id for placed in view.snapshot.models} if view.snapshot is not None else set()
    worn, played = {model.id: model for model in models}, {card.id for card in cards}
    return {
        "forces": GameSetups(lambda _book: forces).forces_listed(),
        "chosen": step.chosen,
        "seats": seats(step.book),
        "cards": [
            _shown(card, worn.get(card.id), _like(card, cards, worn)) | {"there": card.id in there} for card in cards
        ],
        "others": [_other(model) for model in models if model.id not in played],
        "tags": [tag(seen) for seen in seen_tags(setup, view)],
        "bases": [dict(each) for each in BASES],
        "tag_sizes": tag_sizes(),
        "usual_tag_mm": _usual(step, seen_tags(setup, view)),
        "fault": fault,
    }


def _models(step: RosterStep) -> tuple[tuple[Miniature, ...], str]:
    try:
        return step.models, ""
    except BadFile as fault:
        return (), str(fault)


def _usual(step: RosterStep, seen: tuple[SeenTag, ...]) -> float:
    try:
        return step.usual_tag_mm()
    except BadFile:
        return seen[0].printed_mm if seen else 24.0


def _like(card: RosterCard, cards: tuple[RosterCard, ...], worn: Mapping[str, Miniature]) -> Miniature | None:
    """A model on the same card that has a base already: theirs will be alike."""
    return next((worn[other.id] for other in cards if other.card == card.card and other.id in worn), None)


def _card(step: RosterStep, forces: Forces, model: str) -> RosterCard:
    for card in step.cards(forces):
        if card.id == model:
            return card
    raise BadFile(f"no model of the two forces is called {model}: choose the forces first")


def _shown(card: RosterCard, model: Miniature | None, like: Miniature | None) -> dict[str, Any]:
    body = model or like
    return {
        "id": card.id,
        "name": card.name,
        "card": card.card,
        "side": card.side,
        "points": card.points,
        "badges": [str(badge) for badge in card.badges],
        "tag": None if model is None else model.tag,
        "tag_mm": None if model is None else round(model.tag_size_mm * 1.25, 1),
        "base": base_name(card.base if body is None else body.base),
        "height_in": round(card.height_in if body is None else body.height_in, 2),
    }


def _other(model: Miniature) -> Json:
    return {"id": model.id, "name": model.name, "side": model.side, "tag": model.tag}
