"""The public API: everything that `import tablecam` offers, built from the rooms behind it."""
