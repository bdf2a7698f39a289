"""From light to models: cameras, tags in frames, and models that are followed."""
