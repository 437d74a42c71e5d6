"""The open-loop theorem: for pure DP and zCDP the worst queries are fixed in advance.

The argument, by backward induction over the rounds, is in `proofs_of_the_open_loop.py`.
"""

import random
from fractions import Fraction
from functools import partial
from math import inf
import sympy as sp
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models import strongest_adversary as adversary
from banditproof.paper_checks.models.delta_two_ways import library_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import Laws
from banditproof.paper_checks.models.policy_protocols import (
    adversaries,
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.models.separating_policies import reward_equals_label
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.notions import Notion
from .definition_3_5_interactive_dp import queried_laws
from .largest_moments import (
    Freedom,
    OpenLoop,
    best_fixed_queries,
    constant_queries,
    labels_and_rewards,
)

ORDERS = (2, 3, inf)


def budget(laws: Laws, order: int | float) -> Fraction | float:
    """The largest moment of an order; for order infinity the largest ratio e^eps."""
    return laws.ratio() if order == inf else laws.moment(int(order))


ANY_VALUE = sp.Symbol("V", nonnegative=True)


@checks("thesis.def3.5.open_loop.step")
@mutant("the memory holds the own action", label=formal.own)
@mutant("the value depends on the action", later=sp.IndexedBase("V", nonnegative=True))
def one_step(label: formal.Label = lambda actions: "q", later: sp.Expr = ANY_VALUE) -> Verdict:
    """The term that a round adds to the memory; the sum for a symbolic K; the order of two."""
    shown = label(formal.ANY), "r"
    require(formal.ANY[-1] not in shown, "The memory holds the last action.", added=shown)
    a, arms = sp.symbols("a K", integer=True, positive=True)
    w = sp.IndexedBase("w", nonnegative=True)
    value = later[a] if isinstance(later, sp.IndexedBase) else later
    left, right = sp.Sum(w[a] * value, (a, 1, arms)), later * sp.Sum(w[a], (a, 1, arms))
    require(sp.simplify(left - right) == 0, "The value does not factor out.", sum=left)
    low, gap = sp.symbols("w d", nonnegative=True)
    rise = sp.expand(later * (low + gap) - later * low)
    require(bool(rise.is_nonnegative), "Multiplying by V changes the largest.", rise=rise)
    return proved()


@checks("thesis.def3.5.view_version")
@mutant("labels are the own actions", freedom=partial(labels_and_rewards, foreign=False))
@mutant("sharper: other adversaries have 1 % less", least=Fraction(101, 100))
def fed_labels_and_rewards(
    freedom: Freedom = labels_and_rewards, least: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Moments and e^eps against fixed queries; delta against the other two models."""
    source, sides = random.Random(350), Sides()
    for number in range(2):
        kernel = random_kernel(source, 3)
        for order in ORDERS:
            best = best_fixed_queries(kernel, 3, order)
            if order == inf:
                fed = adversary.largest_ratio(kernel, 3, freedom(3))
            else:
                fed = adversary.strongest(kernel, 3, freedom(3), adversary.moment_of(int(order)))
            finding = "Feeding labels and rewards has another budget than fixed queries."
            require(fed == best, finding, kernel=number, order=order, fed=fed, fixed=best)
        others = library_deltas(kernel, 3, Fraction(6, 5))
        fed = adversary.strongest(kernel, 3, freedom(3), adversary.gain(Fraction(6, 5)))
        largest = max(others.interactive, others.continual)
        sides.at_most(least * largest, fed, "Feeding both has a smaller delta.", kernel=number)
    known = library_deltas(reward_equals_label, 4, Fraction(1))
    fed = adversary.strongest(reward_equals_label, 4, freedom(4), adversary.gain(1))
    return proof.verdict(
        "Rewards that are fed move no pure or zCDP budget: the worst adversary fixes everything in "
        f"advance. For delta > 0 they do: a policy at T = 4 has {fed}, and {known.interactive} "
        "against queries on a table. (She may answer as these do, or as a tree does with the own "
        "actions for labels, so her delta is no smaller.)",
        sharpness=sides.sharpness,
    )


@checks("thesis.def3.5.open_loop")
@mutant("queries of one arm only", loops=partial(constant_queries, one_arm=True))
def open_loop(loops: OpenLoop = constant_queries, proof: Proof = WRITTEN) -> Verdict:
    """All adversaries on all tables against products along fixed queries, exact."""
    source = random.Random(38)
    for number in range(2):
        kernel = random_kernel(source, 3)
        played = [queried_laws(kernel_as_machine(kernel), 3, b) for b in adversaries(2)]
        for order in ORDERS:
            worst = max(budget(laws, order) for laws in played)
            best = best_fixed_queries(kernel, 3, order, loops)
            finding = "A fixed sequence of queries is not the worst adversary."
            require(best == worst, finding, kernel=number, order=order, fixed=best, worst=worst)
        best = best_fixed_queries(kernel, 3, 2, loops)
        known = renyi_constant(library_policy(kernel, 3), Notion.INTERACTIVE, 2)
        with working_precision(128):
            exact = ball(best).log()
            for holds in (at_most(ball(known.lower), exact), at_most(exact, ball(known.upper))):
                require(holds, "The library has another D_2.", library=known, fixed=exact)
    return proof.verdict()
