"""The classes of the network: each kind of die with each of its faces, and the classes that are no reading."""

PIPS, DIGITS, TEN, TENS, NONE = "pips", "digits", "d10", "tens", "none"
# in the order of the network's outputs
CLASSES: tuple[tuple[str, int], ...] = (
    *((PIPS, face) for face in range(1, 7)),
    *((DIGITS, face) for face in range(1, 7)),
    *((TEN, face) for face in range(10)),
    (TENS, 0),
    (NONE, 0),
)
CROP_PX = 40
