"""Claims of Appendices C.3.1 and C.3.3: the private estimate, and where its noise is added."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "thesis.thmC.10",
    of="zcdp.thm13",
    statement=r"Actions $a_1,\dots,a_t$ chosen without the rewards, $V_t=\sum_sa_sa_s^\top$, "
    r"$g_t=\max_{b\in\mathcal A}\|b\|_{V_t^{-1}}$, $\tilde\theta_t=V_t^{-1}\sum_sa_sr_s+V_t^{-1/2}"
    r"N_t$, $N_t\sim\mathcal N(0,\frac2\rho g_t^2I_d)$. For $\delta\in[0,1]$ and $a\in\mathcal A$: "
    r"$\mathbb P(|\langle\tilde\theta_t-\theta^*,a\rangle|\ge\beta_t)\le\delta$ with $\beta_t="
    r"g_t\sqrt{2\log\frac4\delta}+g_t^2\sqrt{\frac2\rho f(d,\delta)}$ and $f(d,\delta)=d+2\sqrt{d"
    r"\log\frac2\delta}+2\log\frac2\delta$.",
)
repeated(
    "thesis.thmC.10.scalar",
    of="zcdp.fix.gope.f.width",
    statement=r"The same with $2\log\frac4\delta$ in place of $f(d,\delta)$: $\beta_t=g_t"
    r"\sqrt{2\log\frac4\delta}+g_t^2\sqrt{\frac4\rho\log\frac4\delta}$.",
    title="the width by the tail of one normal number",
    stated=False,
)
repeated(
    "thesis.corC.11",
    of="zcdp.cor1",
    statement=r"If each $a\in\mathcal A$ is chosen $\lceil c_t\pi(a)\rceil$ times, $\pi$ an "
    r"optimal design, with $c_t=\frac{8d}{\beta^2}\log\frac4\delta+\frac{2d}\beta\sqrt{\frac2\rho "
    r"f(d,\delta)}$, then $\mathbb P(|\langle\tilde\theta_t-\theta^*,a\rangle|\ge\beta)\le\delta$.",
)
repeated(
    "thesis.corC.11.scalar",
    of="zcdp.fix.gope.f.length",
    statement=r"The same with $2\log\frac4\delta$ in place of $f(d,\delta)$: $c_t=\frac{8d}"
    r"{\beta^2}\log\frac4\delta+\frac{2d}\beta\sqrt{\frac4\rho\log\frac4\delta}$.",
    title="the length by the tail of one normal number",
    stated=False,
)
repeated(
    "thesis.c33.end",
    of="zcdp.e-c.end",
    statement=r"For rewards in $[-1,1]$, $\|\hat\theta_\ell-\hat\theta'_\ell\|_2\le2\|V_\ell^{-1}"
    r"a_j\|_2$, which is hard to control: a G-optimal design controls $\|a_j\|_{V_\ell^{-1}}$ "
    "only.",
    title="noise at the end",
    stated=True,
)
repeated(
    "thesis.c33.beginning",
    of="zcdp.e-c.beginning",
    statement=r"The sum of the rewards of one action has the sensitivity 2, so that $\hat\theta_"
    r"\ell+V_\ell^{-1}\sum_{a\in S_\ell}a\,\mathcal N(0,\frac2\rho)$ is $\rho$-zCDP; its variance "
    r"depends on $|S_\ell|$.",
    title="noise on the sums",
    stated=True,
)
repeated(
    "thesis.c33.intermediate",
    of="zcdp.e-c.intermediate",
    statement=r"Noise on $\phi_\ell=V_\ell^{-1/2}\sum_sa_sr_s$, whose sensitivity the design "
    r"controls: the private estimate does not depend on $|S_\ell|$.",
    title="noise in between",
    stated=True,
)
repeated(
    "thesis.c33.linear",
    of="zcdp.gope.discussion.dimension",
    statement=r"Hence the regret of AdaC-GOPE due to privacy is linear in $d$, which those of the "
    r"others, $d^2$ and $d^{3/2}$, are not.",
    title="linear dependence on the dimension",
    stated=True,
)
repeated(
    "thesis.c33.conclusion",
    of="zcdp.e-c.conclusion",
    statement="In general, adding noise at an intermediate level, neither to the input nor to the "
    "output, gives the best results.",
    title="the best step for noise",
    stated=True,
)
whole(
    "thesis.c33",
    "Appendix C.3.3: where the noise is added.",
    tuple(
        f"thesis.c33.{part}"
        for part in ("end", "beginning", "intermediate", "linear", "conclusion")
    ),
)
repeated(
    "thesis.remC.12",
    of="zcdp.fig5",
    statement=r"AdaC-GOPE has less regret than AdaC-GOPE-Var, in which Step 4 changes to "
    r"$\tilde\theta_\ell=\hat\theta_\ell+V_\ell^{-1}\sum_{a\in S_\ell}a\,\mathcal N(0,\frac2"
    r"\rho)$, above all for small budgets (Figure C.1).",
)
repeated(
    "thesis.remC.12.lengths",
    of="zcdp.fig5.lengths",
    statement=r"AdaC-GOPE has less regret than AdaC-GOPE-Var, above all for small budgets, if the "
    "phases of the variant are as long as its own confidence bound asks for.",
    title="where the noise is added, with phases of its own",
    stated=False,
)
repeated(
    "thesis.linpriv.quoted",
    of="zcdp.linpriv.quoted",
    statement=r"The bound $\sum_{t\le n}\|x_{i,t}\|_{V_{i,t}^{-1}}\le2d\log(1+\frac n{\lambda d})"
    r"$, which the analysis of LinPriv quotes, is erroneous.",
    title="the quoted sum",
    stated=True,
)
repeated(
    "thesis.linpriv.sums",
    of="zcdp.linpriv.sums",
    statement=r"$\sum_{t\le n}\|x_{i,t}\|^2_{V_{i,t}^{-1}}\le2d\log(1+\frac n{\lambda d})$ is "
    r"correct, and hence $\sum_{t\le n}\|x_{i,t}\|_{V_{i,t}^{-1}}\le\sqrt{2nd\log(1+\frac n"
    r"{\lambda d})}$.",
    title="the rectified sums",
    stated=True,
)
repeated(
    "thesis.linpriv.sums.repaired",
    of="zcdp.linpriv.sums.repaired",
    statement=r"The same for $\lambda\ge1$ and $\|x_t\|\le1$.",
    stated=False,
)
repeated(
    "thesis.linpriv.rate",
    of="zcdp.linpriv.rate",
    statement=r"With $T/K$ in place of $n$ a factor $\sqrt T$ appears in the private regret of "
    r"LinPriv, which should be $\tilde O(d\sqrt T+\frac1\varepsilon Kd\sqrt T)$; in its proof the "
    "correct sum was used for the part without privacy, and misused for the private part (Remark "
    "C.14).",
    title="the rate of LinPriv",
    stated=True,
)
whole(
    "thesis.linpriv",
    "Appendix C.4.3 and Remark C.14: the regret of LinPriv, rectified.",
    ("thesis.linpriv.quoted", "thesis.linpriv.sums", "thesis.linpriv.rate"),
)
