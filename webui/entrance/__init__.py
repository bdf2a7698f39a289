"""The way in: join codes, the guard before every command, and the store that does each command once."""
