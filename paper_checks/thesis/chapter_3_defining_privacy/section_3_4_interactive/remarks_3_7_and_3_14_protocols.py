"""Claims about protocols: no adversary for utility (Remark 3.7), no coins for her (3.14)."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import cast
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import interactive_laws, total
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    Law,
    Machine,
    Table,
    adversaries,
    kernel_as_machine,
    library_policy,
    own_action,
    play,
    random_kernel,
    sequences,
    table_reward,
    tables,
)
from banditproof.paper_checks.models.separating_policies import FIRST, keeps_what_pays
from banditproof.paper_checks.verdicts.vocabulary import proved
from .remark_3_6_view_expansion import view_of

Utility = Callable[[Machine, Table], Law]


def without_adversary(machine: Machine, table: Table) -> Law:
    """The canonical protocol: the environment answers the action."""
    return play(machine, 3, table_reward(table))


def _with_the_other_arm(machine: Machine, table: Table) -> Law:
    return play(machine, 3, table_reward(table), lambda actions: 1 - actions[-1])


def _earned(law: Law, table: Table) -> Fraction:
    """The expected sum of the rewards of the arms that were played."""
    return sum(
        (p * sum(table[t][arm] for t, arm in enumerate(path)) for path, p in law.items()),
        Fraction(0),
    )


@checks("thesis.rem3.7")
@mutant("utility with an adversary", utility=_with_the_other_arm)
def two_protocols(utility: Utility = without_adversary) -> Verdict:
    """The canonical law is the view of the identity adversary; other adversaries change regret."""
    machine, worth = kernel_as_machine(keeps_what_pays(FIRST)), ((0, 0), (0, 1), (0, 1))
    for table in tables(2):
        identity = play(machine, 3, table_reward(table), own_action)
        finding = "Utility is measured in another protocol than the canonical one."
        require(utility(machine, table) == identity, finding, table=table)
    canonical, misled = (
        2 - _earned(law(machine, worth), worth) for law in (without_adversary, _with_the_other_arm)
    )
    require(canonical != misled, "An adversary does not matter.", regret=canonical)
    return proved(
        "The canonical protocol is the one with B = id, and they differ: on the rows (0,0), (0,1), "
        f"(0,1) a policy that keeps what pays has regret {canonical} by itself and {misled} if an "
        "adversary queries the other arm.",
        universal=None,
    )


Mixture = Callable[[Law, Law, Fraction], Law]
Pair = tuple[Table, Table]


def mixed(first: Law, second: Law, weight: Fraction) -> Law:
    """The law of a view if a coin chooses between two adversaries."""
    return {a: weight * first[a] + (1 - weight) * second[a] for a in first}


def _coin_in_each_round(kernel: Kernel, table: Table) -> Law:
    """A random adversary who queries either column with probability 1/2 in each round."""
    half = Fraction(1, 2)
    law = library_policy(kernel, 3).law_under(
        lambda path: [(q, table[len(path) - 1][q], half) for q in (0, 1)]
    )
    return {actions: law.get(actions, Fraction(0)) for actions in sequences(3)}


@checks("thesis.rem3.14")
@mutant(
    "the coin is chosen afterwards",
    mixture=lambda first, second, weight: {a: max(first[a], second[a]) for a in first},
)
@mutant("sharper: random adversaries are 1 % weaker", most=Fraction(99, 100))
def deterministic_adversaries(
    mixture: Mixture = mixed, most: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Random adversaries are mixtures; mixtures against the worst of their parts, exact."""
    source, factor, sides = random.Random(314), Fraction(6, 5), Sides()
    for number in range(2):
        kernel = random_kernel(source, 3)
        machine = kernel_as_machine(kernel)
        every = list(adversaries(2))
        strength = [interactive_laws(machine, 3, b.__getitem__).worst(factor) for b in every]
        worst, attained_on = max(strength, key=lambda result: result[0])
        best = every[[delta for delta, _ in strength].index(worst)]
        for draw in range(40):
            first, second = source.sample(every, 2)
            weight = Fraction(source.randint(1, 9), 10)
            table, near = source.choice(tables(2)), source.choice(tables(2))
            near = (near[0], table[1])
            if draw == 0:  # a coin that is known beforehand
                first, weight, (table, near) = best, Fraction(1), cast(Pair, attained_on)
            left, right = (
                mixture(view_of(kernel, x, first, 3), view_of(kernel, x, second, 3), weight)
                for x in (table, near)
            )
            gained = sum((max(left[a] - factor * right[a], Fraction(0)) for a in left), Fraction(0))
            mass, pair = total(left, left), (table, near)
            require(mass == 1, "The view is not a law.", tables=pair, sum=mass)
            finding = "A random adversary does better than all deterministic ones."
            sides.at_most(gained, most * worst, finding, policy=number, weight=weight, tables=pair)
        # a fresh coin in every round is the uniform mixture over the 64 deterministic adversaries
        table = source.choice(tables(2))
        views = [view_of(kernel, table, b, 3) for b in every]
        uniform = {a: sum((v[a] for v in views), Fraction(0)) / len(every) for a in views[0]}
        fresh = _coin_in_each_round(kernel, table)
        require(uniform == fresh, "Coins in every round are not a mixture.", table=table)
    return proof.verdict(sharpness=sides.sharpness)
