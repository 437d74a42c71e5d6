"""Mutants of policies that release vectors: the cheap pairs come out as recorded, exactly."""

from fractions import Fraction
import pytest
from banditproof.theory.budgets import ZCDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.judges import AFFINE, FRESH, ONCE
from banditproof.verify.audit.structure import structure_of
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants.vector_policies import (
    CLAIM,
    ENTRIES,
    OwnSums,
    VectorLeader,
    accumulated,
    first_coordinate,
    one_noise,
    plays_judge,
    with_half_of_the_last,
)
from banditproof.verify.self_test import self_test

EXACT = {
    "contexts longer than the noise allows": Fraction(3, 2),
    "the printed noise with a design that is not optimal": Fraction(118, 100),
    "rewards of a phase used in the next one again": 1,
    "the estimate with the noise of the whitened vector": 25,
}
"""Mutants that are refuted exactly, with a loss that is certified at least."""


@pytest.mark.parametrize("name", EXACT)
def test_a_mutant_is_refuted_exactly_and_its_reference_held(name):
    (entry,) = (entry for entry in ENTRIES if entry.name == name)
    (row,) = self_test(entries=[entry]).rows
    assert (row.outcomes, row.error) == (entry.expected, "")
    assert row.mutant.grade is Grade.PROVED
    assert row.mutant.loss.lo >= EXACT[name]


@pytest.mark.parametrize(
    ("finished", "judge"),
    [
        (accumulated, ONCE),
        (with_half_of_the_last, ONCE),
        (one_noise, FRESH),
        (first_coordinate, FRESH),
    ],
)
def test_the_judges_of_plays_see_the_defect(finished, judge):
    policy = VectorLeader(OwnSums(finished), turns=8)
    seen = structure_of(policy, CLAIM, long=False).seen
    assert seen[judge]
    assert not seen[AFFINE]


def test_the_loss_of_an_accumulated_sum_grows_with_the_plays():
    """After m releases with fresh noise the first reward is known m times as well."""
    losses = [
        plays_judge(VectorLeader(OwnSums(accumulated), turns=turns)).loss.lo for turns in (1, 4, 8)
    ]
    assert losses == [Fraction(1, 2), 2, 4]


def test_the_right_curator_holds_under_the_name_of_its_defect():
    assert audit(VectorLeader(turns=8), ZCDP("1/2"), output="transcript").verdict == "holds"
    assert audit(VectorLeader(turns=8), ZCDP("0.499"), output="transcript").verdict == "fails"
