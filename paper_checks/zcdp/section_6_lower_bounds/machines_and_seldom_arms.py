"""Machines with a hidden coin, exactly: what an arm that is seldom pulled can show.

A machine draws a hidden coin once, and then each action by the coin and by what it has seen. Its
delta for a given e^eps is the largest one over all pairs of neighbouring tables. The distance of
the laws of the actions on fair coins, and on those with one mean moved by w, is compared with the
bound.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant

Row = tuple[int, ...]
Table = tuple[Row, ...]
Actions = tuple[int, ...]
Law = Mapping[Actions, Fraction]
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
GROWTHS = (ONE, Fraction(11, 10), Fraction(3, 2), Fraction(3))
SIZES = ((2, 2), (2, 3), (3, 2))
"""Arms and rounds."""
MACHINES = 12
"""How many random ones of each size; another one answers at the end by what it has seen."""


def drawn(
    arms: int, rounds: int, seed: int
) -> dict[tuple[int, Actions, Row], tuple[Fraction, ...]]:
    """A machine: the law of the next action for each coin and each past."""
    source = Random(f"{arms} {rounds} {seed}")
    found = {}
    for coin, done in product((0, 1), range(rounds)):
        for actions in product(range(arms), repeat=done):
            for seen in product((0, 1), repeat=done):
                weights = [source.randrange(1, 9) for _ in range(arms)]
                if not seed:
                    weights = answers(arms, coin, seen, done == rounds - 1)
                total = sum(weights)
                found[coin, actions, seen] = tuple(Fraction(weight, total) for weight in weights)
    return found


def answers(arms: int, coin: int, seen: Row, last: bool) -> list[int]:
    """Arm 1 before the last round, where the hidden coin decides whether the rewards tell."""
    if not last:
        return [1] + [0] * (arms - 1)
    told = 2 * sum(seen) - len(seen) if coin else 0
    return [10 - told, 10 + told] + [0] * (arms - 2)


@cache
def laws(arms: int, rounds: int, seed: int) -> dict[Table, Law]:
    """The law of the actions on each table of the rows that are read."""
    machine = drawn(arms, rounds, seed)
    found = dict[Table, Law]()
    rows = tuple(product((0, 1), repeat=arms))
    for table in product(rows, repeat=rounds - 1):
        law = {}
        for actions in product(range(arms), repeat=rounds):
            law[actions] = ZERO
            for coin in (0, 1):
                mass = HALF
                for now in range(rounds):
                    seen = tuple(table[t][actions[t]] for t in range(now))
                    mass *= machine[coin, actions[:now], seen][actions[now]]
                law[actions] += mass
        found[table] = law
    return found


def excess(first: Law, second: Law, growth: Fraction) -> Fraction:
    """The largest P(E) - growth Q(E)."""
    return sum((max(first[one] - growth * second[one], ZERO) for one in first), ZERO)


@cache
def delta(arms: int, rounds: int, seed: int, growth: Fraction) -> Fraction:
    """The least delta with which the machine is private in tables."""
    found = laws(arms, rounds, seed)
    return max(
        excess(found[one], found[other], growth)
        for one, other in product(found, repeat=2)
        if sum(a != b for a, b in zip(one, other, strict=True)) == 1
    )


def mixed(arms: int, rounds: int, seed: int, arm: int, shift: Fraction) -> Law:
    """The law of the actions on coins, of which one has the mean 1/2 + shift."""
    law = dict.fromkeys(product(range(arms), repeat=rounds), ZERO)
    for table, given in laws(arms, rounds, seed).items():
        mass = ONE
        for row in table:
            mass *= HALF ** (arms - 1) * (HALF + shift if row[arm] else HALF - shift)
        for actions, part in given.items():
            law[actions] += mass * part
    return law


def cases() -> Iterator[tuple[int, int, int]]:
    """The sizes with the numbers of machines; number 0 answers at the end."""
    for arms, rounds in SIZES:
        for seed in range(MACHINES + 1):
            yield arms, rounds, seed


@checks("zcdp.regimes.cost.approximate")
@mutant("delta counts once", deltas=ONE)
@mutant("delta in a single round", once=True)
@mutant("sharper: half of the pulls", share=HALF)
def seldom_arms_show_little(
    deltas: Fraction = Fraction(2),
    share: Fraction = ONE,
    once: bool = False,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The best event of the actions, on both instances, and the bound of the proof."""
    sides = Sides()
    for arms, rounds, seed in cases():
        for arm, growth, shift in product(range(arms), GROWTHS, (HALF, Fraction(1, 5))):
            fair, moved = (mixed(arms, rounds, seed, arm, w) for w in (ZERO, shift))
            pulls = sum((mass * actions.count(arm) for actions, mass in fair.items()), ZERO)
            lost = deltas * (1 if once else rounds) * delta(arms, rounds, seed, growth)
            sides.at_most(
                excess(fair, moved, ONE),
                shift * (share * (growth - 1) * pulls + lost) / (growth + 1),
                "A machine tells both instances apart.",
                K=arms, T=rounds, machine=seed, arm=arm + 1, growth=growth, w=shift,
            )  # fmt: skip
    return proof.verdict(sharpness=sides.sharpness)
