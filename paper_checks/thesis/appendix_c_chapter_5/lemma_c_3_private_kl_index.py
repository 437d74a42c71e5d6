"""Claims about Lemma C.3: the clipped private mean of coins, and its optimistic index."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.laplace_means import mean_above
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory import certify, kl
from banditproof.theory.balls import ball, hull, working_precision

Bound = Callable[[arb, Fraction], arb]
"""What bounds a probability: e^(-n d(x, mu)), and delta."""
CASES = tuple(
    product((1, 2, 16), ("1/100", "1", "1000"), ("1/10", "1/2", "97/100"), ("0", "1/3", "9/10"))
)
"""Numbers of coins, eps, means mu and the places x/mu."""


def divergence(x: Fraction, mean: Fraction) -> arb:
    """d(x, mu) as a ball."""
    result = certify(kl, x, mean, digits=25)
    return hull(ball(result.lower), ball(result.upper))


def below(n: int, mean: Fraction, eps: Fraction, level: Fraction, width: arb) -> arb:
    """P(mean of n coins + Lap(1/(n eps)) + width <= level)."""
    return mean_above(n, 1 - mean, eps, 1 - ball(level) + width)


@cache
def at_places(bound: Bound, shift: Fraction = Fraction(1)) -> Sides:
    """Claim 1 at several delta, 2 among them."""
    sides = Sides()
    with working_precision(80):
        for n, *texts in CASES:
            eps, mean, share = map(Fraction, texts)
            x = mean * share
            for delta in (Fraction(1, 1000), Fraction(1, 2), Fraction(1), Fraction(2)):
                width = -ball(shift) * ball(delta).log() / (n * ball(eps))
                result = below(n, mean, eps, x, width)
                most = bound((-n * divergence(x, mean)).exp(), delta)
                finding = "The clipped mean is lower more often."
                sides.at_most(result, most, finding, n=n, eps=eps, mu=mean, x=x, delta=delta)
    return sides


@cache
def at_levels(factor: Fraction, shift: Fraction) -> Sides:
    """Claim 2 where d(x, mu) = log(1/delta)/n: the index is below mu where the mean is below x."""
    sides = Sides()
    with working_precision(80):
        for n, *texts in (*CASES, (1, "10000000", "999/1000", "9989/9990")):
            eps, mean, share = map(Fraction, texts)
            x = mean * share
            level = divergence(x, mean)
            result = below(n, mean, eps, x, ball(shift / eps) * level)
            most = ball(factor) * (-n * level).exp()
            finding = "The index is below the mean more often."
            sides.at_most(result, most, finding, n=n, eps=eps, mu=mean, x=x)
    return sides


def printed(rate: arb, delta: Fraction) -> arb:
    """e^(-n d) + delta/2."""
    return rate + ball(delta) / 2


@checks("thesis.lemC.3.claim1")
@mutant("half of the shift", shift=Fraction(1, 2))
@mutant("sharper: a third of delta", bound=lambda rate, delta: rate + ball(delta) / 3)
def clipped_mean_is_rarely_low(
    bound: Bound = printed, shift: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Exact probabilities of coins with Laplace noise."""
    return proof.verdict(sharpness=at_places(bound, shift).sharpness)


@checks("thesis.lemC.3.claim2", subjects={"strict": (False, True)})
@mutant("half of the shift", shift=Fraction(1, 2))
@mutant("sharper: 0.9 delta", factor=Fraction(9, 10))
def index_is_rarely_low(
    strict: bool,
    factor: Fraction = Fraction(3, 2),
    shift: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """At mean 1 the index is never above the mean; elsewhere exact probabilities."""
    delta = Fraction(1, 100)
    # all coins show 1, and q <= 1: the event U <= 1 is certain
    missed = factor * delta / 3 if strict else Fraction(1)
    require_or_repair(
        missed <= factor * delta,
        "At mu = 1 the index is at most mu always; the inequality must be strict there.",
        mu=1,
        delta=delta,
        probability=missed,
        bound=factor * delta,
    )
    return proof.verdict(sharpness=at_levels(factor, shift).sharpness)
