"""Output for people: progress bars, tables as text, and HTML for notebooks."""
