"""Claims about the symbols: the Notation pages."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb, fmpq, fmpq_mat

from banditproof.paper_checks.claim import pair
from banditproof.paper_checks.models.membership_game import datasets
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import points, require, require_or_repair
from banditproof.theory import certify, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade

Norm = Callable[[fmpq_mat, fmpq_mat], fmpq]


def norm_squared(x: fmpq_mat, root: fmpq_mat) -> fmpq:
    """||x||_M^2 = ||M^(1/2) x||_2^2, given the symmetric root of M."""
    image = root * x
    return sum((entry**2 for entry in image.entries()), fmpq(0))


History = Callable[[list[tuple[int, int]], int], list[tuple[int, int]]]


"""H_t from all actions and rewards and t."""


def _require_norm(norm: Norm) -> None:
    """||x||_M^2 against x^T M x for symmetric rational roots, and that it is a norm."""
    source = random.Random(1)
    for size, _ in product((1, 2, 3), range(5)):
        root = fmpq_mat(size, size)
        for i, j in product(range(size), repeat=2):
            if i <= j:  # diagonally dominant, so positive definite
                beside = fmpq(source.randrange(-2, 3), 7)
                root[i, j] = root[j, i] = fmpq(source.randrange(2, 5)) if i == j else beside
        for entries in product((-2, 0, 1, 3), repeat=size):
            x = fmpq_mat(size, 1, list(entries))
            quadratic = (x.transpose() * root * root * x)[0, 0]
            right = norm(x, root) == quadratic and (quadratic == 0) == (not any(entries))
            require(right, "||x||_M^2 is not x^T M x.", x=entries, root_of_M=root.tolist())


def _require_bandit(history: History) -> None:
    """N_a(T), the gaps and H_t on all runs of two arms and three steps."""
    for rounds in product(product((0, 1), (0, 1)), repeat=3):
        past = list(rounds)
        for t in (1, 2, 3):
            seen = history(past, t)
            pulls = [sum(a == arm for a, _ in seen) for arm in (0, 1)]
            right = sum(pulls) == t == len(seen) and seen[-1] == past[t - 1]
            require(right, "H_t is another history.", t=t, run=past, H_t=seen)
    means = (Fraction(1, 3), Fraction(3, 4))
    gaps = [max(means) - m for m in means]
    require(min(gaps) == 0 and all(0 <= g <= 1 for g in gaps), "A gap is not in [0, 1].", gaps=gaps)


def _require_kl(log: Callable[[arb], arb]) -> None:
    """kl(1/2, 1/4) = log(2/sqrt 3), by its sum, by the closed form and by the library."""
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    with working_precision(128):
        own = (log(ball(half / quarter)) + log(ball(half / (1 - quarter)))) / 2
        library = certify(kl, half, quarter, digits=20)
        near = abs(Enclosure.of(own) - library) < Fraction(1, 10**19)
        require(near, "The library has another kl(1/2, 1/4).", own=own, library=library)
        require(own.overlaps((2 / arb(3).sqrt()).log()), "kl(1/2, 1/4) is wrong.", own=own)


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


@pair(
    "thesis.notation",
    STATEMENT % ("Cartesian", r"$b=\mathbb 1(z^\star\in D)$"),
    STATEMENT % ("scalar", r"the coin $b$ of Algorithm 4"),
    recorded="holds-with-repair",
    subjects={"bit": (membership, the_coin)},
    repaired_title="conventions with the scalar product and the coin",
    doubts=("D19",),
    mutants={
        "binary logarithm": {"log": lambda x: x.log() / arb(2).log()},
        "||M x||": {"norm": lambda x, root: norm_squared(x, root * root)},
        "the history ends before step t": {"history": lambda rounds, t: rounds[: t - 1]},
    },
)
def conventions(
    bit: Bit,
    log: Callable[[arb], arb] = arb.log,
    norm: Norm = norm_squared,
    history: History = lambda rounds, t: rounds[:t],
) -> Verdict:
    """Each symbol against its meaning on small exact cases."""
    _require_norm(norm)
    _require_bandit(history)
    _require_kl(log)
    mismatch = bit_mismatch(bit)
    require_or_repair(
        mismatch == 0,
        "<x, y> is the scalar product, not a Cartesian product; and b is the coin of Algorithm 4, "
        "which differs from 1(z* in D) if records can repeat: with two records and a target that "
        "are independent fair bits, a target that is 'out' equals a record with probability 3/4. "
        "The other conventions are consistent; delta stands for three different things, a failure "
        "of privacy, a confidence and a risk.",
        grade=Grade.PROVED,
        **{"Pr[b differs from 1(z* in D)]": mismatch},
    )
    return points(
        "The conventions are consistent.",
        covered="Matrix norms for 15 rational roots, all histories of two arms and three steps, "
        "the game with two fair bits, exact; kl(1/2, 1/4). The variance of Lap(b): thesis.def2.11.",
        not_covered="Names of sets and constants, which have nothing to check.",
    )
