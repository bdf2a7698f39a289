"""The way in: join codes, the guard before every deed, and deeds that are done once however often they are sent."""
