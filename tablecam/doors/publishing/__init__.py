"""What other programs are told of the table: live messages with their contract, a table of positions, and TUIO."""
