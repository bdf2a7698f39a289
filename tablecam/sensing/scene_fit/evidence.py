"""How likely the readings are under a hypothesis, exactly: every unknown is Gaussian, so all integrals are closed.

A hypothesis is a standard deviation for each unknown. Own unknowns are integrated out first, which makes a covariance
of 6 x 6 for each tag; then the common ones, by one factorisation. The noise of this picture is one of NOISES times what
the readings claim, and is integrated out too, as a sum.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.sensing.scene_fit.scene import LinearScene

# noise over claim, and how usual each is: images drawn by program have less than they claim, rendered ones up to twice
NOISES = np.array([0.4, 0.6, 0.8, 1.0, 1.3, 1.8, 2.5])
_LOG_USUAL = -((np.log(NOISES) / 0.5) ** 2) / 2
LOG_USUAL = _LOG_USUAL - np.log(np.exp(_LOG_USUAL).sum())


@dataclass(frozen=True)
class ReducedScene:
    """The scene with its own unknowns integrated out, for several noises (k,).

    log_noise: (k,) logarithm of how usual each is. inverses: (k, n, 6, 6). information: (k, m, m). pull: (k, m).
    constant: (k,), the logarithm of the likelihood if nothing common is wrong.
    """

    log_noise: np.ndarray
    inverses: np.ndarray
    information: np.ndarray
    pull: np.ndarray
    constant: np.ndarray

    @classmethod
    def from_scene(cls, scene: LinearScene, own_sigmas: np.ndarray, noise_index: np.ndarray) -> "ReducedScene":
        """Integrate the own unknowns out. own_sigmas: (n, OWNS). noise_index: (k,) into NOISES."""
        own = scene.by_own * own_sigmas[:, None]
        variances = (NOISES[noise_index] ** 2)[:, None, None, None]
        covariances = scene.covariances * variances + own @ own.swapaxes(-1, -2)
        inverses = np.linalg.inv(covariances)
        weighted = inverses @ scene.by_common
        count = len(noise_index)
        rows = scene.by_common.reshape(-1, scene.by_common.shape[-1])
        flat = weighted.reshape(count, *rows.shape)
        residual = scene.residuals.ravel()
        square = np.einsum("ni,knij,nj->k", scene.residuals, inverses, scene.residuals)
        spread = np.linalg.slogdet(covariances)[1].sum(axis=-1)
        return cls(LOG_USUAL[noise_index], inverses, rows.T @ flat, residual @ flat, -(square + spread) / 2)

    def compute_evidence(self, common_sigmas: np.ndarray) -> np.ndarray:
        """Return the logarithms of the likelihood, (hypotheses, k), for sigmas (hypotheses, m)."""
        sigmas, size = common_sigmas[:, None], self.pull.shape[-1]
        pull = self.pull * sigmas
        bordered = np.empty((*pull.shape[:-1], size + 1, size + 1))
        bordered[..., :size, :size] = self.information * sigmas[..., None] * sigmas[..., None, :] + np.eye(size)
        # with the pull as one more row, its square by the inverse is that of the factor's last row
        bordered[..., size, :size] = bordered[..., :size, size] = pull
        bordered[..., size, size] = (pull * pull).sum(axis=-1) + 1
        halves = np.linalg.cholesky(bordered)
        square = (halves[..., size, :size] ** 2).sum(axis=-1)
        volume = np.log(np.diagonal(halves, axis1=-2, axis2=-1)[..., :size]).sum(axis=-1)
        return np.asarray(self.constant + self.log_noise + square / 2 - volume)

    def estimate_common(self, common_sigmas: np.ndarray, row: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the common unknowns, (m,), and their covariance, (m, m), at the noise of a row."""
        scaled = self.information[row] * np.outer(common_sigmas, common_sigmas) + np.eye(len(common_sigmas))
        covariance = np.linalg.inv(scaled) * np.outer(common_sigmas, common_sigmas)
        return covariance @ self.pull[row], covariance


def leave_each_out(
    scene: LinearScene, reduced: ReducedScene, common_sigmas: np.ndarray, row: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return residual, (n, 6), and its covariance from common unknowns, (n, 6, 6), of each tag by all other tags."""
    common, covariance = reduced.estimate_common(common_sigmas, row)
    residuals = scene.residuals - scene.by_common @ common
    shared = scene.by_common @ covariance @ scene.by_common.swapaxes(-1, -2)
    # what a tag itself told is taken out again: exact, because all is Gaussian
    covariances = np.linalg.inv(reduced.inverses[row])
    left = np.linalg.inv(covariances - shared)
    return (covariances @ left @ residuals[..., None])[..., 0], shared + shared @ left @ shared
