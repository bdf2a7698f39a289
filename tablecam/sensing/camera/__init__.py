"""Adapters for frames: a device or stream, a recording, or the synthetic table. Pixels come in here."""
