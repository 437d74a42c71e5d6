"""Claims about Theorem 4: the privacy of AdaR-UCB, and the argument for its adaptive episodes."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.algorithms import AdaRUCB
from banditproof.algorithms.policy import Policy
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.transcript_rho import transcript_rho
from ...models.episodic_index import first_choices, renyi_divergence, repeated_arm

Make = Callable[..., Policy[Any]]


@checks("renyi.thm4")
@mutant("sharper: 0.99 of the loss of the releases", share=Fraction(99, 100))
@mutant("twice the eps", make=lambda alpha, eps: AdaRUCB(2, alpha=alpha, eps=2 * eps))
def privacy_of_adar_ucb(
    make: Make = lambda alpha, eps: AdaRUCB(2, alpha=alpha, eps=eps),
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The exact loss of the releases of a play; the law of two decisions with kept noise."""
    sides = Sides()
    for alpha, eps in ((Fraction(2), Fraction(1)), (Fraction(8), Fraction(1, 10))):
        spent = alpha * transcript_rho(make(alpha, eps), horizon=30, plays=1)
        sides.at_most(spent, share * eps, "The releases cost more.", alpha=alpha, eps=eps)
    with working_precision(64):
        first, second = (first_choices(Fraction(bit), Fraction(2)) for bit in (0, 1))
        leak = renyi_divergence(first, second, Fraction(2))
        sides.at_most(leak, ball(1), "Two decisions reveal more.", alpha=2, eps=1)
    return proof.verdict(sharpness=sides.sharpness)


@checks("renyi.thm4.starts", subjects={"round_of_the_change": (1, 4)})
@mutant("equal lists", "print", round_of_the_change=9)
def starts_have_one_law(round_of_the_change: int, proof: Proof = WRITTEN) -> Verdict:
    """P(t_3 = 6) for rewards 0 but one: t_3 follows the episodes that begin at rounds 3 and 4."""
    price, chances = Fraction(2), []
    with working_precision(64):
        for changed in (False, True):
            first = Fraction(int(changed and round_of_the_change == 1))
            law = first_choices(first, price)
            chances.append(law[0, 0] + law[1, 1])
            again = repeated_arm(float(first), float(price))
            near = abs(float(chances[-1]) - again) < 1e-9
            need(near, "Two routes differ", balls=chances[-1], floats=again)
        case: dict[str, Any] = {"K": 2, "alpha": 2, "eps": 1, "beta": "3.1"}
        case["rewards"] = "0 in all rounds; 1 in the changed one of the other list"
        require(
            chances[0].overlaps(chances[1]),
            "The third episode begins at round 6 with different probabilities.",
            **case,
            changed_round=round_of_the_change,
            P_of_t_3_is_6=chances[0],
            P_under_the_other_list=chances[1],
        )
    return proof.verdict()
