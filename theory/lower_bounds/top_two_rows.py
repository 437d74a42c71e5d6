"""Upper bounds on samples under pure DP: AdaP-TT and AdaP-TT* in the limit, DP-SE at a delta."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import LinearBandit
from .adac_ucb_rows import in_the_unit_interval
from .bound import SAMPLES, Bound, Factor, Hypothesis
from .request import Request, times
from .sample_rows import UNSTRUCTURED

LIMIT = "a limit as delta falls to 0, which says nothing about one delta; the leader's share is 1/2"


def top_two_rows(request: Request) -> list[Bound]:
    """The rates of AdaP-TT and AdaP-TT*, times log(1/delta), and the samples of DP-SE.

    Privacy-Utility Trade-offs in Sequential Decision-Making, Theorems 5.20 and 5.23, and the
    explicit form of what Section 5.4.3 says of DP-SE.

    >>> from banditproof.theory import BernoulliBandit
    >>> bandit = BernoulliBandit(("0.9", "0.6", "0.3"))
    >>> rows = top_two_rows(Request(bandit, eps=Fraction(1), delta=Fraction(1, 100)))
    >>> [(row.name, round(float(row.enclosure))) for row in rows]
    [('AdaP-TT', 1308), ('AdaP-TT*', 1455), ('DP-SE', 12386)]
    """
    eps, delta = request.eps, request.delta
    if eps is None or delta is None:
        return []
    means = request.bandit.exact_means
    needs: tuple[Hypothesis, ...] = (
        ("rewards in [0, 1]", in_the_unit_interval(request)),
        ("K > 1 arms", request.arms > 1),
        ("a unique best arm", len(request.bandit.best_arms) == 1),
        (UNSTRUCTURED, not isinstance(request.bandit, LinearBandit)),
    )
    distinct = ("means that all differ", len(set(means)) == len(means))

    def limit(name: str, claim: str, rate: Callable[..., float], formula: str) -> Bound:
        def least() -> Enclosure:
            return certify(rate, means, eps, digits=request.deep)

        def factors() -> tuple[Factor, ...]:
            logarithm = enclose(lambda: -ball(delta).log(), request.digits)
            return Factor(formula, least()), Factor("log(1/delta)", logarithm)

        return request.stated(
            name,
            claim,
            Side.UPPER,
            SAMPLES,
            lambda: times(least(), lambda: -ball(delta).log(), request.digits),
            hypotheses=(*needs, distinct),
            note=LIMIT,
            privacy=Privacy.PURE,
            factors=factors,
        )

    from banditproof.theory.sample_complexity import (
        adap_tt_rate,
        adap_tt_star_rate,
        elimination_samples,
    )

    return [
        limit(
            "AdaP-TT", "thesis.thm5.20", adap_tt_rate, "4 T*_{KL,1/2} (1 + sqrt(1 + 8 D^2/eps^2))"
        ),
        limit("AdaP-TT*", "thesis.thm5.23", adap_tt_star_rate, _star(means, eps)),
        request.stated(
            "DP-SE",
            "thesis.dpse.guarantee",
            Side.UPPER,
            SAMPLES,
            lambda: Enclosure.of(elimination_samples(means, eps, delta)),
            hypotheses=needs,
            note="DP-SE with beta = delta until one arm is left: not in the mean, but with "
            "probability >= 1 - pi^2/12 delta, at this delta",
            privacy=Privacy.PURE,
            status=Status.OURS,
        ),
    ]


def _star(means: Sequence[Fraction], eps: Fraction) -> str:
    """The formula of Theorem 5.23 that is the one of this instance."""
    if max(means) - min(means) < 3 * eps:
        return "4 T*_{KL,1/2} g_1(4 D/eps)"
    return "48 T*_{eps,1/2} g_2(3 eps^2 T*_{eps,1/2}/4)"
