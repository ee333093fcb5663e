"""All that the sandbox sees of grading: it runs answers and says what came out, and knows nothing that is wanted."""
