"""Lemmas 3, 8, 9 and Definitions 10, 11, which the thesis states in the same words."""

from banditproof.paper_checks.repeated import repeated

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
    "zcdp.lem9",
    of="thesis.lem2.22",
    statement=r"For independent $\sigma_1$- and $\sigma_2$-subgaussian $X_1,X_2$: $cX$ is "
    r"$|c|\sigma$-subgaussian, $X_1+X_2$ is $\sqrt{\sigma_1^2+\sigma_2^2}$-subgaussian, and an "
    r"$X\in[a,b]$ of mean zero is $\frac{b-a}2$-subgaussian.",
)
