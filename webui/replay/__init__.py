"""Games read back: the log beside the board, and every line as the table was then."""
