"""Advice on the open questions of Urban Operations."""
