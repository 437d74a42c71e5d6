"""Claims about the probability of one event: Markov, Bretagnolle-Huber, Pinsker (Lemmas 5 to 7)."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from banditproof.paper_checks.models.finite_laws import excess
from banditproof.paper_checks.models.finite_pairs import events, kl_divergence, mass
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant, sharpest

BITS = 128
ONE = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
OTHER = (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))


@checks("zcdp.lem5")
@mutant("the mean of X itself", size=lambda x: x)
@mutant("sharper: 0.99 of the mean", share=Fraction(99, 100))
def markov(
    size: Callable[[Fraction], Fraction] = abs,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact laws on three points; a law on 0 and epsilon is tight."""
    sides = Sides()
    for law in ({-1: ONE[0], 0: ONE[1], 2: ONE[2]}, {-3: ONE[0], 0: 1 - ONE[0]}):
        average = sum((size(Fraction(x)) * p for x, p in law.items()), Fraction(0))
        for level in map(Fraction, ("1/2", "1", "2", "3")):
            tail = sum((p for x, p in law.items() if abs(x) >= level), Fraction(0))
            finding = "A tail is above the bound."
            sides.at_most(tail, share * average / level, finding, law=law, epsilon=level)
    return proof.verdict(sharpness=sides.sharpness)


def one_event_each_way() -> Iterator[Instance]:
    """Coins of means 1/2 and 1/4, for which A is the whole outcome."""
    with working_precision(BITS):
        apart = Enclosure.of((ball(Fraction(4, 3)).log()) / 2)
        yield {"p": "1/2", "q": "1/4", "t": "1/4", "k": apart}


@checks("zcdp.lem6")
@mutant("the same event twice", second=lambda q: q)
def bretagnolle_huber(
    second: Callable[[Fraction], Fraction] = lambda q: 1 - q, proof: Proof = WRITTEN
) -> Verdict:
    """All events of two laws on three points, in balls."""
    sides = Sides()
    with working_precision(BITS):
        least = (-kl_divergence(ONE, OTHER)).exp() / 2
        for event in events(3):
            both = mass(ONE, event) + second(mass(OTHER, event))
            sides.at_most(least, ball(both), "The errors are smaller.", event=event)
    return proof.verdict(
        sharpness=sharpest("p + 1 - q >= exp(-kl(p,q))/2", {"p": "0.255", "q": "0.6275"})
    )


@checks("zcdp.lem7")
@mutant("twice the distance", distance=lambda first, second: 2 * excess(first, second, 1))
def pinsker(
    distance: Callable[..., Fraction] = lambda first, second: excess(first, second, 1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Pairs of laws on three points, in balls; coins near a fair one are tight."""
    sides, step = Sides(), Fraction(1, 1000)
    near = (Fraction(1, 2) + step, Fraction(1, 2) - step), (Fraction(1, 2), Fraction(1, 2))
    with working_precision(BITS):
        for first, second in ((ONE, OTHER), (OTHER, ONE), near):
            squared = ball(2 * distance(first, second) ** 2)
            finding = "The divergence is smaller."
            sides.at_most(squared, kl_divergence(first, second), finding, P=first, Q=second)
    return proof.verdict(sharpness=sides.sharpness)
