"""Makes what the table folder keeps: intrinsics from board views, and the camera's pose from the reference tags."""
