"""Section 5.5.2, Figures 5.4 to 5.6: the experiments under zCDP and their two conclusions."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "thesis.exp.zcdp.finite",
    of="zcdp.exp.ucb",
    statement=r"AdaC-UCB with $\beta=1$ is compared with UCB with adaptive episodes and forgetting "
    r"on the five Bernoulli arms $0.75, 0.625, 0.5, 0.375, 0.25$, in runs to $T=10^7$.",
    title="The experiment with finite arms",
    stated=True,
)
repeated(
    "thesis.exp.zcdp.linear",
    of="zcdp.exp.gope",
    statement=r"AdaC-GOPE is compared with GOPE for $\delta=0.001$, reward noise $N(0,1)$, and "
    r"$K=10$ actions and $\theta^*$ on the unit sphere of $\mathbb{R}^3$.",
    title="The experiment with linear bandits",
    stated=True,
)
repeated(
    "thesis.exp.zcdp.contexts",
    of="zcdp.exp.oful.contexts",
    statement=r"The contexts $N((1/\sqrt d,\dots,1/\sqrt d), I_d/10)$ correspond to Assumption "
    r"5.15.",
    title="The contexts of the experiment",
    stated=True,
)
repeated(
    "thesis.exp.zcdp.contexts.repaired",
    of="zcdp.exp.oful.contexts.repaired",
    statement=r"The contexts satisfy the second point of Assumption 5.15 alone: $E[aa^T]$ has full "
    r"rank and the smallest eigenvalue $\lambda_0=1/10$.",
    stated=False,
)
repeated(
    "thesis.exp.zcdp.contextual",
    of="zcdp.exp.oful.run",
    statement=r"AdaC-OFUL is run with $C=1$, $\lambda=0.1$, $\delta=0.001$ and reward noise "
    r"$N(0,1)$ on $K=10$ contexts in $d=3$, in runs to $T=10^7$.",
    title="The contextual experiment",
    stated=True,
)
repeated(
    "thesis.exp.zcdp.unbounded",
    of="zcdp.exp.gope.unbounded",
    statement=r"If rewards are read as they are, one reward that changes by $x$ may cost $\rho "
    r"x^2/4$ in a release of AdaC-GOPE. Independent $N(0,1)$ noises differ by more than 2 with "
    r"probability above $0.157$, so Theorem 5.11 does not cover the experiment.",
    title="Normal rewards have no budget",
    stated=False,
)
FIGURES = {
    "fig5.4": ("zcdp.fig4a", "Finite arms"),
    "fig5.5": ("zcdp.fig4b", "Linear bandits"),
    "fig5.6": ("zcdp.fig4c", "Contextual linear bandits"),
}
for figure, (panel, words) in FIGURES.items():
    repeated(
        f"thesis.exp.zcdp.{figure}",
        of=panel,
        statement=rf"{words}: the difference of private and non-private regret falls with $\rho$ "
        r"towards 0 at three horizons, and the price of privacy is shown over time for three "
        "budgets.",
        title=f"Figure {figure.removeprefix('fig')}",
        kind="figure",
        stated=True,
    )
repeated(
    "thesis.exp.zcdp.free",
    of="zcdp.claim.free",
    statement=r"For fixed $T$ the difference of private and non-private regret converges to zero "
    r"as $\rho\to\infty$, in all three settings.",
    title="Free privacy for large budgets",
    stated=True,
)
PRICES = {"finite": "finite arms", "linear": "linear bandits", "contextual": "contextual bandits"}
for setting, words in PRICES.items():
    repeated(
        f"thesis.exp.zcdp.pop.{setting}",
        of=f"zcdp.claim.pop.{setting}",
        statement=rf"For {words} and a fixed budget the price of privacy converges to zero as $T$ "
        "grows.",
        title=f"The price for {words}",
        stated=True,
    )
repeated(
    "thesis.exp.zcdp.pop.linear.repaired",
    of="zcdp.claim.pop.linear.repaired",
    statement=r"With $\delta=1/T$, as for the bound of the expected regret, the price of AdaC-GOPE "
    r"falls as $T$ grows.",
    stated=False,
)
whole(
    "thesis.exp.zcdp",
    "Section 5.5.2 and Figures 5.4 to 5.6: three experiments under zCDP, and what is concluded.",
    (
        *(f"thesis.exp.zcdp.{part}" for part in ("finite", "linear", "contexts", "contextual")),
        *(f"thesis.exp.zcdp.{figure}" for figure in FIGURES),
        "thesis.exp.zcdp.free",
        *(f"thesis.exp.zcdp.pop.{setting}" for setting in PRICES),
    ),
)
