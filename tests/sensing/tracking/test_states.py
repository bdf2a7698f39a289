from itertools import product
from pathlib import Path

import pytest

from tablecam.sensing.tracking.changes import (
    TRANSITIONS,
    IllegalTransitionError,
    Sign,
    TrackState,
    following,
)

DOCS = Path(__file__).resolve().parents[3] / "docs" / "tracking.md"


def test_the_table_in_the_docs_is_the_table() -> None:
    header = ["", *(sign.name for sign in Sign)]
    rows = [
        [state.name, *(TRANSITIONS[state][sign].name if sign in TRANSITIONS[state] else "-" for sign in Sign)]
        for state in TrackState
    ]
    lines = [header, ["---"] * len(header), *rows]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    assert table in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize(("state", "sign"), list(product(TrackState, Sign)))
def test_a_sign_leads_where_the_table_says_or_raises(state: TrackState, sign: Sign) -> None:
    if sign in TRANSITIONS[state]:
        assert following(state, sign) is TRANSITIONS[state][sign]
    else:
        with pytest.raises(IllegalTransitionError, match=f"a {state.value} track cannot be told '{sign.value}'"):
            following(state, sign)


def test_every_state_can_be_reached_and_none_but_the_first_is_a_beginning() -> None:
    reached = {after for signs in TRANSITIONS.values() for after in signs.values()}
    assert reached == set(TrackState) - {TrackState.TENTATIVE}


def test_every_settled_model_can_come_back_from_anywhere() -> None:
    for state in set(TrackState) - {TrackState.TENTATIVE}:
        seen, edge = {state}, [state]
        while edge:
            edge = [after for before in edge for after in TRANSITIONS[before].values() if after not in seen]
            seen.update(edge)
        assert TrackState.SETTLED in seen
