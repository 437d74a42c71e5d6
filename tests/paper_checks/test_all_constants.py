"""Statements about constants that exist, or about limits, are not settled by finitely many cases."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
import pytest
import sympy as sp
from flint import Ordering, arb, fmpq_mpoly_ctx
from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.adversarial.section_4_experts.remarks_on_many_experts import (
    almost_all_rounds,
    log_of_theorem_10,
)
from banditproof.paper_checks.models.sums_of_rows import tells_for_every_n
from banditproof.paper_checks.running.single_check import require_all_constants
from banditproof.paper_checks.statements.declared import Declared
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.paper_checks.statements.field_names import NOT_ASYMPTOTIC
from banditproof.paper_checks.statements.misfits import order_in
from banditproof.paper_checks.statements.text_errors import WrongText
from banditproof.paper_checks.statements.text_reader import parsed
from banditproof.paper_checks.verdicts.along import (
    NotShown,
    for_every_number,
    no_multiple_helps,
    prover_shows,
    steps_show,
)
from banditproof.paper_checks.verdicts.along_by_algebra import (
    equal_in_symbols,
    limit_in_symbols,
    multiple_in_symbols,
    numbers_show,
    polynomials_vanish,
)
from banditproof.paper_checks.verdicts.judging import judged
from banditproof.paper_checks.verdicts.vocabulary import (
    Counterexample,
    proved,
    refuted,
    require,
    showing,
    vacuous,
)
from banditproof.verify.evidence import Grade

T = sp.Symbol("T", positive=True)
X = fmpq_mpoly_ctx.get(["x"], Ordering.lex).gen(0)
ASKED = {
    id: claim
    for document in SHIPPED
    for id, claim in document.declared.items()
    if claim.asymptotic and not claim.asymptotic.startswith(NOT_ASYMPTOTIC)
}
"""The claims whose statements leave constants to be chosen, or let something grow."""


def test_claims_of_five_documents_say_what_their_statements_leave_open() -> None:
    assert len(ASKED) > 50
    outlined = {id for id, claim in ASKED.items() if claim.grade == "outlined"}
    assert {"renyi.thm8.whp", "zcdp.thm4.expected", "thesis.thm5.12.whp"} <= outlined
    assert ASKED["thesis.thm6.5.limits"].grade == ASKED["thesis.persp.jdp.price"].grade == "proved"


TEXT = "my.a [theorem] rate\n    The regret is $O(\\sqrt T)$.\n  fails, proved -- rates.regret\n"


def test_a_text_with_an_order_says_how_its_constants_were_dealt_with() -> None:
    with pytest.raises(WrongText, match="add `asymptotic: ` and what is left to be chosen"):
        parsed(TEXT, Path("a.claims"))
    for field in ("constants", "no; the bound is 0"):
        (claim,) = parsed(f"{TEXT}  asymptotic: {field}\n", Path("a.claims")).entries
        assert isinstance(claim, Declared)
        assert claim.asymptotic == field
    with pytest.raises(WrongText, match="There is no reason"):
        parsed(f"{TEXT}  asymptotic: no; \n".rstrip() + "\n", Path("a.claims"))


@pytest.mark.parametrize(
    ("statement", "word"),
    {
        "With universal constants $A$.": "universal constant",
        "It is $\\mathcal O(n)$.": "\\mathcal O",
        "It tends to 0.": "tends",
        "As $T\\to\\infty$.": "\\to\\infty",
        "Its regret is sublinear.": "sublinear",
        "The order of the arms is $f(n)$.": "",
    }.items(),
)
def test_words_for_constants_and_limits(statement: str, word: str) -> None:
    claim = Declared(id="my.a", statement=statement, recorded="fails", grade="proved")
    assert order_in(claim) == word
    assert order_in(replace(claim, grade="outlined")) == ""


def test_a_refutation_at_fixed_constants_is_no_proof() -> None:
    claim = find("thesis.B.3.step4.sublinear")
    verdict = run(claim).verdict
    require_all_constants(claim, verdict)
    with pytest.raises(ValueError, match="finitely many cases prove nothing; give `along=`"):
        require_all_constants(claim, replace(verdict, along=None))
    evidence = replace(verdict.evidence, grade=Grade.OUTLINED) if verdict.evidence else None
    require_all_constants(claim, replace(verdict, along=None, evidence=evidence))


def test_a_check_that_says_proved_of_fixed_constants_stops_with_an_error() -> None:
    claim = find("thesis.B.3.step4.sublinear")
    verdict = replace(run(claim).verdict, along=None)
    result = run(replace(claim, check=lambda: verdict))
    assert "finitely many cases prove nothing" in (result.error or "")
    assert result.verdict.outcome == Outcome.OPEN


def test_a_refutation_by_the_steps_of_another_claim_is_outlined_and_rests_on_it() -> None:
    claim = find("zcdp.thm4.whp")
    verdict = run(claim).verdict
    assert verdict.evidence is not None
    assert verdict.evidence.grade == Grade.OUTLINED
    assert verdict.along is not None
    assert verdict.along.claim in claim.rests_on
    for id, why in (("zcdp.thm1", "name that in `rests on`"), ("bern.sec1.matching", "name that")):
        wrong = replace(verdict, along=steps_show(id, "d", "it is larger"))
        with pytest.raises(ValueError, match=why):
            require_all_constants(claim, wrong)
    weak = replace(find("bern.thm4.3"), rests_on=("bern.sec1.matching",))
    wrong = replace(verdict, along=steps_show("bern.sec1.matching", "d", "it is larger"))
    with pytest.raises(ValueError, match="which is holds, points"):
        require_all_constants(weak, wrong)


def test_what_is_shown_along_a_limit_is_covered_and_limits_the_grade() -> None:
    machine = prover_shows("sqrt(T)/4 >= T**(1/4)/40*log(T)", "T in [2, inf)", "it is longer")
    verdict = refuted("It is longer.", along=machine, T=10**8)
    assert verdict.covered == "For every T in [2, inf) it is longer, by the prover."
    steps = steps_show("my.lem1", "d >= 100", "the ratio grows", machine)
    assert refuted("Larger.", along=steps, d=100).evidence == replace(
        refuted("Larger.", d=100, grade=Grade.OUTLINED).evidence
    )
    assert steps.by == "the steps of my.lem1, and the prover"


def test_what_is_not_so_is_not_shown() -> None:
    for wrong in (
        lambda: prover_shows("T/100 >= log(T)", "T in [2, inf)"),
        lambda: equal_in_symbols("T", "they are equal", T + 1, T),
        lambda: multiple_in_symbols("T", "it grows like T", T**2, T, [T]),
        lambda: multiple_in_symbols("T", "0 is a multiple", 0, T),
        lambda: multiple_in_symbols("T", "it is a multiple of 0", T, 0),
        lambda: numbers_show("T", "it is less", less=zip([3], [1], strict=True)),
        lambda: limit_in_symbols("T", "it tends to 0", (T + 1) / T, T, 0),
        lambda: numbers_show("T", "it is less", less=[(Fraction(1, 2), Fraction(1, 2))]),
        lambda: numbers_show("T", "it is equal", equal=[(1, Fraction(1000001, 1000000))]),
        lambda: polynomials_vanish("n", "they are equal", [X - X, X], 2),
        lambda: no_multiple_helps(Fraction(1, 10**9), "the bound is small"),
        lambda: tells_for_every_n(Fraction(1)),
    ):
        with pytest.raises(NotShown):
            wrong()
    for statement, where in (("T >= 1", "T in [2, 10]"), ("d >= 0", "d in [1, 2], T in [1, inf)")):
        with pytest.raises(ValueError, match="has a range without end"):
            prover_shows(statement, where)


def test_floats_and_terms_without_what_grows_show_nothing() -> None:
    for wrong, sentence in (
        (lambda: equal_in_symbols("T", "they are equal", T * 1.0, T), "has a float"),
        (lambda: numbers_show("T", "it is less", less=[(0.1, 1)]), "is not exact"),
        (lambda: numbers_show("T", "it is less", less=[(1, float("nan"))]), "is not exact"),
        (lambda: numbers_show("T", "it is less", less=[("10", "9")]), "is not exact"),
        (lambda: equal_in_symbols("T", "they are equal", 2, 2), "are numbers"),
        (lambda: multiple_in_symbols("T", "it is", T**3, T**2, [sp.Symbol("T")]), "have no T"),
        (lambda: polynomials_vanish("n", "they are equal", [], 0), "give 0 polynomials"),
        (lambda: numbers_show("T", "it is less"), "Nothing is compared"),
        (lambda: limit_in_symbols("T", "it tends to 0", 0, T, 0), "has no T"),
        (lambda: polynomials_vanish("n", "they are equal", [X - X], 2), "give 2 polynomials"),
        (lambda: polynomials_vanish("n", "they are equal", [0], 1), "give 1 polynomials"),
    ):
        with pytest.raises(ValueError, match=sentence):
            wrong()


def test_what_stands_on_the_steps_of_another_claim_is_not_proved() -> None:
    steps = steps_show("my.lem1", "d >= 100", "the ratio grows")
    for ending in (proved, vacuous):
        with pytest.raises(ValueError, match=r"stands on the steps of my\.lem1.* is outlined"):
            ending("It holds.", covered="All.", along=steps)
    with pytest.raises(ValueError, match="a claim that states both"):
        steps_show("my.lem2", "d", "it is larger", steps)


def test_the_bound_of_theorem_10_is_as_large_as_is_said() -> None:
    """At least sqrt(log T) times T for T/log T experts, and not (log T)^(5/6) times T."""
    for s in (2, 100, 10**5):
        log = log_of_theorem_10(arb(s), almost_all_rounds(arb(s)))
        assert log >= arb(s).log() / 2
    assert log < arb(s).log() * 5 / 6
    shown = run(find("adv.rem.thm10sub")).verdict.along
    assert shown is not None
    assert shown.shown.endswith("is at least sqrt(log T) times T")


def test_a_case_of_which_the_rest_is_not_shown_decides_nothing() -> None:
    def check() -> None:
        with showing(lambda: prover_shows("T/100 >= log(T)", "T in [2, inf)")):
            require(10 < 5, "It is larger.", T=10)

    verdict = judged(check)()
    assert verdict.outcome == Outcome.OPEN
    assert verdict.summary.startswith("It is larger. The prover does not show T/100 >= log(T)")


def test_states_that_return_by_rounding_are_refused() -> None:
    """1 + 1e-20 is 1 in floats, and no state of the exact recursion returns."""
    with pytest.raises(ValueError, match="is a float"):
        for_every_number((0, 1.0), lambda s: (0, s[1] + 1e-20), lambda s: True, "it is 1")


def test_the_inner_of_two_nested_explanations_counts() -> None:
    inner, outer = (numbers_show("n", words, less=[(0, 1)]) for words in ("inner", "outer"))
    with pytest.raises(Counterexample) as found, showing(outer), showing(inner):
        require(False, "It is not so.")
    assert found.value.along is inner
