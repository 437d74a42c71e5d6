"""What a formal proof makes of the verdict of a claim, and what it does not."""

import pytest
from banditproof.paper_checks import find
from banditproof.paper_checks.derivations import compared_formulas
from banditproof.paper_checks.derivations.derived_verdict import derived, with_derivation
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.paper_checks.running import read_derivations
from banditproof.paper_checks.running.closed_set import trusted_lines
from banditproof.paper_checks.running.read_derivations import content_of
from banditproof.paper_checks.running.second_reading import trust_in
from banditproof.paper_checks.verdicts.verdict import ForAll, Outcome, Verdict
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread, Passage
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.verify.evidence import Evidence, Grade, JudgedBy

WITH_AXIOM = "theorem my.a: forall n. 0 <= n\n  fix n\n  show by real_nonneg(n)\nqed\n"
CITING = "theorem my.b: 0 <= 1 and 0 <= 2\n  have h by my.cited\n  show by h\nqed\n"


DENYING = (
    "theorem my.c: not (forall n. 1 <= n)\n  assume h\n  have wrong by h(0)\n  show by wrong\nqed\n"
)


def refuted() -> Verdict:
    return Verdict(
        Outcome.FAILS,
        "At 0.",
        Evidence(Grade.PROVED, witness="n = 0.", judged_by=JudgedBy.BANDITPROOF),
    )


def outlined() -> Verdict:
    return Verdict(
        Outcome.HOLDS,
        "So.",
        Evidence(Grade.OUTLINED, judged_by=JudgedBy.BANDITPROOF),
        universal=ForAll.STEPS,
    )


def derivation(text: str, **statements: str) -> Derivation:
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(text, "my.proof"))
    development.statements |= {f"my.{n}": Passage.of(said) for n, said in statements.items()}
    return development.derive(next(iter(development.proofs)))


def test_an_accepted_proof_that_was_compared_is_derived() -> None:
    verdict = derived(outlined(), derivation(WITH_AXIOM), "checked; leaves out the case n = 0")
    assert verdict.evidence is not None
    assert verdict.evidence.grade == Grade.DERIVED
    assert "real_nonneg" in verdict.covered
    assert verdict.not_covered == "What the formula leaves out: the case n = 0."


def test_an_outline_leaves_the_grade_as_it_is_and_says_what_is_open() -> None:
    text = WITH_AXIOM.replace("  show by real_nonneg(n)", "  1. So it is. :: 0 <= n -- open")
    found = derivation(text)
    verdict = derived(outlined(), found, "checked")
    assert verdict.evidence is not None
    assert verdict.evidence.grade == Grade.OUTLINED
    assert (
        "an outline that leaves 1 sentence open, the first at my.proof:3:3" in verdict.not_covered
    )


@pytest.mark.parametrize(
    ("signed", "grade"),
    [("checked", Grade.DERIVED), ("", Grade.PROVED)],
    ids=["signed", "unsigned"],
)
def test_a_refutation_is_derived_by_a_negation_that_was_compared(signed: str, grade: Grade) -> None:
    verdict = derived(refuted(), derivation(DENYING), signed)
    assert verdict.evidence is not None
    assert (verdict.evidence.grade, verdict.evidence.witness) == (grade, "n = 0.")
    assert "The kernel derives the negation of: ∀ n. 1 ≤ n" in verdict.covered


def test_a_formal_proof_that_denies_nothing_refutes_nothing() -> None:
    with pytest.raises(Misread, match=r"refutes zcdp\.lem5, and its formal proof denies nothing"):
        with_derivation(find("zcdp.lem5"), refuted())


def test_a_formula_that_nobody_compared_is_not_derived() -> None:
    verdict = derived(outlined(), derivation(WITH_AXIOM), "")
    assert verdict.evidence is not None
    assert verdict.evidence.grade == Grade.OUTLINED
    assert "nobody has compared the formula" in verdict.covered


@pytest.mark.parametrize("digest", ["0" * 16, None])
def test_a_formula_that_changed_since_it_was_compared_is_not_derived(
    digest: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = find("zcdp.lem5")
    before = with_derivation(claim, outlined())
    rows = {**compared_formulas.compared(), claim.id: digest}
    monkeypatch.setattr(compared_formulas, "compared", lambda: rows)
    after = with_derivation(claim, outlined())
    assert before.evidence is not None
    assert after.evidence is not None
    assert (before.evidence.grade, after.evidence.grade) == (Grade.DERIVED, Grade.OUTLINED)


def test_what_cites_an_unproved_statement_is_not_derived() -> None:
    result = derivation(CITING, cited="0 <= 1 and 0 <= 2")
    assert (result.axioms, result.cited) == ((), ("my.cited",))
    verdict = derived(outlined(), result, "checked")
    assert verdict.evidence is not None
    assert verdict.evidence.grade == Grade.OUTLINED
    assert "my.cited" in verdict.not_covered


def test_proofs_that_cite_each_other_are_refused() -> None:
    circle = CITING + CITING.replace("my.cited", "my.x").replace("my.b", "my.cited").replace(
        "my.x", "my.b"
    )
    with pytest.raises(Misread, match=r"in a circle: my\.b -> my\.cited -> my\.b"):
        derivation(circle)


def test_a_theorem_has_one_proof() -> None:
    with pytest.raises(Misread, match="stands elsewhere already"):
        derivation(WITH_AXIOM + WITH_AXIOM)


def test_coq_has_read_a_proof_if_its_file_is_the_one_that_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theorem = development_of(None).derive("zcdp.lem5").theorem
    for content, said in (
        (content_of("zcdp.lem5", theorem)[0], "Coq accepts the proof; what it cites is read apart"),
        ("the content of another file", "not run on the proof as it is"),
    ):
        monkeypatch.setattr(read_derivations, "accepted_before", {"zcdp.lem5": content}.copy)
        rows = dict(trust_in("zcdp.lem5"))
        assert rows["second reader"] == said
        assert (
            rows["trusted"] == f"{trusted_lines():,} lines: the logic, and the core of the checker"
        )
