"""The figures of docs/figures.md, each measured beside a named peer on the same pictures in the same run."""
