"""What the kernel takes of a step, and what it refuses."""

from dataclasses import dataclass, replace
from functools import cache
import pytest
from banditproof.paper_checks.proofs.cited import Given, Textbook
from banditproof.paper_checks.proofs.finite import Computed
from banditproof.paper_checks.proofs.induction import Induction
from banditproof.paper_checks.proofs.inequality import Inequality
from banditproof.paper_checks.proofs.proof import Proof
from banditproof.paper_checks.proofs.relations import Relation
from banditproof.paper_checks.proofs.step import Step, StepVerdict
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.proofs.theorems import arithmetic
from banditproof.paper_checks.proofs.theorems import judge as judge_of_steps
from banditproof.paper_checks.proofs.theorems.formulas import formula
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import Kind
from banditproof.paper_checks.proofs.theorems.verdicts import verdicts_of
from banditproof.theory.logic.laws import and_elim, and_intro
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.variables import frees


@cache
def judge() -> Judge:
    """One theory for all tests, in which what was found is known."""
    return Judge()


@pytest.mark.parametrize(
    ("number", "fields", "wrong"),
    [
        (6, {"formula": "all < most"}, "is not what textbook.elementary-probability:largest says"),
        (6, {"instance": {"mean": "all", "largest": "most", "least": "all"}}, "no symbol 'least'"),
        (6, {"hypotheses": {}}, "is not discharged"),
        (2, {"hypotheses": {"X_t >= c + b Z_t for each t": 1, "X_t >= 0": 1}}, "'X_t >= 0'"),
        (5, {"over": ()}, "Say in `over` what runs"),
        (5, {"over": ("avg", "all")}, "all runs through all of them"),
        (2, {"instance": {"x": "sum", "n": "N", "c": "exp(-1)", "b": "0", "z": "0", "X": "p + q"},
             "formula": "sum >= N*exp(-1)"}, "says something else than p + q >= exp(-1)"),
    ],
)  # fmt: skip
def test_a_textbook_fact_that_does_not_fit_is_refused(
    number: int, fields: dict[str, object], wrong: str
) -> None:
    proof = written_proof("thesis.thm4.17.averaging").changed(number, **fields)
    one = judge().of(proof, whole=False)
    assert wrong in one.faults[number]


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"claim": "bern.F8.A.d3", "of_step": 0, "formula": ""}, "and cannot be used"),
        ({"of_step": 0}, "Name the step of the proof"),
        ({"of_step": 1}, "is no part of what the claim states"),
        ({"claim": "bern.rem3.b.limit", "of_step": 2}, "is not what step 2 there says"),
        ({"formula": "d_eps(x,y,eps) <= eps*abs(x-y)/2"}, "is not what step 3 there says"),
        ({"where": "eps in [-1,inf)"}, "the difference of the sides is negative"),
    ],
)
def test_a_claim_that_does_not_say_it_is_refused(fields: dict[str, object], wrong: str) -> None:
    step = replace(written_proof("bern.rem3.b.limit").step(3), number=1, **fields)
    one = judge().of(made(step, where="x in [0,1], y in (0,1)"))
    assert wrong in one.faults[1]


@pytest.mark.slow
def test_what_a_claim_defines_is_not_defined_twice() -> None:
    """z is the minimiser of d_eps(x, y, eps), and cannot be that of d_eps(w, y, eps) too.

    Neither where the claim is cited twice, nor where one citation is used at other values.
    """
    first = replace(written_proof("bern.rem3.a.strict").step(3), number=1, uses=())
    second = replace(first, number=2, formula="d_eps(w,y,eps) > 0", instance={"x": "w"})
    where = "x in [0,1], w in [0,1], y in (0,1), eps in (0,inf), x < y, w < y"
    both = Inequality(3, "So.", "d_eps(x,y,eps) + d_eps(w,y,eps) > 0", uses=(1, 2))
    one = judge().of(made(first, second, both, where=where))
    assert not one.faults
    again = replace(both, number=2, formula=second.formula, uses=(1,), at={1: {"x": "w"}})
    other = judge().of(made(first, again, both, where=where))
    assert not other.faults
    for each in (one, other):
        inside = [{x.name for h in each.facts[n].hypotheses for x in frees(h)} for n in (1, 2)]
        assert any(".z" in name for name in inside[0])
        assert inside[0] & inside[1] <= {"x", "w", "y", "eps"}


def test_an_earlier_step_is_used_at_values_where_it_was_shown() -> None:
    first = Inequality(1, "A square.", "x^2 <= x")
    there = {1: {"x": "y/2"}}
    second = Inequality(2, "At half.", "y^2/4 <= y/2", uses=(1,), at=there)
    assert not judge().of(made(first, second)).faults
    outside = replace(second, at={1: {"x": "2*y"}}, formula="4*y^2 <= 2*y")
    assert [*judge().of(made(first, outside)).faults] == [2]


def test_what_was_shown_before_is_taken_under_the_same_hypotheses_alone() -> None:
    """The same goal from the same premises: from one that is given, and from one that is shown."""
    given, goal = Given(1, "Given.", "x <= y"), Inequality(2, "Twice.", "2*x <= 2*y", uses=(1,))
    more = Given(1, "Given.", "x + 1 <= y"), Inequality(2, "So.", "x <= y", uses=(1,))
    own, after = Judge(), replace(goal, number=3, uses=(2,))
    proofs = [made(*steps) for steps in ((given, goal), (*more, after), (given, goal))]
    first, second, again = [own.of(proof).facts[len(proof.steps)] for proof in proofs]
    assert first.conclusion == second.conclusion
    assert first.hypotheses - second.hypotheses == {formula(Relation.of("x <= y"))}
    assert formula(Relation.of("x + 1 <= y")) in second.hypotheses
    assert again.hypotheses == first.hypotheses
    assert own.known[id(proofs[2])].used == own.known[id(proofs[0])].used
    one = own.known[id(proofs[0])]
    wider = and_intro(one.facts[1], own.theory.use("real_nonneg"))
    known = [and_elim(wider, second=False)]
    assert one.arith(first.conclusion, known, one.domain(goal)).axioms == {"real_nonneg"}
    elsewhere = Judge(arithmetic=own.arithmetic).of(made(given, goal))
    assert not elsewhere.faults
    assert elsewhere.facts[2].theory is elsewhere.theory


def made(*steps: Step, where: str = "x in [0,1], y in [0,1]") -> Proof:
    return Proof("bern.none", steps, where)


@pytest.mark.parametrize(
    ("relation", "where", "wrong"),
    [
        ("x*y <= x", "x in [0,1], y in [0,1]", ""),
        ("x*y <= x", "x in [0,1], y in [0,2]", "the difference of the sides is negative"),
        ("x*y < x", "x in [0,1], y in [0,1]", "the sides are equal"),
        ("x/y <= x/y", "x in [0,1], y in [0,1]", "not seen to be defined"),
        ("log(y) <= y", "y in [0,1]", "not seen to be defined"),
        ("log(y) <= y", "y in (0,1]", ""),
        ("x^(1/5) <= 2", "x in [0,1]", "no root of the order 5"),
        ("lambertw(x) <= x", "x in [0,1]", "no lambertw"),
    ],
)
def test_a_relation_is_shown_or_refused(relation: str, where: str, wrong: str) -> None:
    one = judge().of(made(Inequality(1, "It is so.", relation), where=where))
    assert bool(one.faults) == bool(wrong)
    assert wrong in one.faults.get(1, "")


@pytest.mark.parametrize(("following", "accepted"), [("s + 1/(n+1)", True), ("s + 3/(n+1)", False)])
def test_an_induction_is_the_axiom_of_induction(following: str, accepted: bool) -> None:
    """The sum of 1/k up to n is at most n."""
    step = Induction(
        1, "The sum.", "s <= n", sequence="s", first="1", following=following, start="1"
    )
    proof = made(step, where="n in [1,inf), s in [0,inf)")
    one = judge().of(proof)
    assert bool(one.faults) != accepted
    if accepted:
        assert "induction" in one.accepted(1).axioms


def test_a_refused_step_is_open_for_those_that_use_it() -> None:
    first = Inequality(1, "It is wrong.", "x >= y")
    one = judge().of(made(first, Inequality(2, "So.", "2*x >= 2*y", uses=(1,))))
    assert [*one.faults] == [1]
    assert Kind.REFUSED in {label.kind for label in one.left_open(2)}


def test_what_stops_at_a_fault_is_not_kept() -> None:
    proof = made(
        Inequality(1, "It is wrong.", "x >= y"), Inequality(2, "Too.", "y >= x - 1", uses=(1,))
    )
    assert [*judge().of(proof, whole=False).faults] == [1]
    assert id(proof) not in judge().known
    assert [*judge().of(proof).faults] == [1]


def test_what_a_class_of_somebodys_own_computes_is_an_argument_in_words() -> None:
    @dataclass(frozen=True)
    class Own(Computed):
        """A step that decides by itself."""

    def nothing() -> str:
        return "nothing"

    for kind, verdict, label in (
        (Computed, StepVerdict.PROVED, Kind.COMPUTED),
        (Own, StepVerdict.WORDS, Kind.ARGUED),
    ):
        proof = made(kind(1, "It is so.", "x <= y", by=nothing))
        one = judge().of(proof)
        assert [step.verdict for step in verdicts_of(one)] == [verdict]
        assert [item.kind for item in one.left_open(1) if item.kind != Kind.RANGE] == [label]


def test_what_shows_that_a_divisor_is_above_0_may_stand_behind_it() -> None:
    steps = (
        Given(1, "The quotient.", "q = g/d"),
        Given(2, "It divides by a number above 0.", "d > 0"),
        Inequality(3, "So it is at least 0.", "q >= 0", uses=(1, 2)),
    )
    where = "q in (-inf,inf), g in [0,inf), d in [-1,inf)"
    assert not judge().of(made(*steps, where=where)).faults
    alone = (steps[0], Inequality(2, "So it is at least 0.", "q >= 0", uses=(1,)))
    assert "not seen to be defined" in judge().of(made(*alone, where=where)).faults[2]


@pytest.mark.slow
def test_what_is_kept_shows_that_a_term_is_defined(monkeypatch: pytest.MonkeyPatch) -> None:
    """That kl(x, y) > 0 is found by no short search."""
    monkeypatch.setattr(arithmetic, "DEFINED", 0.1)
    proof = written_proof("thesis.thm4.16.consequences.repaired")
    assert not Judge().of(proof).faults
    monkeypatch.setattr(judge_of_steps, "kept_of", lambda id: {})
    assert [*Judge().of(proof).faults] == [5, 6]


def test_the_divergence_is_a_word() -> None:
    said = formula(Relation.of("2*d_eps(x, y, eps) - h <= d_eps(0, 1/2, eps)"))
    assert shown(said) == "h * (-1) + d_eps_by_min(x, y, eps) * 2 <= d_eps_by_min(0, 1 / 2, eps)"


def test_what_is_judged_again_is_what_differs() -> None:
    """The first steps of a changed proof are those of the last one with its ID, if all is alike."""
    one = Judge(linked=False)
    square, cube = (
        Inequality(1, "A square.", "x^2 <= x"),
        Inequality(2, "A cube.", "x^3 <= x", uses=(1,)),
    )
    first = one.of(made(square, cube))
    again = one.of(made(square, replace(cube, formula="x^4 <= x")))
    assert again.facts[1] is first.facts[1]
    assert not again.faults
    wider = one.of(made(square, cube, where="x in [0,2]"), whole=False)
    assert [*wider.faults] == [1]
    real = replace(made(square, cube), instances=lambda: [{"x": 2}])
    assert not one.of(real, whole=False).faults
    beyond = replace(made(square, where="x in [0,2]"), instances=lambda: [{"x": 2}])
    assert "real case" in one.of(beyond, whole=False).faults[1]


def test_a_cited_step_is_a_hypothesis_of_a_proof_by_itself() -> None:
    """And its theorem is taken in where proofs are linked."""
    proof = written_proof("bern.rem3.b.limit")
    alone, linked = (Judge(linked=link, programs=False).of(proof) for link in (False, True))
    for one, kind in ((alone, Kind.CLAIM), (linked, Kind.CITED)):
        (cited,) = (h for h in one.facts[3].hypotheses if one.labels[h].kind == kind)
        assert bool(one.labels[cited].inner) == one.linked
        assert not one.faults


def test_a_step_is_refuted_by_what_it_says_alone() -> None:
    """A false hypothesis of a fact, or a value at which nothing was shown, refutes no statement."""
    tail = Textbook(
        1, "A tail.", "p = exp(-t/b)/2", fact="textbook.laplace-tail:below",
        hypotheses={"t >= 0": "t >= 0", "b > 0": "b > 0"},
        instance={name: name for name in ("t", "b", "p")},
    )  # fmt: skip
    steps, refutation = made(tail, where="p in [0,1], t in [-1,1], b in (0,1]").run()
    assert (steps[0].verdict, refutation) == ("failed", None)
    square = Inequality(1, "A square.", "x^2 <= x")
    there = Inequality(2, "At 2 y.", "4*y^2 <= 4", uses=(1,), at={1: {"x": "2*y"}})
    steps, refutation = made(square, there).run()
    assert (steps[1].verdict, refutation) == ("failed", None)
