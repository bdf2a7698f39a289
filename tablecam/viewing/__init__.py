"""What the cameras see of a table, as readings of its tags in inches."""
