"""Claims about Renyi DP of one mechanism on disjoint blocks of rewards: Lemma 11."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.models.disjoint_blocks import (
    Admissible,
    any_partition,
    as_printed,
    counted,
    holds_all,
    lists_of_starts,
    without_the_range,
)
from banditproof.paper_checks.models.finite_laws import Law, bit_lists, joint, neighbours
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.verify.exact_laws.law_divergences import moment


@checks_both(
    "renyi.lem11",
    subjects={"admissible": (as_printed, any_partition)},
    mutants={
        "l < T": {"admissible": without_the_range},
        "blocks that overlap": {"last": 1},
        "sharper: 0.99 of the moment": {"share": Fraction(99, 100)},
    },
)
def renyi_privacy_of_blocks(
    admissible: Admissible,
    last: int = 0,
    share: Fraction = Fraction(1),
    proof: Proof = written_proof("renyi.lem11.repaired"),
) -> Verdict:
    """The index lists that the hypothesis admits; exact moments of every cut of four bits."""
    exact, counts = counted(admissible)
    require_or_repair(
        exact,
        "t_{l+1} = T + 1 is not in [1, T], so that the printed indexes admit no partition; without "
        "this range they still exclude l = T and a last block of one reward, which both work.",
        **counts,
    )
    sides, n, odds = Sides(), 4, Fraction(3)
    for starts in filter(lambda starts: holds_all(starts, n), lists_of_starts(n)):
        laws: dict[tuple[int, ...], Law] = {}
        for x in bit_lists(n):
            laws[x] = (Fraction(1),)
            for a, b in pairwise(starts):
                laws[x] = joint(laws[x], coin(odds, sum(x[a - 1 : b - 1 + last]) % 2))
        for order in (2, 3):
            allowed = share * moment(coin(odds, 0), coin(odds, 1), order)
            worst = max(moment(laws[x], laws[y], order) for x, y in neighbours(n))
            finding = "The blocks have a larger divergence."
            sides.at_most(worst, allowed, finding, starts=starts, order=order)
    return proof.verdict(
        "One reward changes one block, and the outputs of the others are added by one kernel, "
        "which raises no Renyi divergence.",
        instances="The index lists that are partitions, for T up to 6; every cut of four bits, the "
        "exact moments of orders 2 and 3 of parities by coins of odds 3.",
        beyond="Blocks that the data choose.",
        sharpness=sides.sharpness,
    )
