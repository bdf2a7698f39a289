"""Pools of dice: mixed kinds, faces with symbols, several successes a face, re-rolls, and the exact spread of results.

    ATTACK = symbol_die("attack", "-", "-", "hit", "hit", "hit+hit", "hit+surge")
    pool = Pool(name="shot", dice=(PoolDice(ATTACK, 3), PoolDice(number_die(D6, {5: "hit", 6: "hit+hit"}), 2)))
    game.throw(seat, purpose, pool).count("hit")
    pool.spread("hit").chance(lambda hits: hits >= 2)

A face is written as its symbols with `+` between them, `-` for a blank one; a face of a numbered die as its number. An
answer lists a face for each die, in the order of the pool.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from tablecam.base.clause import Clause
from tablecam.rules.ask import Option, Pick
from tablecam.rules.coded_text import CodedText
from tablecam.rules.dice import Die
from tablecam.rules.odds import Distribution, add_up_chances
from tablecam.rules.plain import Json, to_plain
from tablecam.rules.question import AskByChance, Below, make_refusal

BLANK = "-"
JOIN = "+"
# the number of each of some symbols, and of the dice that may still be thrown again
Tally = tuple[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class PoolFace:
    """A face of a die. label: the way it is written in answers; symbols: each as often as the face shows it."""

    label: str
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PoolDie:
    """A kind of die, all faces equally likely; a face that is there twice is listed twice."""

    name: str
    faces: tuple[PoolFace, ...]

    def find_face(self, label: str) -> PoolFace | None:
        """The face that is written in this way, None if the die has none."""
        return next((face for face in self.faces if face.label == label), None)

    @property
    def kinds(self) -> Mapping[PoolFace, int]:
        """The different faces, each with the number of times that the die has it."""
        return {face: self.faces.count(face) for face in dict.fromkeys(self.faces)}

    def count_mean(self, symbol: str) -> Fraction:
        """The average number of a symbol on one die."""
        return Fraction(sum(face.symbols.count(symbol) for face in self.faces), len(self.faces))

    def record(self) -> dict[str, Json]:
        """The die as JSON: each different face with its symbols, and `times` where it is there more than once."""
        faces = [
            {"label": face.label, "symbols": list(face.symbols)} | ({"times": times} if times > 1 else {})
            for face, times in self.kinds.items()
        ]
        return {"name": self.name, "faces": faces}


def symbol_die(name: str, *faces: str) -> PoolDie:
    """A die with symbols, one text a face: `symbol_die("attack", "-", "-", "hit", "hit", "hit+hit", "hit+surge")`."""
    return PoolDie(name, tuple(PoolFace(face, _split_symbols(face)) for face in faces))


def number_die(die: Die, symbols: Mapping[int, str]) -> PoolDie:
    """A numbered die with the symbols that some faces count as: `number_die(D6, {5: "hit", 6: "hit+hit"})`."""
    return PoolDie(die.name, tuple(PoolFace(str(face), _split_symbols(symbols.get(face, BLANK))) for face in die.faces))


def _split_symbols(face: str) -> tuple[str, ...]:
    return () if face == BLANK else tuple(face.split(JOIN))


@dataclass(frozen=True, slots=True)
class PoolDice:
    """Some dice of one kind."""

    die: PoolDie
    count: int = 1


@dataclass(frozen=True, kw_only=True)
class RerollRule:
    """The dice that may be thrown again, once. most: how many; None for all.

    failed: only dice without the symbol that the pool wants; otherwise any. forced: all that may be are, without a
    choice.
    """

    most: int | None = None
    failed: bool = True
    forced: bool = False
    clause: Clause | None = None


@dataclass(frozen=True, kw_only=True)
class Pool:
    """Dice that are thrown together. wants: the symbol that counts most; the others are counted as well.

    The chances assume that as many dice without that symbol as may be are thrown again, the best kind of die first.
    """

    name: str
    dice: tuple[PoolDice, ...]
    wants: str = "hit"
    reroll: RerollRule | None = None
    clause: Clause | None = None

    @property
    def each(self) -> tuple[PoolDie, ...]:
        """The kind of every single die, in order."""
        return tuple(dice.die for dice in self.dice for _die in range(dice.count))

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every symbol that a die can show, the wanted one first."""
        shown = [symbol for dice in self.dice for face in dice.die.faces for symbol in face.symbols]
        return tuple(dict.fromkeys((self.wants, *shown)))

    def spread(self, symbol: str = "") -> Distribution[int]:
        """The number of a symbol in the result, the wanted one without a name, with its exact chances."""
        return self.spread_together(symbol or self.wants).map(lambda counts: counts[0])

    def spread_together(self, *symbols: str) -> Distribution[tuple[int, ...]]:
        """The numbers of several symbols in one result, in this order, with their exact chances."""
        return _compute_spread(self, symbols)

    def read_faces(self, labels: Sequence[str]) -> tuple[PoolFace, ...]:
        """The face of each die; IllegalAnswer if their number is not the pool's, or a die has no such face."""
        if len(labels) != len(self.each):
            raise make_refusal("dice-count", count=len(self.each), given=len(labels))
        return tuple(_read_face(die, label) for die, label in zip(self.each, labels, strict=True))

    def select(self, places: Iterable[int]) -> "Pool":
        """The pool of some of its dice alone, with no die thrown again."""
        dice = tuple(PoolDice(self.each[place]) for place in places)
        return replace(self, dice=_join_kinds(dice), reroll=None)

    def __str__(self) -> str:
        """The pool on one line: `3 attack, 1 d6: hit 0 1/4, 1 1/2, 2 1/4`."""
        dice = ", ".join(f"{dice.count} {dice.die.name}" for dice in self.dice)
        chances = ", ".join(f"{count} {chance}" for count, chance in sorted(self.spread().chances.items()))
        return f"{dice}: {self.wants} {chances}"  # no text: for the command line

    def record(self) -> dict[str, Json]:
        """The pool as JSON, with the chances of 0, 1, 2 .. of each symbol."""
        dice = [{**dice.die.record(), "count": dice.count} for dice in self.dice]
        chances = {symbol: _list_chances(self.spread(symbol)) for symbol in self.symbols}
        reroll = {"reroll": to_plain(self.reroll)} if self.reroll else {}
        clause = {"clause": str(self.clause)} if self.clause else {}
        return {"name": self.name, "dice": dice, "wants": self.wants, "chances": chances, **reroll, **clause}


def _join_kinds(dice: Iterable[PoolDice]) -> tuple[PoolDice, ...]:
    """The same dice with neighbours of one kind together."""
    joined: list[PoolDice] = []
    for pool_dice in dice:
        if joined and joined[-1].die == pool_dice.die:
            joined[-1] = PoolDice(pool_dice.die, joined[-1].count + pool_dice.count)
        else:
            joined.append(pool_dice)
    return tuple(joined)


def _read_face(die: PoolDie, label: Json) -> PoolFace:
    face = die.find_face(label) if isinstance(label, str) else None
    if face is None:
        faces = tuple(kind.label for kind in die.kinds)
        raise make_refusal("no-such-symbols", die=die.name, faces=faces, given=str(label))
    return face


def _list_chances(spread: Distribution[int]) -> list[Json]:
    return [str(spread.chances.get(count, Fraction(0))) for count in range(max(spread.chances) + 1)]


@lru_cache(maxsize=256)
def _compute_spread(pool: Pool, symbols: tuple[str, ...]) -> Distribution[tuple[int, ...]]:
    """The spread, counted in equally likely cases: two faces for each die, as if every die were thrown twice."""
    rule = pool.reroll
    tallies: dict[Tally, int] = {((0,) * len(symbols), _get_budget(rule)): 1}
    # a stable order: of dice that are equally good, the first is thrown again first
    for die in sorted(pool.each, key=lambda die: -die.count_mean(pool.wants)):
        tallies = _throw_die(tallies, die, pool.wants, symbols)
    total = sum(tallies.values())
    return add_up_chances((counts, Fraction(cases, total)) for (counts, _budget), cases in tallies.items())


def _get_budget(rule: RerollRule | None) -> int:
    """The number of dice that may be thrown again, below zero for any number."""
    return 0 if rule is None else -1 if rule.most is None else rule.most


def _throw_die(tallies: Mapping[Tally, int], die: PoolDie, wants: str, symbols: tuple[str, ...]) -> dict[Tally, int]:
    """Every tally after one more die; a failed die is thrown again as long as that is allowed."""
    after: dict[Tally, int] = {}
    for (counts, budget), cases in tallies.items():
        for face, times in die.kinds.items():
            again = budget != 0 and wants not in face.symbols
            left = budget - 1 if again and budget > 0 else budget
            for second, second_times in die.kinds.items() if again else ((face, len(die.faces)),):
                tally = _add_face(counts, second, symbols), left
                after[tally] = after.get(tally, 0) + cases * times * second_times
    return after


def _add_face(counts: tuple[int, ...], face: PoolFace, symbols: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(count + face.symbols.count(symbol) for count, symbol in zip(counts, symbols, strict=True))


@dataclass(frozen=True)
class Thrown:
    """A pool as it fell. labels: the face of each die, as an event keeps them."""

    pool: Pool
    labels: tuple[str, ...]

    def count(self, symbol: str = "") -> int:
        """The number of a symbol on all dice, of the wanted one without a name."""
        faces = self.pool.read_faces(self.labels)
        return sum(face.symbols.count(symbol or self.pool.wants) for face in faces)

    def list_candidates(self) -> tuple[int, ...]:
        """The places of all dice that the pool's rule allows to be thrown again."""
        rule, wants = self.pool.reroll, self.pool.wants
        if rule is None:
            return ()
        faces = enumerate(self.pool.read_faces(self.labels))
        return tuple(place for place, face in faces if not (rule.failed and wants in face.symbols))

    def list_rerollable(self) -> tuple[int, ...]:
        """The same, no more of them than the rule allows, the best kind of die first."""
        each, wants = self.pool.each, self.pool.wants
        best = sorted(self.list_candidates(), key=lambda place: -each[place].count_mean(wants))
        most = self.pool.reroll.most if self.pool.reroll else 0
        return tuple(sorted(best if most is None else best[:most]))

    def with_dice(self, places: Sequence[int], again: "Thrown") -> "Thrown":
        """The pool with some dice as they fell the second time."""
        faces = dict(zip(places, again.labels, strict=True))
        return replace(self, labels=tuple(faces.get(place, label) for place, label in enumerate(self.labels)))


@dataclass(frozen=True, kw_only=True)
class Throw(AskByChance[Thrown]):
    """A pool, thrown by a seat or by the app: ["hit", "-", "hit+surge", "4"], a face for each die in order.

    again: whether these dice fell before.
    """

    purpose: str
    pool: Pool
    again: bool = False

    def parse_json(self, raw: Json) -> Thrown:
        """The faces, one for each die."""
        labels = raw if isinstance(raw, list | tuple) else [raw]
        return Thrown(self.pool, tuple(face.label for face in self.pool.read_faces(labels)))

    def parse_text(self, text: str) -> Json:
        """Faces with spaces between them: `hit - hit+surge 4`."""
        return text.replace(",", " ").split()

    def draw_answer(self, below: Below) -> Json:
        """A random face for each die."""
        return [die.faces[below(len(die.faces))].label for die in self.pool.each]

    def __str__(self) -> str:
        """The purpose and the pool."""
        return f"{self.purpose}{', again' if self.again else ''}, {self.pool}"  # no text: for the command line

    def record(self) -> dict[str, Json]:
        """The question as JSON, with the pool's chances."""
        return super().record() | {"pool": self.pool.record()}


@dataclass(frozen=True, kw_only=True)
class Reroll(Pick):
    """The choice of the dice of a pool that are thrown again; the id of a die is its place, from 1."""

    @classmethod
    def about(cls, thrown: Thrown, **topic: Json) -> "Reroll":
        """The choice after a throw."""
        options = tuple(Option(str(place + 1), _label_die(thrown, place)) for place in thrown.list_candidates())
        rule = thrown.pool.reroll or RerollRule()
        return cls(options=options, most=rule.most, clause=rule.clause, **topic)


def _label_die(thrown: Thrown, place: int) -> CodedText:
    die, symbols = thrown.pool.each[place].name, _split_symbols(thrown.labels[place])
    return CodedText("shown-die", {"die": die, "symbols": symbols}) if symbols else CodedText("blank-die", {"die": die})
