"""Lemma of C.1.1 and the generic proof of C.1.2, which the zcdp paper states in the same words."""

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

repeated(
    "thesis.lem.parallel",
    of="zcdp.lem1",
    statement=r"Let $\mathcal M$ take a set as input, $\ell<T$ and $t_1,\dots,t_{\ell+1}$ in "
    r"$[1,T]$ with $1=t_1<\dots<t_\ell<t_{\ell+1}-1=T$, and $\mathcal G=\bigotimes_{i\le\ell}"
    r"\mathcal M_{\{x_{t_i},\dots,x_{t_{i+1}-1}\}}$ (C.1). (a) If $\mathcal M$ is "
    r"$(\varepsilon,\delta)$-DP, so is $\mathcal G$. (b) If $\mathcal M$ is $\rho$-zCDP, so is "
    r"$\mathcal G$. So on non-overlapping subsets no composition theorem is needed, and the budget "
    "does not grow.",
)
repeated(
    "thesis.lem.parallel.rectangles",
    of="zcdp.lem1.rectangles",
    statement=r"Proof of (a), which bounds $\mathcal G_x(E)$ for every output event "
    r"$E=E_1\times\dots\times E_\ell$ and concludes: laws $P,Q$ of $(o_1,\dots,o_\ell)$ with "
    r"$P(E)\le e^\varepsilon Q(E)+\delta$ for every such $E$ have this for every event.",
    kind="proof step",
    title="rectangles alone in the proof of (a)",
)
repeated(
    "thesis.proof.generic.identity",
    of="zcdp.genproof.identity",
    statement=r"Step 2: for tables that differ in row $j$ only, "
    r"$e^{(\alpha-1)D_\alpha(P_d\|P_{d'})}=\mathbb E_{o_{\le j}}"
    r"[e^{(\alpha-1)D_\alpha(P_d(\cdot|o_{\le j})\|P_{d'}(\cdot|o_{\le j}))}]$, "
    r"since $o_{\le j}$ has one law.",
    title="the moment of the view is a mean over its first part",
)
repeated(
    "thesis.proof.generic.fixed",
    of="zcdp.genproof.fixed",
    statement=r"Steps 3 and 4: fix $o_{\le j}$. The episode of step $j$ is the same under $d$ and "
    r"$d'$, its last step $\xi_j$ and its rewards $r_1,\dots,r_{\xi_j}$ are fixed, and $L_j$ has "
    r"the law $\mathcal G_{\{r_1,\dots,r_{\xi_j}\}}$.",
    title="what is fixed when the episode of the changed row is compared",
)
repeated(
    "thesis.proof.generic.bound",
    of="zcdp.genproof.bound",
    statement=r"Steps 4 and 5: if each episode's statistic is released once by an $\mathcal M$ "
    r"that is $\rho$-zCDP in its set, $D_\alpha(P^{B,\pi}_d\|P^{B,\pi}_{d'})\le\alpha\rho$ for all "
    r"deterministic $B$, neighbours and $\alpha>1$.",
    title="adaptive episodes cost what one of them costs",
)
whole(
    "thesis.proof.generic",
    r"For tables $d,d'$ that differ in row $j$ and a deterministic adversary $B$: the moment of "
    r"the view is a mean over $o_{\le j}$ (Step 2), the episode of step $j$ is fixed by "
    r"$o_{\le j}$ (Steps 3 and 4), and $D_\alpha(P^{B,\pi}_d\|P^{B,\pi}_{d'})\le\alpha\rho$ "
    "(Step 5).",
    parts=tuple(f"thesis.proof.generic.{part}" for part in ("identity", "fixed", "bound")),
)
