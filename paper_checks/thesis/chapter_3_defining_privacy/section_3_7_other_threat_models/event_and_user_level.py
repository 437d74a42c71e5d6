"""Claims about other threat models: Section 3.7, event and user level, instantaneous DP."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
import sympy as sp
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import Laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    HALF,
    Kernel,
    Row,
    Seen,
    differ_once,
    kernel_as_machine,
    library_policy,
    lists,
    random_kernel,
)
from banditproof.paper_checks.models.separating_policies import FIRST, play_one
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points
from banditproof.verify.definitions.instantaneous import instantaneous_ratio as library_ratio


def instantaneous_ratio(kernel: Kernel, horizon: int) -> Fraction:
    """The largest pi_t(a | H) / pi_t(a | H') over histories H_(t-1) that differ in one reward."""
    best = Fraction(1)
    for t in range(horizon):
        for labels in product((0, 1), repeat=t):
            for first, second in product(lists(t), lists(t)):
                if differ_once(first, second):
                    left, right = (
                        kernel(tuple(zip(labels, rewards, strict=True)))
                        for rewards in (first, second)
                    )
                    best = max(best, *(p / q for p, q in zip(left, right, strict=True)))
    return best


def lists_that_differ_at(places: Sequence[int], kernel: Kernel, horizon: int) -> Laws:
    """The laws on all pairs of lists that differ in exactly the given rounds (from 1)."""

    def near(first: Sequence[int], second: Sequence[int]) -> bool:
        changed = [t for t, (x, y) in enumerate(zip(first, second, strict=True), 1) if x != y]
        return changed == list(places)

    return view_laws(kernel_as_machine(kernel), horizon, near=near)


def asks_the_first_user_again(seen: Seen) -> Row:
    """Each arm after the first is a fresh randomised response, with odds 2, of r_1."""
    return play_one(Fraction(1 + seen[0][1], 3)) if seen else HALF


def asks_the_second_user_again(seen: Seen) -> Row:
    """Each arm after the second is a fresh randomised response, with odds 2, of r_2."""
    return play_one(Fraction(1 + seen[1][1], 3)) if len(seen) > 1 else HALF


def one_user_after_the_other(seen: Seen) -> Row:
    """a_t is a randomised response, with odds 6/5, of r_(t-1): users are asked once each."""
    return play_one(Fraction(5 + seen[-1][1], 11)) if seen else HALF


def shows_how_many(seen: Seen) -> Row:
    """a_4 is arm 1 with chance 0, 1/20, 11/100 or 182/1000 after 0, 1, 2 or 3 rewards of 1.

    Each chance is 6/5 of the one before, plus delta = 1/20: the worst for groups.
    """
    if len(seen) < 3:
        return FIRST
    chance = Fraction(0)
    for _ in range(sum(reward for _, reward in seen)):
        chance = Fraction(6, 5) * chance + Fraction(1, 20)
    return play_one(chance)


Exponent = Callable[[int], Fraction | int]
"""How often a policy of T rounds, or a user on d rows, pays a single eps."""


@checks("thesis.sec3.7.users")
@mutant("sharper: a user on d rows costs eps", powers=lambda d: 1)
@mutant("sharper: a user on d rows costs (d-1) eps", powers=lambda d: d - 1)
@mutant("sharper: a user on d rows costs d delta", growth=Fraction(1))
@mutant("sharper: e^eps grows 1 % less", growth=Fraction(6, 5) * Fraction(99, 100))
def users_on_many_rows(
    powers: Callable[[int], int] = lambda d: d,
    growth: Fraction = Fraction(6, 5),
    proof: Proof = WRITTEN,
) -> Verdict:
    """A user on d rows costs d eps, and delta (1 + ... + e^((d-1) eps)): both are attained."""
    source, horizon, factor, sides = random.Random(37), 4, Fraction(6, 5), Sides()
    kernels: list[Kernel] = [one_user_after_the_other, shows_how_many, asks_the_first_user_again]
    kernels += [random_kernel(source, horizon) for _ in range(3)]
    for number, kernel in enumerate(kernels):
        single = view_laws(kernel_as_machine(kernel), horizon)
        for d in (2, 3):
            laws = lists_that_differ_at(range(1, d + 1), kernel, horizon)
            ratio, most = laws.ratio(), single.ratio() ** powers(d)
            case: dict[str, Any] = {"policy": number, "d": d}
            sides.at_most(ratio, most, "A user on d rows costs more.", **case, exp_eps=ratio)
            delta = laws.delta(factor**d)
            allowed = single.delta(factor) * sum(growth**k for k in range(d))
            sides.at_most(delta, allowed, "Her delta is larger.", **case, delta=delta)
            if number == 0:
                require(ratio == most, "Her cost is not attained.", **case, exp_eps=ratio)
            if number == 1:
                require(delta == allowed, "Her delta is not attained.", **case, delta=delta)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.sec3.7.steps")
@mutant("sharper: T - 2", exponent=lambda horizon: horizon - 2)
@mutant("sharper: the cost of one step", exponent=lambda horizon: 1)
@mutant("the history before step t", rounds=lambda t: t - 1)
def instantaneous_implies_view(
    exponent: Exponent = lambda horizon: horizon, rounds: Callable[[int], int] = lambda t: t
) -> Verdict:
    """T eps for random kernels and a worst one; then the length of the printed history."""
    source = random.Random(37)
    kernels = [asks_the_first_user_again, *(random_kernel(source, 4) for _ in range(3))]
    for kernel in kernels:
        whole_loss = view_laws(kernel_as_machine(kernel), 4).ratio()
        most = instantaneous_ratio(kernel, 4) ** exponent(4)
        finding = "Instantaneous DP costs more."
        require(whole_loss <= most, finding, T=4, exp_eps=whole_loss, bound=most)
    wrong = [t for t in (1, 2, 3) if rounds(t) != t - 1]
    if wrong:
        return misprinted(
            witness="Definition 2.16: pi_t(a | a_1, r_1, ..., a_(t-1), r_(t-1)).",
            t=wrong[0],
            rounds_before=wrong[0] - 1,
            rounds_printed=rounds(wrong[0]),
        )
    return points()


Cost = Callable[[Any, Any], Any]
"""The exponent from T and the round s of the changed reward."""


@checks("thesis.sec3.7.instantaneous")
@mutant("T eps", cost=lambda horizon, s: horizon - s + 1)
@mutant("sharper: (T-2) eps", cost=lambda horizon, s: horizon - s - 1)
@mutant("the same at every step", cost=lambda horizon, s: horizon - 1)
def instantaneous_cost(
    cost: Cost = lambda horizon, s: horizon - s, proof: Proof = WRITTEN
) -> Verdict:
    """The cost of a change at each step, on random kernels and two that attain it."""
    source, horizon, sides = random.Random(377), 5, Sides()
    for _, actions in formal.all_sequences():
        pasts = [past for past, _ in formal.factors(actions, formal.list_entry)]
        for s in range(1, len(actions)):
            later = sum(("r", s) in [reward for _, reward in past] for past in pasts)
            finding = "Another number of factors knows r_s."
            require(later == cost(len(actions), s), finding, T=len(actions), s=s, factors=later)
    # factor t knows r_1, ..., r_(t-1), hence r_s if t > s
    t, place, rounds = sp.symbols("t s T", integer=True, positive=True)
    number_of_factors = sp.summation(1, (t, place + 1, rounds))
    gap = sp.simplify(number_of_factors - cost(rounds, place))
    require(gap == 0, "Another number of factors knows r_s.", difference=gap)
    kernels = [
        asks_the_first_user_again,
        asks_the_second_user_again,
        random_kernel(source, horizon),
    ]
    attained = {}
    for number, kernel in enumerate(kernels):
        step = instantaneous_ratio(kernel, horizon)
        known = library_ratio(library_policy(kernel, horizon))
        need(step == known, "The library has another instantaneous ratio", library=known)
        for s in range(1, horizon):
            ratio = lists_that_differ_at((s,), kernel, horizon).ratio()
            most = step ** cost(horizon, s)
            case: dict[str, Any] = {
                "policy": number,
                "T": horizon,
                "s": s,
                "exp_eps": ratio,
                "bound": most,
            }
            sides.at_most(ratio, most, "A change costs more.", **case)
            if number < 2 and s == number + 1:
                attained[s] = ratio
                require(ratio == most, "The cost is not attained.", **case)
    return proof.verdict(
        "Factor t of (3.2) knows r_1, ..., r_(t-1), so r_s is in the last T-s, each of which "
        "changes by e^eps at most, and all change by e^eps for a policy that asks user s again in "
        f"every round, by a randomised response of odds 2: "
        f"e^eps = {attained[1]} = 2^4 at T = 5 and s = 1, {attained[2]} = 2^3 at s = 2.",
        sharpness=sides.sharpness,
    )
