"""Bags of chits and decks of cards: what is inside, what was drawn, and who knows it.

    bag = Pile(inside=("north",) * 3 + ("south",) * 3 + ("end",))
    (chit,) = draw_items(game, None, "who acts", "bag")          drawn openly: known to all, and out of the bag
    draw_items(game, "north", "hand", "deck", 3, hidden=True)    cards in north's hand, which only north knows
    card = play_item(game, "north", "card", "deck")              north shows one of them

A state that has them is a dataclass with a field `piles: Mapping[str, Pile]`, and its book lists the events of this
module: `events = collect_events(sys.modules[__name__], piles)`. `get_view` is the part of a pile that a seat may know.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Any, ClassVar

from tablecam.base.i18n import Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.ask import Choose, Option, Topic
from tablecam.rules.event import TerseEvent
from tablecam.rules.plain import Json
from tablecam.rules.play import Play, split_topic
from tablecam.rules.question import AskByChance, Below, make_refusal
from tablecam.rules.sentence import ModelNames, Sentence

NOTHING = "nothing"


@dataclass(frozen=True)
class Pile:
    """A bag or a deck. inside: the items left in it, in no order, each as a code; out: items that lie open beside it.

    hands: by seat, the items that it drew face down.
    """

    inside: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    out: tuple[str, ...] = ()

    def get_hand(self, seat: str) -> tuple[str, ...]:
        """The items that a seat holds face down."""
        return self.hands.get(seat, ())

    def count_possible(self, seat: str) -> Mapping[str, int]:
        """The items that may be inside as a seat knows it: those that are, and those that others hold face down.

        The empty seat knows what everybody knows.
        """
        held = [item for holder, items in self.hands.items() if holder != seat for item in items]
        # sorted, or the order would reveal which items are held
        return dict(sorted(Counter((*self.inside, *held)).items()))

    def draw(self, seat: str, items: Iterable[str], hidden: bool = False) -> "Pile":
        """The pile after these items were drawn; items that are not inside are ignored."""
        inside, drawn = _take(self.inside, items)
        if hidden:
            return replace(self, inside=inside, hands={**self.hands, seat: (*self.get_hand(seat), *drawn)})
        return replace(self, inside=inside, out=(*self.out, *drawn))

    def play(self, seat: str, items: Iterable[str]) -> "Pile":
        """The pile after a seat has shown items of its hand, which then lie open beside it."""
        hand, shown = _take(self.get_hand(seat), items)
        return replace(self, hands={**self.hands, seat: hand}, out=(*self.out, *shown))

    def put_back(self, items: Iterable[str] = ()) -> "Pile":
        """The pile with open items inside again, all of them if none is named."""
        out, returned = _take(self.out, tuple(items) or self.out)
        return replace(self, inside=(*self.inside, *returned), out=out)

    def get_view(self, seat: str) -> dict[str, Json]:
        """The part that a seat may know, as JSON: how many items are inside, the open ones, its hand, others' sizes."""
        others = {holder: len(items) for holder, items in self.hands.items() if holder != seat}
        return {"left": len(self.inside), "out": list(self.out), "hand": list(self.get_hand(seat)), "hands": others}


def _take(items: Sequence[str], wanted: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The items that are left and those that were taken; what is not there cannot be taken."""
    left, taken = list(items), []
    for item in wanted:
        if item in left:
            left.remove(item)
            taken.append(item)
    return tuple(left), tuple(taken)


def get_pile(state: Any, name: str) -> Pile:
    """A pile of a state, an empty one if it has none of that name."""
    piles = getattr(state, "piles", None)
    pile = piles.get(name) if isinstance(piles, Mapping) else None
    return pile if isinstance(pile, Pile) else Pile()


def change_pile(state: Any, name: str, change: Callable[[Pile], Pile]) -> Any:
    """The state with a changed pile; unchanged if it has none of that name."""
    piles = getattr(state, "piles", None)
    if not isinstance(piles, Mapping) or name not in piles or not is_dataclass(state) or isinstance(state, type):
        return state
    changed: Any = replace(state, piles={**piles, name: change(piles[name])})
    return changed


@dataclass(frozen=True, kw_only=True)
class ItemsDrawn(TerseEvent):
    """A seat draws items from a bag or deck; hidden items are known to that seat alone. count: how many there are."""

    form = (Message("Items drawn"), Message("Items leave a bag or a deck. Hidden items are known to their side alone."))
    takes: ClassVar = {"pile": "text", "seat": "winner", "items": "json"}

    pile: str
    seat: str = ""
    items: tuple[str, ...] = ()
    hidden: bool = False
    count: int = 0

    def apply(self, state: Any) -> Any:
        """The state after the draw."""
        return change_pile(state, self.pile, lambda pile: pile.draw(self.seat, self.items, self.hidden))

    def get_visible_event(self, seat: str) -> "ItemsDrawn":
        """The event without hidden items, for other seats."""
        return self if seat == self.seat or not self.hidden else replace(self, items=())

    def sentence(self, names: ModelNames) -> Sentence:
        """The seat and the items, or their number if they are not known."""
        if not self.items:
            drawn = ngettext("draws {n} face down from {pile}", "draws {n} face down from {pile}", self.count,
                             pile=names(self.pile))  # fmt: skip
            return Sentence(names(self.seat), drawn)
        items = join_items(map(names, self.items))
        if not self.seat:
            return Sentence(names(self.pile), _("gives {items}", items=items))
        return Sentence(names(self.seat), _("draws {items} from {pile}", items=items, pile=names(self.pile)))


@dataclass(frozen=True, kw_only=True)
class ItemsPlayed(TerseEvent):
    """A seat shows items of its hand, which lie open from then on."""

    form = (Message("Items shown"), Message("A side shows items that it holds face down."))
    takes: ClassVar = {"pile": "text", "seat": "seat", "items": "json"}

    pile: str
    seat: str
    items: tuple[str, ...]

    def apply(self, state: Any) -> Any:
        """The state with these items out of the hand."""
        return change_pile(state, self.pile, lambda pile: pile.play(self.seat, self.items))

    def sentence(self, names: ModelNames) -> Sentence:
        """The seat and the items."""
        return Sentence(names(self.seat), _("plays {items}", items=join_items(map(names, self.items))))


@dataclass(frozen=True, kw_only=True)
class ItemsReturned(TerseEvent):
    """Open items go back into their bag or deck, all of them if none is named, and it is shuffled."""

    form = (Message("Items returned"), Message("Open items go back into a bag or a deck; all if none is named."))
    takes: ClassVar = {"pile": "text", "items": "json"}

    pile: str
    items: tuple[str, ...] = ()

    def apply(self, state: Any) -> Any:
        """The state with these items inside again."""
        return change_pile(state, self.pile, lambda pile: pile.put_back(self.items))

    def sentence(self, names: ModelNames) -> Sentence:
        """The pile, and the items if they are named."""
        if not self.items:
            return Sentence(names(self.pile), _("is refilled"))
        return Sentence(names(self.pile), _("gets back {items}", items=join_items(map(names, self.items))))


@dataclass(frozen=True, kw_only=True)
class Draw(AskByChance[tuple[str, ...]]):
    """Items drawn from a pile, by people or by the app: ["north"].

    items: the number of each item that may come, as the seat knows it. inside: the items that are really inside; no
    record has them. If others hold items face down, only the app draws, since a refusal would reveal what they hold.
    """

    purpose: str
    pile: str
    items: Mapping[str, int]
    inside: tuple[str, ...]
    count: int = 1

    @property
    def by_app(self) -> bool:
        """Whether only the app may draw."""
        return sum(self.items.values()) != len(self.inside)

    def check_by_people(self) -> None:
        """Raise IllegalAnswer if people may not enter what they drew."""
        if self.by_app:
            raise make_refusal("drawn-by-app", pile=self.pile)

    def parse_json(self, raw: Json) -> tuple[str, ...]:
        """The items, as many as are drawn."""
        items = tuple(raw) if isinstance(raw, list | tuple) else (raw,)
        if len(items) != self.count:
            raise make_refusal("draw-count", count=self.count, given=len(items))
        _left, taken = _take(self.inside, items)
        if Counter(taken) != Counter(items):
            missing = Counter(map(str, items)) - Counter(taken)
            raise make_refusal("not-inside", pile=self.pile, given=next(iter(missing)))
        return items

    def parse_text(self, text: str) -> Json:
        """Items with spaces between them; IllegalAnswer if only the app draws."""
        self.check_by_people()
        return text.replace(",", " ").split()

    def draw_answer(self, below: Below) -> Json:
        """Random items out of those that are inside."""
        left = list(self.inside)
        return [left.pop(below(len(left))) for _item in range(self.count)]

    def __str__(self) -> str:
        """The pile, and the items that may come."""
        items = ", ".join(f"{count} {item}" for item, count in self.items.items())
        return f"{self.purpose}, {self.count} from {self.pile} ({items})"  # no text: for the command line

    def record(self) -> dict[str, Json]:
        """The question as JSON, without the items that are inside; `by_app` if only the app draws."""
        fields = {name: value for name, value in super().record().items() if name != "inside"}
        return fields | ({"by_app": True} if self.by_app else {})


def draw_items(
    game: Play[Any], seat: str | None, purpose: str | Topic, pile: str, count: int = 1, *, hidden: bool = False
) -> tuple[str, ...]:
    """Ask a seat to draw items, record the draw, and return them; fewer if not as many are left.

    hidden: the items go into the seat's hand, and no other seat knows them. Without a seat any player draws, openly.
    """
    drawn_from = get_pile(game.state, pile)
    count = min(count, len(drawn_from.inside))
    if not count:
        return ()
    knows = seat if hidden and seat else ""
    question = Draw(
        seat=seat,
        seen_by=(knows,) if knows else None,
        secret=bool(knows),
        pile=pile,
        items=drawn_from.count_possible(knows),
        inside=drawn_from.inside,
        count=count,
        **split_topic(purpose),
    )
    items = game.ask(question)
    game.tell(ItemsDrawn(pile=pile, seat=seat or "", items=items, hidden=bool(knows), count=len(items)))
    return items


def play_item(game: Play[Any], seat: str, purpose: str | Topic, pile: str, *, may_pass: bool = False) -> str:
    """Ask a seat to show an item of its hand, record it, and return it; empty if it has none or shows none.

    Only this seat sees the question, since its options are the hand. may_pass: the seat may show nothing.
    """
    hand = dict.fromkeys(get_pile(game.state, pile).get_hand(seat))
    if not hand:
        return ""
    options = tuple(map(Option, (*hand, *((NOTHING,) if may_pass else ()))))
    item = game.ask(Choose(seat=seat, seen_by=(seat,), secret=True, options=options, **split_topic(purpose)))
    if item == NOTHING and may_pass:
        return ""
    game.tell(ItemsPlayed(pile=pile, seat=seat, items=(item,)))
    return item
