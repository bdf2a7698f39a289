"""The rules of Urr, pure: the questions, and the events that follow from the answers."""
