"""Python code generated from the declarations of ops: fast functions for their calls, forward and backward."""
