"""From detections to tracks, without a clock: `observe()` ends the pixels, `Tracker.update()` keeps the tracks."""
