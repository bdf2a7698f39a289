"""Seals: they say nothing without the key, and with it that the log is the one that was sealed."""

import json

import pytest
from evenings import begun, blue_orders, played

from tablecam.doors.hub.public_log import EVERY, PublicLog, Sealer, is_given_in_secret, seals_fault

KEY = bytes(range(32))


def sealed_game(order: str = "overwatch", step: int = 5, key: bytes = KEY) -> tuple[list[str], list[str], list[str]]:
    """Full log, told log and seals of a game, looked at every few lines."""
    game = begun()
    blue_orders(game, order)
    played(game, 5, 40)
    lines, told, sealer = list(game.sink.lines), PublicLog(game.system), Sealer(key)
    tells: list[str] = []
    seals: list[str] = []
    for at in range(0, len(lines), step):
        new = told.grow(lines[at : at + step])
        seals += sealer.grow(lines[at : at + step], zip(told.numbers[len(tells) :], new, strict=True))
        tells += new
    return lines, tells, [*seals, sealer.end()]


def test_what_was_sealed_is_what_is_sent() -> None:
    full, told, sealed = sealed_game()
    assert seals_fault(full, sealed) == ""
    wanted = [
        number for number, line in enumerate(told, 1) if number % EVERY == 0 or is_given_in_secret(line)
    ]  # fmt: skip
    assert [json.loads(line)["told"] for line in sealed[:-1]] == wanted


def test_seals_do_not_depend_on_when_the_log_is_looked_at() -> None:
    assert sealed_game(step=1) == sealed_game(step=1000)


def test_every_secret_answer_is_sealed_before_it_is_shown() -> None:
    full, told, sealed = sealed_game()
    first = next(number for number, line in enumerate(told, 1) if is_given_in_secret(line))
    assert json.loads(sealed[0])["told"] == first
    other = sealed_game("snap-fire")[0]
    assert [a == b for a, b in zip(full, other, strict=False)].index(False) >= first
    assert "another log" in seals_fault(other, sealed)


def test_any_line_that_is_changed_later_is_found() -> None:
    full, _, sealed = sealed_game()
    last_sealed = len(full) - EVERY * 3
    for at in range(0, last_sealed, 7):
        assert seals_fault([*full[:at], full[at] + " ", *full[at + 1 :]], sealed)
    assert seals_fault(full[:20], sealed)


def test_seals_in_another_order_or_by_another_key_are_none() -> None:
    full, _, sealed = sealed_game()
    assert seals_fault(full, [sealed[1], sealed[0], *sealed[2:]])
    assert seals_fault(full, [*sealed[:-1], Sealer(bytes(32)).end()])


@pytest.mark.parametrize("sealed", [[], ["x"], ["{}"], ['{"key":7}'], ['{"told":1}', '{"key":"00"}'], ["[]"]])
def test_what_has_no_form_is_no_seal(sealed: list[str]) -> None:
    assert seals_fault(["line"], sealed) == "has seals that cannot be read"
