"""Figures that two documents share, in the words of each: its claims, theorems and sections."""

THESIS = {
    "Parameters of the zCDP paper": "Parameters of the thesis",
    "parameters of the zCDP paper": "parameters of the thesis",
    "in the paper": "in the thesis",
    "In the paper Step 4": "In the thesis Step 4",
    "Assumption 2": "Assumption 5.15",
    "Algorithm 2, (4)": "Algorithm 8, (5.6)",
    "phases of (4)": "phases of (5.6)",
    "zcdp.fig5": "thesis.remC.12",
    "zcdp.asm2": "thesis.asm5.15",
    "zcdp.fix.oful.radius": "thesis.thmC.13.radius",
    "zcdp.fix.gope.f": "thesis.corC.11.scalar",
    "zcdp.claim.pop.linear": "thesis.exp.zcdp.pop.linear",
}


def in_words_of(figure_id: str, text: str) -> str:
    """A text of a figure of the zCDP paper, with the names that the figure's document has.

    >>> in_words_of("thesis.fig5.6", "Assumption 2 fails.")
    'Assumption 5.15 fails.'
    >>> in_words_of("zcdp.fig4c", "Assumption 2 fails.")
    'Assumption 2 fails.'
    """
    if figure_id.startswith("thesis."):
        for theirs, ours in THESIS.items():
            text = text.replace(theirs, ours)
    return text
