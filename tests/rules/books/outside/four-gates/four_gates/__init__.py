"""Four gates, a rulebook for tablecam."""
