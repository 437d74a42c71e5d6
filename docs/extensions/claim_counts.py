"""The directive `claim-counts`: how many claims have which verdict and grade, as recorded."""

from collections import Counter
from typing import Any
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def counts(column: str) -> dict[str, tuple[int, int]]:
    """How many stated claims and how many of ours have each value of a fact."""
    from banditproof.paper_checks.statements.index import text_index

    facts = text_index().values()
    stated = Counter(str(getattr(f, column)) for f in facts if f.stated)
    ours = Counter(str(getattr(f, column)) for f in facts if not f.stated)
    return {value: (stated[value], ours[value]) for value in {**stated, **ours}}


def lines_of(column: str, words: str) -> list[str]:
    result = sorted(counts(column).items(), key=lambda item: (-sum(item[1]), item[0]))
    lines = [".. list-table::", "   :header-rows: 1", ""]
    for cells in ((words, "stated", "ours"), *((v or "none", *map(str, n)) for v, n in result)):
        lines += [f"   {'*' if not index else ' '} - {cell}" for index, cell in enumerate(cells)]
    return [*lines, ""]


class ClaimCounts(SphinxDirective):
    """`claim-counts:: recorded`, `claim-counts:: grade` or `claim-counts:: document`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        result = nodes.section()
        result.document = self.state.document
        column = self.arguments[0]
        words = {"recorded": "verdict"}.get(column, column)
        text = StringList(lines_of(column, words), source=self.get_source_info()[0])
        self.state.nested_parse(text, self.content_offset, result)
        return list(result.children)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("claim-counts", ClaimCounts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
