"""The claim about contexts that are sensitive: a policy that copies them into its actions."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import (
    interactive_laws,
    table_laws,
    view_laws,
)
from banditproof.paper_checks.models.policy_protocols import (
    HALF,
    Actions,
    Kernel,
    Row,
    Seen,
    adversaries,
    kernel_as_machine,
    list_reward,
    play,
)
from banditproof.paper_checks.models.separating_policies import play_one
from banditproof.paper_checks.verdicts.vocabulary import proved

ROUNDS = 3
WithContexts = Callable[[Actions], Kernel]
"""A policy that is told the contexts of all rounds, which are 0 or 1."""


def copies_the_context(contexts: Actions) -> Kernel:
    """The action of a round is its context."""

    def kernel(seen: Seen) -> Row:
        return play_one(Fraction(contexts[len(seen)]))

    return kernel


def copies_the_reward(contexts: Actions) -> Kernel:
    """Wrong: the last reward decides, and the context only at first."""
    return lambda seen: play_one(Fraction(seen[-1][1] if seen else contexts[0]))


def ignores_the_context(contexts: Actions) -> Kernel:
    """Wrong: a coin, which reveals no context."""
    return lambda seen: HALF


def copies_where_it_paid(contexts: Actions) -> Kernel:
    """Wrong: the context is copied after a reward of 1 alone."""
    return lambda seen: play_one(Fraction(contexts[len(seen)])) if all(r for _, r in seen) else HALF


@checks("thesis.conflict.contexts")
@mutant("a policy that copies rewards", policy=copies_the_reward)
@mutant("a policy that ignores contexts", policy=ignores_the_context)
@mutant("sharper: contexts copied where it paid", policy=copies_where_it_paid)
def copied_contexts(policy: WithContexts = copies_the_context) -> Verdict:
    """For fixed contexts the laws on all inputs, and on one input those for all contexts."""
    queries = [query.__getitem__ for query in adversaries(ROUNDS - 1)]
    for contexts in product((0, 1), repeat=ROUNDS):
        machine = kernel_as_machine(policy(contexts))
        pairs = {"Table DP": table_laws(machine, ROUNDS), "View DP": view_laws(machine, ROUNDS)}
        for number, query in enumerate(queries):
            pairs[f"Interactive DP, adversary {number}"] = interactive_laws(machine, ROUNDS, query)
        for notion, laws in pairs.items():
            ratio = laws.ratio()
            require(ratio == 1, "Rewards change the law.", notion=notion, largest_ratio=ratio)
        law = play(machine, ROUNDS, list_reward((0,) * (ROUNDS - 1)))
        require(law[contexts] == 1, "The actions do not show the contexts.", contexts=contexts)
    return proved(universal=None)
