"""Makes the contents of the table folder: intrinsics from board views, and the camera's pose from reference tags."""
