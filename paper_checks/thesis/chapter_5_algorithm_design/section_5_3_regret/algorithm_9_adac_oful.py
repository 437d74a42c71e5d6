"""Claims about contextual linear bandits: the setting, Algorithm 9, its privacy and its regret."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.design_updates import determinants, starts
from banditproof.paper_checks.models.ellipsoid_margins import Setting, margin, never_positive
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.balls import working_precision

TENTH, DELTA = Fraction(1, 10), Fraction(1, 1000)
FIRST_ROUNDS = {
    Setting(3, Fraction(1, 3), TENTH, DELTA): 13222,
    Setting(3, TENTH, TENTH, DELTA): 139461,
    Setting(10, TENTH, TENTH, DELTA): 148354,
}
"""The first round at which the denominator of the printed radius is positive."""

repeated(
    "thesis.def.ctx.setting",
    of="zcdp.set.ctx",
    statement=r"Linear contextual bandits: $r_t=\langle\theta^*,\psi(a_t,c_t)\rangle+\eta_t$ "
    r"(5.8); "
    r"in the reduced model $a_t\in\mathcal A_t\subset\mathbb R^d$ and $r_t=\langle\theta^*,a_t"
    r"\rangle+\eta_t$. With $\mathcal A_t=\{e_1,\dots,e_d\}$ it is the stochastic finite-armed "
    r"bandit; $\hat R_T=\sum_t\max_{a\in\mathcal A_t}\langle\theta^*,a-a_t\rangle$, $R_T=\mathbb "
    r"E[\hat R_T]$.",
    title="contextual linear bandits",
    stated=True,
)
repeated(
    "thesis.def.ctx.public",
    of="zcdp.rem4",
    statement=r"The context $c_t$, and thus $\mathcal A_t$, is public; rewards alone are private. "
    r"As $\mathcal A_t$ changes, strategies that eliminate actions are not useful (Remark 5.13).",
    title="public contexts",
    stated=True,
)
whole(
    "thesis.def.ctx",
    "Contextual linear bandits: the model, the reduced model, and Remark 5.13.",
    ("thesis.def.ctx.setting", "thesis.def.ctx.public"),
)
repeated(
    "thesis.alg9.box",
    of="zcdp.alg3",
    statement=r"AdaC-OFUL: at step $t$, if $\det V_{t-1}>(1+C)\det V_\tau$, draw $Y_\ell\sim"
    r"\mathcal N(0,\frac2\rho I_d)$, $\tilde\theta_{t-1}=V_{t-1}^{-1}(\sum_{s<t}a_sr_s+\sum_{m\le"
    r"\ell}Y_m)$, $\ell\leftarrow\ell+1$, $\tau\leftarrow t-1$; play "
    r"$\mathrm{argmax}_{a\in\mathcal "
    r"A_t}\langle\tilde\theta_\tau,a\rangle+\tilde\beta_\tau\|a\|_{V_\tau^{-1}}$; $V_t=V_{t-1}+"
    r"a_ta_t^\top$.",
    title="AdaC-OFUL",
    stated=True,
)


@claim(
    "thesis.alg9.radius",
    r"The radius $\tilde\beta_\tau$ of line 11 of Algorithm 9, with $\frac{\gamma_t}{\sqrt t}$ of "
    r"Appendix C.4.1, is defined at every update.",
    recorded="fails",
    stated=True,
    reading="lambda = 1/10, delta = 1/1000 and C = 1 as in the experiments; lambda_0 = 1/3 and "
    "1/10 in d = 3, 1/10 in d = 10",
    title="the radius in the first rounds",
    place="5.3.3 Algorithm 9, C.4.1",
    repaired_by="thesis.thmC.13.radius",
    mutants={"lambda of 3000": {"regulariser": Fraction(3000)}},
)
def radius_in_the_first_rounds(regulariser: Fraction = TENTH) -> Verdict:
    """The denominator is negative up to these rounds, and a unit vector has an update after 1."""
    found = {}
    with working_precision(96):
        for place, first in FIRST_ROUNDS.items():
            setting = place._replace(regulariser=regulariser)
            if regulariser == TENTH:
                need(never_positive(setting, 1, first - 1), "It is defined earlier", d=place.d)
                need(margin(setting, first) > 0, "It is not defined there", d=place.d)
                unit = tuple(Fraction(int(i == 0)) for i in range(place.d))
                renewed = starts(determinants((unit,), regulariser), Fraction(1))
                need(renewed == [1, 2], "Line 6 does not fire in round 2", d=place.d)
                found[f"first round, d = {place.d}, lambda_0 = {place.least}"] = first
            require(
                margin(setting, 1) > 0,
                "The number below the root is negative until round 13222, 139461 and 148354 in "
                "the three settings; line 6 fires in round 2 after any unit vector, since the "
                "determinant grows by 1 + 1/lambda; the contextual figure ends at round 100000.",
                tau=1,
                d=place.d,
                lambda_0=place.least,
                denominator_at_1=margin(setting, 1),
                first_rounds=tuple(FIRST_ROUNDS.values()),
            )
    return points("It is defined at round 1.", covered="Three settings.", not_covered="Others.")


whole(
    "thesis.alg9",
    "Algorithm 9: AdaC-OFUL, with the radius of Appendix C.4.1.",
    ("thesis.alg9.box", "thesis.alg9.radius"),
)
repeated(
    "thesis.thm5.14",
    of="zcdp.thm3.oful",
    statement=r"Under Assumption 5.10 AdaC-OFUL satisfies $\rho$-Interactive zCDP: rewards in "
    r"$[-1,1]$, public contexts in the unit ball.",
)
repeated(
    "thesis.asm5.15",
    of="zcdp.asm2",
    statement=r"Stochastic contexts: given $k_t$ and $H_t$, $\mathcal A_t$ is drawn i.i.d. from "
    r"$A$ "
    r"with $\|A\|_2=1$, $\lambda_{\min}(\mathbb E[AA^\top])=\lambda_0>0$, and $\nu_t^2=\mathbb "
    r"V[(z^"
    r"\top A)^2|k_t,H_t]\le\frac{\lambda_0^2}{8\log(4k_t)}$ for every unit vector $z$.",
)
repeated(
    "thesis.asm5.15.impossible",
    of="zcdp.asm2.impossible",
    statement=r"Let $\|A\|=1$ in $\mathbb R^d$, $d\ge2$, and let $\lambda_0>0$ be the smallest "
    r"eigenvalue of $\mathbb E[AA^\top]$. Some unit vector $z$ has $\mathrm{Var}((z^\top A)^2)\ge"
    r"\frac{(d-1)\lambda_0}{d^2}>\frac{\lambda_0^2}{8\log(4k)}$ for every $k\ge1$.",
    title="the variance of squared contexts",
    stated=False,
)
LEAST = (
    r"Let $\mathcal A_t=\{a^t_1,\dots,a^t_{k_t}\}$ be i.i.d., given $k_t$ and the history $H_t$, "
    r"from "
    r"a random $A$ with $\|A\|=1$, $\lambda_0=\lambda_{\min}(\mathbb E[AA^T])>0$, and $(z^TA)^2$ "
    r"conditionally subgaussian with variance at most $\frac{\lambda_0^2}{8\log(4k_t)}$ for all "
    r"unit "
    r"$z$. Then $\mathbb P(\exists t:\lambda_{\min}(\sum_{s\le t}A_sA_s^T)\le\frac{\lambda_0t}4-8"
    r"\log\frac{(t+3)d}\delta-2\sqrt{t\log\frac{(t+3)d}\delta})\le\delta$."
)
repeated(
    "thesis.lem5.16.law",
    of="zcdp.lem12.law",
    statement=LEAST,
    title="least eigenvalue, with the variance of the law of the contexts",
    stated=True,
)
repeated(
    "thesis.lem5.16.history",
    of="zcdp.lem12.history",
    statement=LEAST,
    title="least eigenvalue, with the history that contains the contexts",
    stated=True,
)
repeated(
    "thesis.lem5.16.repaired",
    of="zcdp.lem12.repaired",
    statement=r"If the action of each round has $\|A_t\|=1$ and $\mathbb E[A_tA_t^T\mid\text{what "
    r"came before round }t]\ge\lambda_0I$, $\lambda_0>0$, then the conclusion of Lemma 5.16 holds.",
    stated=False,
)
whole(
    "thesis.lem5.16",
    "Lemma 5.16: the smallest eigenvalue of the design matrix, in both readings of its history.",
    ("thesis.lem5.16.law", "thesis.lem5.16.history"),
)
repeated(
    "thesis.thm5.17",
    of="zcdp.thm5",
    statement=r"Under Assumptions 5.10 and 5.15 and for $\delta\in(0,1]$, with probability at "
    r"least "
    r"$1-\delta$ the regret of AdaC-OFUL is $R_T\le O(d\log(T)\sqrt T)+O(\frac{d^2}{\sqrt\rho}"
    r"\log(T)^2)$.",
)
repeated(
    "thesis.thm5.17.intended",
    of="zcdp.thm5.intended",
    statement=r"Let $\|a\|=1$ for all actions, $\|\theta^*\|\le1$, $\delta\le\frac12$, $\kappa>0$, "
    r"noises $\eta_t$ that are 1-subgaussian given the past, and $\lambda_{\min}(V_\tau)\ge\kappa"
    r"\tau$ at each update $\tau$. With the radius of thesis.thmC.13.radius and its $F$, with "
    r"probability at least $1-2\delta$: $R_T\le2\sqrt{1+C}\sqrt{2d\log(1+\frac T{\lambda d})}\,"
    r"(B\sqrt T+G\sqrt{(1+C(1+\lambda))\ell(T)})$, where $B=\sqrt{2\log\frac1\delta+d\log(1+\frac "
    r"T{\lambda d})}+\sqrt\lambda$ and $G=\sqrt{\frac{2\ell(T)}{\rho\kappa}F}$.",
    title="regret where V_tau grows linearly",
    stated=False,
)
repeated(
    "thesis.rem.oful.free",
    of="zcdp.oful.discussion.free",
    statement=r"For fixed $\rho$ and as $T\to\infty$ the price of privacy, $\frac{d^2}{\sqrt\rho}"
    r"\log(T)^2$, is negligible beside $d\log(T)\sqrt T$.",
    title="the terms of Theorem 5.17",
    stated=True,
)
repeated(
    "thesis.rem.oful.related",
    of="zcdp.oful.discussion.related",
    statement=r"A first analysis of AdaC-OFUL with private contexts gives $O(\sqrt "
    r"T+\sqrt{T/\rho})$; "
    r"LinPriv has $\tilde O(d\sqrt T+\frac1\varepsilon Kd\sqrt T)$, and not $\frac1\varepsilon Kd"
    r"\log T$ in the last term; the Joint DP algorithm of another paper pays "
    r"$\frac1\varepsilon\sqrt "
    r"T$; whether private or adversarial contexts can cost $O(\log T)$ is open.",
    title="private contexts and related settings",
    stated=True,
)
whole(
    "thesis.rem.oful",
    "Section 5.3.3: the price of privacy, private contexts, LinPriv, and an open problem.",
    ("thesis.rem.oful.free", "thesis.rem.oful.related"),
)
