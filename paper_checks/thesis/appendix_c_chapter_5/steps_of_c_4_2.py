"""Claims about the steps of Appendix C.4.2: (C.23) to (C.27), and the bounds around them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.design_updates import (
    LINE,
    ORACLE,
    SEQUENCES,
    determinants,
    starts,
)
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.repeated import repeated
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

from .proofs_of_steps_of_c_4_2 import CAUCHY, FINAL, INSTANT, ONE_ROUND, PRODUCT, UPDATES

ON_E = "on E, with the radius that the algorithm has at its last update"
GROWING = (
    r"$\tilde\beta_{\tau_t}\le\beta_T+\gamma_T/\sqrt{\tau_t}$ as the print has it from Theorem "
    "C.13 (thesis.thmC.13.gamma), and no private part in the first episode, where tau = 0"
)


@claim(
    "thesis.pf5.17.instant",
    r"Under $E$, $r_t\le\langle\breve\theta_{\tau_t}-\theta^*,A_t\rangle\le\|\breve\theta_{\tau_t}-"
    r"\theta^*\|_{V_{t-1}}\|A_t\|_{V_{t-1}^{-1}}\le\sqrt{\frac{\det V_{t-1}}{\det V_{\tau_t}}}\,"
    r"\|\breve\theta_{\tau_t}-\theta^*\|_{V_{\tau_t}}\|A_t\|_{V_{t-1}^{-1}}\le\sqrt{1+C}\,"
    r"(2\tilde\beta_{\tau_t})\|A_t\|_{V_{t-1}^{-1}}$.",
    recorded="holds",
    stated=True,
    reading=ON_E,
    title="the regret of one round",
    kind="proof step",
    place="C.4.2 Step 2",
    mutants={
        "sharper: the root of C": {"proof": INSTANT.changed(8, formula="e <= 4*C*b**2")},
        "sharper: one width": {"proof": INSTANT.changed(4, formula="x <= b")},
        "sharper: half of it": {"factor": Fraction(1, 2)},
    },
)
def regret_of_a_round(factor: Fraction = Fraction(1), proof: Proof = INSTANT) -> Verdict:
    """d = 1, V = 1, A = {1, -1}: the estimate is off by the radius, and -1 has the larger index."""
    sides = Sides()
    for theta, grown in ((Fraction(1, 2), 1), (Fraction(1), 1), (Fraction(1), 2)):
        # estimate 0 and radius theta at V_tau = 1; later V = grown <= 1 + C = 2, and -1 is played
        right = factor * 2 * theta * 2 / Fraction(grown)
        sides.at_most((2 * theta) ** 2, right**2, "The regret is larger.", V=grown, theta=theta)
    return proof.verdict(
        "Both theta* and the maximiser lie in the ellipsoid of the last update, and V has grown by "
        "at most 1 + C since.",
        instances="two actions of the line.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.pf5.17.round",
    r"With $r_t\le2$: $r_t\le2\sqrt{1+C}\,(\beta_T+\frac{\gamma_T}{\sqrt{\tau_t}})(1\wedge"
    r"\|A_t\|_{V_{t-1}^{-1}})$.",
    recorded="holds",
    stated=True,
    reading=f"{ON_E}; {GROWING}",
    title="the regret of one round, with the minimum",
    kind="proof step",
    place="C.4.2 Step 2",
    mutants={
        "a regret of 2 for any theta": {"proof": ONE_ROUND.changed(2, formula="2 <= i")},
        "sharper: half of beta_T": {"factor": Fraction(1, 2)},
        "sharper: g of 2/(1 + lambda)": {
            "proof": ONE_ROUND.changed(9, formula="2/(1 + l) <= g", rest="")
        },
    },
)
def with_the_minimum(factor: Fraction = Fraction(1), proof: Proof = ONE_ROUND) -> Verdict:
    """beta_T at delta = 1 and T = d = 1 is at least |theta*| = 1, for any lambda."""
    sides = Sides()
    with working_precision(96):
        for scale in (Fraction(1, 10**12), Fraction(1, 100), Fraction(1, 2), Fraction(1), 9):
            radius = (1 + 1 / ball(scale)).log().sqrt() + ball(scale).sqrt()
            sides.at_most(ball(1), ball(factor) * radius, "2 is larger.", **{"lambda": scale})
    return proof.verdict(
        "beta_T is at least |theta*|, as d log(1 + T/(lambda d)) is at least 1/(1 + lambda); so "
        "the bound is at least the largest regret where the norm is above 1.",
        instances="five regularisers at delta = T = d = 1.",
        beyond="Whether gamma_t increases, which it does not.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.pf5.17.C23",
    r"$R_T\le2\sqrt{1+C}\,\beta_T\sqrt{T\sum_t1\wedge\|A_t\|^2_{V_{t-1}^{-1}}}+2\sqrt{1+C}\,"
    r"\gamma_T\sqrt{(\sum_t\frac1{\tau_t})(\sum_t1\wedge\|A_t\|^2_{V_{t-1}^{-1}})}$ (C.23).",
    recorded="holds",
    stated=True,
    reading=f"{ON_E}; {GROWING}",
    title="(C.23)",
    kind="proof step",
    place="C.4.2 Step 3, (C.23)",
    mutants={
        "sharper: half of Cauchy-Schwarz": {"proof": CAUCHY.changed(7, formula="X**2 <= T*s/2")},
        "sharper: no T": {"power": 0},
    },
)
def sums_over_rounds(power: int = 1, proof: Proof = CAUCHY) -> Verdict:
    """Equal rounds attain the first term: the square of T w against T times T w^2."""
    sides = Sides()
    for rounds, w in product((1, 4, 100), (Fraction(1), Fraction(1, 3))):
        total = rounds * w
        sides.at_most(total**2, rounds**power * (rounds * w**2), "The sum is larger.", T=rounds)
    return proof.verdict(
        "The sum of the rounds, and the inequality of Cauchy and Schwarz for each part.",
        instances="equal rounds, where the first part is attained.",
        sharpness=sides.sharpness,
    )


repeated(
    "thesis.pf5.17.C24.minimum",
    of="zcdp.elliptic.minimum",
    statement=r"$1\wedge x\le\log(1+x)$ for $x\ge0$.",
    title="the minimum and the logarithm",
    kind="proof step",
    place="C.4.2 Step 4",
    stated=True,
)
repeated(
    "thesis.pf5.17.C24.sum",
    of="zcdp.elliptic.sum",
    statement=r"$\sum_t(1\wedge\|A_t\|^2_{V_{t-1}^{-1}})\le2\sum_t\log(1+\|A_t\|^2_{V_{t-1}^{-1}})"
    r"=2\log\frac{\det V_T}{\det V_0}\le2d\log(1+\frac T{\lambda d})$ (C.24).",
    title="elliptical potential",
    kind="proof step",
    place="C.4.2 Step 4, (C.24)",
    stated=True,
)
repeated(
    "thesis.pf5.17.C25",
    of="zcdp.eplen.eq23",
    statement=r"$\det V_{t_{\ell+1}-1}/\det V_{t_\ell}\le1+C$ (C.25), where episode $\ell$ starts "
    r"at $t_\ell$ and ends at $t_{\ell+1}-1$.",
    title="growth of the determinant in an episode",
    kind="proof step",
    place="C.4.2 Step 5, (C.25)",
    stated=True,
)
repeated(
    "thesis.pf5.17.C25.repaired",
    of="zcdp.eplen.eq23.repaired",
    statement=r"$\det V_{t_{\ell+1}-2}\le(1+C)\det V_{t_\ell-1}$: between two updates.",
    kind="proof step",
    place="C.4.2 Step 5, (C.25)",
    stated=False,
)


@claim(
    "thesis.pf5.17.C26",
    r"$\frac{\det V_{t_{\ell+1}-1}}{\det V_{t_\ell}}=\prod_{t=t_\ell+1}^{t_{\ell+1}-1}(1+"
    r"\|A_t\|^2_{V_{t-1}^{-1}})$ (C.26) $\ge\frac{\lambda+t_{\ell+1}-1}{\lambda+t_\ell}\ge\frac1"
    r"{\lambda+1}\frac{t_{\ell+1}}{t_\ell}$, for $\|A_t\|=1$, $t_\ell\ge1$ and $\lambda\ge1$.",
    recorded="holds",
    stated=True,
    title="the growth of an episode from below",
    kind="proof step",
    place="C.4.2 Step 5, (C.26)",
    mutants={
        "lambda of 1/10": {"scales": (Fraction(1, 10),)},
        "sharper: lambda in place of lambda + 1": {"more": 0},
        "sharper: one round more by the steps": {
            "proof": PRODUCT.changed(11, formula="(l + f)/(l + a) <= P")
        },
    },
)
def growth_from_below(
    scales: tuple[Fraction, ...] = (Fraction(1), Fraction(3)),
    more: int = 1,
    proof: Proof = PRODUCT,
) -> Verdict:
    """Exact determinants of unit vectors; on the line the first bound is attained."""
    sides = Sides()
    for scale, rows in product(scales, (*SEQUENCES, LINE)):
        dets = determinants(rows, scale)
        for start, after in product((1, 2, 7), (8, 20, 40)):
            grown = dets[after - 1] / dets[start]
            first = (scale + after - 1) / (scale + start)
            second = Fraction(after, start) / (scale + more)
            sides.at_most(first, grown, "The determinant grows less.", start=start, next=after)
            sides.at_most(second, first, "The last bound is larger.", start=start, next=after)
    return proof.verdict(
        "A unit vector has a squared norm of at least 1/(lambda + t - 1), and the product "
        "telescopes.",
        instances="exact determinants of unit vectors.",
        beyond="lambda below 1: at t = 1 the last inequality is false.",
        sharpness=sides.sharpness,
    )


repeated(
    "thesis.pf5.17.ratio",
    of="zcdp.eplen.ratio",
    statement=r"$t_{\ell+1}/t_\ell\le(1+C)(1+\lambda)$ for the first rounds of episodes, "
    r"$\|A_t\|=1$ and $\lambda\ge1$.",
    title="ratio of the first rounds",
    kind="proof step",
    place="C.4.2 Step 5",
    stated=True,
)


@pair(
    "thesis.pf5.17.updates",
    r"$t_{\ell+1}/t_\ell\le(1+C)(1+\lambda)$, where $t_\ell=\tau$ is the $\ell$-th update.",
    r"$\tau'/\tau\le(1+C)(1+\lambda)+1-\lambda$ for successive updates $1\le\tau<\tau'$, "
    r"$\|A_t\|=1$ and all $\lambda,C>0$; for $\lambda\ge1$ it is at most $(1+C)(1+\lambda)$.",
    recorded="holds-with-repair",
    subjects={"more": (False, True)},
    stated=False,
    reading="t_l is the round after which the estimate is renewed, as 1/tau_t in (C.27) asks for; "
    "the experiments have lambda = 1/10",
    title="ratio of the updates",
    kind="reading",
    place="C.4.2 Step 5",
    mutants={
        "sharper: 96 % of it": {"share": Fraction(24, 25)},
        "sharper: without lambda by the steps": {
            "proof": UPDATES.changed(3, formula="r <= (1 + C)*(1 + l) - l", rest="")
        },
    },
)
def ratio_of_updates(
    more: bool = True, share: Fraction = Fraction(1), proof: Proof = UPDATES
) -> Verdict:
    """The line with lambda = 1/10 and C = 1: updates after 1, 3, 7, 15 and 31."""
    sides = Sides()
    for scale, doubling in ((Fraction(1, 10), Fraction(1)), (Fraction(1), Fraction(1))):
        for rows in (LINE, ORACLE):
            found = [first - 1 for first in starts(determinants(rows, scale), doubling)][1:]
            for tau, after in pairwise(found):
                right = share * ((1 + doubling) * (1 + scale) + (1 - scale if more else 0))
                sides.at_most_or_repair(
                    Fraction(after, tau),
                    right,
                    "For lambda below 1 the ratio of successive updates may be larger.",
                    **{"d": len(rows[0]), "lambda": scale, "C": doubling},
                    updates=tuple(found),
                    ratio=Fraction(after, tau),
                    bound=right,
                )
    return proof.verdict(
        "From (lambda + tau' - 1)/(lambda + tau) <= 1 + C.",
        instances="exact updates of two sequences.",
        sharpness=sides.sharpness,
    )


repeated(
    "thesis.pf5.17.C27",
    of="zcdp.eplen.eq25",
    statement=r"$\sum_{t\le T}\frac1{\tau_t}=\sum_{\ell\le\ell(T)}\frac{t_{\ell+1}-t_\ell}{t_\ell}"
    r"\le(1+C)(1+\lambda)\ell(T)$ (C.27), with the last update $\tau_t$ before $t$.",
    title="sum of the inverse update times",
    kind="proof step",
    place="C.4.2 Step 5, (C.27)",
    stated=True,
)
repeated(
    "thesis.pf5.17.C27.repaired",
    of="zcdp.eplen.eq25.repaired",
    statement=r"$\sum_{t\le T,\,\tau_t\ge1}\frac1{\tau_t}\le(1+C(1+\lambda))\ell(T)\le(1+C)"
    r"(1+\lambda)\ell(T)$ for $\|A_t\|=1$ and all $\lambda,C>0$: the first episode is left out.",
    kind="proof step",
    place="C.4.2 Step 5, (C.27)",
    stated=False,
)


@claim(
    "thesis.pf5.17.final",
    r"With (C.23), (C.24) and (C.27): $R_T\le2\sqrt{1+C}\sqrt{2d\log(1+\frac T{\lambda d})}\,"
    r"(\beta_T\sqrt T+\gamma_T\sqrt{(1+C)(1+\lambda)\ell(T)})$.",
    recorded="holds",
    stated=True,
    reading=f"{ON_E}; {GROWING}",
    title="the explicit bound",
    kind="proof step",
    place="C.4.2 Step 6",
    mutants={
        "sharper: half of the potential": {
            "proof": FINAL.changed(2, formula="s <= d*log(1 + T/(l*d))")
        },
        "sharper: one root for both": {"factor": Fraction(1, 2)},
    },
)
def explicit_bound(factor: Fraction = Fraction(1), proof: Proof = FINAL) -> Verdict:
    """Both forms at some parameters where (C.24) and (C.27) are equations."""
    sides = Sides()
    with working_precision(96):
        for d, rounds, updates in ((1, 10, 3), (3, 10**5, 44)):
            potential = 2 * d * (1 + ball(Fraction(rounds, d))).log()
            inverse = ball(4 * updates)
            left = (rounds * potential).sqrt() + (inverse * potential).sqrt()
            right = ball(factor) * potential.sqrt() * (ball(rounds).sqrt() + inverse.sqrt())
            sides.at_most(left, right * (1 + ball("1e-20")), "Another product.", d=d, T=rounds)
    return proof.verdict(
        "The three bounds put together.",
        instances="two settings with lambda = C = 1.",
        beyond="The event E, which comes from Assumption 5.15 that no contexts satisfy; with the "
        "smallest eigenvalue of V it is thesis.thm5.17.intended.",
        sharpness=sides.sharpness,
    )


whole(
    "thesis.pf5.17",
    "The steps of Appendix C.4.2, (C.23) to (C.27).",
    (
        "thesis.pf5.17.instant",
        "thesis.pf5.17.round",
        "thesis.pf5.17.C23",
        "thesis.pf5.17.C24.minimum",
        "thesis.pf5.17.C24.sum",
        "thesis.pf5.17.C25",
        "thesis.pf5.17.C26",
        "thesis.pf5.17.ratio",
        "thesis.pf5.17.C27",
        "thesis.pf5.17.final",
    ),
)
