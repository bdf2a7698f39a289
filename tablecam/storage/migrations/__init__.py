"""The versions of the database's tables; `database.py` runs them."""
