"""Claims about many experts: where Algorithm 2 is sublinear, and where all bounds are vacuous."""

from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, checks_both
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory.adversarial.expert_bounds import (
    batched_exp4_printed,
    expert_conversion_printed,
    local_exp4_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.adversarial.rates import COROLLARY_8, THEOREM_10
from banditproof.theory.balls import ball, working_precision


@checks_both(
    "adv.rem.thm10sub",
    subjects={"powers": (("1/4", "1/2", "1"), ("1/4", "1/2", "99/100"))},
    mutants={"sharper: at T^(6/7)": {"limit": Fraction(6, 7)}},
)
def sublinear_regret(
    powers: tuple[str, ...], limit: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The exponents of Theorem 10 and of Corollary 8."""
    points = [(Fraction(n), Fraction(0), Fraction(1, 2)) for n in powers]
    results = [(point[0], THEOREM_10.at(point)) for point in points]
    for n, power in results:
        require_or_repair(power < limit, "The rate is not sublinear.", N=f"T^({n})", exponent=power)
        require(power == Fraction(5, 6) + n / 6, "Another exponent.", N=f"T^({n})", exponent=power)
    require(all(a[1] < b[1] for a, b in pairwise(results)), "The exponent falls.")
    other = COROLLARY_8.at(points[0])
    require(results[0][1] == other == Fraction(7, 8), "No crossing at T^(1/4).")
    return proof.verdict(
        "The exponent is 5/6 + n/6.", instances="Three powers n, with all terms of the rates."
    )


@checks("adv.rem.vacuous", mutants={"sharper: a hundredth of the bounds": {"share": 100}})
def vacuous_bounds(share: int = 1, proof: Proof = WRITTEN) -> Verdict:
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
