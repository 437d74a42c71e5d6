"""Definitions 2.34 and 2.35, and the variants of the game: what has a program already."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "thesis.mia.def.audit-pure",
    "thesis.def2.34",
    r"For an $\epsilon$-DP $\mathcal M$ and $\gamma\in(0,1)$ an audit $\mathcal U$ has query "
    r"access to $\mathcal M$ and outputs $\epsilon_{\mathrm{low}}\ge0$; it is $\gamma$-correct if "
    r"$\Pr(\mathcal U(\mathcal M)>\epsilon)\le\gamma$ over the randomness of both.",
)
repeated(
    "thesis.mia.def.audit-pure.utility",
    "thesis.audit.utility",
    r"The utility of an audit is $E|\mathcal U(\mathcal M)-\epsilon|$, the expected distance of "
    r"its output from the real budget; for approximate DP that of $\epsilon(\delta)$, for each "
    r"$\delta$.",
    title="utility of an audit",
    kind="definition",
    stated=True,
)
repeated(
    "thesis.mia.def.audit-approx",
    "thesis.def2.35",
    r"Let $\mathcal M$ be $(\epsilon(\delta),\delta)$-DP for all $\delta\in(0,1)$. An audit that "
    r"outputs $\epsilon_{\mathrm{low}}(\delta)$ for an input $\delta$ is $\gamma$-correct if "
    r"$\Pr(\epsilon_{\mathrm{low}}(\delta)>\epsilon(\delta))\le\gamma$ for every $\delta$.",
)
repeated(
    "thesis.mia.rem.audit-variants.dataset",
    "thesis.mi.variants.dataset",
    r"Of the two sources of randomness of the game the initial dataset may be fixed (printed: a "
    r"fixed initial distribution).",
    title="game with a fixed dataset",
    stated=True,
)
repeated(
    "thesis.mia.rem.audit-variants.target",
    "thesis.mi.variants.target",
    r"The target may be fixed; then one chooses the target that is easiest to attack, with the "
    r"smallest errors, the canary.",
    title="game with a fixed target",
    stated=True,
)
whole(
    "thesis.mia.rem.audit-variants",
    r"Two sources of randomness of the game can be frozen for an audit, the dataset and the "
    r"target; the easiest target is the canary.",
    parts=("thesis.mia.rem.audit-variants.dataset", "thesis.mia.rem.audit-variants.target"),
)
