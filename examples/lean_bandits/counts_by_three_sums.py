"""Lemma 5.14: an arm that was never pulled has no width, and the print counts no such time."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.claims import Sides, Verdict, checks, mutant, points
from banditproof.theory.balls import ball

BEST, ARM = 1, 0
MEANS = (Fraction(1, 2), Fraction(1))
REWARDS = (Fraction(0), Fraction(1, 2), Fraction(1))
LONGEST = 4
C_TIMES_VARIANCE = Fraction(1, 8)


def runs() -> Iterator[tuple[Sequence[int], Sequence[Fraction]]]:
    """Actions of two arms, with rewards of three values."""
    for n in range(1, LONGEST + 1):
        yield from product(product((ARM, BEST), repeat=n), product(REWARDS, repeat=n))


class Seen:
    """Counts, empirical means and squared widths at a time; 0 where the count is 0, as in Lean."""

    def __init__(self, actions: Sequence[int], rewards: Sequence[Fraction], s: int) -> None:
        mine: list[list[Fraction]] = [[], []]
        for a, reward in zip(actions[:s], rewards, strict=False):
            mine[a].append(reward)
        self.count = [len(one) for one in mine]
        self.mean = [sum(one, Fraction(0)) / len(one) if one else Fraction(0) for one in mine]
        log = ball(2 * C_TIMES_VARIANCE) * ball(s + 1).log()
        self.squared: list[Any] = [log / len(one) if one else ball(0) for one in mine]

    def within(self, a: int, distance: Fraction) -> bool:
        """Whether a distance is at most the width of an arm."""
        return distance <= 0 or bool(ball(distance**2) <= self.squared[a])


@checks("lean.lem-pullCount_le_add_three", subjects={"seen_first": (False, True)})
@mutant("sharper: C in place of C + 1", more=0)
def counts_by_three_sums(seen_first: bool, more: int = 1) -> Verdict:
    """Every run of at most four rounds, for C = 0, 1, 2; `seen_first` is what the repair adds."""
    sides = Sides()
    for (actions, rewards), C in product(runs(), range(3)):
        states = [Seen(actions, rewards, s) for s in range(len(actions))]
        if seen_first and any(one.count[ARM] > C and not one.count[BEST] for one in states):
            continue
        total = C + more
        for chosen, one in list(zip(actions, states, strict=True))[1:]:
            low = one.within(BEST, MEANS[BEST] - one.mean[BEST])
            high = one.within(chosen, one.mean[chosen] - MEANS[chosen])
            total += chosen == ARM and one.count[ARM] > C and low and high
            total += one.count[BEST] > 0 and not low
            total += one.count[ARM] > 0 and not one.within(ARM, one.mean[ARM] - MEANS[ARM])
        finding = "While the best arm was never pulled, no sum counts the time."
        case = {"actions": actions, "rewards": rewards, "C": C}
        sides.at_most_or_repair(actions.count(ARM), total, finding, **case)
    return points(
        "The count is at most the sum.",
        covered="Two arms, three rewards, up to 4 rounds, C up to 2.",
        not_covered="More of these: each time is in one of the sums, in words.",
        sharpness=sides.sharpness,
    )
