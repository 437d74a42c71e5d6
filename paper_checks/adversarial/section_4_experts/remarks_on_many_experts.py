"""Claims about many experts: where Algorithm 2 is sublinear, and where all bounds are vacuous."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory.adversarial.expert_bounds import (
    batched_exp4_printed,
    expert_conversion_printed,
    local_exp4_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.adversarial.rates import COROLLARY_8, THEOREM_10
from banditproof.theory.balls import ball, working_precision

EXPONENTS = Proof(
    "adv.rem.thm10sub.repaired",
    where="n in [0,1), m in [0,1/2)",
    parts=(2, 3, 4, 6),
    steps=(
        Identity(
            1,
            r"The first term of Theorem 10 at $N=T^n$, $\epsilon=T^{-1/2}$.",
            "2/3 + n/6 + 1/2/3 == 5/6 + n/6",
        ),
        Inequality(2, "It is sublinear,", "2/3 + n/6 + 1/2/3 < 1", uses=(1,)),
        Inequality(3, "and so is the second one.", "n/2 + 1/2 < 1"),
        Inequality(4, r"That of Corollary 8 is so for $n<1/2$,", "1/2 + m/2 + 1/2/2 < 1"),
        Identity(5, r"and has at $n=1/4$ the exponent $7/8$,", "1/2 + 1/4/2 + 1/2/2 == 7/8"),
        Identity(6, "as Theorem 10 has.", "2/3 + 1/4/6 + 1/2/3 == 1/2 + 1/4/2 + 1/2/2", uses=(5,)),
        Parts(7, "All four.", uses=(2, 3, 4, 6)),
    ),
)


@checks_both(
    "adv.rem.thm10sub",
    subjects={"powers": (("1/4", "1/2", "1"), ("1/4", "1/2", "99/100"))},
    mutants={
        "sharper: at T^(6/7)": {"limit": Fraction(6, 7)},
        "sharper: below 0.99": {"proof": EXPONENTS.changed(2, formula="2/3 + n/6 + 1/2/3 < 0.99")},
    },
)
def sublinear_regret(
    powers: tuple[str, ...], limit: Fraction = Fraction(1), proof: Proof = EXPONENTS
) -> Verdict:
    """The exponents of Theorem 10 and of Corollary 8."""
    points = [(Fraction(n), Fraction(0), Fraction(1, 2)) for n in powers]
    found = [(point[0], THEOREM_10.at(point)) for point in points]
    for n, power in found:
        require_or_repair(power < limit, "The rate is not sublinear.", N=f"T^({n})", exponent=power)
        require(power == Fraction(5, 6) + n / 6, "Another exponent.", N=f"T^({n})", exponent=power)
    require(all(a[1] < b[1] for a, b in pairwise(found)), "The exponent falls.")
    other = COROLLARY_8.at(points[0])
    require(found[0][1] == other == Fraction(7, 8), "No crossing at T^(1/4).")
    return proof.verdict(
        "The exponent is 5/6 + n/6.", instances="Three powers n, with all terms of the rates."
    )


VACUOUS = Proof(
    "adv.rem.vacuous",
    where="K in [1,inf), T in [1,inf), N in [2,inf), e in (0,1], x in [0.69,inf), s in [0.83,inf), "
    "r in [1,inf), m in (0,inf), k in [1,inf), f in (0,inf), u in [0.69,inf)",
    parts=(2, 4, 9),
    steps=(
        Given(1, r"$\epsilon\le1/\sqrt T$.", "sqrt(T) <= 1/e"),
        Inequality(
            2,
            r"Theorem 9, with $x=\log(KT)\ge\log2$ and $s=\sqrt{\log N}\ge\sqrt{\log2}$, is at "
            r"least $T$.",
            "T <= 16*x*s*sqrt(K)*sqrt(T)/e + 1",
            weights={1: "16*x*s*sqrt(K)*sqrt(T)"},
            rest="T*(16*x*s*sqrt(K) - 1) + 1",
        ),
        Given(3, r"$N\ge\epsilon T$, in roots.", "sqrt(T) <= sqrt(N)/sqrt(e)"),
        Inequality(
            4,
            "Corollary 8 is at least $T$.",
            "T <= 208*sqrt(N)*sqrt(T)/sqrt(e) + 2/e",
            weights={3: "208*sqrt(T)"},
            rest="207*T + 2/e",
        ),
        Given(5, r"With $T=r^6$ and $N\ge T$: $m=N^{1/6}$ is at least $r$,", "r <= m"),
        Given(6, r"and $f=\epsilon^{-1/3}$ as well.", "r <= f"),
        Inequality(7, "So", "r**2 <= m*f", weights={5: "r", 6: "m"}),
        Inequality(
            8,
            r"and Theorem 10, with $\delta\le0.4$ and thus $\log\frac1\delta\log^2(NT)\log^2N"
            r"\ge u^6$, $u\ge0.69$,",
            "u*r**6 <= m*k*r**4*u*f",
            weights={7: "u*k*r**4"},
            rest="u*r**6*(k - 1)",
        ),
        Inequality(
            9,
            "is at least $T$.",
            "r**6 <= 100*m*k*r**4*u*f",
            weights={8: "100"},
            rest="r**6*(100*u - 1)",
        ),
        Parts(10, "One, the other and the third.", uses=(2, 4, 9)),
    ),
)


@checks(
    "adv.rem.vacuous",
    mutants={
        "sharper: a hundredth of the bounds": {"share": 100},
        "sharper: Theorem 9 for eps up to 100/sqrt T": {
            "proof": VACUOUS.changed(1, formula="sqrt(T) <= 100/e")
        },
        "sharper: Theorem 10 for fewer experts": {
            "proof": VACUOUS.changed(5, formula="r <= 1000*m")
        },
    },
)
def vacuous_bounds(share: int = 1, proof: Proof = VACUOUS) -> Verdict:
    """The printed bounds at games with eps = 1/sqrt T and N = T experts, or eps T of them."""
    sides = Sides()
    with working_precision(96):
        for root in (2, 100, 10**4):
            eps, horizon = Fraction(1, root), root**2
            many = PrivateGame.of(2, horizon, eps, experts=horizon, delta="0.4")
            few = PrivateGame.of(2, horizon, eps, experts=int(eps * horizon))
            for game, bound in (
                (few, local_exp4_printed),
                (few, expert_conversion_printed),
                (many, expert_conversion_printed),
                (many, batched_exp4_printed),
            ):
                sides.at_most(ball(horizon), bound(game) / share, "It says something.", game=game)
    return proof.verdict(
        "Each of the three is at least T there; the exponent of Theorem 10 is 1 at the corner.",
        instances="Three horizons with four bounds, in balls.",
        sharpness=sides.sharpness,
    )
