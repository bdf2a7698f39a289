"""The ways out of the program: the library, messages for other programs, and the record of many tables."""
