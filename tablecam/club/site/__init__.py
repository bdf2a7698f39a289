"""The club's pages for everybody: next evening, past ones, replays and calendar, served live or kept in a folder."""
