"""From pixels to inches: fitted tags become observations."""

import numpy as np

from tablecam.sensing.tracking.observation import PARTLY, WHOLE, Observation
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import BLACK_CELLS
from tablecam.sensing.vision.fit import TagFit
from tablecam.sensing.vision.picture_effect import NO_EFFECT, PictureEffect
from tablecam.table.geometry.projection import Camera

# Errors that average out are in the fit's own covariance. These do not: uneven light, gloss and print shift the edges.
# Measured on rendered tables, each fit against the truth, as a share of a cell and per axis.
BEND_CELLS = 0.008
BEND_HEADING_RAD = 0.0026
BEND_SCALE = 0.0018
BEND_SHAPE = 0.0026
# causes that worsen the remaining figures worsen the shape more, by this power
SHAPE_SUFFERS = 0.5
# a tag that agrees less with its bitmap (a gun, glare, JPEG artefacts) has larger errors; this disagreement is usual
USUAL_DISAGREEMENT = 0.03
# The blur of a sharp image, in cells, and the blur beyond it that doubles the variance from edges that the fit does
# not model. Measured on the same tables out of focus.
SHARP_CELLS, BLUR_CELLS = 0.15, 0.3
# a model's own gun may hide a fifth of its tag all the time, and the fit is still good; if less agrees, something
# covers the tag
LEAST_WHOLE = 0.80


def observe(
    fit: TagFit,
    camera: Camera,
    edge_in: float,
    field_sigma_in: float = 0.0,
    fresh: bool = True,
    effect: PictureEffect = NO_EFFECT,
) -> Observation:
    """Build the observation from a fit.

    edge_in: real edge of the black square. field_sigma_in: the uncertainty of places on the table from the
    registration. effect: the effect of the image on sizes and shapes.
    """
    cell_in = edge_in * fit.pose.scale / BLACK_CELLS
    cell_px = cell_in * fit.px_per_in
    blur_cells = fit.optics.blur_px / cell_px
    excess = max(1.0, (1 - fit.agreement) / USUAL_DISAGREEMENT) * (
        1 + (max(0.0, blur_cells - SHARP_CELLS) / BLUR_CELLS) ** 3
    )
    bend_sigmas = [BEND_CELLS * cell_in, BEND_CELLS * cell_in, BEND_HEADING_RAD, BEND_SCALE, BEND_SHAPE, BEND_SHAPE]
    bend_variances = np.array(bend_sigmas) ** 2 * excess
    bend_variances[4:] *= excess**SHAPE_SUFFERS
    bend_variances[:2] += field_sigma_in**2
    size_variance, shape_variance = effect.variances(cell_px)
    bend_variances[3] += size_variance
    bend_variances[4:] += shape_variance
    # the shape in the tag's own frame, with x to its right, becomes one in the table's
    to_table_turn = -np.exp(2j * fit.pose.heading_rad)
    covariance = (fit.covariance if fit.shaped else fit.covariance[:4, :4]) + np.diag(
        bend_variances[: 6 if fit.shaped else 4]
    )
    if fit.shaped:
        to_table = np.eye(6)
        to_table[4:, 4:] = [[to_table_turn.real, -to_table_turn.imag], [to_table_turn.imag, to_table_turn.real]]
        covariance = to_table @ covariance @ to_table.T
    return Observation(
        fit.tag,
        fit.pose.x_in,
        fit.pose.y_in,
        fit.pose.heading_rad,
        fit.pose.scale - effect.compute_growth(cell_px),
        covariance,
        camera.pose.position_in,
        fresh,
        WHOLE if fit.visible >= LEAST_WHOLE else PARTLY,
        camera.intrinsics.focal_sigma,
        shear=fit.pose.shear - effect.compute_smear(cell_px),
        field_in2=field_sigma_in**2,
        blur_cells=blur_cells,
    )


def stranger(detection: Detection, camera: Camera) -> Observation:
    """Build the observation of a tag that is not in play, on z = 0: its size is unknown, and so is its height."""
    corners = camera.back_project(detection.corners_px)
    x, y = corners.mean(axis=0)
    up = corners[2] + corners[3] - corners[0] - corners[1]
    heading = float(np.arctan2(up[1], up[0]))
    return Observation(
        detection.tag, float(x), float(y), heading, float("nan"), np.zeros((4, 4)), camera.pose.position_in
    )
