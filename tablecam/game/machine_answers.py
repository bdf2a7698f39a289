"""The machine's answers in a log: their source, and their reasons as a log keeps them and as a person reads them."""

import re

from tablecam.base.i18n import Message

# the source of the machine's answers in a log
SOURCE = "machine"
ADVISED = Message("The advice puts it first.")
# in logs, they never change: "machine: advice", or the two shares with the number of trials between them
ADVISED_CODE, EXPECTED_CODE = "machine: advice", re.compile(r"machine: (\d+) % in (\d+), next (\d+) %")  # no text


def explain_shares(share: int, trials: int, other: int) -> Message:
    """The reason of a search. share, other: of the best and the next best answer, in percent."""
    return Message(
        "Expected share of the strength: {share} % in {trials} trials; the next best answer {other} %.",
        share=share,
        trials=trials,
        other=other,
    )


def write_reason(reason: Message | str) -> str:
    """A reason as a log keeps it, the same in every language; empty for none."""
    if not isinstance(reason, Message):
        return ""
    values = dict(reason.values)
    if not values:
        return ADVISED_CODE
    return f"machine: {values['share']} % in {values['trials']}, next {values['other']} %"  # no text


def read_reason(why: str) -> Message | None:
    """The reason that a log keeps; None if it is not the machine's."""
    if why == ADVISED_CODE:
        return ADVISED
    match = EXPECTED_CODE.fullmatch(why)
    return explain_shares(*map(int, match.groups())) if match else None
