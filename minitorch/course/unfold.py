"""Run the records of a graded course, which are given out folded."""

import ast
import linecache
import sys
import zlib
from base64 import b85decode


def unfold(name, text):
    """Define in the module `name` what the folded text says; its source can be found again, as that of a file."""
    source = zlib.decompress(b85decode("".join(text.split()))).decode("utf-8")
    file, module = f"<{name}>", sys.modules[name]
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), vars(module))
    module.__doc__ = ast.get_docstring(ast.parse(source))
