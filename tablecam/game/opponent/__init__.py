"""An opponent that the machine plays: what it could answer, how it values a position, and how it searches."""
