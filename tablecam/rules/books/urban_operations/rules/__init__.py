"""The rules of Urban Operations: state, events, and procedures that ask. Nothing here measures or words anything."""
