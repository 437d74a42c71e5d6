"""Lemmas and Definition 20 that the thesis or the zcdp paper states in the same words."""

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "renyi.lem19",
    of="zcdp.lem5",
    statement=r"For any random variable $X$ and $\epsilon>0$: "
    r"$\mathbb P(|X|\ge\epsilon)\le\mathbb E[|X|]/\epsilon$.",
)
repeated(
    "renyi.def20",
    of="thesis.def2.20",
    statement=r"$X$ is $\sigma$-subgaussian if $\mathbb E[\exp(\lambda X)]\le"
    r"\exp(\lambda^2\sigma^2/2)$ for all $\lambda\in\mathbb R$.",
)
repeated(
    "renyi.lem21",
    of="thesis.lem2.21",
    statement=r"If $X$ is $\sigma$-subgaussian, then $\mathbb P(X\ge\epsilon)\le"
    r"\exp(-\epsilon^2/(2\sigma^2))$ for any $\epsilon\ge0$.",
)
repeated(
    "renyi.lem22.scaling",
    of="thesis.lem2.22.scaling",
    statement=r"For $\sigma_1$-subgaussian $X_1$: $cX$ is $|c|\sigma$-subgaussian for all $c\in"
    r"\mathbb R$.",
    title="multiples of a subgaussian variable",
)
repeated(
    "renyi.lem22.sum",
    of="thesis.lem2.22.sum",
    statement=r"For independent $\sigma_1$- and $\sigma_2$-subgaussian $X_1,X_2$: $X_1+X_2$ is "
    r"$\sqrt{\sigma_1^2+\sigma_2^2}$-subgaussian.",
    title="sum of independent subgaussian variables",
)
repeated(
    "renyi.lem22.bounded",
    of="thesis.lem2.22.bounded",
    statement=r"If $X$ has mean zero and $X\in[a,b]$ almost surely, then $X$ is "
    r"$\frac{b-a}2$-subgaussian.",
    title="bounded variables are subgaussian",
)
whole(
    "renyi.lem22",
    r"For independent $\sigma_1$- and $\sigma_2$-subgaussian $X_1,X_2$: multiples, the sum, and "
    "bounded variables of mean zero are subgaussian.",
    parts=("renyi.lem22.scaling", "renyi.lem22.sum", "renyi.lem22.bounded"),
)
repeated(
    "renyi.lem24",
    of="zcdp.lem10",
    statement=r"For $X\sim\mathcal N(0,I_d)$ and $\delta\in(0,1)$: $\mathbb P(\|X\|^2\ge "
    r"d+2\sqrt{d\log(1/\delta)}+2\log(1/\delta))\le\delta$.",
)
repeated(
    "renyi.lem26",
    of="zcdp.lem11",
    statement=r"If $\rho_t$ is 1-subgaussian given $A_1,X_1,\dots,A_{t-1},X_{t-1},A_t$, with "
    r"$S_t=\sum_{s\le t}A_s\rho_s$ and $V_t(\lambda)=\lambda I_d+\sum_{s\le t}A_sA_s^T$: "
    r"$\mathbb P(\exists t:\|S_t\|^2_{V_t(\lambda)^{-1}}\ge2\log\frac1\delta+"
    r"\log\frac{\det V_t(\lambda)}{\lambda^d})\le\delta$ for $\lambda>0$, $\delta\in(0,1)$.",
)
repeated(
    "renyi.lem28",
    of="zcdp.lem13",
    statement=r"For positive semi-definite $A,B,C$ with $A=B+C$: "
    r"$\sup_{x\ne0}\frac{x^TAx}{x^TBx}\le\frac{\det A}{\det B}$.",
)

EIGENVALUE = (
    r"Let $\mathcal A_t=\{a^t_1,\dots,a^t_{k_t}\}$ be i.i.d., given $k_t$ and the history $H_t$, "
    r"from a random $A$ with $\|A\|=1$, $\lambda_0=\lambda_{\min}(\mathbb E[AA^T])>0$, and "
    r"(3) $(z^TA)^2$ conditionally subgaussian with variance $\mathbb V[(z^TA)^2\mid k_t,H_t]\le"
    r"\frac{\lambda_0^2}{8\log(4k_t)}$ for all unit $z$. Then $\mathbb P(\exists t:\lambda_{\min}"
    r"(\sum_{s\le t}A_sA_s^T)\le\frac{\lambda_0t}4-8\log\frac{(t+3)d}\delta-"
    r"2\sqrt{t\log\frac{(t+3)d}\delta})\le\delta$."
)
repeated(
    "renyi.lem27.law",
    of="zcdp.lem12.law",
    statement=EIGENVALUE,
    title="least eigenvalue, with the variance of the law of the contexts",
)
repeated(
    "renyi.lem27.history",
    of="zcdp.lem12.history",
    statement=EIGENVALUE,
    title="least eigenvalue, with the history that contains the contexts",
)
whole("renyi.lem27", EIGENVALUE, parts=("renyi.lem27.law", "renyi.lem27.history"))
