"""The position: bases, miniatures, the roster, terrain, elevation, and the immutable snapshot with its text form."""
