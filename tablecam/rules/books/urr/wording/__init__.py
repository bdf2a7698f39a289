"""The players' words of Urr."""
