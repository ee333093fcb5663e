"""Authors' and release tools: write lessons and exercises, check them, and give them out without answers."""
