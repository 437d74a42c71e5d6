"""Claims about the divergence of the histories of two instances: Lemma C.19."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision

History = tuple[tuple[int, int], ...]
Kernel = dict[History, tuple[Fraction, ...]]
Means = tuple[Fraction, ...]


def random_policy(source: Random, rounds: int) -> Kernel:
    """A law of two arms after each history of fewer rounds; it reads arms and rewards."""
    steps = list(product((0, 1), (0, 1)))
    pasts = [past for t in range(rounds) for past in product(steps, repeat=t)]
    weights = ((past, Fraction(source.randint(1, 8), 9)) for past in pasts)
    return {past: (w, 1 - w) for past, w in weights}


def laws(policy: Kernel, rounds: int, means: Means) -> dict[History, Fraction]:
    """The mass of each history of Bernoulli rewards."""
    results: dict[History, Fraction] = {(): Fraction(1)}
    for _ in range(rounds):
        results = {
            (*past, (arm, reward)): mass * policy[past][arm] * (mu if reward else 1 - mu)
            for past, mass in results.items()
            for arm, mu in enumerate(means)
            for reward in (0, 1)
        }
    return results


def bernoulli_divergence(p: Fraction, q: Fraction) -> arb:
    """kl(p, q) in balls, for q inside (0, 1)."""
    pairs = ((p, q), (1 - p, 1 - q))
    return sum((ball(a) * ball(a / b).log() for a, b in pairs if a), arb(0))


Pulls = Callable[[dict[History, Fraction], dict[History, Fraction], int], Fraction]


def expected_pulls(
    first: dict[History, Fraction], second: dict[History, Fraction], arm: int
) -> Fraction:
    """E_nu N_a(T)."""
    return sum((m * [a for a, _ in past].count(arm) for past, m in first.items()), Fraction(0))


@checks("thesis.lemC.19")
@mutant(
    "the pulls under the other instance",
    pulls=lambda first, second, arm: expected_pulls(second, first, arm),
)
@mutant("the divergence the other way round", divergence=lambda p, q: bernoulli_divergence(q, p))
@mutant("sharper: the last round does not count", rounds_of_the_law=3)
def divergence_of_histories(
    pulls: Pulls = expected_pulls,
    divergence: Callable[[Fraction, Fraction], arb] = bernoulli_divergence,
    rounds_of_the_law: int = 4,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps, and all histories of four rounds of random policies with two coins."""
    source = Random(19)
    with working_precision(96):
        for _ in range(2):
            policy = random_policy(source, 4)
            mine, theirs = (
                tuple(Fraction(source.randint(1, 10), 11) for _ in (0, 1)) for _ in (0, 1)
            )
            p, q = laws(policy, 4, mine), laws(policy, 4, theirs)
            joint = sum((ball(m) * ball(m / q[past]).log() for past, m in p.items()), arb(0))
            short = [laws(policy, rounds_of_the_law, means) for means in (mine, theirs)]
            parts = [
                ball(pulls(short[0], short[1], arm)) * divergence(mine[arm], theirs[arm])
                for arm in (0, 1)
            ]
            case: dict[str, Any] = {"means": mine, "other_means": theirs, "KL": joint}
            same = abs(joint - parts[0] - parts[1]) < arb("1e-20")
            require(bool(same), "The sum differs.", sum=parts[0] + parts[1], **case)
    return proof.verdict()
