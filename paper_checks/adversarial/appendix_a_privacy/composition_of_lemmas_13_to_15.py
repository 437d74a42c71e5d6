"""Claims about composition: Lemmas 13 to 15."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.advanced_composition import composed_delta
from banditproof.paper_checks.models.finite_laws import Law, joint, largest_ratio
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball, working_precision

Budgets = Sequence[Fraction]
"""The numbers e^eps_t."""


def _product(ratios: Budgets) -> Fraction:
    total = Fraction(1)
    for ratio in ratios:
        total *= ratio
    return total


def _first_times_number(ratios: Budgets) -> Fraction:
    """e^(eps T), if eps is that of the first algorithm."""
    return ratios[0] ** len(ratios)


@checks("adv.lem13", subjects={"budget": (_first_times_number, _product)})
@mutant("the largest one", "print", budget=lambda r: max(r) ** len(r))
@mutant("sharper: the largest one alone", budget=max)
def basic_composition(budget: Callable[[Budgets], Fraction], proof: Proof = WRITTEN) -> Verdict:
    """Randomised responses to one bit, whose composition attains the sum."""
    for ratios in ((2, 3), (2, 2, 2), (Fraction(6, 5), 5, Fraction(3, 2))):
        exact = [Fraction(r) for r in ratios]
        laws: tuple[Law, Law] = (Fraction(1),), (Fraction(1),)
        for ratio in exact:
            laws = joint(laws[0], coin(ratio, 0)), joint(laws[1], coin(ratio, 1))
        result, allowed = largest_ratio(*laws), budget(exact)
        finding = "The symbol eps is not among the hypotheses; the budgets are eps_t, and add up."
        require_or_repair(
            result <= allowed, finding, e_to_eps_t=exact, e_to_loss=result, e_to_budget=allowed
        )
    return proof.verdict()


Advanced = Callable[[arb, arb], arb]
"""eps' as a function of the sum of squares and log(1/delta')."""


def printed(squares: arb, log: arb) -> arb:
    """3/2 S + sqrt(6 S log(1/delta'))."""
    return 3 * squares / 2 + (6 * squares * log).sqrt()


def concentrated(squares: arb, log: arb) -> arb:
    """S/2 + sqrt(2 S log(1/delta')), what zCDP gives."""
    return squares / 2 + (2 * squares * log).sqrt()


def too_small(squares: arb, log: arb) -> arb:
    """S/2 + sqrt(S log(1/delta')/2)."""
    return squares / 2 + (squares * log / 2).sqrt()


@checks("adv.lem15")
@mutant("sharper: S/2 + sqrt(S log(1/delta')/2)", bound=too_small)
def advanced_composition(bound: Advanced = printed, proof: Proof = WRITTEN) -> Verdict:
    """Fifty randomised responses: the exact delta at eps'."""
    sides, kept = Sides(), 50
    with working_precision(200):
        ratio = Fraction(1105, 1000)
        eps = ball(ratio).log()
        for power in (2, 3, 6):
            delta = Fraction(1, 10**power)
            limit = bound(kept * eps * eps, -ball(delta).log())
            result = composed_delta(kept, ratio, Fraction(0), limit)
            sides.at_most(result, ball(delta), "The exact delta is larger.", delta=delta)
    return proof.verdict(sharpness=sides.sharpness)
