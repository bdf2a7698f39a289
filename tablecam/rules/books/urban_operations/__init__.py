"""Urban Operations, the player aid of a block game, as a rulebook; what the aid lost is data (`data/aid.toml`)."""
