"""Urr's advice on the answers to open questions."""
