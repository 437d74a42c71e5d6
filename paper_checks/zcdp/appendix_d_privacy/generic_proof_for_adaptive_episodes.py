"""Claims about the generic privacy proof: Appendix D-B, with Remark 8."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require, require_or_repair
from banditproof.theory import certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.phase_lengths import phase_length
from banditproof.verify.definitions.cached_noise import CachedUCB
from ...models.policy_protocols import Law, kernel_as_machine, play, random_kernel, table_reward


def moment(p: Law, q: Law, order: int) -> Fraction:
    """sum p^a q^(1-a), exact for a whole order."""
    return sum((mass**order / q[path] ** (order - 1) for path, mass in p.items()), Fraction(0))


def given(law: Law, known: int) -> dict[tuple[int, ...], tuple[Fraction, Law]]:
    """The mass of each beginning of so many actions, and the law given it."""
    results: dict[tuple[int, ...], tuple[Fraction, Law]] = {}
    for path, mass in law.items():
        before, rest = results.get(path[:known], (Fraction(0), {}))
        results[path[:known]] = (before + mass, {**rest, path: mass})
    return {
        first: (mass, {path: part / mass for path, part in rest.items()})
        for first, (mass, rest) in results.items()
    }


@checks("zcdp.genproof.identity")
@mutant("what is known is one action later", later=1)
@mutant("the law of the first part under another table", weighted=False)
def mean_over_the_first_part(
    later: int = 0, weighted: bool = True, proof: Proof = WRITTEN
) -> Verdict:
    """Random policies of three rounds, all places of the changed row, orders 2 and 3, exact."""
    source = random.Random(7)
    for j in (1, 2):
        machine = kernel_as_machine(random_kernel(source, 3, labels=True))
        left = tuple((source.randint(0, 1), source.randint(0, 1)) for _ in range(2))
        right = tuple((1 - a, 1 - b) if t == j else (a, b) for t, (a, b) in enumerate(left, 1))
        p, q = (play(machine, 3, table_reward((*table, (0, 0)))) for table in (left, right))
        for order in (2, 3):
            one, other = given(p, j + later), given(q, j + later)
            mean = sum(
                (mass if weighted else Fraction(1, len(one))) * moment(rest, other[first][1], order)
                for first, (mass, rest) in one.items()
            )
            result = moment(p, q, order)
            require(result == mean, "The mean differs.", j=j, moment=result, mean=mean)
    return proof.verdict()


Seen = Callable[[tuple[int, ...], tuple[Fraction, ...]], object]
THREE = tuple(tuple(map(Fraction, row)) for row in (("1", "0"), ("0.6", "0.8"), ("-0.6", "0.8")))
WISHED = ((Fraction(0), Fraction("0.6")), (Fraction("0.9"), Fraction("0.3")))
"""Two vectors that the first phase may release."""
DESIGNS = {
    (0, 1, 2): (Fraction(7, 32), Fraction(25, 64), Fraction(25, 64)),
    (0, 1): (Fraction(1, 2), Fraction(1, 2)),
}
"""The optimal designs of the vectors that are alive; their V has one solution in weights."""


def largest_leverage(alive: tuple[int, ...]) -> Fraction:
    """The largest |a|^2 in the inverse of V of the design: the dimension, if it is optimal."""
    weights = zip(DESIGNS[alive], (THREE[arm] for arm in alive), strict=True)
    parts = [(w * x * x, w * x * y, w * y * y) for w, (x, y) in weights]
    p, q, r = (sum(column, Fraction(0)) for column in zip(*parts, strict=True))
    squares = [r * x * x - 2 * q * x * y + p * y * y for x, y in (THREE[arm] for arm in alive)]
    return max(squares) / (p * r - q * q)


def counts(alive: tuple[int, ...], phase: int) -> tuple[tuple[int, int], ...]:
    """How often a phase plays each arm: c times its weight, rounded up; c is enclosed."""
    need(largest_leverage(alive) == 2, "The design is not optimal.", alive=alive)
    length = certify(phase_length, 2, len(THREE), phase, "0.1", 1, "printed")
    parts = []
    for arm, weight in zip(alive, DESIGNS[alive], strict=True):
        least, most = ceil(weight * length.lo), ceil(weight * length.hi)
        need(least == most, "A count is not decided.", arm=arm, phase=phase)
        parts.append((arm, least))
    return tuple(parts)


@cache
def second_phases() -> tuple[tuple[tuple[int, ...], tuple[Fraction, ...], int], ...]:
    """After one of two first releases of AdaC-GOPE: a round of phase 2, and where that ends.

    The recommendations up to the second one of phase 2, the released vector, and the last round
    of the phase, exactly.
    """
    first = counts((0, 1, 2), 1)
    results = []
    for wished in WISHED:
        means = [sum(x * y for x, y in zip(row, wished, strict=True)) for row in THREE]
        alive = tuple(arm for arm in range(len(THREE)) if max(means) - means[arm] <= 1)
        second = counts(alive, 2)
        begin, after = ([arm for arm, count in p for _ in range(count)] for p in (first, second))
        results.append(((*begin, *after[:2]), wished, len(begin) + len(after)))
    return tuple(results)


def actions_alone(shown: tuple[int, ...], released: tuple[Fraction, ...]) -> object:
    """o_<=j."""
    return shown


def with_releases(shown: tuple[int, ...], released: tuple[Fraction, ...]) -> object:
    """o_<=j and what was released."""
    return shown, released


@checks("zcdp.genproof.fixed", subjects={"known": (actions_alone, with_releases)})
@mutant("the last action alone", known=lambda shown, released: shown[-1])
def fixed_by_what_is_known(known: Seen) -> Verdict:
    """AdaC-GOPE on three vectors: where the second phase ends after equal recommendations."""
    ends: dict[object, int] = {}
    phases = second_phases()
    need(len({end for _, _, end in phases}) > 1, "All phases end in the same round")
    for shown, released, end in phases:
        require_or_repair(
            ends.setdefault(known(shown, released), end) == end,
            "AdaC-GOPE plays the same arms for a while, whichever arms are alive, and its phase "
            "ends in another round: its recommendations do not tell what the past noise was, nor "
            "where the episode ends.",
            actions=THREE,
            rho=1,
            delta="0.1",
            first_releases=WISHED,
            j=len(shown),
            last_rounds=(ends[known(shown, released)], end),
        )
    return points()


RHO, ROUNDS = Fraction(1), 4


@cache
def largest_share() -> tuple[Enclosure, str]:
    """The largest D_alpha / (alpha rho) of discrete AdaC-UCB over neighbouring lists, and where."""
    policy = CachedUCB(RHO, Fraction(1), ROUNDS, reach=5)
    orders = (Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5))
    laws = {bits: policy.view_law((*bits, 0)) for bits in product((0, 1), repeat=ROUNDS - 1)}
    results = []
    for bits, p in laws.items():
        for j in range(ROUNDS - 1):
            q = laws[(*bits[:j], 1 - bits[j], *bits[j + 1 :])]
            for order in map(ball, orders):
                terms = (mass * (mass / q[path]) ** (order - 1) for path, mass in p.items())
                share = sum(terms, ball(Fraction(0))).log() / (order - 1) / order / ball(RHO)
                results.append((float(share.mid()), share, f"row {j + 1} of {bits}"))
    _, share, where = max(results, key=lambda item: item[0])
    return enclose(lambda: share, 8), where


@checks("zcdp.genproof.bound")
@mutant("sharper: 0.48 of rho", share=Fraction(48, 100))
def episodes_cost_what_one_costs(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The steps, and AdaC-UCB with discrete noise that is kept, on all lists of rewards."""
    sides = Sides()
    result, where = largest_share()
    sides.at_most(result, Enclosure.of(share), "The view costs more than a release.", where=where)
    return proof.verdict(sharpness=sides.sharpness)
