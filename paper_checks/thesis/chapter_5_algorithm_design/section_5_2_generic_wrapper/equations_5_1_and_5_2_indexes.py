"""Claims about the indexes (5.1) of AdaP-UCB and (5.2) of AdaP-KLUCB, and their private mean."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.algorithms import AdaPKLUCB, AdaPUCB
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.mechanisms import Laplace
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from ....models.doubling_episodes import Index, adap_klucb_index, adap_ucb_index, real_samples

OPTIMISTIC_UCB = written_proof("thesis.eq5.1.optimistic")
OPTIMISTIC_KLUCB = written_proof("thesis.eq5.2.optimistic")


Maker = Callable[..., Any]
CASES = tuple(
    product((1, 2, 16, 256), (7, 10**5), ("-1/3", "1/4", "7/8", "9/8"), ("1/10", "1", "30"))
)
BETA = Fraction(31, 10)


def require_index(make: Maker, index: Index) -> int:
    """The library's scores are the index, in balls; how many were compared."""
    for pulls, t, *texts in CASES:
        mean, eps = map(Fraction, texts)
        n = real_samples(pulls)
        record = ArmRecord(pulls.bit_length(), int(n), float(mean * n))
        own = make(arms=1, eps=eps, beta=BETA).scores((record,), t)[0]
        with working_precision(96):
            value = index(mean, n, t, eps, BETA)
        same = (own == float("inf")) if not value.is_finite() else close(own, float(value.mid()))
        case: dict[str, Any] = {"N": pulls, "t": t, "mean": mean, "eps": eps}
        require(same, "The index differs.", **case, index=value, score=own)
    return len(CASES)


def close(x: float, y: float) -> bool:
    """Equal to nine digits, or to 1e-12."""
    return abs(x - y) <= 1e-9 * abs(y) + 1e-12


@checks("thesis.eq5.1.noise")
@mutant("sharper: 1.99/(eps N)", scale=lambda N, eps: Fraction(199, 100) / (eps * N))
@mutant("the mean of all pulls", samples=lambda N: Fraction(N, 4))
def noise_of_the_mean(
    scale: Callable[[int, Fraction], Fraction] = lambda N, eps: 2 / (eps * N),
    samples: Callable[[int], Fraction] = real_samples,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The loss of the mechanism for a mean of max(1, N/2) rewards."""
    sides = Sides()
    for N, eps in product((1, 2, 4, 1024), (Fraction(1, 10), Fraction(1), Fraction(7, 2))):
        loss = Fraction(Laplace(scale(N, eps)).loss(1 / samples(N)).eps)
        sides.at_most(loss, eps, "The mean costs more.", N=N, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


def _definition(id: str, make: Maker, own: Index, mutants: Any) -> None:
    def check(make: Maker = make, index: Index = own) -> Verdict:
        """The library's scores against the formula in balls."""
        compared = require_index(make, index)
        return points(
            "The library's policy has this index; an arm with one pull has n = 1 in place of 1/2.",
            covered=f"{compared} values, from one sample to 128 and up to t = 1e5.",
            not_covered="Other values: it is a definition.",
        )

    checks(id, mutants=mutants)(check)


_definition(
    "thesis.eq5.1.index",
    lambda arms, eps, beta: AdaPUCB(arms, eps=eps, beta=beta),
    adap_ucb_index,
    {
        "the round before": {"index": lambda m, n, t, e, b: adap_ucb_index(m, n, t - 1, e, b)},
        "sharper: 0.99 of the private bonus": {
            "index": lambda m, n, t, e, b: adap_ucb_index(m, n, t, e * 100 / 99, b)
        },
        "all samples": {"index": lambda m, n, t, e, b: adap_ucb_index(m, 2 * n, t, e, b)},
    },
)
_definition(
    "thesis.eq5.2.index",
    lambda arms, eps, beta: AdaPKLUCB(arms, eps=eps, optimism=beta),
    adap_klucb_index,
    {
        "the round before": {"index": lambda m, n, t, e, b: adap_klucb_index(m, n, t - 1, e, b)},
        "sharper: 0.99 of the private bonus": {
            "index": lambda m, n, t, e, b: adap_klucb_index(m, n, t, e * 100 / 99, b)
        },
        "all samples": {"index": lambda m, n, t, e, b: adap_klucb_index(m, 2 * n, t, e, b)},
    },
)


@checks("thesis.eq5.2.root")
@mutant("another value at 0", at_zero=lambda v: (-v).exp())
def shape_of_the_kl_index(
    at_zero: Callable[[arb], arb] = lambda v: 1 - (-v).exp(), proof: Proof = WRITTEN
) -> Verdict:
    """The value at 0, in balls, for shifted means below 0."""
    with working_precision(96):
        for t, n in product((2, 50, 10**6), (1, 8, 1024)):
            level = ball(BETA) * arb(t).log() / n
            score = adap_klucb_index(Fraction(-(10**9)), Fraction(n), t, Fraction(1), BETA)
            index = 1 - (-score).exp()
            require(index.overlaps(at_zero(level)), "Another value at 0.", t=t, n=n, index=index)
    return proof.verdict()


def _optimistic(id: str, own: Proof, words: str) -> None:
    def check(proof: Proof = own) -> Verdict:
        """The lemma at delta = t^-beta."""
        return proof.verdict(words)

    checks(id)(check)


_optimistic(
    "thesis.eq5.1.optimistic", OPTIMISTIC_UCB, "It is (C.3) of Lemma C.2 at delta = t^-beta."
)
_optimistic(
    "thesis.eq5.2.optimistic",
    OPTIMISTIC_KLUCB,
    "It is (C.7) of Lemma C.3, repaired, at delta = t^-beta. At mean 1 the index is never above "
    "the mean, and below it with probability t^-beta/2.",
)
