"""The web server: Flask behind an event loop, its streams, its answers and its limits."""
