"""Real cases of the steps of proof_of_the_concentrated_loss.proof."""

from collections.abc import Iterator
from banditproof.paper_checks.checking import Instance
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES
from banditproof.paper_checks.models.separating_policies import appendix


def masses() -> Iterator[Instance]:
    """A sequence on a table, and on the list of its own rewards there."""
    for table in TABLES.every(2, 2, (0, 1)):
        for path, mass in TABLES.law(appendix, 3, table).items():
            seen = tuple(row[arm] for row, arm in zip(table, path, strict=False))
            yield {"mass": mass, "of_list": LISTS.law(appendix, 3, seen)[path]}
