"""The directive `figure-gallery`: every figure with its title, its command, its picture if cheap.

The pictures are quick previews, drawn when the pages are built; their simulations are kept beside
them, so that the next build draws them at once.
"""

import re
import shutil
from pathlib import Path
from typing import Any
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from banditproof.cli.plot import save
from banditproof.paper_checks.document_figures import FIGURES, build_figure, figure_cells
from banditproof.paper_checks.field.gap_figure import gap_figure

LOGGER = logging.getLogger(__name__)


def drawn_figures(wanted: object) -> list[str]:
    """The figures that are drawn when the pages are built.

    >>> drawn_figures(("bern.fig3",))
    ['bern.fig3']
    >>> len(drawn_figures("all")) == len(FIGURES)
    True
    """
    return [name for name in FIGURES if wanted == "all" or name in wanted]  # type: ignore[operator]


def draw(app: Sphinx) -> None:
    """Draw the previews and put them where the pages find them."""
    folder = Path(app.config.gallery_folder)
    pictures = Path(app.srcdir) / "_build" / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    save(gap_figure(), pictures / "field.svg")
    for name in drawn_figures(app.config.gallery_drawn):
        for file in build_figure(name, folder, quick=True):
            if file.suffix == ".svg":
                shutil.copyfile(file, pictures / file.name)


def lines_of(name: str, drawn: bool) -> list[str]:
    """One figure as lines of reStructuredText."""
    simulations = figure_cells(name)
    cost = f"{simulations} simulations in full" if simulations else "an illustration"
    lines = [f"{FIGURES[name]} ({cost}).", ""]
    if drawn:
        lines += [f".. image:: /_build/pictures/{name}.svg", f"   :alt: {FIGURES[name]}", ""]
    return [
        *lines,
        ".. code-block:: console",
        "",
        f"   $ banditproof figure {name} --out figures",
        "",
    ]


class FigureGallery(SphinxDirective):
    """Each figure in its section."""

    def run(self) -> list[nodes.Node]:
        results: list[nodes.Node] = []
        drawn = drawn_figures(self.config.gallery_drawn)
        for name in FIGURES:
            label = "figure-" + re.sub(r"\W", "-", name)
            section = nodes.section(ids=[label], names=[name])
            section += nodes.title("", name)
            section.document = self.state.document
            text = StringList(lines_of(name, name in drawn), source=self.get_source_info()[0])
            self.state.nested_parse(text, self.content_offset, section)
            results.append(section)
        return results


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("gallery_folder", "_build/figures", "env")
    app.add_config_value("gallery_drawn", (), "env", types=[str, tuple, list])
    app.connect("builder-inited", draw)
    app.add_directive("figure-gallery", FigureGallery)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
