"""No axiom of the library is violated in random finite models, and false ones are.

Not tried yet: what quantifies over bounded functions (KLAtMost, RenyiAtMost), and the axioms of
policies in paper_checks/logic. Trajectories have few models, as each takes a tenth of a second.
"""

import pytest
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.model_trials import trial

LIBRARY = standard_library()
UNTRIED: set[str] = set()
FEW = {"trajectory_steps", "trajectory_only", "product_put", "product_only"}
LAWS = "forall (P : Law 'a) (A : 'a -> Prop) (B : 'a -> Prop) (X : 'a -> R) c. "
FALSE = {
    "the complement of what is no event": "Pr[w ~ P](not A(w)) = 1 - Pr(P, A)",
    "twice Markov": "Int(P, X) -> (forall (w : 'a). 0 <= X(w)) -> "
    "2 * c * Pr[w ~ P](c <= X(w)) <= E(P, X)",
    "every set is an event": "Measurable(A)",
    "unions add": "Pr[w ~ P](A(w) or B(w)) = Pr(P, A) + Pr(P, B)",
    "a mean of what has none": "E[w ~ P](c - X(w)) = c - E(P, X)",
}


@pytest.mark.parametrize("name", sorted({*LIBRARY.axioms} - UNTRIED))
def test_no_model_violates_an_axiom(name: str) -> None:
    axiom = LIBRARY.axioms[name]
    models = range(20 if name in FEW else 300)
    result = trial(name, axiom.statement, LIBRARY.theory.definitions, models)
    assert result.violated == []
    assert result.full > 0


@pytest.mark.parametrize("said", FALSE)
def test_a_false_statement_is_violated(said: str) -> None:
    statement = LIBRARY.formula(LAWS + FALSE[said])
    assert trial("false", statement, LIBRARY.theory.definitions, range(300)).violated
