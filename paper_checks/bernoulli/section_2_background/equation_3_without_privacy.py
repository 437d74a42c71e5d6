"""The bound without privacy, (3), and what Section 2 says of it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import cited, require
from banditproof.theory import Enclosure, certify, exact, kl, privacy_threshold, regret_coefficient
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import ZERO
from banditproof.theory.lower_bounds import lai_robbins_coefficient

Means = tuple[Fraction, ...]
Divergence = Callable[[Fraction, Fraction], Enclosure]
INSTANCES = (("0.75", "0.5", "0.25"), ("0.75", "0.7", "0.7", "0.7", "0.7"), ("0.8", "0", "0.8"))

lai_robbins = partial(certify, lai_robbins_coefficient, digits=25)
bernoulli_kl: Divergence = partial(certify, kl, digits=25)


def _kl_inf(mean: Fraction, best: Fraction) -> Enclosure:
    """inf { kl(mean, q) : q > best } from its definition: kl increases in q above the mean."""
    above = best + (1 - best) / 10**15
    return Enclosure.of(*(certify(kl, mean, q, digits=25) for q in (best, above)))


def _summed(means: Means, divergence: Divergence) -> Enclosure:
    """Sum of gap / divergence over the suboptimal arms, 0 at a best mean of 1."""
    best = max(means)
    return sum(((best - x) / divergence(x, best) for x in means if x < best < 1), ZERO)


@checks("bern.eq3")
@mutant(
    "arguments of kl exchanged",
    coefficient=lambda means: _summed(means, lambda x, y: certify(kl, y, x)),
)
@mutant(
    "Pinsker in place of kl",
    coefficient=lambda means: _summed(means, lambda x, y: Enclosure.of(2 * (y - x) ** 2)),
)
@mutant(
    "sharper: coefficient 1 % larger",
    coefficient=lambda means: lai_robbins(means) * Fraction(101, 100),
)
def lower_bound_without_privacy(
    coefficient: Callable[..., Enclosure] = lai_robbins, proof: Proof = WRITTEN
) -> Verdict:
    """The Bernoulli coefficient from the definition of KL_inf, and as the limit of d_eps."""
    for texts in INSTANCES:
        means = tuple(map(exact, texts))
        result, defined = coefficient(means), _summed(means, _kl_inf)
        finding = "The coefficient is not the sum over KL_inf."
        require(0 in result - defined, finding, means=means, found=result, defined=defined)
        threshold = max(certify(privacy_threshold, x, max(means)).upper for x in means if x > 0)
        private, near = (
            certify(regret_coefficient, means, eps, digits=25)
            for eps in (2 * threshold + 100, Fraction(1, 2))
        )
        limit = 0 in private - result and near.lo >= result.lo
        finding = "The private coefficient does not fall to this one as eps grows."
        require(limit, finding, means=means, private=private, at_one_half=near, found=result)
    at_one = coefficient((Fraction(1), Fraction(1, 2)))
    finding = "At a best mean of 1 no better law exists, so KL_inf is infinite."
    require(at_one.hi == 0, finding, means="(1, 1/2)", coefficient=at_one)
    return proof.verdict()


def _suboptimal() -> Iterator[tuple[Fraction, Fraction]]:
    for x, y in (("0", "1/2"), ("1/4", "3/4"), ("7/10", "3/4"), ("1/100", "99/100")):
        yield Fraction(x), Fraction(y)


@checks("bern.sec2.klinf")
@mutant("arguments exchanged", divergence=lambda x, y: certify(kl, y, x, digits=25))
@mutant("sharper: 1 % more", divergence=lambda x, y: bernoulli_kl(x, y) * Fraction(101, 100))
@mutant("1 % less", divergence=lambda x, y: bernoulli_kl(x, y) * Fraction(99, 100))
def kl_inf_of_bernoulli(divergence: Divergence = bernoulli_kl, proof: Proof = WRITTEN) -> Verdict:
    """kl(x, q) has the slope (q - x)/(q (1 - q)) > 0 above x, and is continuous up to q < 1."""
    for mean, best in _suboptimal():
        stated, defined = divergence(mean, best), _kl_inf(mean, best)
        finding = "kl is not the infimum over better means."
        require(0 in stated - defined, finding, mean=mean, best=best, kl=stated, infimum=defined)
        laws = ((mean, best), (1 - mean, 1 - best))
        with working_precision(128):
            logs = (ball(a) * ball(a / b).log() for a, b in laws if a > 0)
            entropy = Enclosure.of(sum(logs, arb(0)))
        finding = "kl is not the relative entropy of the two laws."
        require(0 in stated - entropy, finding, mean=mean, best=best, kl=stated, entropy=entropy)
    at_one = certify(kl, Fraction(1, 2), 1)
    require(at_one.lo > 10**6, "kl(1/2, 1) is finite.", kl=at_one)
    return proof.verdict()


@checks("bern.sec2.tight")
@mutant("Pinsker's constant", divergence=lambda x, y: Enclosure.of(2 * (y - x) ** 2))
@mutant(
    "sharper: 1 % lower constant", divergence=lambda x, y: bernoulli_kl(x, y) * Fraction(101, 100)
)
def attained(divergence: Divergence = bernoulli_kl) -> Verdict:
    """The constant of the two upper bounds, sum of gap/kl(mu_a, mu_star), is that of (3)."""
    for texts in INSTANCES:
        means = tuple(map(exact, texts))
        upper, lower = _summed(means, divergence), lai_robbins(means)
        require(0 in upper - lower, "The constants differ.", means=means, upper=upper, lower=lower)
    return cited()
