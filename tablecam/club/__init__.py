"""The club event on a server. It plays the Urban War tournament guide, clause by clause."""
