"""Urban War in the words of players: events, questions, house rules, forms."""
