"""Claims about the symbols: the Notation pages."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.membership_game import datasets
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.theory import certify, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]


def natural(x: arb) -> arb:
    """log, the natural logarithm."""
    return x.log()


def binary(x: arb) -> arb:
    """Wrong: log_2."""
    return x.log() / arb(2).log()


def dot(x: Vector, y: Vector) -> Fraction:
    """<x, y> = sum of x_i y_i."""
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def norm_squared(x: Vector, root: Matrix) -> Fraction:
    """||x||_M^2 = ||M^(1/2) x||_2^2, given the symmetric root of M."""
    image = tuple(dot(row, x) for row in root)
    return dot(image, image)


def _norm_by_the_matrix(x: Vector, root: Matrix) -> Fraction:
    matrix = tuple(tuple(dot(row, column) for column in root) for row in root)
    return norm_squared(x, matrix)


History = Callable[[list[tuple[int, int]], int], list[tuple[int, int]]]


def through_step(rounds: list[tuple[int, int]], t: int) -> list[tuple[int, int]]:
    """H_t: actions and rewards until step t included."""
    return rounds[:t]


def _before_step(rounds: list[tuple[int, int]], t: int) -> list[tuple[int, int]]:
    return rounds[: t - 1]


def kl_bernoulli(p: Fraction, q: Fraction, log: Callable[[arb], arb]) -> arb:
    """kl(p, q) with a given logarithm, for p and q inside (0, 1)."""
    parts = ((p, q), (1 - p, 1 - q))
    return sum((ball(a) * log(ball(a / b)) for a, b in parts), arb(0))


def _vectors(size: int) -> list[Vector]:
    return [tuple(map(Fraction, v)) for v in product((-2, 0, 1, 3), repeat=size)]


def _matrix_fault(norm: Callable[[Vector, Matrix], Fraction]) -> str | None:
    """||x||_M^2 against x^T M x for symmetric rational roots, and that it is a norm."""
    source = random.Random(1)
    for size in (1, 2, 3):
        for _ in range(5):
            upper = [
                [Fraction(source.randrange(-2, 3), 7) for _ in range(size)] for _ in range(size)
            ]
            # diagonally dominant, so positive definite
            root = tuple(
                tuple(
                    Fraction(source.randrange(2, 5)) if i == j else upper[min(i, j)][max(i, j)]
                    for j in range(size)
                )
                for i in range(size)
            )
            square = tuple(tuple(dot(row, column) for column in root) for row in root)
            for x in _vectors(size):
                quadratic = dot(x, tuple(dot(row, x) for row in square))
                if norm(x, root) != quadratic or (quadratic == 0) != (not any(x)):
                    return f"x = {x}, M^(1/2) = {root}: {norm(x, root)} and x^T M x = {quadratic}."
    return None


def _bandit_fault(history: History) -> str | None:
    """N_a(T), the gaps and H_t on all runs of two arms and three steps."""
    for rounds in product(product((0, 1), (0, 1)), repeat=3):
        past = list(rounds)
        for t in (1, 2, 3):
            seen = history(past, t)
            pulls = [sum(a == arm for a, _ in seen) for arm in (0, 1)]
            if sum(pulls) != t or len(seen) != t or seen[-1] != past[t - 1]:
                return f"H_{t} of {past} is {seen}."
    means = (Fraction(1, 3), Fraction(3, 4))
    gaps = [max(means) - m for m in means]
    return None if min(gaps) == 0 and all(0 <= g <= 1 for g in gaps) else f"gaps {gaps}"


def _kl_fault(log: Callable[[arb], arb]) -> str | None:
    """kl(1/2, 1/4) = log(2/sqrt 3), by its sum, by the closed form and by the library."""
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    with working_precision(128):
        own, library = kl_bernoulli(half, quarter, log), certify(kl, half, quarter, digits=20)
        near = abs(own - ball(Fraction(library.mid))) < arb("1e-19")
        if near and own.overlaps((2 / arb(3).sqrt()).log()):
            return None
        return f"kl(1/2, 1/4) is {own.str(10)}, not {library}."


Bit = Callable[[int, tuple[int, ...], int], int]
"""The secret bit from the target, the dataset and the coin of Algorithm 4."""


def membership(target: int, data: tuple[int, ...], coin: int) -> int:
    """1(z* in D), as printed."""
    return int(target in data)


def the_coin(target: int, data: tuple[int, ...], coin: int) -> int:
    """The coin: 1 if the target was put into the dataset."""
    return coin


def bit_mismatch(bit: Bit) -> Fraction:
    """Pr[bit != coin] in the game of Algorithm 4 with two records that are fair bits."""
    fair, wrong = (Fraction(1, 2), Fraction(1, 2)), Fraction(0)
    for data, weight in datasets(fair, 2).items():
        for target in (0, 1):
            wrong += weight * fair[target] / 2 * (bit(target, data, 0) != 0)
        for place in (0, 1):  # b = 1: the target is the record at a random place
            wrong += weight / 4 * (bit(data[place], data, 1) != 1)
    return wrong


STATEMENT = (
    r"$\log$ is natural; $[K]=\{1,\dots,K\}$; $\langle x,y\rangle=\sum x_iy_i$ is the %s "
    r"product; $\|x\|_M=\|M^{1/2}x\|_2$; $\mathrm{Lap}(b)$ has scale $b$; $\mathrm{kl}$ is the KL "
    r"divergence of Bernoulli laws; $H_t$ includes step $t$; $N_a(T)=\sum_t\mathbb 1(a_t=a)$; "
    r"$\Delta_a=\mu^\star-\mu_a$; the secret bit is %s."
)


@claim(
    "thesis.notation",
    STATEMENT % ("Cartesian", r"$b=\mathbb 1(z^\star\in D)$"),
    recorded="holds-with-repair",
    repaired_by="thesis.notation.repaired",
    doubts=("D19",),
    mutants={"b is the coin": {"bit": the_coin}, "binary logarithm": {"log": binary}},
)
def conventions(log: Callable[[arb], arb] = natural, bit: Bit = membership) -> Verdict:
    """Each symbol against its meaning on small exact cases."""
    fault = _matrix_fault(norm_squared) or _bandit_fault(through_step) or _kl_fault(log)
    if fault:
        return fails(Grade.CERTIFIED, "A symbol is used otherwise.", witness=fault)
    mismatch = bit_mismatch(bit)
    if mismatch == 0:
        return holds(
            Grade.CERTIFIED, "Consistent.", covered="Small cases.", not_covered="Other cases."
        )
    return holds_with_repair(
        Grade.PROVED,
        "<x, y> is the scalar product, not a Cartesian product; and b is the coin of Algorithm 4, "
        "which differs from 1(z* in D) if records can repeat, since the target of b = 0 may equal "
        "a record. The other conventions are consistent; delta stands for three different things, "
        "a failure of privacy, a confidence and a risk (D19).",
        witness="Two records and the target are independent fair bits: a target that is 'out' "
        f"equals a record with probability 3/4, so b and 1(z* in D) differ with probability "
        f"{mismatch}.",
        numbers={"Pr[b differs from 1(z* in D)]": mismatch},
        covered="Matrix norms for 15 rational roots, all histories of two arms and three steps, "
        "one value of kl by three computations, the game with two fair bits.",
    )


@claim(
    "thesis.notation.repaired",
    STATEMENT % ("scalar", r"the coin $b$ of Algorithm 4"),
    recorded="holds",
    title="conventions with the scalar product and the coin",
    mutants={
        "binary logarithm": {"log": binary},
        "||M x||": {"norm": _norm_by_the_matrix},
        "the history ends before step t": {"history": _before_step},
        "membership": {"bit": membership},
    },
)
def conventions_repaired(
    log: Callable[[arb], arb] = natural,
    norm: Callable[[Vector, Matrix], Fraction] = norm_squared,
    history: History = through_step,
    bit: Bit = the_coin,
) -> Verdict:
    """The same cases."""
    fault = _matrix_fault(norm) or _bandit_fault(history) or _kl_fault(log)
    if bit_mismatch(bit):
        fault = fault or f"The bit is not the coin with probability {bit_mismatch(bit)}."
    if fault:
        return fails(Grade.CERTIFIED, "A symbol is used otherwise.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "The conventions are consistent.",
        covered="Matrix norms for 15 rational roots, all histories of two arms and three steps, "
        "exact; kl(1/2, 1/4) by three computations; the variance of Lap(b) is thesis.def2.11.",
        not_covered="Names of sets and constants, which have nothing to check.",
    )
