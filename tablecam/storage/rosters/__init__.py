"""Force lists from elsewhere, read as names and numbers: BattleScribe, New Recruit, CSV and plain text."""
