"""How fast and how large minitorch is, measured beside others in the same run."""
