"""Options that several commands share, and the databases, house rules and rulebooks that they name."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import BadFile, TablecamError
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.doors.publishing.mqtt_door import MqttTarget
    from tablecam.doors.publishing.tuio import TuioTarget
    from tablecam.rules.books.catalogue import Catalogue
    from tablecam.storage.game_store import GameStore

table_folder = click.option(
    "--table",
    "table",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The table folder: camera.yaml, table.toml, models.toml, terrain.geojson.",
)
as_json = click.option("--json", "json_", is_flag=True, help="One JSON object a line.")


def tuio_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options for TUIO receivers; they arrive as one argument, `tuio`, the targets."""

    @wraps(command)
    def with_targets(tuio: TuioTarget | None, tuio2: TuioTarget | None, **others: Any) -> None:
        command(tuio=tuple(target for target in (tuio, tuio2) if target), **others)

    metavar = "HOST[:PORT]"
    with_targets = click.option(
        "--tuio2", metavar=metavar, callback=_target_parser("2.0"), help="Send TUIO 2.0 there, over UDP."
    )(with_targets)
    return click.option(
        "--tuio", metavar=metavar, callback=_target_parser("1.1"), help="Send TUIO 1.1 there, over UDP."
    )(with_targets)


def mqtt_option(command: Callable[..., None]) -> Callable[..., None]:
    """The option for an MQTT broker that receives the table; it arrives as `mqtt`, an MqttTarget or None."""
    return click.option(
        "--mqtt",
        metavar="URL",
        callback=_parse_mqtt,
        # everybody on the machine can see a command line
        envvar="TABLECAM_MQTT",
        show_envvar=True,
        help="Publish the table at this MQTT broker, for instance for Home Assistant: mqtt://user:secret@host/NAME.",
    )(command)


def _parse_mqtt(_context: click.Context, _option: click.Parameter, url: str | None) -> MqttTarget | None:
    from tablecam.doors.publishing.mqtt_door import mqtt_target

    try:
        return None if url is None else mqtt_target(url)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _target_parser(version: str) -> Callable[[click.Context, click.Parameter, str | None], TuioTarget | None]:
    def parse_target(_context: click.Context, _option: click.Parameter, text: str | None) -> TuioTarget | None:
        from tablecam.doors.publishing.tuio import parse_tuio_target

        try:
            return None if text is None else parse_tuio_target(text, version)
        except ValueError as wrong:
            raise click.BadParameter(str(wrong)) from None

    return parse_target


# in the working directory
USUAL_DB = "games.db"


def get_frames_folder(db: str) -> Path:
    """The folder of the frames that are kept for films of highlights."""
    return Path(f"{USUAL_DB if '://' in db else db}.frames")


def get_crops_folder(db: str) -> Path:
    """The folder of the images of a database's games: beside its file, else in the working folder."""
    return Path(f"{USUAL_DB if '://' in db else db}.crops")


database = click.option(
    "--db",
    "db",
    default=USUAL_DB,
    show_default=True,
    metavar="URL",
    help="Where games are kept: a file of SQLite, or any URL that SQLAlchemy knows.",
)


def books() -> Catalogue:
    """The rulebooks of the running command; a test passes its own with `obj=BOOKS.with_book(..)`."""
    from tablecam.rules.books.catalogue import Catalogue
    from tablecam.rules.books.registry import find_installed_books

    context = click.get_current_context(silent=True)
    if context is None:
        return find_installed_books()
    given = context.find_object(Catalogue)
    if given is None:
        given = context.obj = _note_broken(find_installed_books())
    return given


def _note_broken(found: Catalogue) -> Catalogue:
    """The same catalogue; a note says which rulebooks cannot be used, and why."""
    for broken in found.broken:
        click.echo(f"note: the rulebook {broken.name} cannot be used: {broken.reason}", err=True)
    return found


def _use_books(context: click.Context, _parameter: click.Parameter, words: tuple[str, ...]) -> None:
    """Make the first of these books the usual one of the running command, and add those of folders."""
    if not words:
        return
    from tablecam.rules.books.catalogue import BOOKS, Catalogue
    from tablecam.rules.books.registry import find_books, list_folder_names

    catalogue = context.find_object(Catalogue) or BOOKS
    folders = [Path(word) for word in words if is_folder(word, catalogue)]
    try:
        extended_catalogue = _note_broken(find_books(folders, catalogue))
        usual_name = list_folder_names(Path(words[0]))[0] if Path(words[0]) in folders else words[0]
        context.obj = extended_catalogue.with_usual_book(usual_name)
    except (BadFile, IllegalAnswer) as refusal:
        raise click.BadParameter(str(refusal)) from refusal


def is_folder(word: str, known: Catalogue) -> bool:
    """Whether a word names a folder rather than a rulebook."""
    written_as_path = os.sep in word or word in (os.curdir, os.pardir)
    return written_as_path or (word not in known.books and Path(word).is_dir())


def house_rules(_context: click.Context, _parameter: click.Parameter, words: tuple[str, ...]) -> dict[str, Json]:
    """A setup from `key=value` words: true, false, numbers and lists as JSON, anything else as text."""
    if not words:
        return {}
    rulebooks = books().books.values()
    keys = [key for book in rulebooks for key in (*(rule.key for rule in book.house_rules()), *book.setup_keys)]
    rules_named = dict(_parse_rule(word) for word in words)
    for key in rules_named:
        if key not in keys:
            matches = difflib.get_close_matches(key, keys, 1)
            advice = f"did you mean {matches[0]}?" if matches else f"the house rules are {', '.join(keys)}"
            raise click.BadParameter(f"there is no house rule {key}; {advice}")
    return rules_named


book_option = click.option(
    "--book",
    metavar="NAME|FOLDER",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_use_books,
    help="The rulebook, if not the default: its name, or the folder that holds it. May be given several times.",
)
rules = click.option(
    "--rules",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    callback=house_rules,
    help="A house rule, for instance shock=true; may be given several times.",
)


def open_store(db: str) -> GameStore:
    """The games of a database; DatabaseFault where it cannot be opened."""
    from tablecam.storage.database import open_database
    from tablecam.storage.game_store import GameStore

    return GameStore(open_database(db))


def read_or_list_faults(read: Callable[..., Any], *given: object) -> Any:
    """The result of `read`; prints all faults of a file, then raises TablecamError with their number."""
    from tablecam.storage.record import Faulty

    try:
        return read(*given)
    except Faulty as faulty:
        for fault in faulty.faults:
            click.echo(fault, err=True)
        count = len(faulty.faults)
        raise TablecamError(
            f"{faulty.what} has {count} fault{'s' * (count > 1)}; mend what is listed above"
        ) from faulty


def spoken(raw: Json) -> str:
    """An answer roughly as a person would type it."""
    match raw:
        case bool():
            return "yes" if raw else "no"
        case str():
            return raw
        case list():
            return " ".join(map(spoken, raw))
        case Mapping() if raw and all(isinstance(value, str | int | float) for value in raw.values()):
            return " ".join(f"{name}={spoken(value)}" for name, value in raw.items())
    return json.dumps(raw, ensure_ascii=False)


def _parse_rule(word: str) -> tuple[str, Json]:
    key, equals, value = word.partition("=")
    if not key or not equals:
        raise click.BadParameter(f"'{word}' is not KEY=VALUE, for instance shock=true")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value
