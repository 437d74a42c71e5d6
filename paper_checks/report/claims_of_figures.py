"""The claims of each figure: what its document concludes from it, and what is true instead.

A figure of the list `FIGURES` that has no claims here is our own; the print has none like it.
"""

from collections.abc import Collection, Mapping

PRICE = "zcdp.claim.pop"
THESIS_PRICE = "thesis.exp.zcdp.pop"
CLAIMS: Mapping[str, tuple[str, ...]] = {
    "bern.fig1": ("bern.fig1", "bern.exp5"),
    "bern.fig2": ("bern.fig2",),
    "bern.fig3": ("bern.fig3",),
    "bern.fig4": ("bern.fig4", "bern.exp5"),
    "bern.fig5": ("bern.fig5", "bern.exp5"),
    "bern.fig6": ("bern.fig6", "bern.exp5"),
    "bern.fig7": ("bern.fig7", "bern.exp5"),
    "bern.fig8": ("bern.fig8",),
    "zcdp.fig4": ("zcdp.fig4a", "zcdp.fig4b", "zcdp.fig4c", "zcdp.claim.free", PRICE),
    "zcdp.fig4a": ("zcdp.fig4a", "zcdp.exp.ucb", "zcdp.claim.free", f"{PRICE}.finite"),
    "zcdp.fig4b": ("zcdp.fig4b", "zcdp.exp.gope", "zcdp.claim.free", f"{PRICE}.linear"),
    "zcdp.fig4c": ("zcdp.fig4c", "zcdp.exp.oful", "zcdp.claim.free", f"{PRICE}.contextual"),
    "zcdp.fig5": ("zcdp.fig5",),
    "adv.fig1": ("adv.fig1",),
    "thesis.fig5.2": tuple(
        f"thesis.exp.pure.{name}" for name in ("order", "factor", "optimal", "repaired")
    ),
    "thesis.fig5.3": tuple(
        f"thesis.exp.pure.{name}" for name in ("private", "free", "crossover", "repaired")
    ),
    "thesis.fig5.4": (
        *("thesis.exp.zcdp.fig5.4", "thesis.exp.zcdp.finite", "thesis.exp.zcdp.free"),
        f"{THESIS_PRICE}.finite",
    ),
    "thesis.fig5.5": (
        *("thesis.exp.zcdp.fig5.5", "thesis.exp.zcdp.linear", "thesis.exp.zcdp.free"),
        f"{THESIS_PRICE}.linear",
    ),
    "thesis.fig5.6": (
        *("thesis.exp.zcdp.fig5.6", "thesis.exp.zcdp.contextual", "thesis.exp.zcdp.free"),
        *("thesis.exp.zcdp.contexts", f"{THESIS_PRICE}.contextual"),
    ),
    "thesis.fig5.7": ("thesis.exp.bai",),
    "thesis.fig6.1": ("thesis.fig6.1", "thesis.thm6.7", "thesis.ftm.claim.suboptimality"),
    "thesis.fig6.2": ("thesis.fig6.2", "thesis.ftm.exp6.6", "thesis.thm6.6"),
    "thesis.tab6.1": ("thesis.tab6.1",),
    "thesis.fig7.2": ("thesis.gd.fig7.2",),
    "thesis.figC.1": ("thesis.remC.12",),
}
"""For each figure, the IDs of claims about it; parts and repairs of these belong to it too."""


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
