"""Lemmas 3, 8, 9 and Definitions 10, 11, which the thesis states in the same words."""

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "zcdp.lem3",
    of="thesis.prop2.7",
    statement=r"For a mechanism $\mathcal M$ and any randomised mapping $f$ of its output: if "
    r"$\mathcal M$ is $(\epsilon,\delta)$-DP ($\rho$-zCDP), so is $f\circ\mathcal M$.",
)
repeated(
    "zcdp.def10",
    of="thesis.def2.29.policies",
    statement=r"$\pi$ is consistent over a class $\mathcal E$ of bandits if "
    r"$\mathrm{Reg}_T(\pi,\nu)/T^p\to0$ for all $\nu\in\mathcal E$ and $p>0$; "
    r"$\Pi_{\mathrm{cons}}(\mathcal E)$ is their class.",
)
repeated(
    "zcdp.def11",
    of="thesis.def2.20",
    statement=r"$X$ is $\sigma$-subgaussian if $\mathbb E[\exp(\lambda X)]\le"
    r"\exp(\lambda^2\sigma^2/2)$ for all $\lambda\in\mathbb R$.",
)
repeated(
    "zcdp.lem8",
    of="thesis.lem2.21",
    statement=r"If $X$ is $\sigma$-subgaussian, then $\mathbb P(X\ge\epsilon)\le"
    r"\exp(-\epsilon^2/(2\sigma^2))$ for any $\epsilon\ge0$.",
)
repeated(
    "zcdp.lem9.scaling",
    of="thesis.lem2.22.scaling",
    statement=r"For $\sigma_1$-subgaussian $X_1$: $cX$ is $|c|\sigma$-subgaussian for all $c\in"
    r"\mathbb R$.",
    title="multiples of a subgaussian variable",
)
repeated(
    "zcdp.lem9.sum",
    of="thesis.lem2.22.sum",
    statement=r"For independent $\sigma_1$- and $\sigma_2$-subgaussian $X_1,X_2$: $X_1+X_2$ is "
    r"$\sqrt{\sigma_1^2+\sigma_2^2}$-subgaussian.",
    title="sum of independent subgaussian variables",
)
repeated(
    "zcdp.lem9.bounded",
    of="thesis.lem2.22.bounded",
    statement=r"If $X$ has mean zero and $X\in[a,b]$ almost surely, then $X$ is "
    r"$\frac{b-a}2$-subgaussian.",
    title="bounded variables are subgaussian",
)
whole(
    "zcdp.lem9",
    r"For independent $\sigma_1$- and $\sigma_2$-subgaussian $X_1,X_2$: multiples, the sum, and "
    "bounded variables of mean zero are subgaussian.",
    parts=("zcdp.lem9.scaling", "zcdp.lem9.sum", "zcdp.lem9.bounded"),
)
