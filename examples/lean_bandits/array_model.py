"""A small array model: three rounds, two arms, coins, and every point with its exact weight."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

ROUNDS, ARMS, CELLS = 3, 2, 3
NU = (Fraction(1, 3), Fraction(3, 4))
"""The probability of the reward 1, by arm."""
DEFECTS = ("none", "peeks", "reuses", "biased")
"""What is wrong: the action sees the next reward, rewards are used twice, the rewards follow u."""


class Point(NamedTuple):
    """A point of the model, with what it makes of actions and rewards."""

    u: tuple[int, ...]
    columns: tuple[tuple[int, ...], ...]
    A: tuple[int, ...]
    R: tuple[int, ...]

    def count(self, t: int, a: int) -> int:
        """N_{t,a}."""
        return self.A[:t].count(a)

    def total(self, t: int, a: int) -> int:
        """S_{t,a}."""
        return sum(r for x, r in zip(self.A[:t], self.R, strict=False) if x == a)

    def history(self, t: int) -> tuple[tuple[int, int], ...]:
        """H_t."""
        return tuple(zip(self.A[: t + 1], self.R[: t + 1], strict=True))

    def time(self, n: int, a: int) -> int | None:
        """T_{n,a} within the rounds; None if it is later."""
        return next((s for s in range(ROUNDS) if self.count(s + 1, a) == n), None)


def chance_of_one(history: Sequence[tuple[int, int]]) -> Fraction:
    """The probability that the policy plays the arm 1 after a history."""
    if not history:
        return Fraction(1, CELLS)
    arm, reward = history[-1]
    return Fraction((1, 2, 2, 1)[2 * arm + reward], CELLS)


def point(u: tuple[int, ...], columns: tuple[tuple[int, ...], ...], defect: str) -> Point:
    """What the uniform numbers and the columns of rewards make."""
    history: list[tuple[int, int]] = []
    for t in range(ROUNDS):
        arm = int(u[t] < CELLS * chance_of_one(history))
        used = [sum(a == b for b, _ in history) for a in range(ARMS)]
        if defect == "peeks":
            arm = columns[1][used[1]]
        number = 0 if defect == "reuses" else used[arm]
        reward = columns[arm][number] if defect != "biased" else int(u[t] % 2 == 0)
        history.append((arm, reward))
    return Point(u, columns, tuple(a for a, _ in history), tuple(r for _, r in history))


@cache
def model(defect: str = "none") -> tuple[tuple[int, Point], ...]:
    """Every point with a whole weight."""
    result = []
    for bits in product((0, 1), repeat=ARMS * ROUNDS):
        columns = (bits[:ROUNDS], bits[ROUNDS:])
        weight = 1
        for p, column in zip(NU, columns, strict=True):
            for bit in column:
                share = p if bit else 1 - p
                weight *= int(share * 12)
        for u in product(range(CELLS), repeat=ROUNDS):
            result.append((weight, point(u, columns, defect)))
    return tuple(result)


Of = Callable[[Point], Hashable]


def table(points: Iterable[tuple[int, Point]], of: Of) -> Counter[Hashable]:
    """The weights of the values of a function."""
    weights: Counter[Hashable] = Counter()
    for weight, one in points:
        weights[of(one)] += weight
    return weights


def conditional(
    points: Sequence[tuple[int, Point]],
    target: Of,
    given: Of,
    expected: Callable[[Hashable, Hashable], Fraction],
) -> bool:
    """Whether the law of a target given something is an expected one, where that has weight."""
    pairs = table(points, lambda one: (given(one), target(one)))
    wholes = table(points, given)
    values = {value for _, value in pairs}  # type: ignore[misc]
    return all(
        Fraction(pairs[known, value], whole) == expected(value, known)
        for known, whole in wholes.items()
        for value in values
    )


def independent(points: Sequence[tuple[int, Point]], left: Of, right: Of, given: Of) -> bool:
    """Whether two functions are independent given a third one."""
    triples = table(points, lambda one: (left(one), right(one), given(one)))
    lefts = table(points, lambda one: (left(one), given(one)))
    rights = table(points, lambda one: (right(one), given(one)))
    wholes = table(points, given)
    return all(
        triples[x, y, z] * wholes[z] == weight * other
        for (x, z), weight in lefts.items()  # type: ignore[misc]
        for (y, w), other in rights.items()  # type: ignore[misc]
        if z == w
    )


def coin(reward: Hashable, arm: Hashable) -> Fraction:
    """The law nu of a reward, by its arm."""
    p = NU[arm]  # type: ignore[call-overload]
    return p if reward else 1 - p


def nothing(one: Point) -> Hashable:
    """No condition."""
    return ()
