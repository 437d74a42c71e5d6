"""The claims of each figure: what its document concludes from it, and what is true instead."""

from collections.abc import Collection
from ..drawing.listed_figures import CLAIMS


def claims_of(figure: str, known: Collection[str]) -> tuple[str, ...]:
    """The known claims about a figure, with their parts and repairs, in the order of the list.

    >>> claims_of("bern.fig8", ["bern.fig8", "bern.fig80", "bern.fig8.smooth", "bern.eq2"])
    ('bern.fig8', 'bern.fig8.smooth')
    """
    results: dict[str, None] = {}
    for begin in CLAIMS.get(figure, ()):
        about = (id for id in known if id == begin or id.startswith(f"{begin}."))
        results.update(dict.fromkeys(about))
    return tuple(results)
