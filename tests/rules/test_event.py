"""Events check themselves, and come back from JSON as they were."""

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.rules.event import Event, by_name, decode
from tablecam.rules.plain import BadRecord, to_plain


class Mood(enum.Enum):
    CALM = "calm"
    WILD = "wild"


@dataclass(frozen=True)
class Place:
    x_in: float
    y_in: float
    z_in: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Everything(Event):
    name_of: str
    faces: tuple[int, ...] = ()
    pair: tuple[str, float] = ("", 0.0)
    place: Place | None = None
    orders: Mapping[str, Mood] | None = None
    kind: Literal["shot", "blow"] = "shot"


EVENTS = by_name(Everything)


@pytest.mark.slow
@given(
    st.builds(
        Everything,
        name_of=st.text(),
        faces=st.lists(st.integers(1, 10)).map(tuple),
        pair=st.tuples(st.text(), st.floats(allow_nan=False, allow_infinity=False)),
        place=st.none() | st.builds(Place, *[st.floats(-1e6, 1e6)] * 3),
        orders=st.none() | st.dictionaries(st.text(), st.sampled_from(Mood)),
        kind=st.sampled_from(["shot", "blow"]),
    )
)
def test_an_event_comes_back_from_json_as_it_was(event: Everything) -> None:
    assert decode(EVENTS, json.loads(json.dumps(event.record()))) == event


@pytest.mark.parametrize(
    "wrong", [{"faces": [6]}, {"faces": ("6",)}, {"name_of": None}, {"kind": "kick"}, {"orders": {"ann": "calm"}}]
)
def test_an_event_that_would_come_back_otherwise_cannot_be_made(wrong) -> None:
    with pytest.raises(ValueError, match=f"Everything.{next(iter(wrong))}"):
        Everything(**({"name_of": "x"} | wrong))


def test_a_whole_number_for_a_length_is_written_as_it_will_be_read() -> None:
    assert json.dumps(Everything(name_of="x", pair=("a", 3)).record()["pair"]) == '["a", 3.0]'


def test_what_a_rule_does_with_its_own_dict_later_does_not_reach_the_event() -> None:
    orders = {"ann": Mood.CALM}
    event = Everything(name_of="x", orders=orders)
    orders["ann"] = Mood.WILD
    assert event.orders == {"ann": Mood.CALM}


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ({"name": "Nothing"}, "no event of this rulebook"),
        ("Everything", "no event of this rulebook"),
        ({"name": "Everything"}, "lacks its field 'name_of'"),
        ({"name": "Everything", "name_of": "x", "colour": 1}, "has no field 'colour'"),
        ({"name": "Everything", "name_of": 4}, "4 is not a str"),
        ({"name": "Everything", "name_of": "x", "pair": ["a"]}, "not a list of 2"),
        ({"name": "Everything", "name_of": "x", "orders": {"ann": "sad"}}, "not collections.abc.Mapping"),
    ],
)
def test_a_record_that_is_no_event_says_where(record, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        decode(EVENTS, record)


def test_an_event_is_one_line_for_a_person() -> None:
    assert str(Everything(name_of="x", faces=(6,))).startswith("Everything name_of=x faces=(6,) ")


def test_two_events_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match="share a name"):
        by_name(Everything, Everything)


def test_what_is_as_usual_is_not_written() -> None:
    assert to_plain(Place(1.0, 2.0)) == {"x_in": 1.0, "y_in": 2.0}
    with pytest.raises(TypeError, match="cannot be written down"):
        to_plain({1, 2})


@dataclass(frozen=True, kw_only=True)
class Wounded(Event):
    wounds: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.wounds < 1:
            raise ValueError("a wound is at least one")


def test_an_event_s_own_check_speaks_when_it_is_made_and_when_it_is_read() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Wounded(wounds=0)
    with pytest.raises(BadRecord, match="at least one"):
        decode(by_name(Wounded), {"name": "Wounded", "wounds": 0})
