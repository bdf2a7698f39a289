"""The possible beginnings of a game on this server: the books with their forces, scenarios and house rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message, current_style, listing
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book, ScenarioReader
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.game_tags import LONGEST_WARBAND, is_warband_tag
from tablecam.rules.books.setup_views import ForceModel, ForceRead, Scenario
from tablecam.rules.books.side_names import force_tag, player_tag, seat_title
from tablecam.rules.campaign import Brought
from tablecam.rules.plain import Json
from tablecam.storage.read_cache import ReadCache
from tablecam.storage.record import Faulty
from tablecam.table.miniature import Miniature

LONGEST_TAG = 80
# the size of the table in a setup, for books that ask for it
TABLE_IN = "table_in"

Scenarios = Callable[[Book], tuple[Scenario, ...]]
ForceFiles = Callable[[Book], Mapping[str, Path]]


def usual_forces(book: Book, folder: Path | None = None) -> dict[str, Path]:
    """The forces that come with a book, and the force files in the `forces` folder of a table folder."""
    if book.forces is None:
        return {}
    files = sorted((folder / "forces").glob("*.toml")) if folder else []
    return {**book.forces.starters(), **{path.stem: path for path in files if not path.stem.endswith("_cards")}}


def find_force(book: Book, name: str) -> Path:
    """The file of that path, or the book's own force of that name; BadFile if there is neither."""
    path, starters = Path(name), book.forces.starters() if book.forces else {}
    if path.exists() or path.suffix:
        return path
    if name in starters:
        return starters[name]
    raise BadFile(f"{name} is neither a file nor a starter team; the starter teams are {', '.join(starters)}")


def usual_scenarios(book: Book, folder: Path | None = None) -> tuple[Scenario, ...]:
    """The scenarios that come with a book, and the scenario files in the `scenarios` folder of a table folder.

    A file with faults is listed too, with the first fault; a game cannot begin with it.
    """
    reader = book.scenario_files
    if reader is None:
        return book.scenarios
    files = {path.stem: path for path in sorted((folder / "scenarios").glob("*.toml"))} if folder else {}
    return (*book.scenarios, *(_read_scenario(reader, path) for path in ({**reader.starters(), **files}).values()))


# what the page of a new game asks for again and again, by its reader, which stays as long as what it has read;
# the words of some books depend on the language
READ_FILES = ReadCache()


def _read_scenario(reader: ScenarioReader, path: Path) -> Scenario:
    try:
        return READ_FILES.get((id(reader), current_style(), path), lambda: (reader.read_scenario(path), reader))[0]
    except BadFile as fault:
        return Scenario(path.stem, path.stem, fault=str(fault))


def find_scenario(book: Book, scenario_id: Json, scenarios: Scenarios = usual_scenarios) -> Scenario | None:
    """The scenario of that id; without an id the first one, None if there is none. IllegalAnswer for a wrong id."""
    candidates = scenarios(book)
    match = next((scenario for scenario in candidates if scenario_id in (None, scenario.id)), None)
    if match is None and scenario_id is not None:
        names = listing(scenario.id for scenario in candidates) if candidates else Message("none")
        raise IllegalAnswer(Message("there is no scenario {name}; there are {names}", name=scenario_id, names=names))
    if match and match.fault:
        raise IllegalAnswer(match.fault)
    return match


@dataclass(frozen=True)
class GameSetups:
    """The setups of games on this server.

    forces: the files of a book's forces, by name. table_in: the two sides of the battlefield, None if not known.
    scenarios: the scenarios of a book. models: the models of the table, whose forces are the usual choice.
    """

    books: Catalogue
    forces: ForceFiles = usual_forces
    table_in: Callable[[], tuple[float, float] | None] = lambda: None
    scenarios: Scenarios = usual_scenarios
    models: Callable[[], Iterable[Miniature]] = tuple

    def list_books(self) -> dict[str, Json]:
        """Every book with its seats, forces, house rules and scenarios; and those that cannot be used, with reasons."""
        books = [self._describe_book(book) for book in self.books.books.values()]
        broken = [{"name": broken.name, "reason": broken.reason} for broken in self.books.broken]
        return {"books": books} | ({"broken": broken} if broken else {})

    def _describe_book(self, book: Book) -> dict[str, Json]:
        return {
            "name": book.name,
            "title": str(book.title),
            "seats": seats(book),
            "forces": forces_listed(book, self.forces(book)),
            "rules": [rule.record() for rule in book.house_rules()],
            "scenarios": [_describe_scenario(scenario) for scenario in self.scenarios(book)],
            "usual": self._find_usual_choices(book),
            "club_events": True,
        }

    def _find_usual_choices(self, book: Book) -> dict[str, Json]:
        """The usual choices for a game: the scenario, and the forces that stand on the table."""
        forces = forces_of_models(book, self.forces(book), self.models())
        scenarios = [scenario for scenario in self.scenarios(book) if not scenario.fault]
        fitting = [scenario for scenario in scenarios if forces and dict(scenario.forces) == forces]
        scenario = next(iter((*fitting, *scenarios)), None)
        return {"scenario": scenario.id if scenario else None, "forces": forces}

    def setup(self, payload: Mapping[str, Json]) -> tuple[Book, dict[str, Json], dict[str, str]]:
        """The book, the setup and the tags of a game; IllegalAnswer for what cannot be played.

        payload: {"book"?, "forces"?: {seat: name}, "scenario"?, "rules"?, "players"?: {seat: name}, "tags"?,
        "warbands"?: {seat: {model: {counter: number}}}}
        """
        book = self.books.book(str(payload["book"])) if payload.get("book") else self.books.usual
        scenario, named = self._resolve_choices(book, payload.get("scenario"), payload.get("forces"))
        forces, tags = self._load_forces(book, named, scenario)
        setup = _bring_warbands(book, book.build_setup(forces, scenario), payload.get("warbands") or {})
        size = self.table_in() if TABLE_IN in book.setup_keys else None
        rules = _check_house_rules(book, payload.get("rules") or {})
        own_tags = _check_tags(payload.get("tags") or {}) | _check_player_names(book, payload.get("players") or {})
        return book, setup | ({TABLE_IN: list(size)} if size else {}) | rules, tags | own_tags

    def _resolve_choices(self, book: Book, scenario: Json, forces: Json) -> tuple[Scenario | None, Json]:
        """The scenario and the forces by name; the usual ones if nobody has chosen."""
        if scenario is None and forces is None:
            usual = self._find_usual_choices(book)
            scenario = usual["scenario"]
            seats_played = find_seats(book, find_scenario(book, scenario, self.scenarios))
            forces = usual["forces"] if set(usual["forces"]) == set(seats_played) else None
        return find_scenario(book, scenario, self.scenarios), forces

    def _load_forces(self, book: Book, named: Json, scenario: Scenario | None) -> tuple[dict[str, Any], dict[str, str]]:
        """The forces by seat, and their names as tags; the scenario's if nobody names any."""
        if book.forces is None:
            return {}, {}
        if named is None and scenario and scenario.forces:
            return _read_forces(book, {seat: find_force(book, name) for seat, name in scenario.forces.items()})
        seats_played = find_seats(book, scenario)
        if not isinstance(named, Mapping) or set(named) != set(seats_played):
            example = ", ".join(f'"{seat}": ".."' for seat in seats_played)
            raise IllegalAnswer(
                Message("name a force for each seat: {example}", example=f'{{"forces": {{{example}}}}}')
            )
        return _read_forces(book, {seat: self._find_force_file(book, named[seat]) for seat in seats_played})

    def _find_force_file(self, book: Book, name: Json) -> Path:
        files = self.forces(book)
        path = files.get(str(name)) or files.get(str(name).replace("-", "_"))
        if path is None:
            raise IllegalAnswer(Message("there is no force {name}; there are {names}", name=name, names=listing(files)))
        return path


def find_seats(book: Book, scenario: Scenario | None) -> tuple[str, ...]:
    """The seats that play a scenario: all of the book, if it names none."""
    return (scenario and scenario.seats) or book.seats


def seats(book: Book) -> list[Json]:
    """The seats of a book in order, as pages take them."""
    return [{"id": seat, "name": seat_title(seat), "number": number} for number, seat in enumerate(book.seats)]


def forces_of_models(book: Book, files: Mapping[str, Path], models: Iterable[Miniature]) -> dict[str, str]:
    """The force that most of a side's models belong to, by seat; a seat without models of any force is absent."""
    sides: dict[str, set[str]] = {seat: set() for seat in book.seats}
    for model in models:
        sides.get(model.side, set()).add(model.id)
    rosters = {name: _model_ids(book, path) for name, path in sorted(files.items())} if any(sides.values()) else {}
    forces = {}
    for seat, model_ids in sides.items():
        best = max(rosters, key=lambda name: len(rosters[name] & model_ids), default="")
        if best and rosters[best] & model_ids:
            forces[seat] = best
    return forces


def _read_force(book: Book, path: Path) -> ForceRead:
    """The force of a file as it stands, read once. TablecamError for a file with faults."""
    assert book.forces
    forces = book.forces
    return READ_FILES.get((id(forces), current_style(), path), lambda: (forces.read_force(path), forces))[0]


def _model_ids(book: Book, path: Path) -> set[str]:
    """The ids of a force's models; none if its file has a fault."""
    try:
        return {model.id for model in _read_force(book, path).models}
    except TablecamError:
        return set()


def forces_listed(book: Book, files: Mapping[str, Path]) -> list[Json]:
    """Every force of a book with its models, faults and warnings, by name."""
    return [_describe_force(book, name, path) for name, path in sorted(files.items())]


def _describe_force(book: Book, name: str, path: Path) -> dict[str, Json]:
    empty = {"name": name, "title": name, "facts": [], "models": [], "faults": [], "warnings": []}
    try:
        force = _read_force(book, path)
    except Faulty as faulty:
        return {**empty, "faults": [str(fault) for fault in faulty.faults]}
    except TablecamError as fault:
        return {**empty, "faults": [str(fault)]}
    return {
        **empty,
        "title": force.name,
        "facts": [str(fact) for fact in force.facts],
        "models": [_describe_model(model) for model in force.models],
        "warnings": list(force.warnings),
    }


def _describe_model(model: ForceModel) -> dict[str, Json]:
    return {
        "id": model.id,
        "card": model.card,
        "points": model.points,
        "badges": [str(badge) for badge in model.badges],
    }


def _read_forces(book: Book, files: Mapping[str, Path]) -> tuple[dict[str, Any], dict[str, str]]:
    assert book.forces
    read = {seat: book.forces.read_force(path) for seat, path in files.items()}
    forces = {seat: force_read.force for seat, force_read in read.items()}
    return forces, {force_tag(seat): force_read.name for seat, force_read in read.items()}


def _describe_scenario(scenario: Scenario) -> dict[str, Json]:
    record: dict[str, Json] = {
        "id": scenario.id,
        "title": str(scenario.title),
        "says": scenario.fault or str(scenario.says),
    }
    record |= {"forces": dict(scenario.forces)} if scenario.forces else {}
    return record | ({"seats": list(scenario.seats)} if scenario.seats else {})


def _check_house_rules(book: Book, rules: Json) -> dict[str, Json]:
    if not isinstance(rules, Mapping):
        raise IllegalAnswer(Message("house rules are named with their values: {example}", example='{"rules": {}}'))
    allowed = {rule.key for rule in book.house_rules()} | (set(book.setup_keys) - {TABLE_IN})
    for key in rules:
        if key not in allowed:
            raise IllegalAnswer(Message("there is no house rule {key}", key=key))
    return dict(rules)


def _bring_warbands(book: Book, setup: dict[str, Json], warbands: Json) -> dict[str, Json]:
    """The setup with what models bring along from a campaign, where the rules of the book read it."""
    bring = book.campaign.bring if book.campaign else None
    return bring(setup, _check_warbands(warbands)) if bring and warbands else setup


def _check_warbands(warbands: Json) -> Brought:
    sides = list(warbands.values()) if isinstance(warbands, Mapping) else [None]
    models = [model for side in sides for model in (side.values() if isinstance(side, Mapping) else [None])]
    fine = all(isinstance(model, Mapping) and all(type(count) is int for count in model.values()) for model in models)
    if not fine:
        example = '{"warbands": {"SEAT": {"MODEL": {"COUNTER": 1}}}}'  # no text: JSON
        raise IllegalAnswer(Message("name what models bring along by seat and model: {example}", example=example))
    return dict(warbands)


def _check_player_names(book: Book, players: Json) -> dict[str, str]:
    """The names that the players typed, as tags of the log."""
    fine = isinstance(players, Mapping) and all(isinstance(name, str) for name in players.values())
    if not fine or not set(players) <= set(book.seats):
        example = ", ".join(f'"{seat}": ".."' for seat in book.seats)
        raise IllegalAnswer(
            Message("name the players by their seats: {example}", example=f'{{"players": {{{example}}}}}')
        )
    names = {seat: " ".join(name.split())[:LONGEST_TAG] for seat, name in players.items()}
    return {player_tag(seat): name for seat, name in names.items() if name}


def _check_tags(tags: Json) -> dict[str, str]:
    fine = isinstance(tags, Mapping) and all(isinstance(word, str) for pair in tags.items() for word in pair)
    if not fine:
        example = '{"tags": {"Place": "Club room"}}'  # no text: JSON
        raise IllegalAnswer(Message("tags must map names to words: {example}", example=example))
    return {
        key[:LONGEST_TAG]: value[: LONGEST_WARBAND if is_warband_tag(key) else LONGEST_TAG]
        for key, value in tags.items()
    }
