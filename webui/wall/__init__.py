"""The pages of a hall as static files: the wall, which reads the broker, and the archive of closed games."""
