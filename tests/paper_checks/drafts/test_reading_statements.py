"""Statements in LaTeX are read as they are meant, or left with a reason; none is read otherwise."""

import re
import pytest
from case_tables import table
from named_statements import ALL, ASKED, CLASSICAL
from banditproof.paper_checks.drafts.formula_tokens import Unread
from banditproof.paper_checks.drafts.words_and_formulas import read_statement
from banditproof.theory.prover import Statement


@pytest.mark.parametrize(("words", "relations", "domain"), table(__file__, "read"))
def test_a_statement_is_read(words: str, relations: list[str], domain: str) -> None:
    read = read_statement(words)
    assert list(read.relations) == list(relations)
    assert read.quantities.domain == domain
    for relation in read.relations:
        Statement.of(relation, domain)


@pytest.mark.parametrize(("words", "reason"), table(__file__, "left"))
def test_what_is_not_certain_is_left_with_its_reason(words: str, reason: str) -> None:
    with pytest.raises(Unread) as found:
        read_statement(words)
    assert reason in str(found.value)


POINTS = ("1/3", "5/7", "2/9", "7/8", "3/11")


@pytest.mark.parametrize(
    ("group", "least"), [(ALL, 50), (CLASSICAL, 110), (ASKED, 85)], ids=["documents", "2", "asked"]
)
def test_what_the_prover_prints_is_read_as_the_same(group, least: int) -> None:
    """The LaTeX of each statement and its twin: the same number at points, or it is left."""
    read = 0
    for one in group.values():
        for text in (one.text, one.twin):
            meant = Statement.of(text, one.domain)
            try:
                found = read_statement(f"${meant.latex}$")
            except Unread:
                continue
            read += 1
            (relation,) = found.relations
            same = Statement.of(relation, found.quantities.domain)
            assert same.relation == meant.relation
            assert same.domain.region == meant.domain.region
            assert len(same.domain.given) == len(meant.domain.given)
            point = dict(zip(meant.domain.names, POINTS, strict=False))
            try:
                sides = meant.evaluate_sides(point)
            except ValueError:
                continue
            for one_side, other in zip(sides, same.evaluate_sides(point), strict=True):
                assert one_side.lo <= other.hi
                assert other.lo <= one_side.hi
                assert one_side.hi - other.lo < 1e-9
    assert read >= 2 * least


def test_a_letter_that_counts_is_whole_and_one_without_an_end_is_doubtful() -> None:
    read = read_statement(
        r"For $T\ge2$, real $x>0$ and positive integers $\alpha$: $T + x\alpha\ge1$."
    )
    assert read.quantities.whole == {"T", "alpha"}
    assert read.quantities.doubtful == set()
    assert read_statement(r"For $\epsilon\le1$: $\epsilon\le2$.").quantities.doubtful == {"eps"}
    assert read_statement(r"$x\le cx$ for $x\ge0$ with $c\ge1$.").quantities.doubtful == {"c"}
    assert re.search(
        "N", "".join(read_statement(r"For $N\in\mathbb N$: $N\ge0$.").quantities.whole)
    )
