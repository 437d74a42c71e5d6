"""Claims about the setting of Section IV-A1: linear bandits with finitely many actions."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from banditproof.algorithms import LinearEnvironment
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require

ACTIONS = ((1, 0), ("0.6", "0.8"), (0, "-0.5"), ("0.25", "0.25"))
THETA = ("0.5", "0.25")


def to_the_best(means: Sequence[Fraction]) -> list[Fraction]:
    """max <a' - a, theta>, for each action."""
    return [max(means) - mean for mean in means]


@checks("zcdp.set.lin")
@mutant(
    "gaps to the mean action", gaps=lambda means: [sum(means) / len(means) - mean for mean in means]
)
@mutant("gaps to the worst action", gaps=lambda means: [mean - min(means) for mean in means])
def linear_setting(gaps: Callable[[Sequence[Fraction]], list[Fraction]] = to_the_best) -> Verdict:
    """All sequences of three actions: (3) is T times the best mean less the means, exactly."""
    vectors = [[Fraction(x) for x in row] for row in ACTIONS]
    theta = [Fraction(x) for x in THETA]
    means = [sum((x * y for x, y in zip(row, theta, strict=True)), Fraction(0)) for row in vectors]
    world = LinearEnvironment(theta=THETA, actions=ACTIONS)
    own = to_the_best(means)
    finding = "The environment has other gaps."
    need(all(abs(x - float(y)) < 1e-12 for x, y in zip(world.gaps, own, strict=True)), finding)
    for played in product(range(4), repeat=3):
        lost = sum((gaps(means)[a] for a in played), Fraction(0))
        best = 3 * max(means) - sum((means[a] for a in played), Fraction(0))
        require(lost == best, "The regret is not what was lost to the best action.", played=played)
    return points()
