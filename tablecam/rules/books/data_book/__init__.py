"""A rulebook as data: one TOML file of a skirmish game with alternating activations; `docs/data_book.md`."""
