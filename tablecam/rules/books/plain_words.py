"""Plain words for the questions of the engine: what a rulebook need not say itself."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Message, listed
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import figures, margin_in, marked, short
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.coded_text import CodedText, Text, read_coded
from tablecam.rules.plain import Json

Record = Mapping[str, Json]
WORD = re.compile(r"[\w-]+")
# what hides less is a hair's breadth
WORTH_TELLING = 0.005


@dataclass(frozen=True)
class PlainNames:
    """What models and seats are called: whoever is not known is called by the id."""

    known: Mapping[str, str]

    def __call__(self, one: str) -> str:
        """What one of them is called."""
        return self.known.get(one, one)

    def all(self, several: Iterable[str]) -> str:
        """Ann, Bob and Cat."""
        named = [self(word) for word in several]
        return listed(named) if named else _("nobody")

    def text(self, text: Text) -> str:
        """A coded text in words with names; a plain sentence with names in place of ids: `ida does not see bob`."""
        if isinstance(text, CodedText):
            return str(text.message(self))
        return str(text) if isinstance(text, Message) else WORD.sub(lambda found: self(found[0]), text)

    def read(self, record: Json) -> str:
        """The same, of a text from a log's record."""
        return self.text(read_coded(CodedText, record))


def capital(text: str) -> str:
    """With its first letter large, the others as they are."""
    return text[:1].upper() + text[1:]


def length(fact: Json) -> str:
    """`12.30″ ± 0.08`: two sigmas, as many digits on both sides; a typed length has neither."""
    value, sigma = fact if isinstance(fact, list | tuple) else (fact, 0.0)
    return f"{marked(value, 2)} ± {figures(2 * sigma, 2)}" if sigma else str(short(value, 2))


def asked(ask: Record, names: ModelNames) -> str:
    """A question of the engine as one line; one of a book's own by its purpose."""
    say = QUESTIONS.get(str(ask["kind"]), _purpose)
    return say(ask, names)


def _purpose(ask: Record, names: ModelNames) -> str:
    return capital(names.text(str(ask.get("purpose", ask["kind"]))))


def _roll(ask: Record, names: ModelNames) -> str:
    what, who = names.text(str(ask["purpose"])), ask.get("seat")
    return _("{who} rolls: {what}", who=names(str(who)), what=what) if who else _purpose(ask, names)


def _confirm(ask: Record, names: ModelNames) -> str:
    subject = [names(model) for model in ask.get("subject", ())]
    if ask.get("action") == "touches":
        return _("Does {model} touch {other}?", model=subject[0], other=subject[1])
    return _("{what}: is it so?", what=_purpose(ask, names))


def _settle(ask: Record, names: ModelNames) -> str:
    values: dict[str, object] = {
        "value": marked(ask["value"], 2), "doubt": figures(margin_in(ask["sigma"]), 2), "limit": short(ask["limit"], 4),
    }  # fmt: skip
    subject = [names(model) for model in ask.get("subject", ())]
    match ask.get("action"):
        case "range":
            values |= {"model": subject[0], "other": subject[1]}
            return _("{model} to {other}: {value} ± {doubt}. Is it at most {limit}?", **values)
        case "path":
            return _("The path of {model}: {value} ± {doubt}. Is it at most {limit}?", model=subject[0], **values)
    about = capital(names.text(str(ask["about"])))
    return _("{about}: {value} ± {doubt}. Is it at most {limit}?", about=about, **values)


def _move(ask: Record, names: ModelNames) -> str:
    return _("{model} moves, up to {limit}", model=names(ask["model"]), limit=short(ask["allowance_in"]))


def _halted(ask: Record, names: ModelNames) -> str:
    return _("How far had {model} come?", model=names(ask["model"]))


def _ranges(ask: Record, names: ModelNames) -> str:
    return _("How far is it from {model} to {others}?", model=names(ask["model"]), others=names.all(ask["others"]))


def _sight(ask: Record, names: ModelNames) -> str:
    return _("How much does {viewer} see of {targets}?", viewer=names(ask["viewer"]), targets=names.all(ask["targets"]))


def _contact(ask: Record, names: ModelNames) -> str:
    return _("Whom does {model} touch?", model=names(ask["model"]))


def _standing(ask: Record, names: ModelNames) -> str:
    return _("Who stands on {feature} or beside it?", feature=names(ask["feature"]))


QUESTIONS: Mapping[str, Callable[[Record, ModelNames], str]] = {
    "Roll": _roll, "Confirm": _confirm, "Settle": _settle, "Move": _move, "Halted": _halted, "Ranges": _ranges,
    "Sight": _sight, "Contact": _contact, "Standing": _standing,
}  # fmt: skip
MOVES = ("Move", "Halted")
FACTS = (*MOVES, "Ranges", "Sight", "Contact", "Standing")


def spelled(ask: Record, names: ModelNames) -> dict[str, Json]:
    """A question's record for a screen: labels, reasons and modifiers with names in place of ids."""
    record = dict(ask)
    if "options" in record:
        record["options"] = [_option(option, names) for option in record["options"]]
    if "modifiers" in record:
        record["modifiers"] = _modifiers(record["modifiers"], names)
    if "check" in record:
        record["check"] = spelled_check(record["check"], names)
    return record


def spelled_check(check: Record, names: ModelNames) -> dict[str, Json]:
    """The record of a check, a ladder or a duel with names in place of ids."""
    if "sides" not in check:
        return {**check, "modifiers": _modifiers(check.get("modifiers", ()), names)}
    sides = [
        {**side, "name": names(side["seat"]), "modifiers": _modifiers(side["modifiers"], names)}
        for side in check["sides"]
    ]
    return {**check, "sides": sides, "tie": names.read(check["tie"]) if check.get("tie") else ""}


def _modifiers(several: Sequence[Record], names: ModelNames) -> list[Json]:
    return [{**modifier, "why": names.read(modifier["why"])} for modifier in several]


def _option(option: Record, names: ModelNames) -> dict[str, Json]:
    why_not = {"why_not": names.read(option["why_not"])} if option.get("why_not") else {}
    return {**option, "label": labelled(option, names), **why_not}


def labelled(option: Record, names: ModelNames) -> str:
    """An option as its button says it."""
    return capital(names.read(option.get("label") or option["id"]))


def answered(ask: Record, raw: Json, by: str, names: ModelNames, sum: str = "") -> str:
    """An answer as one line: `Near rolls 7`, `Ida to Bob 12.3″ ± 0.08`. sum: that of a roll, in words."""
    kind, seat = str(ask["kind"]), names(str(ask.get("seat") or by))
    if raw is None:
        return _("{who} has answered", who=seat)
    if kind in FACTS:
        return capital(measured(ask, raw, names))
    match kind:
        case "Roll":
            faces = listed(raw if isinstance(raw, list | tuple) else [raw])
            if sum:
                return _("{question}, {sum}", question=asked(ask, names), sum=sum)
            return _("{question}: {faces}", question=asked(ask, names), faces=faces)
        case "Confirm" | "Settle":
            return (
                _("{question} Yes", question=asked(ask, names))
                if raw
                else _("{question} No", question=asked(ask, names))
            )
        case "Assign":
            pairs = [_("{option} to {model}", option=option, model=names(model)) for model, option in raw.items()]
            return _("{who} gives {orders}", who=seat, orders=listed(pairs))
        case "Count":
            return _("{question}: {number}", question=asked(ask, names), number=raw)
        case "Pick":
            picked = [labelled(option, names) for option in ask.get("options", ()) if option["id"] in raw]
            return _("{who}: {option}", who=seat, option=listed(picked) if picked else _("none"))
    chosen: Record = next((option for option in ask.get("options", ()) if option["id"] == raw), {"id": raw})
    return _("{who}: {option}", who=seat, option=labelled(chosen, names))


def measured(ask: Record, raw: Json, names: ModelNames) -> str:
    """What was measured, in words."""
    match str(ask["kind"]):
        case "Ranges":
            far = [_("to {model} {length}", model=names(other), length=length(fact)) for other, fact in raw.items()]
            return f"{names(ask['model'])} {', '.join(far)}"
        case "Sight":
            # who is seen is read first: of a whole force most are hidden
            seen = sorted(raw.items(), key=lambda one: -_share(one[1]))
            return _(
                "{viewer} sees {what}",
                viewer=names(ask["viewer"]),
                what="; ".join(_seen(target, fact, names) for target, fact in seen),
            )
        case "Contact":
            touched = raw if isinstance(raw, list) else [other for other, word in raw.items() if word == "yes"]
            # no text
            unsure = [] if isinstance(raw, list) else [other for other, word in raw.items() if word == "too close"]
            return _touches(names(ask["model"]), touched, unsure, names)
        case "Standing":
            return _stand(names(ask["feature"]), raw, names)
    return _("{model} has gone {length}", model=names(ask["model"]), length=length(_far(raw)))


def _far(raw: Json) -> Json:
    """A length with its sigma, if there is one."""
    if not isinstance(raw, Mapping):
        return raw
    return [raw["length_in"], raw["sigma_in"]] if "sigma_in" in raw else raw["length_in"]


def _touches(model: str, touched: Iterable[str], unsure: Sequence[str], names: ModelNames) -> str:
    if unsure:
        return _("{model} touches {others}, perhaps {unsure}", model=model, others=names.all(touched),
                 unsure=names.all(unsure))  # fmt: skip
    return _("{model} touches {others}", model=model, others=names.all(touched))


STANDING: Mapping[str, Callable[..., str]] = {
    "on": lambda **v: _("{models} on {feature}", **v),
    "beside": lambda **v: _("{models} beside {feature}", **v),
    "on?": lambda **v: _("perhaps {models} on {feature}", **v),
    "beside?": lambda **v: _("perhaps {models} beside {feature}", **v),
}  # fmt: skip


def _stand(feature: str, raw: Record, names: ModelNames) -> str:
    by_place = {place: [model for model, at in raw.items() if at == place] for place in STANDING}
    standings = [
        STANDING[place](models=names.all(there), feature=feature) for place, there in by_place.items() if there
    ]
    return listed(standings) if standings else _("Nobody stands on {feature} or beside it", feature=feature)


def _share(fact: Json) -> float:
    share: float = fact["visible"] if isinstance(fact, Mapping) else fact
    return share


def _seen(target: str, fact: Json, names: ModelNames) -> str:
    obstructions = fact.get("obstructions", ()) if isinstance(fact, Mapping) else ()
    hiding = [str(obstruction["name"]) for obstruction in obstructions if obstruction["hidden"] > WORTH_TELLING]
    share, who = f"{100 * _share(fact):.0f}", names(target)
    if not hiding:
        return _("{share} % of {target}", share=share, target=who)
    return _("{share} % of {target}, behind {things}", share=share, target=who, things=listed(hiding))


def unsure(raw: Json) -> bool:
    """Whether a measured answer left something to the players."""
    return isinstance(raw, Mapping) and any(map(_in_doubt, raw.values()))


def _in_doubt(fact: Json) -> bool:
    if isinstance(fact, Mapping):
        return bool(fact.get("doubt"))
    return fact in ("too close", "on?", "beside?")  # no text
