"""Everything to print and build: tag sheets, boards, trays, the gauge card and the camera rig."""
