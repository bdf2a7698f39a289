"""The table's answers for Urban War: measured facts, cover, and the reason why a model is hidden."""
