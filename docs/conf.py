"""How Sphinx builds these pages: `make docs`, into docs/_build/html."""

import logging
import os
import sys
from pathlib import Path
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT)]  # the extensions, and the benchmarks

import banditproof  # noqa: E402

for library in ("matplotlib", "traitlets"):  # what they tell of their work is not news
    logging.getLogger(library).setLevel(logging.WARNING)
sys.set_int_max_str_digits(0)  # some constants have more digits than Python prints by itself

project = "banditproof"
author = "The banditproof authors"
copyright = "The banditproof authors"
version = release = banditproof.__version__

extensions = [
    "sphinx.ext.autodoc",
    "myst_nb",
    "extensions.typeset",
    "extensions.docstrings",
    "extensions.found_names",
    "extensions.public_names",
    "extensions.command_reference",
    "extensions.claim_counts",
    "extensions.figure_gallery",
    "extensions.benchmark_plots",
    "extensions.example_notebooks",
    "extensions.house_pages",
    "extensions.checked_examples",
    "extensions.external_links",
]
exclude_patterns = ["_build", "extensions", "Thumbs.db"]
smartquotes = False  # options begin with two signs, not with a dash
highlight_language = "none"  # blocks that name no language are lines for a shell
default_role = "code"  # docstrings write code in single backquotes
nitpicky = False
keep_warnings = False

myst_enable_extensions = ["dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
suppress_warnings = [
    "myst.header",  # an included page may begin below the first level
    "ref.python",  # two names in signatures, Gaussian and Proof, stand in more than one room
]
nb_execution_mode = "cache"  # the pages have no cells; the notebooks of `examples/` have
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_execution_excludepatterns: list[str] = []
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {"Float": "Float", "Number": "Number", "Budget": "Budget", "Law": "Law"}
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 80
toc_object_entries = False  # each module begins with its names; 2,000 entries cost 16 s of 40
add_module_names = False

html_theme = "furo"
html_title = f"banditproof {version}"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "top_of_page_buttons": [],
    "footer_icons": [],
    "light_css_variables": {"font-stack": "system-ui, sans-serif"},
}

gallery_folder = str(HERE / "_build" / "figures")
gallery_drawn = (
    "all"
    if os.environ.get("GALLERY") == "all"
    else ("bern.fig2", "bern.fig3", "bern.fig8", "thesis.fig5.2")
)


def setup(app: Sphinx) -> None:
    """Tables of numbers in the pages are shown as they are."""
    app.add_lexer("csv", TextLexer)
