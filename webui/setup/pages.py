"""All addresses of the set-up, in one list."""

from flask import Blueprint

from tablecam.live.live_loop import LiveLoop
from tablecam.setup.table_setup import TableSetup
from webui.setup import (
    camera,
    cameras,
    certificate,
    drift,
    gauge,
    glue,
    lens,
    place,
    print_sheets,
    print_size,
    proposals,
    roster,
    scale,
    steps,
    terrain,
)


def blueprints(setup: TableSetup, live: LiveLoop) -> tuple[Blueprint, ...]:
    """Everything under /api/setup."""
    return (
        steps.blueprint(setup, live),
        camera.blueprint(setup),
        cameras.blueprint(setup),
        lens.blueprint(setup),
        place.blueprint(setup),
        gauge.blueprint(setup),
        scale.blueprint(setup),
        certificate.blueprint(setup, live),
        terrain.blueprint(setup, live),
        proposals.blueprint(setup, live),
        drift.blueprint(setup, live),
        print_size.blueprint(setup, live),
        glue.blueprint(setup, live),
        roster.blueprint(setup, live),
        print_sheets.blueprint(setup),
    )
