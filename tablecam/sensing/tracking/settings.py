"""The tracker's patience and tolerances: every number, with its reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TrackerSettings:
    """Lengths in inches, angles in radians, times in the source's seconds."""

    # one false reading neither creates nor moves a model; three of one number in one place do not occur by chance
    confirmations: int = 3
    # an unconfirmed tentative track, stranger or first step is forgotten after this time
    forget_s: float = 1.0

    # chi-square with three degrees of freedom passes this once in ten thousand readings of a model at rest
    gate: float = 21.1
    # errors that do not average out (lens residue, print, light across the tag): no mean claims to be better than this
    bias_floor_in: float = 0.002
    # the same for the heading, the apparent size (a tenth of an inch of height), and the shape (half a degree of lean
    # far from the camera's axis): `observe` has their sources
    bias_floor_rad: float = 0.0026
    bias_floor_scale: float = 0.0018
    bias_floor_shape: float = 0.0026
    # more readings hardly sharpen a mean that has such a floor, and a mean that weighs more cannot follow a tiny nudge
    memory: int = 100

    # a tenth of the smallest distance in a rulebook: less is a nudge, accepted without a report
    min_move_in: float = 0.04
    # five degrees: a facing can be no finer on a round base
    min_turn_rad: float = 0.087
    # less than a storey, more than the height's noise; and never under four of its sigmas
    min_climb_in: float = 0.5

    # a hand that covers a tag shifts it first, by a quarter of an inch when measured; a real move goes further or lasts
    drag_in: float = 0.5
    drag_s: float = 0.3
    # readings that agree for this long are a model put down, not one held over the table
    rest_s: float = 0.5
    # where nothing moves in the image and no hand is in it, nobody holds the model: three readings have to agree still
    clear_rest_s: float = 0.05

    # out of sight without anything over it: long enough for a glare or a shadow to pass, reported within three seconds
    lost_after_s: float = 2.5
    # under a hand or an arm: long enough to roll the dice for it
    lost_hidden_after_s: float = 60.0

    # a hand can turn a corner in this time
    gap_s: float = 0.25
    # within one frame a step longer than this is unlikely to be straight
    gap_jump_in: float = 3.0
    # a model seen again within this distance of where it vanished is assumed to have waited there
    same_place_in: float = 0.25
    # the least distance between the points of a path, or noise would lengthen it
    band_in: float = 0.1

    # leans are weighed with this many first readings of a model at rest, and again after each further batch of readings
    lean_readings: int = 2
    lean_again: int = 10

    # one reading does not lift a model to another floor, nor do the next few
    height_patience: int = 10

    # a camera put back after a nudge sees everything shifted a little: less than this is the camera, not the model
    reacquire_in: float = 0.25
    # beyond the edge by more than a tag's tray: in reserve or removed, not on the table
    off_table_in: float = 3.0


# a photograph is read once: the first reading has to do, with all of its uncertainty
ONE_PICTURE = TrackerSettings(
    confirmations=1, bias_floor_in=0.0, bias_floor_rad=0.0, bias_floor_scale=0.0, bias_floor_shape=0.0
)
