"""The reason `measurable`: what it shows is measurable, and what nothing says is not shown."""

import judged_by_parts
import pytest
from case_tables import table
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.terms import Refused

GIVEN = (
    "forall (X : 'a -> R) (Y : 'a -> R) (n : 'a -> N) (F : N -> R -> N -> R) (L : 'a -> Law R) "
    "(S : N -> 'a -> R) (A : 'a -> Prop). Measurable(X) -> Measurable(Y) and Measurable(n) -> "
    "(forall t. Measurable(fun (z : Pair R N). F(t, fst(z), snd(z)))) -> Measurable(L) -> "
    "(forall t. 0 <= t -> Measurable(S(t))) -> Measurable(A) -> "
)


def judged(claim: str, *named: str) -> Theorem:
    """What the kernel says of a claim under facts of its parts."""
    reason = ", ".join(("measurable", *named))
    return judged_by_parts.judged("X Y n F L S A", "X, Y, F, L, S, A", f"{GIVEN}{claim}", reason)


@pytest.mark.parametrize("claim", table(__file__, "measurable"))
def test_what_is_written_out_is_measurable(claim: str) -> None:
    assert not judged(claim).hypotheses


@pytest.mark.parametrize(("claim", "words"), table(__file__, "not_shown"))
def test_a_part_of_which_nothing_is_known_is_named(claim: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        judged(claim)
    assert words in str(refused.value)


def test_a_fact_may_be_named() -> None:
    assert not judged("Measurable(fun (w : 'a). X(w) + 1)", "X").hypotheses
    with pytest.raises(Refused, match="Nothing is known here by the name Z"):
        judged("Measurable(fun (w : 'a). X(w) + 1)", "Z")
