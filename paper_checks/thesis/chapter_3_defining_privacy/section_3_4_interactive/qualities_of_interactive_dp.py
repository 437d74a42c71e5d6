"""Claims about what Section 3.4 says of Interactive DP: stronger, for non-compliant users too."""

import random
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.delta_two_ways import Deltas, agreed_deltas
from banditproof.paper_checks.models.exact_games import require, require_or_repair
from banditproof.paper_checks.models.neighbouring_laws import laws_on, table_laws
from banditproof.paper_checks.verdicts.vocabulary import points, proved
from banditproof.verify.exact_laws.law_divergences import largest_ratio
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from ....models.policy_protocols import (
    HALF,
    Actions,
    Kernel,
    Law,
    Row,
    Seen,
    Table,
    kernel_as_machine,
    lists,
    play,
    random_kernel,
    table_reward,
    tables,
)
from ..section_3_6_relations.proposition_3_12_table_and_view import echoes

EVERYTHING = "All policies, T, K and inputs: what a round t shows, as a term"
Weaker = Callable[[Deltas], Fraction]
Rewards = tuple[int, ...]
User = Callable[[Rewards, int], int]
"""The arm that a user takes, from her own row of the table and what was recommended to her."""


def strictly_stronger(kernel: Kernel = separating.first_label_is_second_reward) -> str:
    """A policy with a smaller delta on tables and lists than against adversaries."""
    result = agreed_deltas(kernel, 3, Fraction(3, 2))
    strict = result.view <= result.table < result.interactive
    require(strict, "The budgets of this policy are one.", deltas=result)
    return f"a policy has {result} at e^eps = 3/2"


STRONGER = written_proof("thesis.sec3.4.stronger")


@checks("thesis.sec3.4.stronger")
@mutant(
    "a policy that is as private on tables",
    proof=STRONGER.changed(4, by=partial(strictly_stronger, separating.blind_in_three_rounds)),
)
def stronger_than_both(proof: Proof = STRONGER) -> Verdict:
    """The implications, and a policy for which the converse fails."""
    return proof.verdict()


def chosen_instead(actions: Actions) -> Hashable:
    """What the t-th user takes instead of a_t; all that is known is what was recommended."""
    return ("c", formal.number(actions), actions[-1])


def takes_what_her_row_pays(row: Rewards, recommended: int) -> int:
    """A user who knows what each arm gives to her, and takes the better one."""
    return int(row[1] > row[0])


def takes_the_other_arm(row: Rewards, recommended: int) -> int:
    """A user who never follows, whatever her row is."""
    return 1 - recommended


def repeats_what_was_taken(seen: Seen) -> Row:
    """The policy with a_2 = q_1, which ignores all rewards."""
    return separating.play_one(Fraction(seen[-1][0])) if seen else HALF


def shown_by_users(kernel: Kernel, user: User, factor: Fraction) -> tuple[Fraction, object]:
    """The delta of (a_1, a_2) where user 1 takes an arm in her way, and tables that attain it."""

    def law(table: Table) -> Law:
        def taken(actions: Actions) -> int:
            return user(table[len(actions) - 1], actions[-1])

        return play(kernel_as_machine(kernel), 2, table_reward(table), taken)

    return laws_on(tables(1), law).worst(factor)


@checks(
    "thesis.sec3.4.non_compliant", subjects={"user": (takes_what_her_row_pays, takes_the_other_arm)}
)
@mutant("a user who obeys", "print", user=lambda row, recommended: recommended)
@mutant("she takes the arm that pays less", user=lambda row, recommended: int(row[0] > row[1]))
@mutant("the policy sees its own recommendation", label=formal.own)
@mutant("the reward of the recommended arm", entry=formal.own_entry)
@mutant("Table DP would do", protected=lambda result: result.table)
def non_compliant_users(
    user: User,
    label: formal.Label = chosen_instead,
    entry: formal.Namer = formal.table_entry,
    protected: Weaker = lambda result: result.interactive,
) -> Verdict:
    """Users who choose by their own rows or not; what they take is then a query adversary."""
    for kernel in (repeats_what_was_taken, separating.copies_after_a_foreign_query):
        for factor in (Fraction(1), Fraction(2)):
            most = protected(agreed_deltas(kernel, 2, factor))
            found, tables_of_it = shown_by_users(kernel, user, factor)
            require_or_repair(
                found <= most,
                "A user who ignores the recommendation and takes the arm that her own row pays "
                "more shows her row by what she takes, and Interactive DP bounds only what is "
                "seen of its reward: its adversary queries by the recommendations alone.",
                policy="a_2 = q_1, the arm that user 1 took; it ignores rewards",
                Interactive_delta=most,
                exp_eps=factor,
                users="user 1 takes the arm that her row pays more",
                neighbouring_tables=tables_of_it,
                delta_of_a_2=found,
            )
    users: formal.Shows = label, entry
    adversary: formal.Shows = chosen_instead, formal.table_entry
    finding = "Users who choose another arm are not the interactive protocol."
    formal.require_one_law(users, adversary, finding)
    result = agreed_deltas(separating.copies_after_a_foreign_query, 2, Fraction(2))
    require(result.table == 0, "The policy is not Table DP.", deltas=result)
    require(protected(result) == 1, "A policy that leaks is declared private.", deltas=result)
    return proved(
        "What is taken by users who know the recommendations and not their rows, q_t = c_t(a_t), "
        "is an adversary of Definition 3.5, who may know even more. Table DP is not enough: a "
        "policy that copies a reward after an arm that it did not recommend has Table delta "
        f"{result.table} and Interactive delta {result.interactive}.",
        covered=f"{EVERYTHING}; the examples at T = 2, e^eps = 1 and 2. Users who toss coins: "
        "thesis.rem3.14.",
    )


def fed_from_a_list(actions: Actions, label: Hashable) -> Hashable:
    """The adversary's t-th reward."""
    return ("r", formal.number(actions))


@checks("thesis.sec3.4.view_version")
@mutant("her rewards are entries of a table", fed=formal.table_entry)
def view_version(fed: formal.Namer = fed_from_a_list) -> Verdict:
    """The adversary who feeds a list and repeats the actions plays the View mechanism."""
    repeats: formal.Shows = formal.own, fed
    as_view: formal.Shows = formal.own, formal.list_entry
    formal.require_one_law(repeats, as_view, "This adversary does not play the View mechanism.")
    return points(covered=f"{EVERYTHING}: the adversary who repeats the actions and feeds a list.")


def along_fixed_actions(kernel: Kernel, horizon: int, rewards: int) -> Fraction | float:
    """The largest product of ratios pi_t(a | q, r) / pi_t(a | q, r') for r, r' at that distance."""
    best: Fraction | float = 1
    inputs = lists(horizon - 1)
    for labels, first, second in product(lists(horizon - 1), inputs, inputs):
        if sum(x != y for x, y in zip(first, second, strict=True)) == rewards:
            left, right = (tuple(zip(labels, r, strict=True)) for r in (first, second))
            steps = (largest_ratio(kernel(left[:t]), kernel(right[:t])) for t in range(horizon))
            best = max(best, prod(steps))
    return best


def against_adversaries(kernel: Kernel, horizon: int) -> Fraction | float:
    """e^eps of Interactive DP: that of fixed queries on one changed reward."""
    return along_fixed_actions(kernel, horizon, 1)


def on_tables(kernel: Kernel, horizon: int) -> Fraction | float:
    """e^eps of Table DP."""
    return table_laws(kernel_as_machine(kernel), horizon).ratio()


@checks("thesis.sec3.4.decouples")
@mutant("Table DP would do", budget=on_tables)
@mutant("sharper: d rewards cost (d-1) eps", power=lambda d: d - 1)
@mutant("sharper: d rewards cost eps", power=lambda d: 1)
def decoupled(
    budget: Callable[[Kernel, int], Fraction | float] = against_adversaries,
    power: Callable[[int], int] = lambda d: d,
    proof: Proof = WRITTEN,
) -> Verdict:
    """e^eps along fixed actions for lists at distance 1 and 2; a policy that tables do not see."""
    sides = Sides()
    kernels = [echoes, random_kernel(random.Random(34), 3)]
    for (number, kernel), d in product(enumerate(kernels), (1, 2)):
        result, most = along_fixed_actions(kernel, 3, d), budget(kernel, 3) ** power(d)
        sides.at_most(result, most, "A group costs more.", kernel=number, d=d, exp_eps=result)
    copies = separating.copies_after_a_foreign_query
    result, most = along_fixed_actions(copies, 2, 1), budget(copies, 2)
    finding = "A policy is private, but not along fixed actions."
    require(result <= most, finding, exp_eps=result, bound=most)
    return proof.verdict(
        "A policy with fixed queries is a mechanism on lists of rewards, of the Interactive "
        "budget, so it has group privacy. Table DP does not bound this: a policy with Table e^eps "
        "= "
        f"{on_tables(copies, 2)} has {result} along fixed actions.",
        sharpness=sides.sharpness,
    )
