"""Claims about the fixed-target crafter, the rounds of its game, and its measures."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, prod
from typing import Any
import numpy as np
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import FiniteMechanism, Law
from banditproof.paper_checks.models.finite_pairs import coin, replaced
from banditproof.paper_checks.models.membership_game import datasets, mixed, target_laws
from banditproof.paper_checks.verdicts.vocabulary import points, require

RECORDS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
"""A law of records with three values."""
Box = Callable[[FiniteMechanism, Law, int, int], tuple[Law, Law]]
"""The laws of the output for both bits, by a walk through the box."""


NONE = (Fraction(0), Fraction(0))
"""The masses of an output that does not occur."""


def algorithm_11(
    mechanism: FiniteMechanism, records: Law, size: int, target: int
) -> tuple[Law, Law]:
    """Algorithm 11, line by line: the data, the bit, the place, the output."""
    sides: list[list[tuple[Fraction, Law]]] = [[], []]
    for data, mass in datasets(records, size).items():
        for bit in (0, 1):
            places = range(size) if bit else (0,)
            for i in places:
                rows = replaced(data, i, target) if bit else data
                sides[bit].append((mass / len(places), mechanism(rows)))
    return mixed(sides[0]), mixed(sides[1])


def _appended(mechanism: FiniteMechanism, records: Law, size: int, target: int) -> tuple[Law, Law]:
    """Wrong: the target comes on top of the n rows, which are then n + 1."""
    data = datasets(records, size).items()
    return mixed([(w, mechanism(d)) for d, w in data]), mixed(
        [(w, mechanism((*d, target))) for d, w in data]
    )


def _first_place(
    mechanism: FiniteMechanism, records: Law, size: int, target: int
) -> tuple[Law, Law]:
    """Wrong where the order of the rows counts: the target always takes the first place."""
    data = datasets(records, size).items()
    return mixed([(w, mechanism(d)) for d, w in data]), mixed(
        [(w, mechanism(replaced(d, 0, target))) for d, w in data]
    )


def _ends(mechanism: FiniteMechanism, records: Law, size: int, target: int) -> tuple[Law, Law]:
    """Wrong for three rows: the target takes the first place as often as it should, or the last."""
    data = datasets(records, size).items()
    return mixed([(w, mechanism(d)) for d, w in data]), mixed(
        [
            (w * share, mechanism(replaced(d, i, target)))
            for d, w in data
            for i, share in ((0, Fraction(1, size)), (size - 1, 1 - Fraction(1, size)))
        ]
    )


def _ordered(data: tuple[int, ...]) -> Law:
    """Releases whether each row is odd: the order of the rows counts."""
    odd = tuple(x % 2 for x in data)
    return tuple(Fraction(odd == item) for item in product((0, 1), repeat=len(data)))


def _count(data: tuple[int, ...]) -> Law:
    """Releases the number of ones."""
    return tuple(Fraction(sum(data) == k) for k in range(6))


class Ordered(ExactMean):
    """A mechanism that releases the rows as they are, with their order."""

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """All rows."""
        return rows


def _unordered(data: tuple[int, ...]) -> Law:
    """The parity of the sum, with a coin: a function of the rows in any order."""
    return coin(Fraction(9), sum(data) % 2)


@checks("thesis.ftm.alg.crafter")
@mutant("the target comes on top of the rows", box=_appended)
@mutant("the target takes the first place", box=_first_place)
@mutant("the target takes no place in the middle", box=_ends)
@mutant("the library with the other bit", made=partial(FixedTarget, prior=Fraction(1, 3)))
@mutant("the library with a row less", made=lambda m, law, n, z: FixedTarget(m, law, n - 1, z))
def crafter_of_a_fixed_target(
    box: Box = algorithm_11, made: Callable[..., FixedTarget] = FixedTarget
) -> Verdict:
    """The box against the library's crafter, the model of the game, and binomial counts.

    The rounds of the library, draw for draw.
    """
    law, ones = BernoulliColumns(("1/3", "1/2")), np.ones(2)
    crafter = made(Ordered(), law, 3, ones)
    for seed in range(40):
        first, second = np.random.default_rng(seed), np.random.default_rng(seed)
        rows, bit = law.draw(3, second), second.integers(2, size=1)[0] == 0
        if bit:
            rows[second.integers(3)] = ones
        crafted = crafter.craft(first)
        same = crafted.inside == bit and np.array_equal(crafted.release, rows)
        require(bool(same), "A round of the library is not that of the box.", seed=seed)
    for size, target in product((1, 2, 3), range(3)):
        for mechanism in (_ordered, _unordered):
            walked = box(mechanism, RECORDS, size, target)
            case: dict[str, Any] = {"mechanism": mechanism, "n": size, "target": target}
            known = target_laws(mechanism, RECORDS, size, target)
            require(walked == known, "The box gives another law.", **case)
    for size, target in product((1, 2, 4), (0, 1)):
        mean = Fraction(1, 3)
        counted = box(_count, (1 - mean, mean), size, target)
        game = exact_game(
            FixedTarget(ExactMean(), BernoulliColumns((mean,)), size, np.array([float(target)]))
        )
        for k in range(size + 1):
            out = _binomial(size, k, mean)
            inside = _binomial(size - 1, k - target, mean)
            cells = [p for (_, o), p in game.cells.items() if o[0] * size == k] or [NONE]
            place: dict[str, Any] = {"n": size, "target": target, "k": k}
            same = (counted[0][k], counted[1][k]) == (out, inside)
            require(same, "The counts have another law.", **place)
            require(cells[0] == (out, inside), "The library's crafter differs.", **place)
    return points()


def _binomial(size: int, k: int, mean: Fraction) -> Fraction:
    """The probability of k ones among independent coins."""
    return comb(size, k) * mean**k * (1 - mean) ** (size - k) if 0 <= k <= size else Fraction(0)


Rounds = Callable[[int], dict[tuple[int, ...], Fraction]]
"""The law of the list L of a number of rounds."""
MEAN, SIZE = Fraction(1, 3), 2


def _guesses(output: int) -> int:
    """The adversary of the examples: in the data, if one row is 1; the target is 1."""
    return int(output == 1)


def fresh_rounds(rounds: int) -> dict[tuple[int, ...], Fraction]:
    """Algorithm 12: a new data set, a new bit and a new place in each round."""
    results: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for _ in range(rounds):
        longer: dict[tuple[int, ...], Fraction] = {}
        for data, bit in product(product((0, 1), repeat=SIZE), (0, 1)):
            mass = prod((MEAN if x else 1 - MEAN for x in data), start=Fraction(1, 2))
            for i in range(SIZE):
                rows = replaced(data, i, 1) if bit else data
                right = int(_guesses(sum(rows)) == bit)
                for past, weight in results.items():
                    key = (*past, right)
                    longer[key] = longer.get(key, Fraction(0)) + weight * mass / SIZE
        results = longer
    return results


def one_data_set(rounds: int) -> dict[tuple[int, ...], Fraction]:
    """Wrong: the data set is drawn once for all rounds; the bits and places are new."""
    results: dict[tuple[int, ...], Fraction] = {}
    for data in product((0, 1), repeat=SIZE):
        mass = prod((MEAN if x else 1 - MEAN for x in data), start=Fraction(1))
        hits = sum(_guesses(sum(replaced(data, i, 1))) for i in range(SIZE))
        right = (Fraction(hits, SIZE) + 1 - _guesses(sum(data))) / 2
        for key in product((0, 1), repeat=rounds):
            chance = mass * prod((right if x else 1 - right for x in key), start=Fraction(1))
            results[key] = results.get(key, Fraction(0)) + chance
    return results


@checks("thesis.ftm.alg.game")
@mutant("one data set for all rounds", rounds_of=one_data_set)
def rounds_of_the_game(rounds_of: Rounds = fresh_rounds) -> Verdict:
    """The list has the law of independent coins of the accuracy."""
    game = exact_game(FixedTarget(ExactMean(), BernoulliColumns((MEAN,)), SIZE, np.ones(1)))
    accuracy = game.accuracy(lambda _, o: int(o[0] * SIZE == 1))
    for rounds in (1, 2, 3):
        law = rounds_of(rounds)
        for key in product((0, 1), repeat=rounds):
            expected = prod((accuracy if x else 1 - accuracy for x in key), start=Fraction(1))
            finding = "The entries of L are not independent coins of the accuracy."
            require(law[key] == expected, finding, T=rounds, L=key, accuracy=accuracy)
    return points()


@checks("thesis.ftm.def.metrics")
@mutant("three times the accuracy in games", times=3)
def measures_of_an_adversary(proof: Proof = WRITTEN, times: int = 2) -> Verdict:
    """The steps; the accuracies of games by a walk through the box, against both errors."""
    for size, target, share in product((1, 2, 3), (0, 1), (Fraction(0), Fraction(1, 3))):
        game = exact_game(
            FixedTarget(ExactMean(), BernoulliColumns((MEAN,)), size, np.array([float(target)]))
        )

        def guess(_: object, o: tuple[Fraction, ...], share: Fraction = share) -> Fraction:
            return o[0] * (1 - share)

        accuracy, laws = Fraction(0), algorithm_11(_count, (1 - MEAN, MEAN), size, target)
        for k in range(size + 1):
            stated = guess(None, (Fraction(k, size),))
            accuracy += (laws[0][k] * (1 - stated) + laws[1][k] * stated) / 2
        first, second = game.errors(guess)
        right = times * accuracy - 1 == 1 - first - second
        require(right, "The advantage is not 1 - alpha - beta.", n=size, target=target)
    return proof.verdict()
