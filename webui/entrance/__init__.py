"""The entrance: join codes, the guard before every command, and the store that runs each command once."""
