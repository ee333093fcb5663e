"""Random numbers from rarer distributions."""
