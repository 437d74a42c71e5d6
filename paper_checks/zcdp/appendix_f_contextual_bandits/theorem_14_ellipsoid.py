"""Claims about the ellipsoid of the private ridge estimate: Theorem 14, and a radius that holds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.ellipsoid_margins import EXPERIMENT, PLACES, Setting, margin
from banditproof.paper_checks.models.stochastic_contexts import (
    Allowed,
    allowed_variance,
    too_narrow,
)
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import below, need, points, require, vacuous
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

SPREAD = "2*k/r*(d + 2*sqrt(d*M) + 2*M)"

RADIUS = Proof(
    "zcdp.fix.oful.radius",
    where="q in [0,1], u in [0,1], p in [0,1], e in [0,1], d in [1,inf), L in (0,inf), "
    "M in (0,inf), T in [1,inf), k in [0,inf), r in (0,inf), N in [0,inf), c in (-inf,inf), "
    "v in (0,inf), m in (0,inf), w in [0,inf), l in (0,inf), y in [0,1], h in [0,inf), "
    "g in [0,inf), s in [0,inf), n in [0,inf), x in [0,inf), z in [0,inf), o in [0,inf)",
    steps=(
        Given(
            1,
            r"$\tilde\theta-\theta^*=V^{-1}(S+N-\lambda\theta^*)$ with $S=\sum a_s\eta_s$ and the "
            r"sum "
            r"$N=N_\ell$ of $\ell=k\le T$ noises. $\eta_t$ is 1-subgaussian given the past, its "
            r"noises included, and the vector $a_t$. The noises are independent, each "
            r"$N(0,\frac2\rho I_d)$, so that $N_\ell/\sqrt{2\ell/\rho}$ has the law $N(0,I_d)$, "
            r"however the number of updates comes about. $L=\log(1/\delta)$:",
            "M == L + log(T)",
        ),
        OnClaim(
            2,
            r"$q=\mathbb P(\|N_\ell\|^2\ge\frac{2\ell}\rho f(d,\delta/T))$ for one $\ell$, by "
            r"Lemma 10.",
            "q <= exp(-M)",
            claim="zcdp.lem10",
            of_step=16,
            instance={"L": "M"},
        ),
        Inequality(3, r"It is at most $\delta/T$.", "q <= exp(-L)/T", uses=(1,), weights={2: "1"}),
        Textbook(
            4,
            r"So $u=\mathbb P(\text{some }\ell\le T)\le\delta$.",
            "u <= T*(exp(-L)/T)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 3},
            instance={"p": "u", "n": "T", "d": "exp(-L)/T", "X": "q"},
            over=("q",),
        ),
        OnClaim(
            5,
            r"$p=\mathbb P(\exists t:\|S_t\|^2_{V_t^{-1}}\ge2L+\log(\det V_t/\lambda^d))$, by "
            r"Lemma 11.",
            "p <= exp(-L)",
            claim="zcdp.lem11",
            of_step=15,
        ),
        Textbook(
            6,
            r"$e=\mathbb P$(either event).",
            "e <= p + u",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 1},
            instance={"p": "e", "q": "p", "r": "u"},
        ),
        Inequality(
            7,
            r"It is at most $2\delta$.",
            "e <= 2*exp(-L)",
            weights={4: "1", 5: "1", 6: "1"},
        ),
        Given(
            8,
            r"Off both events, with $g=\log(\det V_t/\lambda^d)$: $s=\|S\|_{V^{-1}}$",
            "s <= sqrt(2*L + g)",
        ),
        Given(9, r"and $\|N\|^2$ are below their bounds.", f"N <= {SPREAD}"),
        Inequality(
            10,
            r"In a basis of eigenvectors of $V$, with eigenvalues $v\ge m=\lambda_{\min}(V)$:",
            "c**2/v <= 0 + 1/m*c**2",
            where="v >= m",
            rest="c**2*(v - m)/(v*m)",
        ),
        Textbook(
            11,
            r"$w=\|N\|^2_{V^{-1}}\le\|N\|^2/m$.",
            "w <= d*0 + 1/m*N",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 10},
            instance={"x": "w", "n": "d", "c": "0", "b": "1/m", "z": "N"}
            | {"X": "c**2/v", "Z": "c**2"},
            over=("c", "v"),
            which="v >= m",
        ),
        Inequality(
            12,
            r"Likewise for $\lambda\theta^*$, as $v\ge\lambda$.",
            "(l*c)**2/v <= 0 + l*c**2",
            where="v >= l",
            rest="l*c**2*(v - l)/v",
        ),
        Textbook(
            13,
            r"$h=\|\lambda\theta^*\|^2_{V^{-1}}\le\lambda\|\theta^*\|^2$, and "
            r"$y=\|\theta^*\|^2\le1$.",
            "h <= d*0 + l*y",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 12},
            instance={"x": "h", "n": "d", "c": "0", "b": "l", "z": "y"}
            | {"X": "(l*c)**2/v", "Z": "c**2"},
            over=("c", "v"),
            which="v >= l",
        ),
        Textbook(
            14,
            r"$x=\|S+N\|_{V^{-1}}$ with $n=\|N\|_{V^{-1}}$.",
            "x <= s + n",
            fact="textbook.cauchy-schwarz:triangle",
            instance={"z": "x", "x": "s", "y": "n"},
        ),
        Textbook(
            15,
            r"$z=\|S+N-\lambda\theta^*\|_{V^{-1}}=\|\tilde\theta-\theta^*\|_V$, with "
            r"$o=\|\lambda\theta^*\|_{V^{-1}}$.",
            "z <= x + o",
            fact="textbook.cauchy-schwarz:triangle",
            instance={"z": "z", "x": "x", "y": "o"},
            uses=(1,),
        ),
        Given(16, "By definition of these norms", "n == sqrt(w)"),
        Given(17, "and", "o == sqrt(h)"),
        Inequality(
            18,
            r"$\|N\|_{V^{-1}}$ is at most",
            f"sqrt(w) <= sqrt({SPREAD}/m)",
            monotone=("root", f"{SPREAD}/m", "w"),
            weights={9: "1/m", 11: "1"},
        ),
        Inequality(
            19,
            r"$\|S+N\|_{V^{-1}}$ is at most their sum,",
            f"x <= sqrt(2*L + g) + sqrt({SPREAD}/m)",
            uses=(16,),
            weights={8: "1", 14: "1", 18: "1"},
        ),
        Inequality(
            20,
            r"and $\|\lambda\theta^*\|_{V^{-1}}$ at most $\sqrt\lambda$.",
            "sqrt(h) <= sqrt(l)",
            monotone=("root", "l", "h"),
            weights={13: "1"},
            rest="l*(1 - y)",
        ),
        Inequality(
            21,
            r"So $\|\tilde\theta-\theta^*\|_V\le\tilde\beta_t$ but with probability $2\delta$.",
            f"z <= sqrt(2*L + g) + sqrt(l) + sqrt({SPREAD}/m)",
            uses=(17,),
            weights={15: "1", 19: "1", 20: "1"},
        ),
    ),
    parts=(7,),
)

Reach = Callable[[int, arb, int], arb]


def with_all_rounds(d: int, log: arb, horizon: int) -> arb:
    """f(d, delta/T), from log(1/delta)."""
    level = log + ball(horizon).log()
    return d + 2 * (d * level).sqrt() + 2 * level


def as_in_step_4(d: int, log: arb, horizon: int) -> arb:
    """d + 2 sqrt(d log(1/delta)) + 2 log(T/delta), as Step 4 prints it."""
    return d + 2 * (d * log).sqrt() + 2 * (log + ball(horizon).log())


@claim(
    "zcdp.fix.oful.radius",
    r"For contexts that may depend on the past, $\|\theta^*\|\le1$ and noises $\eta_t$ that are "
    r"1-subgaussian given the past: with probability at least $1-2\delta$, for all $t\le T$, "
    r"$\|\tilde\theta_t-\theta^*\|_{V_t}\le\sqrt{2\log\frac1\delta+\log\frac{\det V_t}{\lambda^d}}+"
    r"\sqrt\lambda+\sqrt{\frac{2\ell(t)}\rho\frac F{\lambda_{\min}(V_t)}}$, $F=d+2\sqrt{d\log\frac "
    r"T\delta}+2\log\frac T\delta$.",
    recorded="holds",
    reading="the past contains the noises of the algorithm",
    title="radius from the smallest eigenvalue of V_t",
    place="F-A after Theorem 14",
    mutants={
        "sharper: half of F": {"reach": lambda *case: with_all_rounds(*case) / 2},
        "sharper: log(1/delta) throughout": {
            "reach": lambda d, log, horizon: with_all_rounds(d, log, 1)
        },
        "twice the noise": {"variance": 4},
        "one event for all updates": {"proof": RADIUS.changed(3, formula="q <= exp(-L)/T**2")},
        "sharper: probability delta": {"proof": RADIUS.changed(7, formula="e <= exp(-L)")},
        "a norm without lambda": {"proof": RADIUS.changed(20, formula="sqrt(h) <= l")},
        "sharper: half of the noise": {
            "proof": RADIUS.changed(
                21, formula=f"z <= sqrt(2*L + g) + sqrt(l) + sqrt({SPREAD}/m)/2"
            )
        },
    },
)
def radius_without_assumption(
    reach: Reach = with_all_rounds, variance: int = 1, proof: Proof = RADIUS
) -> Verdict:
    """T times the exact chi-square tail at F, an incomplete gamma function, against delta."""
    sides = Sides()
    with working_precision(128):
        for d, delta, horizon in product(
            (1, 3, 10), (Fraction(1, 5), Fraction(1, 1000)), (10, 10**5)
        ):
            level = reach(d, -ball(delta).log(), horizon) / variance
            tail = (level / 2).gamma_upper(arb(d) / 2, regularized=1)
            case: dict[str, Any] = {"d": d, "delta": delta, "T": horizon}
            sides.at_most(horizon * tail, ball(delta), "The noise is larger.", **case)
    return proof.verdict(
        "The self-normalised bound for the rewards, the chi-square tail of each sum of noises, and "
        "the smallest eigenvalue of V_t.",
        instances="T times the exact chi-square tail, for twelve settings.",
        beyond="A smaller union: with delta/(l (l+1)) for the l-th update no horizon is needed.",
        sharpness=sides.sharpness,
    )


@claim(
    "zcdp.thm14",
    r"For $\delta\in(0,1)$, with probability $1-O(\delta)$: $\|\tilde\theta_t-\theta^*\|_{V_t}\le"
    r"\tilde\beta_t=\beta_t+\gamma_t/\sqrt t$ for all $t\in[1,T]$, with increasing "
    r"$\beta_t=O(\sqrt{d\log t})$ and $\gamma_t=O(\sqrt{1/\rho}\,d\log t)$.",
    recorded="holds-vacuously",
    reading="Assumption 2 on the law from which the contexts of step t are drawn, and d >= 2",
    rests_on=("zcdp.asm2.impossible",),
    stated_proof=("zcdp.lem10", "zcdp.lem11", "zcdp.lem12", "zcdp.nepisodes"),
    mutants={
        "one dimension": {"dimensions": (1, 2)},
        "8 lambda_0 in place of lambda_0^2 / 8": {
            "allowed": lambda least, k: 8 * ball(least) / ball(4 * k).log()
        },
    },
)
def ellipsoid_in_contexts_that_do_not_exist(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The proof takes its event E_2 from Assumption 2, which excludes all contexts."""
    with working_precision(96):
        for d in dimensions:
            need(too_narrow(d, 1, allowed), "Some contexts may satisfy Assumption 2", d=d)
    return vacuous(
        "No contexts of two or more dimensions satisfy Assumption 2, from which E_2 is taken; the "
        "gamma_t of the proof is in zcdp.thm14.gamma. A radius that holds for all contexts is "
        "zcdp.fix.oful.radius.",
        grade=Grade.DERIVED,
        covered="d >= 2, by zcdp.asm2.impossible.",
        beyond="d = 1, where lambda_min(V_t) = lambda + t; and the reading in which H_t contains "
        "the contexts of step t: then Lemma 12 is false, and the theorem unproved.",
    )


@claim(
    "zcdp.thm14.gamma",
    r"The proof's $\frac{\gamma_t}{\sqrt t}=\sqrt{\frac{\frac{2\ell(t)}\rho(d+2\sqrt{d\log"
    r"\frac1\delta}+2\log\frac T\delta)}{\lambda+\frac{\lambda_0t}4-8\log\frac{t+3}{\delta/d}-2"
    r"\sqrt{t\log\frac{t+3}{\delta/d}}}}$ is defined for all $t\in[1,T]$, and $\gamma_t$ "
    r"increases.",
    recorded="fails",
    repaired_by="zcdp.fix.oful.radius",
    stated=True,
    title="the private part of the radius",
    kind="proof step",
    place="F-A proof of Theorem 14, Steps 4 and 6",
    mutants={
        "lambda of 3000, and from t = 10^6 on": {
            "setting": EXPERIMENT._replace(regulariser=Fraction(3000)),
            "pairs": ((10**9, 10**10),),
        }
    },
)
def private_part(
    setting: Setting = EXPERIMENT,
    pairs: tuple[tuple[int, int], ...] = ((139461, 140000), (150000, 278921)),
) -> Verdict:
    """The denominator, and gamma_t^2 up to what does not depend on t, with ell(t) <= its bound."""
    with working_precision(96):
        for where, last in PLACES.items() if setting == EXPERIMENT else ():
            need(margin(where, last) < 0 < margin(where, last + 1), "Another place", d=where.d)

        def squared(t: int) -> arb:
            growth = (1 + ball(Fraction(t) / (setting.regulariser * setting.d))).log()
            return t * growth / margin(setting, t)

        for early, late in pairs:
            require(
                margin(setting, 1) > 0,
                "In the experiment of Section VII the denominator is negative for all t <= 139460, "
                "beyond the horizon 1e5 of Figure 4(c); and where gamma_t is defined it falls at "
                "first. Step 4 also has log(1/delta) where E_3 has log(T/delta).",
                d=setting.d,
                lambda_0=setting.least,
                lambda_=setting.regulariser,
                delta=setting.delta,
                denominator_at_139460=margin(setting, 139460),
                denominator_at_139461=margin(setting, 139461),
                gamma_squared_ratio=squared(early) / squared(late),
            )
            require(below(squared(early), squared(late)), "gamma_t falls.", t=(early, late))
    return points(
        "It is defined at the start and grows between these rounds.",
        covered="Two rounds of one setting.",
        not_covered="All others.",
    )
