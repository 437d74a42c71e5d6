"""The lower bounds of Sections 4.3 and 4.4 that Chapter 5 compares with, in one place."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.registry import find
from banditproof.paper_checks.statements.repeated import repeated

OF = {
    "thesis.pre.lb.view": "thesis.thm4.16",
    "thesis.pre.lb.view.divergence": "thesis.def2.30.bernoulli",
    "thesis.pre.lb.view.variation": "thesis.tvinf.bernoulli",
    "thesis.pre.lb.minimax": "thesis.thm4.15",
    "thesis.pre.lb.minimax_zcdp": "thesis.thm4.20",
    "thesis.pre.lb.linear_zcdp": "thesis.thm4.21",
    "thesis.pre.lb.samples": "thesis.thm4.24",
    "thesis.pre.lb.samples.simplified": "thesis.cor4.25",
    "thesis.pre.lb.samples.variation": "thesis.prop4.26",
    "thesis.pre.lb.factor": "thesis.rem4.10",
}
for own, known in OF.items():
    other = find(known)
    place = f"{other.where.section} {other.label or other.where.equation}".rstrip()
    repeated(own, of=known, statement=other.statement, title=other.title, place=place)
whole(
    "thesis.pre.lb",
    "The lower bounds that Chapter 5 compares with: Theorems 4.15, 4.16, 4.20, 4.21 and 4.24, "
    "Corollary 4.25, Proposition 4.26, with the infima of Bernoulli laws; they have no factor 6 "
    "beside epsilon.",
    parts=tuple(OF),
)
