"""The table that is drawn: what stands on it, who moves it, and the picture a camera would take of it."""
