"""No axiom is violated in random finite models, and each one without a hypothesis is.

A hypothesis whose deletion no model refutes stands in the axiom's field `unrefuted`, with a reason.
"""

import pytest
from tiers import sampled
from banditproof.paper_checks.derivations.developments import shipped_library
from banditproof.theory.logic.model_trials import MODELS, trial
from banditproof.theory.logic.model_values import taken_apart

LIBRARY = shipped_library()
DEFINITIONS = LIBRARY.theory.definitions
OF_NOISE = {"laplace_law", "normal_noise"}
"""Axioms about laws with a density, which no finite law has; `test_laws_of_noise.py` tries them."""
AXIOMS = sorted(LIBRARY.axioms.keys() - OF_NOISE)
DEAR = {"trajectory_only", "policy_of", "next_reads", "trajectory_steps"}
"""Axioms that the fast tests try in fewer models."""
LAWS = "forall (P : Law 'a) (A : 'a -> Prop) (B : 'a -> Prop) (X : 'a -> R) c. "
FALSE = {
    "the complement of what is no event": "Pr[w ~ P](not A(w)) = 1 - Pr(P, A)",
    "twice Markov": "Int(P, X) -> (forall (w : 'a). 0 <= X(w)) -> "
    "2 * c * Pr[w ~ P](c <= X(w)) <= E(P, X)",
    "every set is an event": "Measurable(A)",
    "unions add": "Pr[w ~ P](A(w) or B(w)) = Pr(P, A) + Pr(P, B)",
    "a mean of what has none": "E[w ~ P](c - X(w)) = c - E(P, X)",
}


@pytest.mark.parametrize("name", AXIOMS)
def test_no_model_violates_an_axiom(name: str) -> None:
    models = range(30 if name in DEAR else 150)
    result = trial(name, LIBRARY.axioms[name].statement, DEFINITIONS, models)
    assert result.violated == []
    assert result.full > 0


@pytest.mark.parametrize("name", sampled(AXIOMS, 3))
def test_many_models_refute_each_axiom_without_a_hypothesis(name: str) -> None:
    axiom = LIBRARY.axioms[name]
    result = trial(name, axiom.statement, DEFINITIONS, range(MODELS))
    assert (result.models, result.violated) == (MODELS, [])
    assert result.full > MODELS // 20
    hypotheses = taken_apart(axiom.statement, DEFINITIONS).hypotheses
    unrefuted = {n for n in range(1, len(hypotheses) + 1) if n - 1 not in result.needed}
    assert unrefuted == {int(n) for n in axiom.unrefuted.partition(";")[0].split()}


@pytest.mark.parametrize("said", FALSE)
def test_a_false_statement_is_violated(said: str) -> None:
    statement = LIBRARY.formula(LAWS + FALSE[said])
    assert trial("false", statement, DEFINITIONS, range(300)).violated
