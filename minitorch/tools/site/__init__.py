"""The site: lessons, reference and guides. `python -m minitorch.tools.site` builds it with Sphinx."""
