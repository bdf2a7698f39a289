"""The rules of every data book: state, events and procedures, each driven by the form of a book."""
