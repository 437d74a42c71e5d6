"""Proofs as objects: each kind of step holds, fails on a wrong version, and has its verdict."""

from dataclasses import dataclass
from fractions import Fraction
import pytest
from banditproof.paper_checks.proofs import (
    Computed,
    Context,
    Enumeration,
    ExtremePoints,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    StepVerdict,
    Textbook,
    Words,
)
from banditproof.paper_checks.proofs.schemas import SCHEMAS
from banditproof.paper_checks.proofs.theorems.grades import grade_left_open
from banditproof.paper_checks.proofs.theorems.judge import judge
from banditproof.paper_checks.statements.claim import REGISTERED
from banditproof.paper_checks.statements.programmed import claim
from banditproof.paper_checks.verdicts.judging import judged
from banditproof.paper_checks.verdicts.verdict import Outcome, Verdict
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory import certify, kl

WHERE = "x in [0,1], y in [0,1], m in [0,inf), a in (0,inf), p in [0,1], n in [1,inf), s in [0,inf)"
MARKOV = Textbook(
    1,
    "Markov's inequality.",
    "p*a <= m",
    fact="textbook.markov",
    hypotheses={"X >= 0": "s >= 0", "a > 0": "a > 0"},
    instance={"p": "p", "a": "a", "m": "m", "X": "s"},
    over=("s",),
)


def sum_to(n) -> str:
    need(sum(range(n + 1)) == n * (n + 1) // 2, "The sum differs")
    return f"the sum to {n}"


# a step that holds, and a wrong version of it
STEPS = {
    "identity": (Identity(1, "A square.", "(x+1)^2 = x^2+2*x+1"), {"formula": "x*x = x"}),
    "exponentials": (
        Identity(1, "A sum.", "exp(x)*exp(y) = exp(x+y)"),
        {"formula": "exp(x)*exp(y) = exp(x-y)"},
    ),
    "inequality": (Inequality(1, "Bernoulli.", "exp(x) >= 1+x"), {"formula": "exp(x) >= 1+2*x"}),
    "equation": (Inequality(1, "Both.", "max(x, y) + min(x, y) = x + y"), {"formula": "x = y"}),
    "induction": (
        Induction(1, "A sum.", "s = n*(n+1)/2", sequence="s", first="1", following="s+n+1"),
        {"following": "s+n"},
    ),
    "range of an induction": (
        Induction(
            1, "A product.", "s <= 1", sequence="s", first="1", following="s/2", weight="1/2"
        ),
        {"following": "s/2 - 1/4"},
    ),
    "induction of an inequality": (
        Induction(1, "Doubling.", "s >= n", sequence="s", first="1", following="2*s", weight="2"),
        {"first": "1/2"},
    ),
    "extreme points": (
        ExtremePoints(1, "A chord.", "exp(x) <= 1+x*(exp(1)-1)", along=("x",)),
        {"formula": "exp(x) <= 1+x*(exp(1)-1)-1/1000"},
    ),
    "two quantities": (
        ExtremePoints(1, "A saddle.", "x*y <= (x+y)/2", along=("x", "y")),
        {"formula": "x*y <= (x+y)*49/100"},
    ),
    "enumeration": (
        Enumeration(1, "Squares.", cases=lambda: range(8), holds=lambda k: k * k < 50, count=8),
        {"count": 9},
    ),
    "computed": (Computed(1, "A sum.", by=lambda: sum_to(9)), {"by": lambda: sum_to("no number")}),
    "textbook": (MARKOV, {"formula": "2*p*a <= m"}),
    "claim": (OnClaim(1, "Lemma F.3.", claim="bern.lemF.3"), {"claim": "bern.thm3.1"}),
}


@pytest.mark.parametrize("kind", STEPS)
def test_a_step_holds_and_its_wrong_version_does_not(kind) -> None:
    step, wrong = STEPS[kind]
    proof = Proof("bern.none", (step,), WHERE)
    assert proof.verdict("It holds.").outcome == Outcome.HOLDS
    assert proof.changed(1, **wrong).verdict("It holds.").outcome != Outcome.HOLDS


def graded(*steps) -> str:
    return grade_left_open(judge().of(Proof("bern.none", steps, WHERE))).value


def test_the_lowest_open_hypothesis_decides_the_grade() -> None:
    assert graded(Inequality(1, "Two.", "x <= 1")) == "proved"
    assert graded(MARKOV) == "outlined"
    last = Inequality(3, "Their sum.", "p*a <= m + 1", uses=(2,), weights={1: "1"})
    words = Words(2, "It is plain.", why="no machine has read it")
    assert graded(MARKOV, words, last) == "points"
    verdict = Proof("bern.none", (MARKOV, words, last), WHERE).verdict("It holds.")
    assert verdict.not_covered == "Step 2 of the proof, argued in words."
    assert verdict.universal == "words"


@dataclass(frozen=True)
class Persuaded(Inequality):
    """An inequality that nobody proves: a class of step that a folder may bring along."""

    verdict: str = "proved"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        return StepVerdict(self.verdict), "the author is sure"


@pytest.mark.parametrize("said", ["proved", "textbook", "claim", "given", "words"])
def test_a_class_of_step_of_ones_own_shows_no_more_than_words(said) -> None:
    own = Persuaded(1, "A cube is above one.", "x^3 >= 1", verdict=said)
    last = Inequality(2, "So.", "x >= 1 - x^3 + x", uses=(1,))
    verdict = Proof("bern.none", (own, last), WHERE).verdict("It holds.")
    assert (verdict.outcome, verdict.evidence.grade.value) == (Outcome.HOLDS, "points")
    argued, _, beyond = verdict.not_covered.partition(" Beyond the statement: At ")
    assert argued == "Step 1 of the proof, argued in words."
    assert beyond.endswith(", x >= 1 + x + -1*x^3 is false, on which step 2 rests.")
    step, after = verdict.steps
    assert (step.kind, step.verdict, after.verdict) == ("words", "words", "proved")
    assert step.detail == "by the program of Persuaded: the author is sure"
    assert Proof("bern.none", (own, last), WHERE).facts[0].kind == "words"


@pytest.mark.parametrize("said", ["failed", "undecided"])
def test_a_class_of_step_of_ones_own_may_give_up(said) -> None:
    own = Persuaded(1, "A cube is above one.", "x^3 >= 1", verdict=said)
    verdict = Proof("bern.none", (own,), WHERE).verdict("It holds.")
    assert (verdict.outcome, verdict.steps[0].verdict) == (Outcome.OPEN, said)


def test_a_claim_in_words_makes_no_derived_step() -> None:
    from banditproof.paper_checks.statements.index import text_index

    weak = next(
        id
        for id, facts in text_index().items()
        if facts.recorded == "holds" and facts.grade == "points"
    )
    assert graded(OnClaim(1, "Points.", claim=weak)) == "points"


def test_an_assumption_is_used_only_where_the_steps_say_so() -> None:
    steps = (Given(1, "A square.", "y = x^2"), Inequality(2, "Less.", "y <= x", uses=(1,)))
    assert graded(*steps) == "proved"
    alone = Proof("bern.none", (Inequality(1, "Less.", "y <= x"),), WHERE)
    assert alone.verdict("It holds.").outcome == Outcome.FAILS


def test_the_statement_itself_is_refuted_and_an_inner_step_is_not() -> None:
    statement = Proof("bern.none", (Inequality(1, "Too much.", "x <= y"),), WHERE).verdict("No.")
    assert statement.outcome == Outcome.FAILS
    assert set(statement.evidence.case) == {"x", "y"}
    assert statement.summary.startswith("The statement is false. At x = ")
    wrong = (Inequality(1, "Too much.", "x <= y"), Inequality(2, "So.", "x - y <= 0", uses=(1,)))
    inner = Proof("bern.none", wrong, WHERE).verdict("No.")
    assert inner.outcome == Outcome.OPEN
    assert [step.verdict for step in inner.steps] == ["failed", "undecided"]
    assert inner.summary.startswith("Step 1 of the proof fails: At x = ")


def test_a_definition_that_cannot_be_met_says_why() -> None:
    steps = (Given(1, "Twice.", "y = 2*x"), Inequality(2, "Less.", "y <= 1", uses=(1,)))
    summary = Proof("bern.none", steps, WHERE).verdict("No.").summary
    wanted = "Step 1 of the proof fails: The term of y is not always <= 1. At x = "
    assert summary.startswith(wanted)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((Inequality(2, "Two.", "x <= 1"),), "count from 1"),
        ((Inequality(1, "One.", "x <= 1", uses=(1,)),), "it can use earlier ones"),
        ((Inequality(1, "One.", "x <= 1"), Inequality(2, "Two.", "y <= 1")), "is not used"),
    ],
)
def test_a_proof_that_is_not_connected_is_an_error(steps, message) -> None:
    with pytest.raises(ValueError, match=message):
        Proof("bern.none", steps, WHERE)


@pytest.mark.parametrize(
    ("steps", "detail"),
    [
        (
            (
                Inequality(1, "Small.", "t <= 1", where="t in [0,1]"),
                Inequality(2, "Large.", "t <= 1", where="t in [0,2]", uses=(1,)),
            ),
            "It is shown only where t <= 1; say so where it is used.",
        ),
        (
            (
                Inequality(1, "Small.", "x <= 1/2", where="x < 1/2"),
                Inequality(2, "Large.", "x <= 1/2", uses=(1,)),
            ),
            "It is shown only where x < (1/2); say so where it is used.",
        ),
        (
            (
                Given(1, "A square.", "y = x^2"),
                Inequality(2, "Less.", "y <= x", uses=(1,)),
                Inequality(3, "All.", "p <= x", uses=(2,), at={2: {"y": "p"}}),
            ),
            "Step 2 is used where y = x^2 need not hold.",
        ),
    ],
    ids=["a range", "a condition", "a definition"],
)
def test_an_earlier_step_is_used_where_it_was_shown(steps, detail) -> None:
    results, _ = Proof("bern.none", steps, WHERE).run()
    assert results[-1].detail.startswith(detail)


def test_every_hypothesis_of_a_textbook_fact_is_discharged() -> None:
    proof = Proof("bern.none", (MARKOV,), WHERE)
    for wrong in ({"X >= 0": "s >= 0"}, {"X >= 0": "s >= 0", "a > 0": "a > 1"}):
        verdict = proof.changed(1, hypotheses=wrong).verdict("It holds.")
        assert verdict.outcome != Outcome.HOLDS
    unnamed = proof.changed(1, hypotheses=dict(MARKOV.hypotheses) | {"luck": "m >= 0"})
    assert unnamed.verdict("It holds.").outcome == Outcome.OPEN


def test_what_discharges_a_hypothesis_says_it() -> None:
    mean = Textbook(
        2,
        "The means.",
        "m <= 2*a",
        fact="textbook.elementary-probability:mean",
        hypotheses={"X <= c Y at every outcome": 1},
        instance={"x": "m", "c": "2", "y": "a", "X": "x", "Y": "y"},
        over=("x", "y"),
    )
    proof = Proof("bern.none", (Given(1, "At every outcome.", "x <= 2*y"), mean), WHERE)
    assert proof.verdict("It holds.").outcome == Outcome.HOLDS
    for other in ("x <= 3*y", "x >= 2*y", "x < 2*y"):
        changed = proof.changed(1, formula=other).verdict("It holds.")
        assert changed.outcome == Outcome.OPEN
        assert "says something else" in changed.steps[1].detail


def test_a_false_theorem_is_noticed_at_a_real_case() -> None:
    def cases():
        yield {"x": Fraction(1, 2), "y": Fraction(1, 4), "s": certify(kl, "1/2", "1/4")}

    stated = OnClaim(1, "A claim says so.", "s >= 2*(x-y)^2", claim="bern.F8.batches")
    proof = Proof("bern.none", (stated,), WHERE, cases)
    assert proof.verdict("It holds.").outcome == Outcome.HOLDS
    wrong = proof.changed(1, formula="s >= 3*(x-y)^2").verdict("It holds.")
    assert wrong.outcome != Outcome.HOLDS


def test_a_proof_gives_a_claim_what_it_rests_on() -> None:
    proof = Proof("bern.lemF.3.square", (MARKOV,), WHERE)

    def check(proof: Proof = proof) -> Verdict:
        return proof.verdict("It holds.")

    check.__module__ = "banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3"
    try:
        claim("bern.lemF.3.square", "A square.", recorded="holds")(check)
        made = REGISTERED["bern.lemF.3.square"]
        assert made.rests_on == made.stated_proof == ("textbook.markov",)
        assert made.proof is proof
        wrong = judged(check)(proof=proof.changed(1, formula="3*p*a <= m"))
        assert wrong.outcome == Outcome.OPEN
        with pytest.raises(ValueError, match="leave out `rests on`"):
            claim("bern.lemF.3.square", "A.", recorded="holds", rests_on=("bern.lemF.3",))(check)
    finally:
        REGISTERED.pop("bern.lemF.3.square", None)


def test_a_broken_check_is_no_proof() -> None:
    broken = Computed(1, "It stops.", by=lambda: str(1 / 0))
    verdict = Proof("bern.none", (broken,), WHERE).verdict("It holds.")
    assert verdict.outcome == Outcome.OPEN
    assert "ZeroDivisionError" in verdict.steps[0].detail


def test_every_schema_has_a_name_of_its_own() -> None:
    names = [schema.name for schema in SCHEMAS]
    assert len(set(names)) == len(names)
