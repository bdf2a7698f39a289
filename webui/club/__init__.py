"""The pages of the club event, which plays the Urban War tournament guide: the desk, the public view, score cards."""
