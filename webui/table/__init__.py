"""The page's view of the table: positions, ranges, sight and images."""
