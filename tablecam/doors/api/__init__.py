"""The door for other programs: what `import tablecam` offers, built from the parts behind it."""
