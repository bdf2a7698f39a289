"""A file for each version. What a file makes never changes: databases out there were made by it."""
