"""The step "models": the tag of each model.

GET  /api/setup/roster       {"forces": [{"name", "title", "facts": [], "models": [], "faults": [], "warnings": []}],
                              "chosen": {seat: force}, "seats": [{"id", "name", "number"}],
                              "cards": [{"id", "name", "card", "side", "points", "badges": [], "tag" or null,
                                         "second": the number of another tag on its tray or null,
                                         "there": true, "base": "32", "tag_mm", "height_in",
                                         "printed": true (its tag is on the sheet, and was not seen yet)}],
                              "others": [{"id", "name", "side", "tag"}],              other models with tags
                              "tags": [{"tag", "x_in", "y_in", "heading_rad", "printed_mm"}],  unassigned, in sight
                              "pairs": [{"tags": [21, 22], "model": who wears one of them or null}],   as on one tray
                              "bases": [{"base": "75x42", "label", "shape", "length_mm", "width_mm"}],
                              "tag_sizes": [20, 24], "usual_tag_mm", "fault": "" or the fault of models.toml}
POST /api/setup/roster/forces {seat: force, ..}
POST /api/setup/roster/assign {"model", "tag", "base", "tag_mm", "height_in"}      gives a model a tag, or changes it
     {.., "second": 22}                                   and the other tag on its tray, if both are seen to lie so
POST /api/setup/roster/second {"model", "tag"}            a model with a tag wears that one too, if they are seen so
POST /api/setup/roster/single {"model"}                   it wears its first tag alone
POST /api/setup/roster/take {"model"}                     takes its tag away
POST /api/setup/roster/unprint                            takes back the numbers of the sheet that were not seen yet
POST /api/setup/roster/swap {"model", "with"}             the tag of `model` belongs to `with`; two tags change owners
POST /api/setup/roster/force {"files": {"night_ferry.toml": "text", ...}, "instead"?}  keeps a force; adds {"name"}
POST /api/setup/roster/import {"name": "list.ros", "content": base64, "answers": {model: card or ""}, "instead"?}
     {"unknown": [{"name", "count", "choices": []}], "force": "" or its name, "report": [sentence, ..]}
                              with unknown models nothing is kept: ask about them, and send the answers
All others answer like GET. A force that is there already is refused with the code "already-there"; "instead" replaces
it.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.books.game_setups import forces_listed, seats, usual_forces
from tablecam.rules.books.views import dump_view
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.roster_import import RosterImport, import_roster
from tablecam.setup.roster_step import (
    BASES,
    MOST_BYTES,
    RosterCard,
    RosterStep,
    base_called,
    base_name,
    keep_force,
    tag_sizes,
)
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.unassigned_tags import SeenTag, TagPair, tag_pairs
from tablecam.storage.rosters.read_roster import MOST_BYTES as MOST_ROSTER_BYTES
from tablecam.storage.rosters.read_roster import read_roster_list
from tablecam.storage.rosters.roster_list import clean_name
from tablecam.table.miniature import Miniature
from webui.entrance.access import only
from webui.entrance.guard import larger
from webui.setup.steps import Json
from webui.setup.terrain import find_seen_tags, tag, whole_number
from webui.table.demo_control import ControlPayload

Forces = Mapping[str, Path]
# an image may miss one of two tags; a slow computer needs this long for each
LOOKS, LOOK_S = 6, 2.0


def _choose_forces(setup: TableSetup, forces: Forces, body: ControlPayload, _live: LiveLoop) -> None:
    step = setup.roster
    step.choose({seat: body.text(seat).replace("-", "_") for seat in step.book.seats}, forces)


def _assign_tag(setup: TableSetup, forces: Forces, body: ControlPayload, live: LiveLoop) -> None:
    step = setup.roster
    number = whole_number(body, "tag")
    card = _find_card(step, forces, body.text("model"))
    pair = None if body.maybe("second") is None else _find_pair(setup, live, number, whole_number(body, "second"))
    step.assign(card, number, base_called(body.text("base")), body.number("tag_mm"), body.number("height_in"))
    if pair is not None:
        step.add_second(card.id, pair)


def _add_second_tag(setup: TableSetup, _forces: Forces, body: ControlPayload, live: LiveLoop) -> None:
    model, second = body.text("model"), whole_number(body, "tag")
    worn = next((wearer.tag for wearer in setup.roster.models if wearer.id == model), None)
    if worn is None:
        raise SetupRefusal(Message("{model} has no tag: reload the page", model=model))
    setup.roster.add_second(model, _find_pair(setup, live, worn, second))


def _drop_second_tag(setup: TableSetup, _forces: Forces, body: ControlPayload, _live: LiveLoop) -> None:
    setup.roster.drop_second(body.text("model"))


def _take_tag(setup: TableSetup, _forces: Forces, body: ControlPayload, _live: LiveLoop) -> None:
    setup.roster.remove_tag(body.text("model"))


def _swap_tags(setup: TableSetup, forces: Forces, body: ControlPayload, _live: LiveLoop) -> None:
    setup.roster.transfer_tag(body.text("model"), _find_card(setup.roster, forces, body.text("with")))


def _take_back_numbers(setup: TableSetup, _forces: Forces, _body: ControlPayload, _live: LiveLoop) -> None:
    setup.named.take_back()


COMMANDS: dict[str, Callable[[TableSetup, Forces, ControlPayload, LiveLoop], None]] = {
    "forces": _choose_forces,
    "assign": _assign_tag,
    "second": _add_second_tag,
    "single": _drop_second_tag,
    "take": _take_tag,
    "swap": _swap_tags,
    "unprint": _take_back_numbers,
}


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/roster and what is below it."""
    pages = Blueprint("setup roster", __name__)  # no text

    @pages.get("/api/setup/roster")
    def get_roster() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, live.view))

    @pages.post(f"/api/setup/roster/<any({', '.join(COMMANDS)}):command>")
    def run_command(command: str) -> Response:
        only("table", "umpire")
        forces = usual_forces(setup.book, setup.folder)
        COMMANDS[command](setup, forces, ControlPayload(request.get_json()), live)
        return jsonify(state(setup, live.view))

    @pages.post("/api/setup/roster/force")
    @larger(2 * MOST_BYTES)
    def upload_force() -> Response:
        only("table", "umpire")
        body = request.get_json()
        files = body.get("files")
        if not isinstance(files, dict) or not all(isinstance(text, str) for text in files.values()):
            abort(400, _("Send the files of a force under the key “files”: a text for each file name."))
        name, _force = keep_force(setup.folder, files, setup.book, ControlPayload(body).flag("instead", False))
        return jsonify(state(setup, live.view) | {"name": name})

    @pages.post("/api/setup/roster/import")
    @larger(2 * MOST_ROSTER_BYTES)
    def import_list() -> Response:
        only("table", "umpire")
        result = _import_roster(setup, ControlPayload(request.get_json()))
        return jsonify(dump_view(result))

    return pages


def _import_roster(setup: TableSetup, body: ControlPayload) -> RosterImport:
    answers = body.body.get("answers", {})
    if not isinstance(answers, dict) or not all(isinstance(card, str) for card in answers.values()):
        abort(400, _("Send the cards of unknown models under the key “answers”: a card for each model."))
    try:
        content = base64.b64decode(body.text("content"), validate=True)
    except ValueError:
        abort(400, _("Send the roster’s file as base64 under the key “content”."))
    roster = read_roster_list(clean_name(body.text("name", "")) or "roster.txt", content)
    return import_roster(setup.folder, setup.book, roster, answers, instead=body.flag("instead", False))


def state(setup: TableSetup, view: PublishedFrame) -> Json:
    """The models with their tags, the other models, and the unassigned tags."""
    step = setup.roster
    forces = usual_forces(setup.book, setup.folder)
    models, fault = _read_models(step)
    cards = step.cards(forces)
    ids_on_table = {standing.model.id for standing in view.snapshot.models} if view.snapshot is not None else set()
    setup.named.note_seen(ids_on_table)
    printed = setup.named.printed
    worn, played = {model.id: model for model in models}, {card.id for card in cards}
    return {
        "forces": forces_listed(setup.book, forces),
        "chosen": step.chosen,
        "seats": seats(step.book),
        "cards": [
            _show_card(card, worn.get(card.id), _find_similar_model(card, cards, worn))
            | {"there": card.id in ids_on_table, "printed": card.id in printed}
            for card in cards
        ],
        "others": [_model_to_json(model) for model in models if model.id not in played],
        "tags": [tag(visible_tag) for visible_tag in find_seen_tags(setup, view)],
        "pairs": [{"tags": pair.tags, "model": pair.model} for pair in _find_pairs(setup, view, models)],
        "bases": [{**base, "label": str(base["label"])} for base in BASES],
        "tag_sizes": tag_sizes(),
        "usual_tag_mm": _get_usual_tag_mm(step, find_seen_tags(setup, view)),
        "fault": fault,
    }


def _find_pairs(setup: TableSetup, view: PublishedFrame, models: Sequence[Miniature]) -> tuple[TagPair, ...]:
    """Pairs of tags that lie like those of one tray, at least one of them free."""
    if view.frame is None or view.camera is None or view.snapshot is None or not view.snapshot.unknown_tags:
        return ()
    worn = {model.tag: model.id for model in models}
    visible_tags = setup.unassigned.on_table(view.frame, view.camera, {*view.snapshot.unknown_tags, *worn})
    paired_numbers = {tag for model in models if model.second_tag is not None for tag in model.tags}
    return tag_pairs([visible_tag for visible_tag in visible_tags if visible_tag.tag not in paired_numbers], worn)


def _find_pair(setup: TableSetup, live: LiveLoop, tag: int, second: int) -> TagPair:
    """The pair of these two tags. Raises SetupRefusal where no image of the next seconds shows them to be one."""
    view = live.view
    for _unseen in range(LOOKS):
        for pair in _find_pairs(setup, view, _read_models(setup.roster)[0]):
            if {tag, second} == set(pair.tags):
                return pair
        view = live.wait(view.number, LOOK_S)
    raise SetupRefusal(
        Message(
            "tags {tag} and {second} do not lie like the tags of one tray: make both visible, and try again",
            tag=tag,
            second=second,
        )
    )


def _read_models(step: RosterStep) -> tuple[tuple[Miniature, ...], str]:
    try:
        return step.models, ""
    except BadFile as fault:
        return (), str(fault)


def _get_usual_tag_mm(step: RosterStep, seen: tuple[SeenTag, ...]) -> float:
    try:
        return step.usual_tag_mm()
    except BadFile:
        return seen[0].printed_mm if seen else 24.0


def _find_similar_model(
    card: RosterCard, cards: tuple[RosterCard, ...], worn: Mapping[str, Miniature]
) -> Miniature | None:
    """A model of the same card that has a base already: their bases will be alike."""
    return next((worn[sibling.id] for sibling in cards if sibling.card == card.card and sibling.id in worn), None)


def _find_card(step: RosterStep, forces: Forces, model: str) -> RosterCard:
    for card in step.cards(forces):
        if card.id == model:
            return card
    raise SetupRefusal(Message("no model of the chosen forces is called {model}: choose the forces first", model=model))


def _show_card(card: RosterCard, model: Miniature | None, like: Miniature | None) -> dict[str, Any]:
    body = model or like
    return {
        "id": card.id,
        "name": card.name,
        "card": card.card,
        "side": card.side,
        "points": card.points,
        "badges": [str(badge) for badge in card.badges],
        "tag": None if model is None else model.tag,
        "second": None if model is None else model.second_tag,
        "tag_mm": None if model is None else round(model.tag_size_mm * 1.25, 1),
        "base": base_name(card.base if body is None else body.base),
        "height_in": round(card.height_in if body is None else body.height_in, 2),
    }


def _model_to_json(model: Miniature) -> Json:
    return {"id": model.id, "name": model.name, "side": model.side, "tag": model.tag}
