"""Fits a lens to views: the model grows only as far as the views allow, and is tested on views that it has not seen.

A small residual proves little: it falls with every added coefficient, while the lens gets worse where no view was. So
each larger model must first be allowed by the coverage of the picture and then do better on left-out views.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.bundle import PINHOLE, LensFit, Pose6, first_guess, fit_board_pose, fit_lens, rms
from calibration.views import BoardView, Coverage, LeftOut, measure_coverage
from tablecam.base.errors import NotCalibratable
from tablecam.base.i18n import Counted, Message

# Three views are the fewest that determine a lens of two coefficients; nobody should trust them.
LEAST_VIEWS = 3
FOLDS = 6
SPLITS = 8
# A larger model must improve the left-out views by two standard errors and by half a per cent.
SURE_SIGMAS, WORTH_SHARE = 2.0, 0.005
# A view worse than the usual one by this factor, and by more than this error, is bent, moved or misread.
ODD_TIMES, ODD_PX = 2.5, 0.1


@dataclass(frozen=True)
class Model:
    """A lens model: the free coefficients besides fx, fy, cx and cy, and the model's demands on the views."""

    name: str
    coefficients: tuple[str, ...]
    views: int = LEAST_VIEWS
    share: float = 0.0
    corners: int = 0

    @property
    def free(self) -> tuple[str, ...]:
        """All numbers that are fitted."""
        return PINHOLE + self.coefficients

    def refusal(self, views: int, coverage: Coverage) -> Message | None:
        """Returns the reason why the views do not allow this model, or None."""
        if views < self.views:
            return Counted(
                "{n} view is too few for {model}; {needed} are needed",
                "{n} views are too few for {model}; {needed} are needed",
                views,
                model=self.name,
                needed=self.views,
            )
        if coverage.share < self.share:
            return Message(
                "{share} of the image is covered; {model} needs {needed}",
                share=f"{coverage.share:.0%}",
                model=self.name,
                needed=f"{self.share:.0%}",
            )
        if coverage.corners_covered < self.corners:
            return Message(
                "{covered} of the image's corners are covered; {model} needs {needed}",
                covered=coverage.corners_covered,
                model=self.name,
                needed=self.corners,
            )
        return None


# k3 bends only the corners of the picture, so only views there determine it; a free k3 reached -13 at a good residual.
# The tangential pair shifts the middle of the distortion, for which views on all sides suffice.
MODELS = (
    Model("k1, k2", ("k1", "k2")),
    Model("k1, k2, p1, p2", ("k1", "k2", "p1", "p2"), views=8, share=0.45),
    Model("k1, k2, p1, p2, k3", ("k1", "k2", "p1", "p2", "k3"), views=12, share=0.65, corners=4),
)


@dataclass(frozen=True)
class ModelStep:
    """One try to grow the model. left_out_px: error on views left out, nan where the model was not allowed."""

    model: str
    left_out_px: float
    taken: bool
    why: Message


@dataclass(frozen=True)
class Lens:
    """The lens that views give.

    views: those that count, in the fit's order. halves: the same model fitted to halves of the views, several times.
    focal_sigma: relative, one sigma. left_out_px: error on views that the fit had not seen.
    """

    fit: LensFit
    views: tuple[BoardView, ...]
    out: tuple[LeftOut, ...]
    coverage: Coverage
    steps: tuple[ModelStep, ...]
    halves: tuple[tuple[LensFit, LensFit], ...]
    focal_sigma: float
    left_out_px: float

    @property
    def model(self) -> str:
        """The name of the chosen model."""
        return [step.model for step in self.steps if step.taken][-1]

    @property
    def aspect(self) -> float:
        """fx over fy: 1 for nearly every sensor, so that another value is a warning."""
        return float(self.fit.lens[0] / self.fit.lens[1])

    @property
    def aspect_sigma(self) -> float:
        """One sigma of the aspect, from the covariance."""
        spread = self.fit.covariance
        return float(np.sqrt(max(spread[0, 0] + spread[1, 1] - 2 * spread[0, 1], 0)) / self.fit.focal_px)


def estimate_lens(views: Sequence[BoardView]) -> Lens:
    """Fits the lens to judged views of one size. Raises NotCalibratable if they give none."""
    if len(views) < LEAST_VIEWS:
        raise NotCalibratable(
            Counted(
                "{n} view of the board is too few; {needed} are needed, and 15 are good",
                "{n} views of the board are too few; {needed} are needed, and 15 are good",
                len(views),
                needed=LEAST_VIEWS,
            )
        )
    agreeing, rejected, start = _drop_odd_views(list(views))
    coverage = measure_coverage(agreeing)
    fit, steps, left_out_px = _grow_model(agreeing, coverage, start)
    halves = _fit_halves(agreeing, fit)
    return Lens(fit, tuple(agreeing), rejected, coverage, steps, halves, _compute_focal_sigma(fit, halves), left_out_px)


def _drop_odd_views(views: list[BoardView]) -> tuple[list[BoardView], tuple[LeftOut, ...], LensFit]:
    """Separates the views that agree from the odd ones, with reasons; returns the smallest model's fit too."""
    rejected: list[LeftOut] = []
    lens, poses = first_guess(views)
    fit = fit_lens(views, MODELS[0].free, lens, poses)
    while len(views) > LEAST_VIEWS:
        errors = np.array([rms(residuals) for residuals in fit.residuals_px])
        worst, usual = int(errors.argmax()), float(np.median(errors))
        if errors[worst] < max(ODD_TIMES * usual, usual + ODD_PX):
            break
        reason = Message(
            "its corners are {error} px off; those of the other views are {usual} px off",
            error=f"{errors[worst]:.2f}",
            usual=f"{usual:.2f}",
        )
        rejected.append(LeftOut(views[worst].name, reason))
        views = views[:worst] + views[worst + 1 :]
        # start over: the bad view may have spoilt the first guess
        lens, poses = first_guess(views)
        fit = fit_lens(views, MODELS[0].free, lens, poses)
    return views, tuple(rejected), fit


def _grow_model(
    views: list[BoardView], coverage: Coverage, start: LensFit
) -> tuple[LensFit, tuple[ModelStep, ...], float]:
    best, errors = start, _measure_left_out_errors(views, MODELS[0], start)
    steps = [ModelStep(MODELS[0].name, _compute_rms(errors), True, Message("the minimum that a lens needs"))]
    for model in MODELS[1:]:
        refusal = model.refusal(len(views), coverage)
        if refusal:
            steps.append(ModelStep(model.name, float("nan"), False, refusal))
            continue
        trial_errors = _measure_left_out_errors(views, model, best)
        better, why = _is_improvement(errors, trial_errors)
        steps.append(ModelStep(model.name, _compute_rms(trial_errors), better, why))
        if better:
            best, errors = fit_lens(views, model.free, best.lens, best.poses), trial_errors
    return best, tuple(steps), _compute_rms(errors)


def _measure_left_out_errors(views: Sequence[BoardView], model: Model, start: LensFit) -> np.ndarray:
    """Measures the error (n,) of each view under a lens fitted without it; only the pose is fitted to the view."""
    errors = np.zeros(len(views))
    folds = min(FOLDS, len(views))
    for fold in range(folds):
        fitted = [index for index in range(len(views)) if index % folds != fold]
        fit = fit_lens(
            [views[index] for index in fitted], model.free, start.lens, [start.poses[index] for index in fitted]
        )
        for index in range(fold, len(views), folds):
            errors[index] = rms(fit_board_pose(views[index], fit.lens, start.poses[index])[1])
    return errors


def _is_improvement(before: np.ndarray, after: np.ndarray) -> tuple[bool, Message]:
    """Whether a larger model is clearly better on left-out views, and the reason in words."""
    gains = np.log(np.maximum(before, 1e-9) / np.maximum(after, 1e-9))
    gain, doubt = float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains)))
    share, sigma = f"{abs(1 - np.exp(-gain)):.1%}", f"{doubt:.1%}"
    if gain > WORTH_SHARE and gain > SURE_SIGMAS * doubt:
        return True, Message("left-out views are {share} better (one sigma {sigma})", share=share, sigma=sigma)
    if gain > 0:
        return False, Message(
            "left-out views are {share} better (one sigma {sigma}), but that is not enough", share=share, sigma=sigma
        )
    return False, Message("left-out views are {share} worse (one sigma {sigma})", share=share, sigma=sigma)


def _fit_halves(views: Sequence[BoardView], fit: LensFit) -> tuple[tuple[LensFit, LensFit], ...]:
    """Fits the model to random halves of the views; the split is the same every time."""
    if len(views) < 2 * LEAST_VIEWS:
        return ()
    draw = np.random.default_rng(0)
    pairs = []
    for _split in range(SPLITS):
        order = draw.permutation(len(views))
        middle = len(order) // 2
        pairs.append((_fit_half(views, fit, order[:middle]), _fit_half(views, fit, order[middle:])))
    return tuple(pairs)


def _fit_half(views: Sequence[BoardView], fit: LensFit, chosen: np.ndarray) -> LensFit:
    poses: list[Pose6] = [fit.poses[index] for index in chosen]
    return fit_lens([views[index] for index in chosen], fit.free, fit.lens, poses)


def _compute_focal_sigma(fit: LensFit, halves: Sequence[tuple[LensFit, LensFit]]) -> float:
    """Computes the relative uncertainty, one sigma: the larger of the corners' noise and the halves' difference.

    A half has twice the variance of all views, and the difference of two halves four times.
    """
    noise = float(np.sqrt(fit.covariance[:2, :2].mean())) / fit.focal_px
    if not halves:
        return noise
    return max(noise, _compute_rms([(first.focal_px - second.focal_px) / fit.focal_px for first, second in halves]) / 2)


def _compute_rms(values: Sequence[float] | np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(values))))
