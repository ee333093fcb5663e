"""What is written from the declarations of ops rather than by hand."""
