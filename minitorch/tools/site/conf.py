"""Settings of Sphinx for the site."""

import os
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref

from minitorch.tools.site.sources import href_from, page

VERSION = os.environ.get("MINITORCH_VERSION", "main")
project, author, copyright = "minitorch", "the minitorch authors", "the minitorch authors"
release = version = VERSION
extensions = ["myst_nb", "minitorch.tools.site.reference", "minitorch.tools.site.sources"]
nb_execution_mode = "off"                      # do not run lessons: their outputs are stored
myst_enable_extensions = ["dollarmath", "html_image"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]      # because lessons use headings of any level
exclude_patterns = ["_*"]
html_theme = "pydata_sphinx_theme"
html_title = "minitorch"
html_static_path = [str(Path(__file__).with_name("static"))]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_extra_path: list = []
SITE = os.environ.get("MINITORCH_SITE", "")    # address of the site, whose page lists other versions
html_theme_options = {
    "navbar_align": "left", "show_prev_next": True, "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"], "footer_end": [],
    **({"switcher": {"json_url": f"{SITE}/versions.json", "version_match": VERSION},
        "navbar_end": ["version-switcher", "theme-switcher"], "check_switcher": False} if SITE else {}),
}


def to_source(app, doctree):
    """Change links to files and folders of the repository into links to pages of the source."""
    here = app.env.current_document.docname
    for node in list(doctree.findall(pending_xref)):
        target = os.path.normpath(os.path.join(os.path.dirname(here), node.get("reftarget", "").partition("#")[0]))
        inside = os.path.normpath(f"{target}/index")           # a link to a folder leads to its first page
        found = inside if inside in app.env.found_docs else page(target)
        if node["reftype"] == "myst" and found is not None:
            link = nodes.reference("", "", internal=True, refuri=href_from(here, found))
            link += node.children[0].children
            node.replace_self(link)


def setup(app):
    app.connect("doctree-read", to_source)
