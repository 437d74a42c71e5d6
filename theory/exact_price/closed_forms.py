"""Closed forms of the least regret, proved for every budget by polynomial certificates.

Two arms, of which one pays 1 and the other 0 in every round, without chance; eta = 1/(1 + e^eps).
With e^eps = (1 - eta)/eta all privacy rows and multipliers become polynomials in eta on [0, 1/2].
"""

from fractions import Fraction
from .leaf_costs import cost_scale, leaf_costs
from .polynomial_rows import Polynomial, Rows, bernstein, times
from .problem import Problem, corners
from .relabelled_actions import ActionTree
from .sequence_program import flipped

HALF, ONE = Fraction(1, 2), Fraction(1)
FORMS: dict[int, Polynomial] = {
    1: (HALF,),
    2: (HALF, ONE),
    3: (HALF, 2 * ONE),
    4: (HALF, 2 * ONE, 2 * ONE),
    5: (HALF, 2 * ONE, 4 * ONE),
}
"""The least regret by the horizon, as coefficients of 1, eta, eta^2."""
DEGREES = {1: (0, 0, 0), 2: (1, 1, 0), 3: (1, 1, 0), 4: (2, 3, 1), 5: (2, 4, 2)}
"""Degrees of the multipliers and of the masses, and the power of 1 - eta that divides these."""
ETA = (Fraction(0), HALF)
"""eta = s/2 as a polynomial in s in [0, 1]."""
REST = (ONE, -HALF)
"""1 - eta."""


def closed_form(horizon: int, factor: Fraction) -> Fraction:
    """The least regret at e^eps = factor, on the worse of the instances (1, 0) and (0, 1).

    >>> [str(closed_form(horizon, Fraction(2))) for horizon in (1, 2, 3, 4, 5)]
    ['1/2', '5/6', '7/6', '25/18', '29/18']
    """
    eta = 1 / (1 + factor)
    return sum((c * eta**k for k, c in enumerate(FORMS[horizon])), Fraction(0))


class PairProgram:
    """The program of the pair (1, 0), (0, 1) at one horizon, for every budget at once."""

    def __init__(self, horizon: int) -> None:
        self.problem = Problem(2, horizon, Fraction(1), corners(2))
        self.tree = ActionTree.of(2, horizon, self.problem.symmetric)
        scale = cost_scale(self.problem)
        self.costs = leaf_costs(self.problem, self.tree, corners(2)[0]) * Fraction(1, scale)
        self.lists = 2**self.problem.shown
        self.flips = [flipped(self.problem.shown, place) for place in range(self.problem.shown)]
        self.size = self.costs.size

    def lower(self, value: Polynomial, degree: int) -> Rows:
        """Values y of the pasts and multipliers eta zeta of the rows that prove a lower bound.

        y(past) <= sum over r of y(past, a, r) for each action a, at the end the relaxed cost.
        """
        starts = [0]  # of the values of the pasts with t rounds
        for t in range(self.problem.actions):
            pasts = len(self.tree.sequences[t - 1]) if t else 1
            starts.append(starts[-1] + pasts * 2**t)
        free = starts[-1]
        rows = Rows(degree, free + self.problem.shown * self.size, free)
        same, minus = times((ONE,), degree), times((-ONE,), degree)
        raised = times((ONE, Fraction(0)), degree)
        less, more = times(tuple(-x for x in ETA), degree), times(REST, degree)
        rows.add([(same, 0)], bernstein(_in_s(value), degree), equal=True)
        for t, parents in enumerate(self.tree.parents):
            for i, parent in enumerate(parents):
                for r in range(2**t):
                    past = starts[t] + int(parent) * 2**t + r
                    if t < self.problem.shown:
                        after = starts[t + 1] + i * 2 ** (t + 1) + 2 * r
                        parts = [(same, past), (minus, after), (minus, after + 1)]
                        rows.add(parts, [Fraction(0)] * (degree + 1))
                        continue
                    parts = [(raised, past)]
                    for place, flip in enumerate(self.flips):
                        base = free + place * self.size + i * self.lists
                        parts += [(less, base + r), (more, base + int(flip[r]))]
                    rows.add(parts, [self.costs[i, r]] * (degree + 2))
        return rows

    def upper(self, value: Polynomial, degree: int, power: int) -> Rows:
        """Masses times (1 - eta)^power of an eps-DP policy whose regret is a value."""
        starts = [0]
        for t, rows_of in enumerate(self.tree.sequences):
            starts.append(starts[-1] + len(rows_of) * 2**t)
        rows = Rows(degree, starts[-1], 0)
        same, minus = times((ONE,), degree), times((-ONE,), degree)
        here, there = times(ETA, degree), times(tuple(-x for x in REST), degree)
        scale: Polynomial = (ONE,)
        for _ in range(power):
            scale = _product(scale, REST)
        rows.add([(same, 0)], bernstein(scale, degree), equal=True)
        for t in range(1, self.problem.actions):
            for parent in range(len(self.tree.sequences[t - 1])):
                after = [i for i, one in enumerate(self.tree.parents[t]) if one == parent]
                for r in range(2**t):
                    past = starts[t - 1] + parent * 2 ** (t - 1) + r // 2
                    parts = [(same, starts[t] + i * 2**t + r) for i in after]
                    rows.add([(minus, past), *parts], [Fraction(0)] * (degree + 1), equal=True)
        last = starts[-2]
        for flip in self.flips:
            for i in range(len(self.costs)):
                for r in range(self.lists):
                    base = last + i * self.lists
                    parts = [(here, base + r), (there, base + int(flip[r]))]
                    rows.add(parts, [Fraction(0)] * (degree + 2))
        paid = [
            (times((cost,), degree), last + place)
            for place, cost in enumerate(self.costs.ravel())
            if cost
        ]
        rows.add(paid, bernstein(_product(_in_s(value), scale), degree), equal=True)
        return rows


def _in_s(powers: Polynomial) -> Polynomial:
    """A polynomial in eta as one in s = 2 eta."""
    return tuple(c / 2**k for k, c in enumerate(powers))


def _product(a: Polynomial, b: Polynomial) -> Polynomial:
    result = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] += x * y
    return tuple(result)


def is_proved(horizon: int, value: Polynomial | None = None) -> tuple[bool, bool]:
    """Whether a closed form is shown to be a lower, and an upper, end for every eps >= 0.

    >>> is_proved(3), is_proved(3, (HALF, 2 * ONE - Fraction(1, 100)))
    ((True, True), (True, False))
    """
    form = FORMS[horizon] if value is None else value
    program = PairProgram(horizon)
    below, above, power = DEGREES[horizon]
    lower = program.lower(form, below).solved()
    upper = program.upper(form, above, power).solved()
    return lower is not None, upper is not None
