"""Claims about the interactive protocol: its box, Definition 3.5, Figure 3.3."""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.delta_two_ways import library_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Kernel,
    Machine,
    Row,
    Seen,
    adversaries,
    kernel_as_machine,
    random_kernel,
)
from banditproof.paper_checks.verdicts.vocabulary import need, points, proved
from ....models.neighbouring_laws import Laws, interactive_laws, post_processed_laws

Adversary = Mapping[Actions, int]
ANY = formal.ANY


@checks("thesis.interactive.protocol")
@mutant("labels are the own actions", label=formal.own)
@mutant("rewards of the own column", reward=formal.own_entry)
@mutant("the query is the first one for ever", label=lambda a: ("B", a[:1]))
def interactive_protocol(
    label: formal.Label = formal.queried, reward: formal.Namer = formal.table_entry
) -> Verdict:
    """What reaches the policy for an adversary and a table of which nothing is known."""
    for _, actions in formal.all_sequences():
        seen = [(("B", p), ("x", len(p), ("B", p))) for p in accumulate((a,) for a in actions)]
        expected = formal.with_memory(actions, seen)
        result = formal.factors(actions, reward, label)
        formal.require_same(
            actions, result, expected, "The policy sees something else than answers to queries."
        )
    need(reward(ANY, label(ANY)) == ("x", "t", ("B", ANY)), "An unknown round shows other things")
    finding = "With B = id this is not the table game."
    formal.require_one_law((formal.own, reward), (formal.own, formal.own_entry), finding)
    return proved()


@checks("thesis.sec3.4.challenges")
@mutant("sharper: a query by the last action alone", label=lambda a: ("B", a[-1:]))
@mutant("the input of the next step", reward=lambda a, query: ("x", len(a) + 1, query))
@mutant("the whole row of a user", reward=lambda a, query: ("x", formal.number(a), "all"))
def challenges_of_bandits(
    label: formal.Label = formal.queried, reward: formal.Namer = formal.table_entry
) -> Verdict:
    """What a round brings: its query by the actions so far, and one entry of its own row."""
    for _, actions in formal.all_sequences():
        for path in accumulate((a,) for a in actions):
            query = label(path)
            entry = reward(path, query)
            step = isinstance(entry, tuple) and entry[1] == len(path)
            require(step, "A step has not its own input.", actions=path, entry=entry)
            alone = query == ("B", path)
            require(alone, "A query is no function of the actions so far.", actions=path)
            one = entry == ("x", len(path), query)
            require(one, "More is seen than the queried entry.", actions=path, entry=entry)
    query = label(ANY)
    known = query == ("B", ANY) and reward(ANY, query) == ("x", "t", query)
    need(known, "An unknown round brings other things")
    return proved()


Played = Callable[[Machine, int, Adversary], Laws]


def queried_laws(machine: Machine, horizon: int, adversary: Adversary) -> Laws:
    """One adversary of the protocol on all neighbouring tables."""
    return interactive_laws(machine, horizon, adversary.__getitem__)


def _memory_of_own_actions(machine: Machine, horizon: int, adversary: Adversary) -> Laws:
    def with_own_labels(actions: Actions, seen: Seen) -> Row:
        own_seen = tuple((a, r) for a, (_, r) in zip(actions, seen, strict=True))
        return machine(actions, own_seen)

    return interactive_laws(with_own_labels, horizon, adversary.__getitem__)


@checks("thesis.def3.5")
@mutant(
    "rewards of the own column", played=lambda m, t, b: post_processed_laws(m, t, b.__getitem__)
)
@mutant(
    "the adversary repeats the action",
    played=lambda m, t, b: interactive_laws(m, t, lambda actions: actions[-1]),
)
@mutant("the policy remembers its own actions", played=_memory_of_own_actions)
def interactive_privacy(played: Played = queried_laws) -> Verdict:
    """Every deterministic adversary played on every pair of tables, against the library."""
    source, factor = random.Random(35), Fraction(6, 5)
    kernels: list[tuple[Kernel, int]] = [
        (separating.copies_after_a_foreign_query, 2),
        (separating.leaks_at_label_zero, 3),
        (separating.first_label_is_second_reward, 3),
        (random_kernel(source, 3), 3),
    ]
    for number, (kernel, horizon) in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        result = max(played(machine, horizon, b).delta(factor) for b in adversaries(horizon - 1))
        known = library_deltas(kernel, horizon, factor).interactive
        finding = "The adversaries played one by one give another delta than the library."
        require(result == known, finding, policy=number, T=horizon, found=result, library=known)
    return points()


@checks("thesis.fig3.3")
@mutant("the table answers the action", reward=formal.own_entry)
@mutant("the table answers a fixed column", reward=lambda a, label: ("x", len(a), 0))
def interactive_picture(reward: formal.Namer = formal.table_entry) -> Verdict:
    """One run with an adversary who always queries the other arm; an unknown round."""
    seen = formal.rewards_seen((0, 1, 0), reward, lambda a: 1 - a[-1])
    finding = "The table answers something else than the query."
    require(seen == [("x", 1, 1), ("x", 2, 0)], finding, queries=(2, 1), entries=seen)
    both = (formal.queried, reward), (formal.queried, formal.table_entry)
    formal.require_one_law(*both, finding)
    return proved()
