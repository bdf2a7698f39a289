"""What the table answers for Urban War: measured facts, cover, and why a model is hidden."""
