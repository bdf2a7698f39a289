"""The versions of the database's tables; `schema.py` runs them."""
