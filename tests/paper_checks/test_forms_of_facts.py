"""Theorems that rest on textbook facts and on steps of claims of the documents."""

import pytest
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.theory.logic.development import Derivation
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in


def derived(*lines: str, where: str) -> Derivation:
    rows = "\n".join(f"  {line}" for line in (f"where {where}", *lines))
    development = development_of.__wrapped__(None)
    development.add(theorems_in(f"theorem it\n{rows}\nqed\n", "a.proof"))
    return development.derive("it")


WHERE = "x, y in [0, 1]; r in [0, inf)"
ERRORS = (
    "1. Both errors. :: x + exp(r)*y >= 1 -- claim thesis.eq2.28 (5); with A=x, B=y, eps=r, delta=0"
)


def test_a_step_of_a_claim_says_what_its_proof_says_at_the_terms() -> None:
    found = derived(ERRORS, where=WHERE)
    (one,) = found.opened
    assert one.name == "thesis.eq2.28 (5) at A = x, B = y, eps = r, delta = 0"
    assert found.cited == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (">= 1 --", ">= 2 --", "something else"),
        (">= 1 --", "> 1 --", "something else"),
        ("delta=0", "delta=r", "The premise r <= 1 is not shown"),
        ("A=x", "A=2*x", "The premise 2 \\* x <= 1 is not shown"),
        ("(5)", "(1)", "is no part of what the claim states"),
    ],
)
def test_a_step_that_is_cited_wrongly_is_refused(old: str, new: str, message: str) -> None:
    assert old in ERRORS
    with pytest.raises(Misread, match=message):
        derived(ERRORS.replace(old, new), where=WHERE)


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("claim bern.no_such_claim", "There is no claim .bern.no_such_claim"),
        ("claim thesis.eq2.28 (99)", "has no step 99"),
        ("claim thesis.eq2.28 (x)", "has no step x"),
        ("claim thesis.eq2.28 (1, 2)", "One step of a claim is cited"),
        ("claim thesis.rem3.6", "is recorded as fails, and cannot be cited"),
        ("textbook marcov ({0 <= b}, {0 < 1}); with a=1", "did you mean markov"),
    ],
)
def test_what_is_not_known_is_refused(reason: str, message: str) -> None:
    with pytest.raises(Misread, match=message):
        derived(f"1. So. :: b <= 1 -- {reason}", where="b in [0, 2]")
