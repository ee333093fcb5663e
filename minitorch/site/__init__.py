"""The site: lessons, the reference and the guides, built by Sphinx. `python -m minitorch.site` builds it."""
