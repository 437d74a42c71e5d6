"""The high privacy regime of d_eps: its two terms, and the limit eps -> 0."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import private
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points
from banditproof.theory.balls import ball, enclose
from ..appendix_f_regret.lemma_f_1_closed_forms import in_between, second_line


@checks("bern.rem3.b.sum")
@mutant("with the factor eps", weighted=True)
def two_terms(weighted: bool = False) -> Verdict:
    """(8) has eps (f - mu_a); the sentence drops eps."""
    x, y, eps = Fraction(1, 4), Fraction(3, 4), Fraction(1, 2)
    weight = eps if weighted else Fraction(1)

    def value() -> arb:
        f = in_between(y, eps)
        return second_line(x, y, eps) + ball(weight - eps) * (f - ball(x))

    total, result = enclose(value, 20), private(x, y, eps)
    if 0 in total - result:
        return points()
    return misprinted(mu_a=x, mu_star=y, eps=eps, sum_as_printed=total, d_eps=result)
