"""The club event on a server, which plays the Urban War tournament guide."""
