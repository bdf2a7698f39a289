"""The figures of the README, each measured beside a named peer on the same pictures in the same run."""
