"""Claims about the symbols: the Notation pages."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb, fmpq, fmpq_mat
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.membership_game import datasets
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, proved, require
from banditproof.theory import certify, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure

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
            require(right, "H_t differs from the history.", t=t, run=past, H_t=seen)
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


@checks("thesis.notation.bit")
@mutant("the coin of Algorithm 4", bit=the_coin)
def secret_bit(bit: Bit = membership) -> Verdict:
    """The bit against the coin on all runs of a game with two fair bits."""
    mismatch = bit_mismatch(bit)
    if mismatch == 0:
        return proved(universal=None)
    need(bit_mismatch(the_coin) == 0, "The coin is not the coin of the game")
    return misprinted(
        witness="The records and the target are independent fair bits.",
        records=2,
        **{"P(z* in D | b = 0)": 2 * mismatch, "P(b is not 1(z* in D))": mismatch},
    )


Product = Callable[[tuple[int, ...], tuple[int, ...]], object]


def cartesian(x: tuple[int, ...], y: tuple[int, ...]) -> object:
    """The pairs, which the printed name means."""
    return list(product(x, y))


def scalar(x: tuple[int, ...], y: tuple[int, ...]) -> object:
    """sum x_i y_i."""
    return sum(a * b for a, b in zip(x, y, strict=True))


@checks("thesis.notation.product")
@mutant("the scalar product", named=scalar)
def named_product(named: Product = cartesian) -> Verdict:
    """The product with the printed name against the printed sum."""
    x, y = (1, 2), (3, 4)
    result, formula = named(x, y), scalar(x, y)
    if result == formula:
        return points()
    return misprinted(x=x, y=y, Cartesian_product=result, sum=formula)


@checks("thesis.notation.conventions")
@mutant("binary logarithm", log=lambda x: x.log() / arb(2).log())
@mutant("||M x||", norm=lambda x, root: norm_squared(x, root * root))
@mutant("the history ends before step t", history=lambda rounds, t: rounds[: t - 1])
def conventions(
    log: Callable[[arb], arb] = arb.log,
    norm: Norm = norm_squared,
    history: History = lambda rounds, t: rounds[:t],
) -> Verdict:
    """Each symbol against its meaning on small exact cases."""
    _require_norm(norm)
    _require_bandit(history)
    _require_kl(log)
    return points()
