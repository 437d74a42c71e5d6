"""The results that Appendix C.5 recalls and that other chapters and papers state in these words."""

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "thesis.lemC.15",
    of="thesis.prop2.7",
    statement=r"For a mechanism $\mathcal M$ and any randomised mapping $f$ of its output: if "
    r"$\mathcal M$ is $(\varepsilon,\delta)$-DP ($\rho$-zCDP), so is $f\circ\mathcal M$.",
)
repeated(
    "thesis.lemC.16",
    of="zcdp.lem4",
    statement=r"For distributions $P,Q$ on $\Omega$ and a function $f:\Omega\to\Theta$: "
    r"$D_\alpha(f(P)\|f(Q))\le D_\alpha(P\|Q)$.",
)
repeated(
    "thesis.lemC.17",
    of="zcdp.lem5",
    statement=r"For any random variable $X$ and $\varepsilon>0$: "
    r"$\mathbb P(|X|\ge\varepsilon)\le\mathbb E[|X|]/\varepsilon$.",
)
repeated(
    "thesis.defC.18",
    of="thesis.def2.29.policies",
    statement=r"$\pi$ is consistent over a class $\mathcal E$ of bandits if "
    r"$\mathrm{Reg}_T(\pi,\nu)/T^p\to0$ for all $\nu\in\mathcal E$ and $p>0$; "
    r"$\Pi_{\mathrm{cons}}(\mathcal E)$ is their class.",
)
repeated(
    "thesis.lemC.20",
    of="zcdp.lem6",
    statement=r"For probability measures $\mathbb P,\mathbb Q$ on one space and an event $A$: "
    r"$\mathbb P(A)+\mathbb Q(A^c)\ge\frac12\exp(-D(\mathbb P,\mathbb Q))$.",
)
repeated(
    "thesis.lemC.21",
    of="zcdp.lem7",
    statement=r"For probability measures on one space $\mathrm{KL}(\mathbb P\|\mathbb Q)\ge"
    r"2\,\mathrm{TV}(\mathbb P\|\mathbb Q)^2$.",
)
repeated(
    "thesis.lemC.27.determinants",
    of="renyi.lem23.determinants",
    statement=r"If $A\ge B\ge0$, then $\det A\ge\det B$.",
    title="Loewner order and determinants",
    stated=True,
)
repeated(
    "thesis.lemC.27.inverses",
    of="renyi.lem23.inverses",
    statement=r"If $A\ge B\ge0$, then $A^{-1}\le B^{-1}$ if $A$ and $B$ are non-singular.",
    title="Loewner order and inverses",
    stated=True,
)
whole(
    "thesis.lemC.27",
    r"If $A\ge B\ge0$, then $\det A\ge\det B$, and $A^{-1}\le B^{-1}$ if $A$ and $B$ are "
    "non-singular.",
    parts=("thesis.lemC.27.determinants", "thesis.lemC.27.inverses"),
)
repeated(
    "thesis.lemC.28",
    of="zcdp.lem10",
    statement=r"For $X\sim\mathcal N(0,I_d)$ and $\delta\in(0,1)$: $\mathbb P(\|X\|^2\ge "
    r"d+2\sqrt{d\log(1/\delta)}+2\log(1/\delta))\le\delta$.",
)
repeated(
    "thesis.lemC.29",
    of="renyi.lem25",
    statement=r"If $M\in\mathbb R^{d\times d}$ has independent $\mathcal N(0,1)$ entries, $\|M\|$ "
    r"is its largest singular value and $\delta\in(0,1)$: "
    r"$\mathbb P(\|M\|>4\sqrt{d+1}+2\log(1/\delta))\le\delta$.",
)
repeated(
    "thesis.lemC.30",
    of="zcdp.lem11",
    statement=r"If $\rho_t$ is 1-subgaussian given $A_1,X_1,\dots,A_{t-1},X_{t-1},A_t$, with "
    r"$S_t=\sum_{s\le t}A_s\rho_s$ and $V_t(\lambda)=\lambda I_d+\sum_{s\le t}A_sA_s^T$: "
    r"$\mathbb P(\exists t:\|S_t\|^2_{V_t(\lambda)^{-1}}\ge2\log\frac1\delta+"
    r"\log\frac{\det V_t(\lambda)}{\lambda^d})\le\delta$ for $\lambda>0$, $\delta\in(0,1)$.",
)
repeated(
    "thesis.lemC.31",
    of="zcdp.lem13",
    statement=r"For positive semi-definite $A,B,C$ with $A=B+C$: "
    r"$\sup_{x\ne0}\frac{x^TAx}{x^TBx}\le\frac{\det A}{\det B}$.",
)
