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
from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.verify.exact_laws.law_divergences import moment

BLOCKS = Proof(
    "renyi.lem11.repaired",
    where="eps in [0,inf), r in [0,inf), renyi in [0,inf)",
    steps=(
        Given(
            1,
            "Neighbours differ in one reward, which is in one block, as the blocks are fixed. The "
            "outputs of the other blocks are independent of that of this block, and have one law "
            "for both lists: the kernel that adds them makes the joint law.",
        ),
        Given(
            2, r"$\mathcal M$ is $(\alpha,\epsilon)$-RDP, for the lists of this block.", "r <= eps"
        ),
        Textbook(
            3,
            r"The divergence of order $\alpha$ of the joint laws is at most that of this block.",
            "renyi <= r",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 1},
            instance={"after": "renyi", "before": "r"},
        ),
        Inequality(
            4,
            r"$\mathcal G$ is $(\alpha,\epsilon)$-RDP.",
            "renyi <= eps",
            weights={2: "1", 3: "1"},
        ),
    ),
)


@checks_both(
    "renyi.lem11",
    subjects={"admissible": (as_printed, any_partition)},
    mutants={
        "l < T": {"admissible": without_the_range},
        "blocks that overlap": {"last": 1},
        "sharper: 0.99 of the moment": {"share": Fraction(99, 100)},
        "half of the divergence": {"proof": BLOCKS.changed(3, formula="renyi <= r/2")},
        "sharper: 0.99 of eps": {"proof": BLOCKS.changed(4, formula="renyi <= 0.99*eps")},
    },
)
def renyi_privacy_of_blocks(
    admissible: Admissible,
    last: int = 0,
    share: Fraction = Fraction(1),
    proof: Proof = BLOCKS,
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
