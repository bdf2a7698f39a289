"""Urban Operations: player aid of the block game, as a rulebook; what the aid lost is data (`data/aid.toml`)."""
