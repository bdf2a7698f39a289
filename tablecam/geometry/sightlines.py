"""How much of upright targets is visible past prisms: exact shares, for many views at once.

The compiled kernel computes each view in the same order of operations whichever others are computed with it, so that
one view alone, all views, or those that a move touches give bit-identical numbers.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tablecam.geometry.prism import ConvexParts
from tablecam.geometry.shadow_kernel import ShadowKernel, Word, shadow_kernel
from tablecam.geometry.views import Views

REAL, WHOLE, TRUTH = np.dtype(float), np.dtype(np.int32), np.dtype(bool)


@dataclass(frozen=True)
class Shares:
    """What is hidden of the targets.

    hidden, hidden_by_first: (views,), by all prisms, and by those of the first kind alone. view, owner, alone:
    (k,), for each prism that hides part of a view by itself: the view, the prism, and the share; by view, then prism.
    """

    hidden: np.ndarray
    hidden_by_first: np.ndarray
    view: np.ndarray
    owner: np.ndarray
    alone: np.ndarray


class Hiders(NamedTuple):
    """What may hide something.

    first: how many of the parts are of the first kind, the terrain; after them come the models, a part each. blocks:
    which models block, booleans (viewer, target, model), an axis that makes no difference with a single place.
    """

    parts: ConvexParts
    first: int
    blocks: np.ndarray


class HiddenShares(NamedTuple):
    """What everything together hides of each target, (views,), and whether the first kind alone hides all of it.

    computed: how many of the views had to be computed.
    """

    share: np.ndarray
    shut: np.ndarray
    computed: int


class Before(NamedTuple):
    """What was known before some models moved. parts: (m,), of the models `moved` (m,), where they stood."""

    hidden: HiddenShares
    blocks: np.ndarray
    moved: np.ndarray
    parts: ConvexParts


def shares(views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray) -> Shares:
    """The shares in full, of each view between two models (views,); -1 for one that is none of the hiders."""
    kernel, count = _filled(views, hiders, viewer, target), len(views)
    hidden = kernel.slot(Word.HIDDEN, (count,), REAL)
    past = kernel.slot(Word.PAST_TERRAIN, (count,), REAL)
    kernel.slot(Word.SHUT, (count,), TRUTH)
    kernel.put(Word.OWNER, hiders.parts.owner, WHOLE)
    kernel.call("details")
    hidden, past = kernel.slot(Word.HIDDEN, (count,), REAL), kernel.slot(Word.PAST_TERRAIN, (count,), REAL)
    found = (kernel.found(Word.FOUND_VIEW, WHOLE), kernel.found(Word.FOUND_OWNER, WHOLE))
    return Shares(hidden.copy(), past.copy(), *found, kernel.found(Word.FOUND_SHARE, REAL))


def hidden_shares(views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray) -> HiddenShares:
    """What everything together hides, and nothing else; arguments as for `shares`."""
    kernel = _filled(views, hiders, viewer, target)
    kernel.words[Word.MOVES] = kernel.words[Word.OTHERS_BLOCK] = 0
    kernel.slot(Word.ASKED, viewer.shape, TRUTH)[:] = True
    kernel.slot(Word.HIDDEN, viewer.shape, REAL)
    kernel.slot(Word.SHUT, viewer.shape, TRUTH)
    return _computed(kernel, viewer.shape)


def updated_shares(
    views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray, before: Before, asked: np.ndarray
) -> HiddenShares:
    """The same after some models moved, given what was known; asked: (views,), those that moved themselves.

    The others change only if a model that moved hid something, or hides something now, or if one blocks now that did
    not, or no longer does. Where the terrain alone hides everything, that stays so.
    """
    kernel, others = _filled(views, hiders, viewer, target), before.blocks is not hiders.blocks
    _put_parts(kernel, Word.BEFORE, before.parts)
    _put_blocks(kernel, Word.BLOCKED, before.blocks)
    kernel.put(Word.MOVED, before.moved, WHOLE)
    kernel.words[Word.MOVES], kernel.words[Word.OTHERS_BLOCK] = len(before.moved), others
    kernel.slot(Word.ASKED, viewer.shape, TRUTH)[:] = asked
    kernel.slot(Word.HIDDEN, viewer.shape, REAL)[:] = before.hidden.share
    kernel.slot(Word.SHUT, viewer.shape, TRUTH)[:] = before.hidden.shut
    return _computed(kernel, viewer.shape)


def _computed(kernel: ShadowKernel, shape: tuple[int, ...]) -> HiddenShares:
    computed = kernel.call("update")
    hidden, shut = kernel.slot(Word.HIDDEN, shape, REAL), kernel.slot(Word.SHUT, shape, TRUTH)
    return HiddenShares(hidden.copy(), shut.copy(), computed)


def _filled(views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray) -> ShadowKernel:
    """The kernel with all that is asked of it in its memory."""
    kernel, parts, first = shadow_kernel(), hiders.parts, hiders.first
    _put_parts(kernel, Word.PARTS, parts)
    _put_blocks(kernel, Word.BLOCKS, hiders.blocks)
    kernel.put(Word.TABLE, views.table, REAL)
    kernel.put(Word.VIEWER, viewer, WHOLE)
    kernel.put(Word.TARGET, target, WHOLE)
    kernel.words[: Word.MOVES] = len(viewer), first, len(parts.owner) - first
    return kernel


def _put_parts(kernel: ShadowKernel, word: int, parts: ConvexParts) -> None:
    kernel.put(word + 2, parts.cylinder, REAL)
    kernel.put(word + 3, parts.corners, REAL)
    kernel.put(word + 4, parts.to_unit, REAL)
    kernel.put(word + 5, parts.count, WHOLE)
    kernel.put(word + 6, parts.circle, TRUTH)
    kernel.words[word : word + 2] = len(parts.owner), parts.corners.shape[1]


def _put_blocks(kernel: ShadowKernel, word: int, blocks: np.ndarray) -> None:
    kernel.put(word + 3, blocks, TRUTH)
    kernel.words[word : word + 3] = blocks.shape


def limits(views: Views, hiders: Hiders, viewer: int, target: int) -> np.ndarray:
    """The limits of all shadows in the one view, as `shadow_kernel.LIMIT`; `shadow` is the number of a part."""
    return _filled(views, hiders, np.array([viewer]), np.array([target])).limits()
