"""Upper bounds of AdaP-UCB and AdaP-KLUCB under pure DP: what private index policies reach."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.certified_forms import certify
from banditproof.theory.concentration.episode_levels import Index, episodic_pulls
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import BernoulliBandit, FiniteSupportBandit
from banditproof.theory.number_text import number_text
from .adac_ucb_rows import FIGURES, best_beta, in_the_unit_interval
from .bound import REGRET, Bound, Hypothesis
from .request import Request
from .ucb_rows import trivial_bound

LARGEST_HORIZON, LEAST_BUDGET, MOST_GAPS = 10**9, Fraction(1, 50), 6
"""Beyond them (the last one is of different gaps) the level-by-level bounds are left out, as they
take seconds."""


Value = Callable[[Fraction], arb]
Kind = tuple[str, Index, tuple[Hypothesis, ...], Value, str, Value, str]
"""A policy, its index and hypotheses, its closed form with the claim, that without the gaps."""


def adap_rows(request: Request) -> list[Bound]:
    """The bounds of AdaP-UCB and AdaP-KLUCB at a horizon for a budget eps.

    Level by level, for coins; in closed form, with the best beta > 3; and without the gaps.
    Privacy-Utility Trade-offs in Sequential Decision-Making under Uncertainty, Theorems 5.3, 5.4,
    C.4 and C.7, with the constants that correct proofs give.

    >>> bandit = BernoulliBandit(("0.8", "0.1"))
    >>> rows = adap_rows(Request(bandit, Fraction(1), horizon=Fraction(10**6)))
    >>> [(row.claim, round(float(row.enclosure))) for row in rows[:3]]
    [('thesis.thmC.4peel', 360), ('thesis.thm5.3fix', 693), ('thesis.thmC.7.sharper', 26754)]
    """
    eps, time = request.eps, request.horizon
    if (
        eps is None
        or time is None
        or not isinstance(request.bandit, BernoulliBandit | FiniteSupportBandit)
    ):
        return []
    gaps = [request.bandit.gaps[a] for a in request.bandit.suboptimal_arms]
    sums = sum(gaps, Fraction(0))
    whole: Hypothesis = ("a whole number T", time.denominator == 1)
    bounded: Hypothesis = ("rewards in [0, 1]", in_the_unit_interval(request))
    coins: Hypothesis = ("Bernoulli rewards", isinstance(request.bandit, BernoulliBandit))

    def log() -> arb:
        return ball(time).log()

    def last(beta: Fraction) -> arb:
        return ball(sums * (3 + Fraction(3, 2) / (beta - 3)))

    def rooted(beta: Fraction) -> arb:
        root = ball(beta).sqrt()
        p, q = 1 + 1 / root, ball(1 + 1 / beta)
        widths = (p + (p**2 + 8 * q * ball(gap / eps)).sqrt() for gap in gaps)
        terms = (ball(beta / (2 * gap)) * v**2 * log() for gap, v in zip(gaps, widths, strict=True))
        return sum(terms, last(beta))

    def midpoint(beta: Fraction) -> arb:
        root = ball(beta).sqrt()
        private = 8 * ball((1 + beta) / eps) * root / (root - 1)
        terms = (
            (ball(8 * beta / gap) if ball(8 * beta / gap) > private else private) * log()
            for gap in gaps
        )
        return sum(terms, last(beta))

    def free(beta: Fraction) -> arb:
        return 2 * (ball(2 * beta * request.arms * time) * log()).sqrt()

    def gap_free(beta: Fraction) -> arb:
        return free(beta) + ball(16 * len(gaps) * beta / eps) * log() + own(beta)

    def gap_free_kl(beta: Fraction) -> arb:
        root = ball(beta).sqrt()
        private = 8 * ball(len(gaps) * (1 + beta) / eps) * root / (root - 1)
        return free(beta) + private * log() + own(beta)

    def own(beta: Fraction) -> arb:
        return ball(3 * beta / (beta - 3) * sums)

    inverses = sum((1 / gap for gap in gaps), Fraction(0))
    with working_precision(64):
        steep = ball(8 * inverses + 16 * len(gaps) / eps) * log()
        flat = ball(16 * len(gaps) / eps) * log()
        root = (ball(2 * request.arms * time) * log()).sqrt()
        near = best_beta(3 * sums / 2, lambda beta: steep)
        wide = best_beta(9 * sums, lambda beta: root / ball(beta).sqrt() + flat)
    rows: list[Bound] = []
    kinds: tuple[Kind, ...] = (
        (
            "AdaP-UCB",
            "adap-ucb",
            (bounded,),
            rooted,
            "thesis.thm5.3fix",
            gap_free,
            "thmC.7.sharper",
        ),
        (
            "AdaP-KLUCB",
            "adap-klucb",
            (coins,),
            midpoint,
            "thesis.thm5.4.pinsker",
            gap_free_kl,
            "remC.8",
        ),
    )
    few = len(set(gaps)) <= MOST_GAPS
    for name, index, needs, closed, claim, plain, remark in kinds:
        if few and time <= LARGEST_HORIZON and eps >= LEAST_BUDGET:
            rows.append(
                _row(
                    request,
                    f"{name} upper bound of this instance, level by level",
                    "thesis.thmC.4peel",
                    partial(_levels, request, index, near),
                    (coins, whole),
                    _note(name, near, "exact tails of the indexes at 1, 2, 4, ... rewards"),
                )
            )
        rows += [
            _row(
                request,
                f"{name} upper bound of this instance",
                claim,
                partial(enclose, partial(closed, near), request.digits),
                (*needs, whole),
                _note(name, near, "in closed form"),
            ),
            _row(
                request,
                f"{name} upper bound without the gaps",
                f"thesis.{remark}",
                partial(enclose, partial(plain, wide), request.digits),
                (*needs, whole),
                _note(name, wide, "2 sqrt(2 beta K T log T) and a multiple of k log(T)/eps"),
            ),
        ]
    return rows


def _row(
    request: Request,
    name: str,
    claim: str,
    value: Callable[[], Enclosure],
    needs: tuple[Hypothesis, ...],
    note: str,
) -> Bound:
    return request.stated(
        name,
        claim,
        Side.UPPER,
        REGRET,
        value,
        hypotheses=needs,
        note=note,
        privacy=Privacy.PURE,
        status=Status.OURS,
        regime=trivial_bound(request),
    )


def _note(name: str, beta: Fraction, words: str) -> str:
    return (
        f"{name} with beta = {number_text(beta)}, the best one > 3 for 8/gap + 16/eps or the bound "
        f"without the gaps, to {FIGURES} digits of beta - 3: {words}"
    )


def _levels(request: Request, index: Index, beta: Fraction) -> Enclosure:
    """The sum over the suboptimal arms of the gap times the bound of the pulls."""
    bandit, digits = request.bandit, request.digits
    best, own = max(bandit.exact_means), (int(request.time), beta, request.eps)
    means = [bandit.exact_means[arm] for arm in bandit.suboptimal_arms]
    low = high = Fraction(0)
    for mean in dict.fromkeys(means):
        pulls = certify(episodic_pulls, index, mean, best, *own, digits=digits)
        times = (best - mean) * means.count(mean)
        low, high = low + times * pulls.lower, high + times * pulls.upper
    return Enclosure(low, high)
