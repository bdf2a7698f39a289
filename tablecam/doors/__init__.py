"""Connections to other programs: the library's API, published messages, and the record of many tables."""
