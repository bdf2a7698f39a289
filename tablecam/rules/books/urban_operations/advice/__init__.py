"""What speaks for each answer to the open questions of Urban Operations."""
