"""Claims about two rounds with rewards 0 and 1, where Table DP is no stronger at eps = 0."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Proof, Verdict, checks, mutant, written_proof
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import table_laws, view_laws
from ....models.policy_protocols import Kernel, Row, Seen, kernel_as_machine, random_kernel
from ....models.separating_policies import blind_in_three_rounds, one_arm_for_each_reward, play_one

TWO_ROUNDS = written_proof("thesis.prop3.12.binary")


LEVELS = (Fraction(0), Fraction(1, 2), Fraction(1))
Policies = Sequence[tuple[Kernel, int]]
"""Policies with their numbers of arms."""


def _coins(first: Fraction, later: tuple[Fraction, ...]) -> Kernel:
    """Arm 1 with the first chance, then with one chance for each arm and reward."""

    def kernel(seen: Seen) -> Row:
        return play_one(later[2 * seen[0][0] + seen[0][1]] if seen else first)

    return kernel


def all_coins() -> Iterator[Kernel]:
    """All policies of two rounds and two arms whose chances are 0, 1/2 or 1."""
    for first, *later in product(LEVELS, repeat=5):
        yield _coins(first, tuple(later))


def two_round_policies() -> Policies:
    """The grid of coins, random policies in twelfths, and the one that separates for eps > 0."""
    source = random.Random(2)
    drawn = [(random_kernel(source, 2, arms, least=0), arms) for arms in (2, 3) for _ in range(8)]
    return [(kernel, 2) for kernel in (*all_coins(), one_arm_for_each_reward)] + drawn


def three_rewards(seen: Seen) -> Row:
    """a_1 a fair coin; arm 0 tells the rewards 0 and 1 apart best, arm 1 the rewards 1 and 2."""
    if not seen:
        return play_one(Fraction(1, 2))
    label, reward = seen[0]
    return play_one(Fraction(((0, 2, 1), (1, 0, 2))[label][reward], 2))


@checks("thesis.prop3.12.binary")
@mutant("eps > 0", factor=Fraction(3, 2))
@mutant("three rewards", rewards=(0, 1, 2), policies=((three_rewards, 2),))
@mutant("three rounds", horizon=3, policies=((blind_in_three_rounds, 2),))
@mutant("three rewards in the steps", proof=TWO_ROUNDS.changed(2, cases=lambda: (0, 1, 2), count=3))
def equal_in_two_rounds(
    factor: Fraction = Fraction(1),
    rewards: tuple[int, ...] = (0, 1),
    horizon: int = 2,
    policies: Policies | None = None,
    proof: Proof = TWO_ROUNDS,
) -> Verdict:
    """delta on lists and on tables for a grid of policies and random ones."""
    policies = policies or two_round_policies()
    for number, (kernel, arms) in enumerate(policies):
        machine = kernel_as_machine(kernel)
        view, table = (
            laws(machine, horizon, arms, rewards).delta(factor) for laws in (view_laws, table_laws)
        )
        finding = "The two deltas differ."
        require(view == table, finding, policy=number, T=horizon, view=view, table=table)
    return proof.verdict()
