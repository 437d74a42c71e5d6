"""Claims about Chernoff's bound for coins: Lemma C.26."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Subjects, Verdict, checks
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.balls import ball, working_precision

Divergence = Callable[[Fraction, Fraction], Enclosure]


def library(p: Fraction, q: Fraction) -> Enclosure:
    """kl(p, q) in balls."""
    return certify(kl, p, q, digits=20)


def tails(up: bool) -> Iterator[tuple[int, Fraction, int, Fraction]]:
    """Coins, their mean, a number of successes on that side of it, and the exact tail."""
    for n in (1, 3, 12, 40):
        for mu in map(Fraction, ("0", "1/100", "2/5", "9/10", "1")):
            masses = [comb(n, k) * mu**k * (1 - mu) ** (n - k) for k in range(n + 1)]
            for k in range(n + 1):
                if (Fraction(k, n) >= mu) if up else (Fraction(k, n) <= mu):
                    part = masses[k:] if up else masses[: k + 1]
                    yield n, mu, k, sum(part, Fraction(0))


def compared(up: bool, divergence: Divergence, share: Fraction) -> Sides:
    """The tails and the bound, at the ends too, where it is attained and rounded outwards."""
    sides = Sides()
    with working_precision(96):
        for n, mu, k, tail in tails(up):
            value = divergence(Fraction(k, n), mu)
            bound = Fraction(0)
            if value.lo < 10**6:
                bound = share * Enclosure.of(ball(-n * value.lower).exp()).upper
            sides.at_most(tail, bound, "A tail is above the bound.", n=n, mu=mu, successes=k)
    return sides


WRONG: dict[str, Subjects] = {
    "the arguments exchanged": {"divergence": lambda p, q: library(q, p)},
    "sharper: 0.99 of the bound": {"share": Fraction(99, 100)},
    "sharper: 1.01 of the exponent": {
        "divergence": lambda p, q: library(p, q) * Fraction(101, 100)
    },
}
INSTANCES = "Exact tails of 1, 3, 12 and 40 coins of five means, at all numbers of successes."


@checks("thesis.lemC.26.above", mutants={**WRONG})
def chernoff_above(
    divergence: Divergence = library, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The moment at the quotient of the odds, and exact tails."""
    return proof.verdict(instances=INSTANCES, sharpness=compared(True, divergence, share).sharpness)


@checks("thesis.lemC.26.below", mutants={**WRONG})
def chernoff_below(
    divergence: Divergence = library, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The other side of each coin, and exact tails."""
    return proof.verdict(
        instances=INSTANCES, sharpness=compared(False, divergence, share).sharpness
    )
