"""Plain words for the questions of the engine, so that a rulebook need not provide them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import figures, format_length, margin_in, short
from tablecam.rules.coded_text import CodedText, Text, read_coded
from tablecam.rules.plain import Json
from tablecam.rules.pool import BLANK, JOIN
from tablecam.rules.scenery import name_template
from tablecam.rules.sentence import ModelNames

Record = Mapping[str, Json]
WORD = re.compile(r"[\w-]+")
# an obstruction that hides less is not mentioned
WORTH_TELLING = 0.005


@dataclass(frozen=True)
class PlainNames:
    """The names of models and seats; the id of one without a name. reasons: the texts of codes."""

    known: Mapping[str, str]
    reasons: type[CodedText] = CodedText

    def __call__(self, one: str) -> str:
        """The name of a model or seat; of a numbered item such as `smoke-1`, made of the name of `smoke`."""
        kind, dash, number = one.rpartition("-")
        if one in self.known or not (dash and number.isdigit() and kind in self.known):
            return self.known.get(one, one)
        return f"{self.known[kind]} {number}"

    def all(self, several: Iterable[str]) -> str:
        """The names as a list: `Ann, Bob and Cat`."""
        named = [self(word) for word in several]
        return join_items(named) if named else _("nobody")

    def text(self, text: Text) -> str:
        """A coded text in words with names; a plain sentence with names in place of ids: `ida does not see bob`."""
        if isinstance(text, CodedText):
            return str(text.message(self))
        return str(text) if isinstance(text, Message) else WORD.sub(lambda found: self(found[0]), text)

    def read(self, record: Json) -> str:
        """The text of a log's record in words."""
        return self.text(read_coded(self.reasons, record))


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def length(fact: Json) -> str:
    """A length as `12.30″ ± 0.08`: two sigmas, as many digits on both sides; a typed length has neither."""
    value, sigma = fact if isinstance(fact, list | tuple) else (fact, 0.0)
    return f"{format_length(value, 2)} ± {figures(2 * sigma, 2)}" if sigma else str(short(value, 2))


def describe_question(ask: Record, names: ModelNames) -> str:
    """A question of the engine as one line; one of a book's own by its purpose."""
    say = QUESTIONS.get(str(ask["kind"]), _ask_by_purpose)
    return say(ask, names)


def name_subject(ask: Record, names: ModelNames) -> dict[str, object]:
    """The values of a question's text: {model}, {other}, {models} and {seat}."""
    subject = [names(model) for model in ask.get("subject", ())]
    pair = dict(zip(("model", "other"), subject, strict=False))
    return {**pair, "models": join_items(subject), "seat": names(str(ask.get("seat", "")))}


def _ask_by_purpose(ask: Record, names: ModelNames) -> str:
    return capital(names.text(str(ask.get("purpose", ask["kind"]))))


def _ask_roll(ask: Record, names: ModelNames) -> str:
    what, who = names.text(str(ask["purpose"])), ask.get("seat")
    return _("{who} rolls: {what}", who=names(str(who)), what=what) if who else _ask_by_purpose(ask, names)


def _ask_throw(ask: Record, names: ModelNames) -> str:
    what = _ask_roll(ask, names)
    return _("{what}, again", what=what) if ask.get("again") else what


def _ask_reroll(ask: Record, names: ModelNames) -> str:
    what = names.text(str(ask["purpose"]))
    return _("{what}: which dice does {who} roll again?", what=capital(what), who=names(str(ask.get("seat") or "")))


def _ask_draw(ask: Record, names: ModelNames) -> str:
    pile, count = names(ask["pile"]), int(ask.get("count", 1))
    if not ask.get("seat"):
        return ngettext("Draw {n} from {pile}", "Draw {n} from {pile}", count, pile=pile)
    who = names(ask["seat"])
    return ngettext("{who} draws {n} from {pile}", "{who} draws {n} from {pile}", count, who=who, pile=pile)


def _ask_confirmation(ask: Record, names: ModelNames) -> str:
    subject = [names(model) for model in ask.get("subject", ())]
    if ask.get("action") == "touches":
        return _("Does {model} touch {other}?", model=subject[0], other=subject[1])
    if ask.get("action") == "stands-apart":
        return _("Does {model} stand apart from {unit}?", model=subject[0], unit=subject[1])
    if ask.get("action") == "lies-under":
        return _("Does {model} lie under {area}?", model=subject[0], area=subject[1])
    return _("{what}: is this true?", what=_ask_by_purpose(ask, names))


def _ask_verdict(ask: Record, names: ModelNames) -> str:
    values: dict[str, object] = {
        "value": format_length(ask["value"], 2),
        "doubt": figures(margin_in(ask["sigma"]), 2),
        "limit": short(ask["limit"], 4),
    }
    subject = [names(model) for model in ask.get("subject", ())]
    match ask.get("action"):
        case "range":
            values |= {"model": subject[0], "other": subject[1]}
            return _("{model} to {other}: {value} ± {doubt}. Is it at most {limit}?", **values)
        case "path":
            return _("The path of {model}: {value} ± {doubt}. Is it at most {limit}?", model=subject[0], **values)
    about = capital(names.text(str(ask["about"])))
    return _("{about}: {value} ± {doubt}. Is it at most {limit}?", about=about, **values)


def _ask_move(ask: Record, names: ModelNames) -> str:
    return _("{model} moves, up to {limit}", model=names(ask["model"]), limit=short(ask["allowance_in"]))


def _ask_halt(ask: Record, names: ModelNames) -> str:
    return _("How far had {model} moved?", model=names(ask["model"]))


def _ask_ranges(ask: Record, names: ModelNames) -> str:
    return _("How far is it from {model} to {others}?", model=names(ask["model"]), others=names.all(ask["others"]))


def _ask_sight(ask: Record, names: ModelNames) -> str:
    return _("How much does {viewer} see of {targets}?", viewer=names(ask["viewer"]), targets=names.all(ask["targets"]))


def _ask_contacts(ask: Record, names: ModelNames) -> str:
    return _("Whom does {model} touch?", model=names(ask["model"]))


def _ask_under(ask: Record, names: ModelNames) -> str:
    return _("Which models lie under {area}?", area=names(ask["model"]))


def _ask_coherency(ask: Record, names: ModelNames) -> str:
    limit = short(ask["within_in"])
    return _("Which models of {unit} are further than {limit} from the others?", unit=names(ask["model"]), limit=limit)


def _ask_placing(ask: Record, names: ModelNames) -> str:
    piece = name_template(names, ask["piece"], ask["shape"]["kind"])
    if ask.get("seat"):
        return _("{who}: where does {piece} lie?", who=names(ask["seat"]), piece=piece)
    return _("Where does {piece} lie?", piece=piece)


def _ask_standings(ask: Record, names: ModelNames) -> str:
    return _("Who stands on {feature} or beside it?", feature=names(ask["feature"]))


QUESTIONS: Mapping[str, Callable[[Record, ModelNames], str]] = {
    "Roll": _ask_roll, "Throw": _ask_throw, "Draw": _ask_draw, "Reroll": _ask_reroll,
    "Confirm": _ask_confirmation, "Settle": _ask_verdict, "Move": _ask_move, "Halted": _ask_halt,
    "Ranges": _ask_ranges, "Sight": _ask_sight, "Contact": _ask_contacts, "Standing": _ask_standings,
    "Under": _ask_under, "Placing": _ask_placing, "UnitRanges": _ask_ranges, "UnitSight": _ask_sight,
    "Coherency": _ask_coherency,
}  # fmt: skip
MOVES = ("Move", "Halted")
FACTS = (*MOVES, "Ranges", "Sight", "Contact", "Standing", "Under", "Placing", "UnitRanges", "UnitSight", "Coherency")


def spell_question(ask: Record, names: ModelNames) -> dict[str, Json]:
    """A question's record for a screen: labels, reasons and modifiers with names in place of ids."""
    record = dict(ask)
    if "options" in record:
        record["options"] = [_spell_option(option, names) for option in record["options"]]
    if "modifiers" in record:
        record["modifiers"] = _spell_modifiers(record["modifiers"], names)
    if "check" in record:
        record["check"] = spell_check(record["check"], names)
    if "pool" in record:
        record["pool"] = _spell_pool(record["pool"], names)
    if "members" in record:
        units = (record["viewer"], *record["targets"]) if "viewer" in record else (record["model"], *record["others"])
        record["titles"] = {unit: names(unit) for unit in units}
    elif "within_in" in record and "model" in record:
        record["titles"] = {record["model"]: names(record["model"])}
    if "pile" in record:
        record["titles"] = {item: capital(names(item)) for item in record.get("items", ())}
    return record


def _spell_pool(pool: Record, names: ModelNames) -> dict[str, Json]:
    """A pool's record with the titles of its dice, and the text of each face and symbol."""
    dice = [
        {
            **kind,
            "title": capital(names(kind["name"])),
            "faces": [{**face, "text": word_face(face["label"], names)} for face in kind["faces"]],
        }
        for kind in pool["dice"]
    ]
    return {**pool, "dice": dice, "titles": {symbol: names(symbol) for symbol in pool["chances"]}}


def word_face(label: str, names: ModelNames) -> str:
    """A face of a die in words: `hit, surge`; `blank` without a symbol."""
    return _("blank") if label == BLANK else ", ".join(names(symbol) for symbol in label.split(JOIN))


def _word_throw(ask: Record, labels: Sequence[str], names: ModelNames) -> str:
    """The symbols that fell, then the faces."""
    symbols = {face["label"]: face["symbols"] for kind in ask["pool"]["dice"] for face in kind["faces"]}
    shown = Counter(symbol for label in labels for symbol in symbols[label])
    counts = [f"{count} {names(symbol)}" for symbol, count in shown.items()]  # no text
    faces = ", ".join(word_face(label, names) for label in labels)
    return _("{symbols} ({faces})", symbols=join_items(counts) if counts else _("nothing"), faces=faces)


def spell_check(check: Record, names: ModelNames) -> dict[str, Json]:
    """The record of a check, a ladder or a duel with names in place of ids."""
    if "sides" not in check:
        return {**check, "modifiers": _spell_modifiers(check.get("modifiers", ()), names)}
    sides = [
        {**side, "name": names(side["seat"]), "modifiers": _spell_modifiers(side["modifiers"], names)}
        for side in check["sides"]
    ]
    return {**check, "sides": sides, "tie": names.read(check["tie"]) if check.get("tie") else ""}


def _spell_modifiers(several: Sequence[Record], names: ModelNames) -> list[Json]:
    return [{**modifier, "why": names.read(modifier["why"])} for modifier in several]


def _spell_option(option: Record, names: ModelNames) -> dict[str, Json]:
    why_not = {"why_not": names.read(option["why_not"])} if option.get("why_not") else {}
    return {**option, "label": label_option(option, names), **why_not}


def label_option(option: Record, names: ModelNames) -> str:
    """An option's label for its button."""
    return capital(names.read(option.get("label") or option["id"]))


def describe_answer(ask: Record, raw: Json, by: str, names: ModelNames, sum: str = "", question: str = "") -> str:
    """An answer as one line: `Near rolls 7`, `Ida to Bob 12.3″ ± 0.08`. sum: the sum of a roll, in words.

    question: in the words of the book, if it has some.
    """
    question = question or describe_question(ask, names)
    kind, seat = str(ask["kind"]), names(str(ask.get("seat") or by))
    if raw is None:
        return _("{who} has answered", who=seat)
    if kind in FACTS:
        return capital(describe_measurement(ask, raw, names))
    match kind:
        case "Roll":
            faces = join_items(raw if isinstance(raw, list | tuple) else [raw])
            if sum:
                return _("{question}, {sum}", question=question, sum=sum)
            return _("{question}: {faces}", question=question, faces=faces)
        case "Throw" | "Draw":
            result = _word_throw(ask, raw, names) if kind == "Throw" else join_items(map(names, raw))
            return _("{question}: {result}", question=question, result=result)
        case "Confirm" | "Settle":
            return _("{question} Yes", question=question) if raw else _("{question} No", question=question)
        case "Assign":
            pairs = [
                _("{option} to {model}", option=names(option), model=names(model)) for model, option in raw.items()
            ]
            return _("{who} gives {orders}", who=seat, orders=join_items(pairs))
        case "Count":
            return _("{question}: {number}", question=question, number=raw)
        case "Pick" | "Reroll":
            picked = [label_option(option, names) for option in ask.get("options", ()) if option["id"] in raw]
            return _("{who}: {option}", who=seat, option=join_items(picked) if picked else _("none"))
    chosen: Record = next((option for option in ask.get("options", ()) if option["id"] == raw), {"id": raw})
    return _("{who}: {option}", who=seat, option=label_option(chosen, names))


def describe_measurement(ask: Record, raw: Json, names: ModelNames) -> str:
    """A measured answer in words."""
    match str(ask["kind"]):
        case "Ranges" | "UnitRanges":
            distances = [
                _("to {model} {length}", model=names(model), length=length(fact)) for model, fact in raw.items()
            ]
            return f"{names(ask['model'])} {', '.join(distances)}"
        case "Sight" | "UnitSight":
            # visible models first: of a whole force most are hidden
            sightings = sorted(raw.items(), key=lambda one: -_visible_share(one[1]))
            return _(
                "{viewer} sees {what}",
                viewer=names(ask["viewer"]),
                what="; ".join(_word_sighting(target, fact, names) for target, fact in sightings),
            )
        case "Contact" | "Under" | "Coherency" as kind:
            touched = raw if isinstance(raw, list) else [model for model, word in raw.items() if word == "yes"]
            # no text
            unsure = [] if isinstance(raw, list) else [model for model, word in raw.items() if word == "too close"]
            return NAMED[kind](names(ask["model"]), touched, unsure, names)
        case "Placing":
            return _word_placing(name_template(names, ask["piece"], ask["shape"]["kind"]), raw)
        case "Standing":
            return _word_standings(names(ask["feature"]), raw, names)
    return _("{model} has moved {length}", model=names(ask["model"]), length=length(get_path_length(raw)))


def get_path_length(raw: Json) -> Json:
    """A length with its sigma, if there is one."""
    if not isinstance(raw, Mapping):
        return raw
    return [raw["length_in"], raw["sigma_in"]] if "sigma_in" in raw else raw["length_in"]


def _word_contacts(model: str, touched: Iterable[str], unsure: Sequence[str], names: ModelNames) -> str:
    if unsure:
        return _("{model} touches {others}, perhaps {unsure}", model=model, others=names.all(touched),
                 unsure=names.all(unsure))  # fmt: skip
    return _("{model} touches {others}", model=model, others=names.all(touched))


def _word_under(area: str, under: Iterable[str], unsure: Sequence[str], names: ModelNames) -> str:
    if unsure:
        return _("under {area}: {models}, perhaps {unsure}", area=area, models=names.all(under),
                 unsure=names.all(unsure))  # fmt: skip
    return _("under {area}: {models}", area=area, models=names.all(under))


def _word_apart(unit: str, apart: Iterable[str], unsure: Sequence[str], names: ModelNames) -> str:
    if unsure:
        return _("apart from {unit}: {models}, perhaps {unsure}", unit=unit, models=names.all(apart),
                 unsure=names.all(unsure))  # fmt: skip
    return _("apart from {unit}: {models}", unit=unit, models=names.all(apart))


NAMED: Mapping[str, Callable[[str, Iterable[str], Sequence[str], ModelNames], str]] = {
    "Contact": _word_contacts, "Under": _word_under, "Coherency": _word_apart,
}  # fmt: skip


def _word_placing(piece: str, raw: Json) -> str:
    x, y = (raw["at"] if isinstance(raw, Mapping) else raw)[:2]
    return _("{piece} at {x}, {y}", piece=piece, x=f"{x:.1f}", y=f"{y:.1f}")


STANDING: Mapping[str, Callable[..., str]] = {
    "on": lambda **v: _("{models} on {feature}", **v),
    "beside": lambda **v: _("{models} beside {feature}", **v),
    "on?": lambda **v: _("perhaps {models} on {feature}", **v),
    "beside?": lambda **v: _("perhaps {models} beside {feature}", **v),
}  # fmt: skip


def _word_standings(feature: str, raw: Record, names: ModelNames) -> str:
    by_place = {place: [model for model, model_place in raw.items() if model_place == place] for place in STANDING}
    standings = [
        STANDING[place](models=names.all(models), feature=feature) for place, models in by_place.items() if models
    ]
    return join_items(standings) if standings else _("Nobody stands on {feature} or beside it", feature=feature)


def _visible_share(fact: Json) -> float:
    share: float = fact["visible"] if isinstance(fact, Mapping) else fact
    return share


def _word_sighting(target: str, fact: Json, names: ModelNames) -> str:
    obstructions = fact.get("obstructions", ()) if isinstance(fact, Mapping) else ()
    hiding = [str(obstruction["name"]) for obstruction in obstructions if obstruction["hidden"] > WORTH_TELLING]
    share, who = f"{100 * _visible_share(fact):.0f}", names(target)
    if not hiding:
        return _("{share} % of {target}", share=share, target=who)
    return _("{share} % of {target}, behind {things}", share=share, target=who, things=join_items(hiding))


def is_unsure(raw: Json) -> bool:
    """Whether a measured answer leaves something to the players."""
    return isinstance(raw, Mapping) and any(map(_is_doubtful, raw.values()))


def _is_doubtful(fact: Json) -> bool:
    if isinstance(fact, Mapping):
        return bool(fact.get("doubt"))
    return fact in ("too close", "on?", "beside?")  # no text
