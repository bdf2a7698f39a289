"""One evening at the table: the live loop that reads the camera and publishes what it sees."""
