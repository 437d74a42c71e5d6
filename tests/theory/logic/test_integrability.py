"""The reason `integrable`: what it shows has a mean, and what nothing says is not shown."""

from types import ModuleType
import judged_by_parts
import pytest
from case_tables import table
from banditproof.theory.logic import integrability, measurability
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.terms import Refused

GIVEN = (
    "forall (P : Law 'a) (X : 'a -> R) (Y : 'a -> R) (Z : 'a -> R) (U : 'a -> R) (V : 'a -> R) "
    "(L : 'a -> Law R) (S : N -> 'a -> R) (T : N -> 'a -> R) (A : 'a -> Prop) (D : 'a -> R) n. "
    "Int(P, X) -> "
    "Measurable(Y) and (forall (w : 'a). 0 <= Y(w) and Y(w) < 3) -> Measurable(Z) and Bounded(Z) "
    "-> Measurable(U) and Int(P, U) and (forall (w : 'a). 0 <= U(w)) -> Measurable(V) and "
    "(forall (w : 'a). 0 <= V(w)) and (forall (w : 'a). V(w) <= U(w)) -> Measurable(L) and "
    "Int[x ~ mix(P, L)](x) -> (forall k. Measurable(S(k)) and forall (w : 'a). S(k, w) in [0, 1]) "
    "-> (forall k. Measurable(T(k))) -> Measurable(A) -> "
    "Measurable(D) and (forall (w : 'a). 1 / 2 <= D(w)) -> "
)


def judged(claim: str, *named: str, word: str = "integrable") -> Theorem:
    """What the kernel says of a claim under facts of its parts."""
    letters, facts = "P X Y Z U V L S T A D n", "X, Y, Z, U, V, L, S, T, A, D"
    return judged_by_parts.judged(letters, facts, f"{GIVEN}{claim}", ", ".join((*named, word)))


@pytest.mark.parametrize("claim", table(__file__, "integrable"))
def test_what_is_written_out_is_integrable(claim: str) -> None:
    assert not judged(claim).hypotheses


@pytest.mark.parametrize(("claim", "cited"), table(__file__, "besides"))
def test_what_a_cited_fact_asks_for_is_shown_alike(claim: str, cited: str) -> None:
    assert not judged(claim, cited).hypotheses
    with pytest.raises(Refused, match="is not shown"):
        judged(claim, word=cited)


@pytest.mark.parametrize(("claim", "words"), table(__file__, "not_shown"))
def test_a_part_of_which_nothing_is_known_is_named(claim: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        judged(claim)
    assert words in str(refused.value)


TABLES = {
    integrability: ("INTEGRABLE_BY_FORM", "INTEGRABLE_BESIDES", "BOUNDED_BY_FORM"),
    measurability: ("OF_CHOICES",),
}
RULES = [
    (module, table, rule)
    for module, tables in TABLES.items()
    for table in tables
    for rule in getattr(module, table)
    if rule != "int_const"  # which is quicker; what is constant is bounded, too
]


@pytest.mark.parametrize(("module", "name", "rule"), RULES, ids=[rule for *_, rule in RULES])
def test_each_rule_is_needed(
    module: ModuleType, name: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = tuple(other for other in getattr(module, name) if other != rule)
    monkeypatch.setattr(module, name, rest)
    claim, *cited = next(more for one, *more in table(__file__, "needed") if one == rule)
    with pytest.raises(Refused):
        judged(claim, *cited)
    monkeypatch.undo()
    assert not judged(claim, *cited).hypotheses
