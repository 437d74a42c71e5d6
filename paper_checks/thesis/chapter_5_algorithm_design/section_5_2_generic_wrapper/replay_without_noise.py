"""A claim about the play of Algorithm 7 without noise on five arms: its episodes and its pulls."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.doubling_episodes import (
    Index,
    Length,
    Samples,
    adap_klucb_index,
    adap_ucb_index,
    counts,
    doubled,
    real_samples,
    replay,
)
from banditproof.paper_checks.verdicts.vocabulary import proved, require
from banditproof.theory.balls import working_precision

MEANS = tuple(Fraction(k, 8) for k in (6, 5, 4, 3, 2))
HORIZON = 10**5
ENDS = {
    Fraction(1): ((93856, 4096, 1024, 512, 512), 57),
    Fraction(1, 10): ((81568, 8192, 4096, 4096, 2048), 65),
}
"""The pulls of all arms and the number of episodes, by eps; the same for both indices."""
BEGINS = {
    "AdaP-UCB": ((6, 1, 1), (7, 1, 2), (9, 2, 1), (10, 2, 2), (12, 3, 1), (13, 3, 2), (15, 4, 1)),
    "AdaP-KLUCB": (*((5 + 2**k, 1, 2**k) for k in range(7)), (133, 2, 1)),
}
"""The first round, the arm and the rounds of the first episodes at eps = 1."""


@checks("thesis.alg7.trace")
@mutant("n = 1/2 for one pull", samples=lambda n: Fraction(n, 2))
@mutant("all samples", samples=lambda n: Fraction(n))
@mutant("episodes of twice the pulls", length=lambda n: 2 * n)
@mutant(
    "sharper: half of the private bonus",
    ucb=lambda m, n, t, e, b: adap_ucb_index(m, n, t, 2 * e, b),
)
def play_without_noise(
    ucb: Index = adap_ucb_index,
    klucb: Index = adap_klucb_index,
    samples: Samples = real_samples,
    length: Length = doubled,
) -> Verdict:
    """Four replays, each decision in balls; indices are equal only where both are 1."""
    finding, decisions = "The play differs.", 0
    with working_precision(96):
        for (name, index), (eps, (pulls, number)) in (
            (item, end)
            for item in (("AdaP-UCB", ucb), ("AdaP-KLUCB", klucb))
            for end in ENDS.items()
        ):
            played = replay(MEANS, HORIZON, index, eps, length=length, samples=samples)
            result, decisions = counts(played, HORIZON), decisions + len(played)
            require(result == pulls, finding, index=name, eps=eps, pulls=result)
            require(len(played) == number, finding, index=name, eps=eps, episodes=len(played))
            if eps == 1:
                first = tuple((e.start, e.arm + 1, e.rounds) for e in played)[: len(BEGINS[name])]
                require(first == BEGINS[name], finding, index=name, begins=first)
    return proved(covered=f"{decisions} decisions of the four plays, in balls.", universal=None)
