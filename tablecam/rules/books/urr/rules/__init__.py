"""The rules of Urr, pure: what is asked, and what comes of the answers."""
