"""Claims about the ellipsoid of AdaR-OFUL (Theorem 17), and about LinPriv (D.3, Remark 4)."""

from __future__ import annotations

from banditproof.paper_checks.models.stochastic_contexts import (
    Allowed,
    allowed_variance,
    too_narrow,
)
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import need, vacuous
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade


@claim(
    "renyi.thm17",
    r"For $\delta\in(0,1)$, with probability $1-O(\delta)$: $\|\tilde\theta_t-\theta^*\|_{V_t}\le"
    r"\tilde\beta_t=\beta_t+\gamma_t/\sqrt t$ for all $t\in[1,T]$, with increasing "
    r"$\beta_t=O(\sqrt{d\log t})$ and $\gamma_t=O(\sqrt{\frac\alpha\varepsilon}d\log t)$.",
    recorded="holds-vacuously",
    reading="Assumption 2 on the law from which the contexts of step t are drawn, and d >= 2",
    rests_on=("zcdp.asm2.impossible",),
    stated_proof=("renyi.lem24", "renyi.lem26", "renyi.lem27"),
    mutants={
        "one dimension": {"dimensions": (1, 2)},
        "8 lambda_0 in place of lambda_0^2 / 8": {
            "allowed": lambda least, k: 8 * ball(least) / ball(4 * k).log()
        },
    },
)
def ellipsoid_of_adar_oful(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The proof takes its event E_2 from Assumption 2, which excludes all contexts."""
    with working_precision(96):
        for d in dimensions:
            need(too_narrow(d, 1, allowed), "Some contexts may satisfy Assumption 2", d=d)
    return vacuous(
        "No contexts of two or more dimensions satisfy Assumption 2, from which E_2 is taken. A "
        "radius that holds for all contexts is zcdp.fix.oful.radius, at rho = eps / alpha.",
        grade=Grade.DERIVED,
        covered="d >= 2, by zcdp.asm2.impossible.",
        beyond="d = 1, where lambda_min(V_t) = lambda + t; and the reading in which H_t contains "
        "the contexts of step t: then Lemma 27 is false, and the theorem unproved.",
    )


repeated(
    "renyi.thm17.gamma",
    of="zcdp.thm14.gamma",
    statement=r"With $\rho=\varepsilon/\alpha$ the proof's $\frac{\gamma_t}{\sqrt t}=\sqrt{\frac{"
    r"\frac{2\ell(t)}\rho(d+2\sqrt{d\log\frac1\delta}+2\log\frac T\delta)}{\lambda+"
    r"\frac{\lambda_0t}4-8\log\frac{t+3}{\delta/d}-2\sqrt{t\log\frac{t+3}{\delta/d}}}}$ is "
    r"defined for all $t\in[1,T]$, and $\gamma_t$ increases.",
    stated=True,
    title="the private part of the radius",
    kind="proof step",
    place="D.1 proof of Theorem 17, Steps 4 and 6",
)
repeated(
    "renyi.linpriv",
    of="zcdp.linpriv",
    statement=r"The bound $\sum_t\|x_t\|_{V_t^{-1}}\le2d\log(1+\frac n{\lambda d})$ in the "
    r"analysis of LinPriv is wrong; $\sum_t\|x_t\|^2_{V_t^{-1}}\le2d\log(1+\frac n{\lambda d})$ is "
    r"right and gives $\sum_t\|x_t\|_{V_t^{-1}}\le\sqrt{2nd\log(1+\frac n{\lambda d})}$; so the "
    r"regret should be $\tilde O(d\sqrt T+\frac1\varepsilon Kd\sqrt T)$.",
)


@claim(
    "renyi.rem4",
    r"In the proof of LinPriv's regret the correct bound on $\sum_t\|x_{i,t}\|^2_{V_{i,t}^{-1}}$ "
    r"is "
    r"used, with $\sqrt T$ appearing, for the widths $w_{i,t}$, but it is misused for the private "
    "part.",
    recorded="not-mechanical",
)
def widths_of_linpriv() -> Verdict:
    """About the proof of another paper."""
    return not_mechanical("It is about the proof of another paper, which is not given here.")
