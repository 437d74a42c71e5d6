"""Formulas become MathML when the pages are built, with an embedded font and without JavaScript."""

from __future__ import annotations

from typing import Any, Protocol

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.application import Sphinx
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
CONVERTER = LatexToMathML()


class Writer(Protocol):
    """What a renderer needs of the writer of a page."""

    body: list[str]


def mathml(latex: str, display: bool) -> str:
    r"""The MathML of a formula; a command that is not known is a ValueError.

    >>> mathml(r"\log T", display=False)
    '<math><mi>log</mi><mo>&#x2061;</mo><mspace width="0.1667em"/><mi>T</mi></math>'
    """
    try:
        text: str = CONVERTER.convert_with_local_state(latex, displaystyle=display)
    except LatexError as error:
        raise ValueError(f"The formula {latex!r} cannot be typeset: {error}") from None
    # an accent that stretches would strike through the letter below it
    return text.replace(' accent="true"', "")


def _write(writer: Writer, node: nodes.Element, display: bool) -> None:
    try:
        writer.body.append(mathml(node.astext(), display))
    except ValueError as error:
        LOGGER.warning("%s", error, location=node, type="math")
    raise nodes.SkipNode


def visit_inline(writer: Writer, node: nodes.Element) -> None:
    _write(writer, node, display=False)


def visit_block(writer: Writer, node: nodes.Element) -> None:
    writer.body.append('<div class="formula">')
    try:
        _write(writer, node, display=True)
    finally:
        writer.body.append("</div>")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    app.config.html_math_renderer_name = "mathml"  # type: ignore[attr-defined]
    return {"parallel_read_safe": True, "parallel_write_safe": True}
