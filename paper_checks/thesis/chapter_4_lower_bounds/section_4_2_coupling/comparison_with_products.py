"""Claims that the sequential decompositions generalise Theorem 4.8 for product laws."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.models.finite_laws import Law, bit_lists
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, require
from banditproof.verify.decompositions.adaptive_witnesses import Situation, counts_and_tells
from banditproof.verify.decompositions.coupled_environment import mismatch_moments
from banditproof.verify.decompositions.visible_laws import action_law
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_policy import FinitePolicy, History
from banditproof.verify.definitions.notions import Notion

from .decomposition_situations import Square, as_printed, divergence_of, expected_square
from .finite_channels import Channel, output_law, random_channel
from .theorem_4_8_product_decomposition import Tvs, bit_laws, first_moment, second_moment
from .theorem_4_9_view_decomposition import view_ratio

RECORDS, OUTPUTS = 2, 3
QUIET = (Fraction(1), Fraction(0))


def as_policy(channel: Channel, last_arms_differ: bool = False) -> FinitePolicy:
    """A mechanism on two bits as a policy: arms 1 and 2 in turn, then the arm of its output."""
    arms = RECORDS + OUTPUTS
    place = {data: number for number, data in enumerate(bit_lists(RECORDS))}

    def rule(history: History) -> tuple[Fraction, ...]:
        if len(history) < RECORDS:
            return tuple(Fraction(arm == len(history)) for arm in range(arms))
        law = channel[place[tuple(int(reward) for _, reward in history)]]
        shift = 0 if last_arms_differ else RECORDS
        return (*(Fraction(0),) * shift, *law, *(Fraction(0),) * (arms - shift - OUTPUTS))

    return FinitePolicy.from_rule(arms, RECORDS + 1, rule)


def _mechanisms(
    last_arms_differ: bool,
) -> Iterator[tuple[Situation, Channel, tuple[Law, Law], Tvs]]:
    """Random mechanisms and product laws, with the policy and the two instances they become."""
    source = random.Random(408)
    for one, other, tvs in bit_laws(RECORDS):
        channel = random_channel(source, 2**RECORDS, OUTPUTS)
        worlds = [(*laws, *(QUIET,) * OUTPUTS) for laws in (one, other)]
        situation = Situation(as_policy(channel, last_arms_differ), *worlds)
        products = [tuple(a[0][i] * a[1][j] for i, j in bit_lists(RECORDS)) for a in (one, other)]
        yield situation, channel, (products[0], products[1]), tvs


def _reduces(last_arms_differ: bool) -> int:
    """The laws of the actions are those of the output, and the moments are those of Theorem 4.8."""
    count = 0
    for case, channel, products, tvs in _mechanisms(last_arms_differ):
        for world, product in zip((case.one, case.two), products, strict=True):
            law = action_law(case.policy, world)
            seen = tuple(law.get((0, 1, RECORDS + o), Fraction(0)) for o in range(OUTPUTS))
            same = seen == output_law(product, channel)
            require(same, "The last action does not have the law of the output.", t=tvs, law=seen)
        moments = mismatch_moments(case.policy, case.one, case.two, RECORDS + 1)
        equal = (moments.total, moments.printed) == (first_moment(tvs), second_moment(tvs))
        require(equal, "The moments are not those of the product.", t=tvs, moments=moments)
        neighbours = max(
            a / b
            for i, left in enumerate(channel)
            for j, right in enumerate(channel)
            if bin(i ^ j).count("1") == 1
            for a, b in zip(left, right, strict=True)
        )
        require(view_ratio(case.policy) == neighbours, "The budget is another.", t=tvs)
        count += 1
    return count


@claim(
    "thesis.sec4.2.2.generalises",
    "Theorem 4.9 generalises Theorem 4.8 to the sequential setting under pure DP, with one more "
    "expectation, over the actions.",
    recorded="holds",
    stated=True,
    title="Theorem 4.9 contains (4.5)",
    kind="remark",
    place="4.2.2 after Theorem 4.9",
    rests_on=(
        "thesis.thm4.9",
        "thesis.thm4.8",
        "textbook.post-processing",
        "textbook.finite-partitions",
    ),
    mutants={"outputs on the arms of the records": {"last_arms_differ": True}},
)
def contains_pure(last_arms_differ: bool = False) -> Verdict:
    """A mechanism as a policy that plays one arm for each record, then the arm of its output."""
    count = _reduces(last_arms_differ)
    return derived(
        "A mechanism on n records with K outputs is a policy with n + K arms and T = n + 1: it "
        "plays arm i in round i, then the arm of its output, which pays 0. It has the same eps, "
        "its actions have the laws M_1, M_2, and the sum of t_{a_t} is sum t_i, so Theorem 4.9 is "
        "(4.5) for it. With infinitely many outputs it is (4.5) for each finite partition of them, "
        "which is as private, and KL is the supremum over these.",
        covered="All mechanisms: by this policy, and by finite partitions of the outputs; "
        f"{count} random ones on two bits, exactly.",
    )


@pair(
    "thesis.sec4.2.2.generalises.zcdp",
    "Theorem 4.14 generalises Theorem 4.8 to the sequential setting under zCDP: as the actions "
    "are stochastic, one more expectation, over the actions, is all that is added to (4.6).",
    r"$\rho\,\mathbb E_p[d_{\mathrm{Ham}}^2]$ generalises (4.6) to the sequential setting: it is "
    r"(4.6) if the arms are fixed in advance, and it bounds the divergence of every "
    r"$\rho$-Interactive zCDP kernel.",
    recorded="fails",
    stated=True,
    subjects={"square": (as_printed, expected_square)},
    title="Theorem 4.14 is said to contain (4.6)",
    repaired_title="what contains (4.6)",
    kind="remark",
    place="4.2.2 after Theorem 4.14",
    rests_on=("thesis.thm4.14.chain", "thesis.thm4.8.zcdp", "thesis.thm4.8.coupling"),
    mutants={"without the variance": {"square": lambda moments: moments.square}},
)
def contains_zcdp(square: Square) -> Verdict:
    """The same policies, where both are (4.6); then the policy that refutes Theorem 4.14."""
    for case, _, _, tvs in _mechanisms(False):
        moments = mismatch_moments(case.policy, case.one, case.two, RECORDS + 1)
        value, product = square(moments), second_moment(tvs)
        require(value == product, "For fixed arms it is not (4.6).", t=tvs, value=value)
    case = counts_and_tells()
    rho = zcdp_constant(case.policy, Notion.INTERACTIVE, 9)
    moments = mismatch_moments(case.policy, case.one, case.two, 3)
    left, right = divergence_of(case), rho * square(moments)
    require(
        left <= right,
        "For fixed arms the formula is (4.6), but actions that answer to mismatches make these "
        "come together, and the expectation over the actions alone is too small.",
        policy="the first one of thesis.thm4.14",
        rho=rho,
        KL=left,
        right_side=right,
    )
    return derived(
        "For arms that are fixed in advance the mismatches are independent, so the cross term is 0 "
        "and E[d^2] is the second moment of Theorem 4.8; in general it is what the first "
        "display of the proof of 4.14 bounds.",
        covered="All kernels, by that display; 15 mechanisms on two bits, exactly, and the policy "
        "that refutes the print.",
    )
