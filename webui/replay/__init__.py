"""Games read back: the log beside the board, and the table as it was at every line."""
