"""Claims about Theorem C.13: the ellipsoid around the private estimate of AdaC-OFUL."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points
from banditproof.theory.balls import ball, working_precision

DELTA = Fraction(1, 1000)

repeated(
    "thesis.thmC.13",
    of="zcdp.thm14",
    statement=r"For $\delta\in(0,1)$, with probability $1-O(\delta)$: $\|\tilde\theta_t-\theta^*\|_"
    r"{V_t}\le\tilde\beta_t=\beta_t+\gamma_t/\sqrt t$ for all $t\in[1,T]$, with increasing "
    r"$\beta_t=O(\sqrt{d\log t})$ and $\gamma_t=O(\sqrt{1/\rho}\,d\log t)$.",
)
repeated(
    "thesis.thmC.13.gamma",
    of="zcdp.thm14.gamma",
    statement=r"The proof's $\frac{\gamma_t}{\sqrt t}=\sqrt{\frac{\frac{2\ell(t)}\rho(d+2\sqrt{d"
    r"\log\frac1\delta}+2\log\frac T\delta)}{\lambda+\frac{\lambda_0t}4-8\log\frac{t+3}{\delta/d}-2"
    r"\sqrt{t\log\frac{t+3}{\delta/d}}}}$ is defined for all $t\in[1,T]$, and $\gamma_t$ "
    "increases.",
    title="the private part of the radius",
    kind="proof step",
    place="C.4.1 Steps 4 and 6",
    stated=True,
)
repeated(
    "thesis.thmC.13.radius",
    of="zcdp.fix.oful.radius",
    statement=r"For contexts that may depend on the past, $\|\theta^*\|\le1$ and noises that are "
    r"1-subgaussian given the past, $\delta\in(0,1)$: with probability at least $1-2\delta$, for "
    r"all $t\le T$, "
    r"$\|\tilde\theta_t-\theta^*\|_{V_t}\le\sqrt{2\log\frac1\delta+\log\frac{\det V_t}{\lambda^d}}+"
    r"\sqrt\lambda+\sqrt{\frac{2\ell(t)}\rho\frac F{\lambda_{\min}(V_t)}}$, $F=d+2\sqrt{d\log\frac "
    r"T\delta}+2\log\frac T\delta$, however the number $\ell(t)$ of updates comes about.",
    title="radius from the smallest eigenvalue of V_t",
    stated=False,
)
repeated(
    "thesis.thmC.13.updates",
    of="zcdp.nepisodes",
    statement=r"$\ell(t)\le\frac d{\log(1+C)}\log(1+\frac t{\lambda d})$, as $(1+C)^{\ell(t)}\det "
    r"V_0\le\det V_t\le(\lambda+t/d)^d$.",
    title="number of updates",
    kind="proof step",
    place="C.4.1 Step 5",
    stated=True,
)


def f_of(d: int, log: arb, inner: arb) -> arb:
    """d + 2 sqrt(d inner) + 2 log."""
    return d + 2 * (d * inner).sqrt() + 2 * log


@claim(
    "thesis.thmC.13.event",
    r"$E_3=\{\forall t\le T:\|N_t\|\le\sqrt{\frac{2\ell(t)}\rho}\,f(d,\frac\delta T)\}$ gives the "
    r"numerator of Step 4, $\|N_t\|^2\le\frac{2\ell(t)}\rho(d+2\sqrt{d\log\frac1\delta}+2\log\frac "
    r"T\delta)$.",
    recorded="misprint",
    stated=True,
    title="the event about the noise",
    kind="proof step",
    place="C.4.1 Steps 2 and 4",
    corrected=r"$E_3=\{\forall t\le T:\|N_t\|\le\sqrt{\frac{2\ell(t)}\rho f(d,\frac\delta T)}\}$, "
    r"as Lemma C.28 gives it, and $\log\frac T\delta$ in both places of Step 4.",
    mutants={"the corrected event and radius": {"power": Fraction(1), "same": True}},
)
def event_about_the_noise(power: Fraction = Fraction(2), same: bool = False) -> Verdict:
    """f^power of the event against the numerator of Step 4, at some d, T and delta."""
    with working_precision(96):
        for d, horizon, delta in ((1, 2, Fraction(1, 2)), (3, 10**5, DELTA)):
            log = (horizon / ball(delta)).log()
            event = f_of(d, log, log)
            allowed = f_of(d, log, log if same else -ball(delta).log())
            worst = event if power == 1 else event**2
            if worst > allowed:
                return misprinted(
                    "The event is printed with f outside of the root, and Step 4 with log(1/delta) "
                    "for log(T/delta): a norm that the event allows is above the numerator.",
                    d=d,
                    T=horizon,
                    delta=delta,
                    allowed_by_the_event=worst,
                    numerator_of_step_4=allowed,
                )
            need(worst.overlaps(allowed), "The comparison is undecided")
    return points("They agree.", covered="Two settings.", not_covered="Others, by the same line.")
