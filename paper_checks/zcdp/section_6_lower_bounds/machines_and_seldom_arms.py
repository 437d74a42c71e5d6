"""Machines with a hidden coin, exactly: how little an arm that is seldom pulled can change.

A machine draws a hidden coin once, and then each action by the coin and the rewards it has seen.
The laws of its actions are computed on fair coins and on coins with the mean of one arm moved by w;
their distance is compared with the bound at the exact delta of the machine.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import cast
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import bit_lists, excess
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.finite_machine import FiniteMachine, State
from banditproof.verify.definitions.finite_policy import Reward
from banditproof.verify.definitions.notions import Notion

Row = tuple[int, ...]
Table = tuple[Row, ...]
Actions = tuple[int, ...]
Law = Mapping[Actions, Fraction]
Hidden = tuple[int, Actions, Row]
"""The coin, the actions so far, and the rewards that were seen."""
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
GROWTHS = (ONE, Fraction(11, 10), Fraction(3, 2), Fraction(3))
SIZES = ((2, 2), (2, 3), (3, 2))
"""Arms and rounds."""
MACHINES = 12
"""How many random machines of each size; machine 0 is not random (see `answers`)."""


@cache
def machine(arms: int, rounds: int, seed: int) -> FiniteMachine:
    """A machine whose next action has a law for each coin and each past; the seed is its number."""
    source = Random(f"{arms} {rounds} {seed}")
    laws = dict[State, Mapping[int, Fraction]]()
    for coin, done in product((0, 1), range(rounds)):
        for actions, seen in product(product(range(arms), repeat=done), bit_lists(done)):
            weights = [source.randrange(1, 9) for _ in range(arms)]
            if not seed:
                weights = answers(arms, coin, seen, done == rounds - 1)
            laws[coin, actions, seen] = {
                arm: Fraction(weight, sum(weights)) for arm, weight in enumerate(weights)
            }

    def act(state: State) -> Mapping[tuple[int, State], Fraction]:
        coin, actions, seen = cast(Hidden, state)
        return {(arm, (coin, (*actions, arm), seen)): m for arm, m in laws[state].items()}

    def observe(state: State, label: int, reward: Reward) -> State:
        coin, actions, seen = cast(Hidden, state)
        return coin, actions, (*seen, reward)

    return FiniteMachine(arms, rounds, {(0, (), ()): HALF, (1, (), ()): HALF}, act, observe)


def answers(arms: int, coin: int, seen: Row, last: bool) -> list[int]:
    """The weights of machine 0: arm 1, and in the last round, if the coin is 1, by the rewards."""
    if not last:
        return [1] + [0] * (arms - 1)
    excess_of_ones = 2 * sum(seen) - len(seen) if coin else 0
    return [10 - excess_of_ones, 10 + excess_of_ones] + [0] * (arms - 2)


@cache
def private_up_to(arms: int, rounds: int, seed: int, growth: Fraction) -> Fraction:
    """The least delta with which the machine is private in tables, at e^eps = growth."""
    return delta(machine(arms, rounds, seed), Notion.TABLE, growth)


@cache
def laws_on_tables(arms: int, rounds: int, seed: int) -> Mapping[Table, Law]:
    """The law of the actions on each table; the last row is read by no action."""
    policy = machine(arms, rounds, seed)

    def law(table: Table) -> Law:
        return policy.view_law(lambda done: (done[-1], table[len(done) - 1][done[-1]]))

    return {table: law(table) for table in product(bit_lists(arms), repeat=rounds - 1)}


def mixed(arms: int, rounds: int, seed: int, arm: int, shift: Fraction) -> Law:
    """The law of the actions on coins, of which one has the mean 1/2 + shift."""
    law: dict[Actions, Fraction] = defaultdict(Fraction)
    for table, given in laws_on_tables(arms, rounds, seed).items():
        mass = ONE
        for row in table:
            mass *= HALF ** (arms - 1) * (HALF + shift if row[arm] else HALF - shift)
        for actions, part in given.items():
            law[actions] += mass * part
    return law


def cases() -> Iterator[tuple[int, int, int]]:
    """Arms, rounds and the number of a machine."""
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
            lost = deltas * (1 if once else rounds) * private_up_to(arms, rounds, seed, growth)
            sides.at_most(
                excess(fair, moved, ONE),
                shift * (share * (growth - 1) * pulls + lost) / (growth + 1),
                "A machine tells both instances apart.",
                K=arms, T=rounds, machine=seed, arm=arm + 1, growth=growth, w=shift,
            )  # fmt: skip
    return proof.verdict(sharpness=sides.sharpness)
