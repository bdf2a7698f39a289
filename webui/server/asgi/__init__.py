"""The page's server: Flask decides, in threads, and an event loop delivers, so that no thread waits for a client."""
