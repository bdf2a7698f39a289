"""Which causes tablecam's sentences name, in the words of the random scenes.

A sentence is known by a piece of its English text. One that may mean several causes names them all: it counts as right
if the scene has one of them. A sentence that is not in the table names `UNKNOWN`, which no scene has, so a new sentence
needs its row here.
"""

from collections.abc import Iterable

from tools.bench.fault_scenes import (
    BEND,
    DROOP,
    FOCAL,
    LEAN,
    MODEL_PRINT,
    PUSHED,
    REFERENCE_PRINT,
    SMEAR,
    STRETCH,
    SURFACE,
)

# never true in a scene: its camera is still, and its picture neither shaken nor dark nor out of focus
CAMERA_MOVED, POOR_PICTURE, UNKNOWN = "camera moved", "poor picture", "unknown sentence"

SENTENCES: tuple[tuple[str, frozenset[str]], ...] = (
    ("the camera moved while it took the image", frozenset({CAMERA_MOVED})),
    ("the camera was moved", frozenset({CAMERA_MOVED})),
    ("smooths its noise away", frozenset({SMEAR})),
    ("more light and less noise reduction", frozenset({POOR_PICTURE, SMEAR})),
    ("of the image is overexposed", frozenset({POOR_PICTURE})),
    ("are in sight; three are needed", frozenset({POOR_PICTURE, SMEAR})),
    ("the focal length seems to have changed", frozenset({FOCAL})),
    ("does not lie where table.toml says", frozenset({PUSHED})),
    ("give positions on the table only to within", frozenset({PUSHED, STRETCH})),
    ("away from where table.toml puts them", frozenset({PUSHED, STRETCH, FOCAL, BEND})),
    ("agree on the camera's position", frozenset({PUSHED, STRETCH, FOCAL, BEND})),
    ("further apart or closer together than table.toml says", frozenset({STRETCH})),
    ("of the size in models.toml", frozenset({MODEL_PRINT})),
    ("the models’ tags are", frozenset({MODEL_PRINT})),
    ("of the size in table.toml", frozenset({REFERENCE_PRINT})),
    ("longer one way than the other", frozenset({REFERENCE_PRINT})),
    ("the lens bends the image in another way", frozenset({BEND})),
    ("from level bases", frozenset({DROOP})),
    ("from a level base", frozenset({DROOP})),
    ("many models are tilted by a degree or two, as on a wavy mat", frozenset({SURFACE, DROOP})),
    ("the table sags about", frozenset({SURFACE})),
    ("the table rises about", frozenset({SURFACE})),
    ("tilted by", frozenset({LEAN})),
)


def name_causes(sentence: str) -> frozenset[str]:
    """Return the causes that a sentence names; the first row of the table that fits counts."""
    return next((causes for piece, causes in SENTENCES if piece in sentence), frozenset({UNKNOWN}))


def list_false(sentences: Iterable[str], true: Iterable[str]) -> list[str]:
    """Return the sentences that name none of the true causes."""
    return [sentence for sentence in sentences if name_causes(sentence).isdisjoint(true)]
