"""The command line, and programs for maintainers that write the stub files, the site and the table of names."""
