"""Urban War, second edition: rules, wording, what the table answers, advice, forces and results."""
