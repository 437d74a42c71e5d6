"""Formulas become MathML when the pages are built, with an embedded font and without JavaScript.

The report on the claims does the same; its converter and its font are used here.
"""

from pathlib import Path
from typing import Any, Protocol
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from banditproof.paper_checks.report.math_font import font_face, font_licence
from banditproof.paper_checks.report.mathml import mathml, wrapping

LOGGER = logging.getLogger(__name__)


class Writer(Protocol):
    """What a renderer needs of the writer of a page."""

    body: list[str]


def typeset(latex: str, display: bool) -> str:
    """The MathML of a formula; one in a line of text may be broken, one on its own scrolls.

    >>> typeset("x", display=False)
    '<math><mi>x</mi></math>'
    >>> typeset("x", display=True)
    '<div class="formula" tabindex="0"><math display="block"><mi>x</mi></math></div>'
    """
    if not display:
        return wrapping(mathml(latex))
    return f'<div class="formula" tabindex="0">{mathml(latex, block=True)}</div>'


def _write(writer: Writer, node: nodes.Element, display: bool) -> None:
    try:
        writer.body.append(typeset(node.astext(), display))
    except ValueError as error:
        LOGGER.warning("%s", error, location=node, type="math")
    raise nodes.SkipNode


def visit_inline(writer: Writer, node: nodes.Element) -> None:
    _write(writer, node, display=False)


def visit_block(writer: Writer, node: nodes.Element) -> None:
    _write(writer, node, display=True)


def write_font(app: Sphinx, exception: Exception | None) -> None:
    """Put the style of formulas, which has the font inside, and its licence beside the pages."""
    if exception is None and app.builder.format == "html":
        folder = Path(app.outdir) / "_static"
        (folder / "formulas.css").write_text(font_face(), encoding="utf-8")
        (folder / "formulas-font-licence.txt").write_text(font_licence(), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    app.config.html_math_renderer_name = "mathml"  # type: ignore[attr-defined]
    app.add_css_file("formulas.css")
    app.connect("build-finished", write_font)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
