"""`proved` of a proof of steps: what it takes, and attempts to get it for what is false or open."""

from dataclasses import replace
import pytest
from banditproof.claims import (
    Computed,
    Enumeration,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Words,
)
from banditproof.paper_checks import find, run
from banditproof.paper_checks.proofs.relations import Domain
from banditproof.paper_checks.proofs.step import STUCK, StepVerdict
from banditproof.paper_checks.proofs.theorems.grades import grade_of
from banditproof.paper_checks.proofs.whole_statement import misses
from banditproof.paper_checks.running.single_check import require_own_steps
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.verdicts.verdict import ForAll
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.verify.evidence import Evidence, Grade, JudgedBy

ID = "adv.lem25.d"
"""A claim with a formula: exp(x) <= 1 + 2*x for x in [0,1]."""
LAST = "exp(x) <= 1 + 2*x"
WHERE = "x in [0,1]"


def graded(*steps, where: str = WHERE) -> str:
    verdict = Proof(ID, steps, where).verdict("The exponential lies below a line.")
    return verdict.outcome.value if verdict.evidence is None else verdict.evidence.grade.value


def lack(steps, where: str, formula: str) -> str:
    """Why a proof is not one of a formula; it is if this is empty."""
    proof = Proof("bern.none", steps, where)
    (*_, last), _ = proof.run()
    assert last.verdict == "proved"
    found = grade_of(proof, formula)
    assert bool(found.lack) == (found.grade != "proved")
    return found.lack


def test_a_proof_that_ends_with_the_formula_of_its_claim_is_proved() -> None:
    assert text_index()[ID].formula == f"{LAST} for {WHERE}"
    assert graded(Inequality(1, "So.", LAST)) == "proved"
    square = Given(1, "The square.", "y = x^2")
    with_square = Inequality(2, "So.", LAST, uses=(1,))
    assert graded(square, with_square, where=f"{WHERE}, y in [0,1]") == "proved"
    assert graded(Inequality(1, "So.", LAST, where="z in [0,1]")) == "proved"
    unused = Given(1, "x is small.", "x <= 1/2")
    assert graded(unused, Inequality(2, "So.", LAST), Parts(3, "All.", uses=(1, 2))) != "proved"


ATTEMPTS = {
    "another constant": [Inequality(1, "So.", "exp(x) <= 1 + 3*x")],
    "another sign": [Inequality(1, "So.", "exp(x) < 2 + 2*x")],
    "no formula at the end": [Inequality(1, "So.", LAST), Parts(3, "All.", uses=(1, 2))],
    "the conclusion is given": [Given(1, "So.", LAST), Inequality(2, "So.", LAST, uses=(1,))],
    "a weaker hypothesis is given": [
        Given(1, "x is small.", "x <= 1/2"),
        Inequality(2, "So.", LAST, uses=(1,)),
    ],
    "a sentence is given": [Given(1, "x is small."), Inequality(2, "So.", LAST, uses=(1,))],
    "words": [Words(1, "Clearly.", why="it is"), Inequality(2, "So.", LAST, uses=(1,))],
    "a claim in words": [
        OnClaim(1, "As it says.", claim="bern.def.deps"),
        Inequality(2, "So.", LAST, uses=(1,)),
    ],
    "a claim that says it": [OnClaim(1, "As it says.", LAST, claim=ID, of_step=1)],
    "a program whose formula nothing computed": [
        Computed(1, "So.", "x <= 1/2", by=lambda: "computed"),
        Inequality(2, "So.", LAST, uses=(1,)),
    ],
    "an enumeration of nothing": [
        Enumeration(1, "So.", "x <= 1/2", cases=tuple, holds=bool, count=0),
        Inequality(2, "So.", LAST, uses=(1,)),
    ],
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_nothing_else_is_proved(name: str) -> None:
    steps = ATTEMPTS[name]
    if name == "no formula at the end":
        steps = [steps[0], Inequality(2, "So.", "x <= 1"), steps[1]]
    assert graded(*steps) != "proved"


def test_a_smaller_or_a_wider_range_is_not_the_statement() -> None:
    for where in ("x in [0,1)", "x in (0,1]", "x in [0,1/2]", "x in [0,5/4]", f"{WHERE}, x > 0"):
        assert graded(Inequality(1, "So.", LAST), where=where) != "proved", where


def test_the_ranges_and_conditions_of_the_formula_are_those_of_the_steps() -> None:
    steps = (Inequality(1, "So.", LAST),)
    smaller, wider = f"{WHERE}, x >= 1/2", f"{WHERE}, x >= 1/4"
    assert not lack(steps, smaller, f"{LAST} for {smaller}")
    assert lack(steps, smaller, f"{LAST} for {wider}")
    assert lack(steps, f"{WHERE}, z in [0,1]", f"{LAST} for {WHERE}, z in [0,1]")
    assert lack(steps, WHERE, LAST)


def test_definitions_that_contradict_each_other_are_seen() -> None:
    where = "x in [0,1], y in (-inf,inf), z in (-inf,inf)"
    circle = (Given(1, "y.", "y = z + 1"), Given(2, "z.", "z = y + 1"))
    twice = (Given(1, "y.", "y = x"), Given(2, "y.", "y = x + 1"))
    itself = (Given(1, "y.", "y = y + 1"), Given(2, "z.", "z = 0"))
    for pair in (circle, twice, itself):
        steps = (*pair, Inequality(3, "So.", "exp(x) <= 1 + 2*x", uses=(1, 2)))
        assert graded(*steps, where=where) != "proved"


ATTACKS = {
    "a name is defined twice": (["y = x", "y = 1/2"], "y in (-inf,inf)", "given y = 1/2"),
    "two names are defined by each other": (
        ["y = z + x - 1/2", "z = y"], "y, z in (-inf,inf)", "given z = y",
    ),
    "a name is defined by itself": (
        ["y = y + x - 1/2"], "y in (-inf,inf)", "given y = y + x - 1/2",
    ),
    "a quantity of the formula is defined": (["x = 1/2"], "", "definition x = 1/2"),
    "a quantity of the formula is defined by another one": (
        ["x = y + 1/2"], "y in [0,1/2]", "range y in [0, 1/2]",
    ),
    "a name is used before it is defined": (
        ["z = y", "y = x - 1/2"], "y in (-inf,inf), z in [0,inf)", "step 1",
    ),
    "a range leaves the value out": (["y = x - 1/2"], "y in [0,1]", "step 1"),
    "a range leaves out the value of what is defined later": (
        ["y = z", "z = x - 1/2"], "y in [0,1], z in (-inf,inf)", "step 1",
    ),
    "a condition is one on the value": (["y = x - 1/2"], "y in [-1,1], y >= 0", "not shown for"),
    "a quotient by 0": (["y = 1/(x - 1/2)"], "y in (-inf,inf)", "step 2"),
    "a quotient by 0 in a range": (["y = 1/x"], "y in [1,inf)", "step 1"),
    "a root of a negative number": (["y = sqrt(x - 1/2)"], "y in (-inf,inf)", "step 2"),
    "a logarithm of 0": (["y = log(x)"], "y in (-inf,inf)", "step 2"),
}  # fmt: skip
"""Definitions, the ranges of their names, and what is said of the step that is refused, or open."""


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_definition_says_nothing_of_the_quantities_of_the_formula(attack: str) -> None:
    formulas, ranges, wanted = ATTACKS[attack]
    where = ", ".join(filter(None, (WHERE, ranges)))
    given = [Given(number, "A name.", text) for number, text in enumerate(formulas, 1)]
    uses = tuple(step.number for step in given)
    proof = Proof(
        "bern.none", (*given, Inequality(len(given) + 1, "So.", "x >= 1/2", uses=uses)), where
    )
    steps, _ = proof.run()
    stuck = next((f"step {step.number}" for step in steps if step.verdict in STUCK), "")
    assert wanted in (stuck or grade_of(proof, f"x >= 1/2 for {WHERE}").lack)


def test_what_is_defined_by_a_number_is_not_the_same_at_another() -> None:
    where = "n in [1,inf), y in [1,inf)"
    name, bound = Given(1, "A name.", "y = n"), Inequality(2, "At most n.", "y <= n", uses=(1,))
    at_one = Inequality(3, "So.", "y <= 1", uses=(2,), at={2: {"n": "1"}})
    (*_, last), _ = Proof("bern.none", (name, bound, at_one), where).run()
    assert last.verdict in STUCK


@pytest.mark.parametrize(
    ("term", "said"), [("sqrt(x - 1/2)", "y^2 >= 0"), ("(x - 1/2)^(1/4)", "y^4 >= 0")]
)
def test_a_definition_that_has_no_value_somewhere_hides_no_hypothesis(term: str, said: str) -> None:
    steps = (
        Given(1, "y.", f"y = {term}"),
        Inequality(2, "So.", said),
        Inequality(3, "So.", "x >= 1/2", uses=(1, 2)),
    )
    for end in ("(-inf", "[-9"):
        assert graded(*steps, where=f"{WHERE}, y in {end},inf)") in ("open", "fails")
    total = (Given(1, "y.", "y = 2*x^2"), steps[1], Inequality(3, "So.", "x >= 0", uses=(1, 2)))
    assert not lack(total, f"{WHERE}, y in (-inf,inf)", f"x >= 0 for {WHERE}")


def test_the_formula_may_not_name_what_a_step_defines() -> None:
    steps = (Given(1, "y.", "y = x/2"), Inequality(2, "So.", "y <= x", uses=(1,)))
    where = "x in [0,1], y in [0,1]"
    assert "under the definition y = x/2" in lack(steps, where, "y <= x for x in [0,1], y in [0,1]")
    alone = (steps[0], Inequality(2, "So.", "y <= 1", uses=(1,)))
    assert lack(alone, where, "y <= 1 for y in [0,1]")
    tied = (steps[0], Inequality(2, "So.", "x + y <= 3/2", where="y <= x", uses=(1,)))
    assert "under the definition y = x/2" in lack(
        tied, where, "x + y <= 3/2 for x in [0,1], y in [0,1], y <= x"
    )


BOTH = "exp(x) <= 1 + 2*x for x in [0,1] and x^2 <= x for x in [0,1]"
"""A statement of two formulas."""


def test_each_formula_of_several_is_said_by_a_step_that_states_a_part() -> None:
    first, second = Inequality(1, "The first.", LAST), Inequality(2, "The second.", "x^2 <= x")
    both = Parts(3, "Both.", uses=(1, 2))
    assert not lack_of(BOTH, first, second, both)
    assert not lack_of(f"x^2 <= x for {WHERE} and {LAST} for {WHERE}", first, second, both)


SEVERAL = {
    "one is left out": ([Inequality(1, "So.", LAST)], "says x^2 <= x"),
    "one is below the statement alone": (
        [Inequality(1, "Below.", "x^2 <= x"), Inequality(2, "So.", LAST, uses=(1,))],
        "says x^2 <= x",
    ),
    "one is sharper": (
        [Inequality(1, "A.", LAST), Inequality(2, "B.", "x^2 <= x + 1"), Parts(3, "C.", uses=(1, 2))],
        "says x^2 <= x",
    ),
    "one has a condition": (
        [
            Inequality(1, "A.", LAST),
            Inequality(2, "B.", "x^2 <= x", where="x >= 1/4"),
            Parts(3, "C.", uses=(1, 2)),
        ],
        "not shown for x in [0,1]",
    ),
    "one is given": (
        [
            Given(1, "It is.", "x^2 <= x"),
            Inequality(2, "A.", LAST),
            Parts(3, "C.", uses=(1, 2)),
        ],
        "step 1 stands under the given x^2 <= x",
    ),
}  # fmt: skip
"""Steps that do not state both, and what is said of them."""


@pytest.mark.parametrize("attempt", SEVERAL)
def test_one_formula_of_several_is_missed(attempt: str) -> None:
    steps, wanted = SEVERAL[attempt]
    assert wanted in lack_of(BOTH, *steps)


def lack_of(formula: str, *steps) -> str:
    """Why steps are not those of a formula; only then they may have no better grade."""
    proof = Proof("bern.none", steps, WHERE)
    assert all(step.verdict not in STUCK for step in proof.run()[0])
    found = grade_of(proof, formula)
    assert bool(found.lack) == (found.grade != "proved")
    return found.lack


def test_an_identity_needs_its_equation() -> None:
    steps = (Identity(1, "So.", "(x + 1)^2 = x^2 + 2*x + 1"),)
    assert not lack(steps, WHERE, f"(1 + x)^2 = x^2 + 2*x + 1 for {WHERE}")
    assert lack(steps, WHERE, f"(1 + x)^2 >= x^2 + 2*x + 1 for {WHERE}")


def induction(start: str, where: str) -> Induction:
    return Induction(1, "n <= n^2.", "n <= n^2", variable="n", start=start, where=where)


def test_an_induction_begins_where_its_range_does() -> None:
    late, whole = induction("2", "n in [1/2,inf)"), induction("1", "n in [1,inf)")
    (fact,), _ = Proof("bern.none", (late,)).run()
    assert "starts at n = 2" in fact.detail
    (fact,), _ = Proof("bern.none", (whole,)).run()
    assert fact.verdict == "proved"


def test_what_is_shown_of_whole_numbers_is_not_used_of_others() -> None:
    first = induction("1", "n in [1,inf)")

    def used_at(value: str, formula: str) -> str:
        at, where = {1: {"n": value}}, "n in [1,inf)"
        step = Inequality(2, "So.", formula, where=where, uses=(1,), at=at)
        return Proof("bern.none", (first, step)).run()[0][1].detail

    assert "certificate" in used_at("2*n + 1", "2*n <= 4*n^2")
    assert "its value need not be one" in used_at("n/2", "n/2 <= n^2/4")


def test_a_claim_about_whole_numbers_is_not_cited_for_others() -> None:
    def detail(horizon: str) -> str:
        step = OnClaim(
            1, "As there.", claim="zcdp.fix.prop1d.renyi", of_step=14, instance={"T": horizon}
        )
        return Proof("bern.none", (step,)).run()[0][0].detail

    assert "T is a whole number there" in detail("T/2")
    assert "T is a whole number there" not in detail("2*T - 1")


def refuted(*steps, id: str = ID, where: str = WHERE) -> tuple[str, str]:
    verdict = Proof(id, steps, where).verdict("So.")
    return verdict.outcome.value, verdict.evidence.grade.value if verdict.evidence else ""


def test_a_false_last_step_refutes_a_claim_if_it_assumes_definitions_alone() -> None:
    square = Given(1, "The square.", "y = x^2")
    small = Given(1, "x is small.", "x <= 1/2")
    last, both = Inequality(2, "So.", "y <= x/2", uses=(1,)), f"{WHERE}, y in [0,1]"
    assert refuted(square, last, where=both) == ("fails", "outlined")
    assert refuted(small, Inequality(2, "So.", "x <= 1/3", uses=(1,)))[0] == "open"
    # a counterexample to another formula than that of the claim is for people to read
    assert refuted(Inequality(1, "So.", "exp(x) <= 1 + x")) == ("fails", "outlined")


UNDEFINED = {
    "sqrt(x)^2 <= x for x in [-1,1]": ("x <= x", "x in [-1,1]"),
    "log(-x) <= x - 1 for x in (0,1]": ("log(x) <= x - 1", "x in (0,1]"),
    "x/x > 0 for x in [-1,1]": ("1 > 0", "x in [-1,1]"),
    "2*log(x) - log(x) <= 0 for x in [0,1]": ("log(x) <= 0", "x in [0,1]"),
}


@pytest.mark.parametrize("formula", UNDEFINED)
def test_a_formula_that_is_undefined_somewhere_is_not_what_a_step_shows(formula: str) -> None:
    last, where = UNDEFINED[formula]
    (step, *_), _ = Proof("bern.none", (Inequality(1, "So.", last),), where).run()
    assert misses(Inequality(1, "So.", last), Domain(where), formula)
    if step.verdict == "proved":
        assert lack((Inequality(1, "So.", last),), where, formula)


@pytest.mark.parametrize("where", ["y in [0,1)", "y in (0,1]", "y in [-3,3]"])
def test_a_divergence_is_not_one_outside_of_its_domain(where: str) -> None:
    """The relation holds of any two numbers that are the same, but a step looks inside."""
    steps = (Inequality(1, "So.", "d_eps(x,y,eps) <= d_eps(x,y,eps) + 1"),)
    others = "x in [0,1], eps in [0,inf)"
    inside, there = (f"{others}, {one}" for one in ("y in (0,1)", where))
    assert not lack(steps, inside, f"{steps[0].formula} for {inside}")
    (step, *_), _ = Proof("bern.none", steps, there).run()
    assert step.verdict in STUCK


def test_a_relation_may_stand_the_other_way_round() -> None:
    steps = (Inequality(1, "So.", "1 + 2*x >= exp(x)"),)
    assert not lack(steps, WHERE, f"{LAST} for {WHERE}")
    assert lack(steps, WHERE, f"exp(x) < 1 + 2*x for {WHERE}")


def test_a_false_step_of_a_program_does_not_refute_at_proved() -> None:
    def lies() -> str:
        raise Counterexample("It is false.", {}, Grade.PROVED)

    assert refuted(Computed(1, "So.", LAST, by=lies)) == ("fails", "outlined")


def test_instances_outside_of_the_ranges_say_nothing() -> None:
    proof = Proof(ID, (Inequality(1, "So.", LAST),), WHERE, instances=lambda: [{"x": 2}])
    assert proof.verdict("So.").outcome.value == "holds"


@pytest.mark.parametrize("change", ["another id", "another type", "other steps", "a list"])
def test_the_runner_asks_for_the_proof_of_the_claim_itself(change: str) -> None:
    claim = find(ID)
    verdict = run(claim).verdict
    require_own_steps(claim, verdict)
    other = {
        "another id": {"proof": None},
        "another type": {"proof": type("Mine", (Proof,), {})(claim.proof.id, claim.proof.steps)},
        "other steps": {"proof": Proof(ID, (Inequality(1, "So.", "x <= 1"),), WHERE)},
        "a list": {"proof": Proof(ID, list(claim.proof.steps), WHERE)},
    }[change]
    with pytest.raises(ValueError, match=r"^its "):
        require_own_steps(replace(claim, **other), verdict)


FORGED = {
    "a step that does not stand": (
        Proof(ID, (Inequality(1, "So.", "exp(x) <= 1 + x"),), WHERE),
        lambda v: v,
    ),
    "no steps": (None, lambda v: replace(v, steps=())),
    "better steps": (
        Proof(ID, (Inequality(1, "So.", "exp(x) <= 1 + x"),), WHERE),
        lambda v: replace(v, steps=(replace(v.steps[0], verdict="proved"),)),
    ),
    "derived by hand": (
        None,
        lambda v: replace(
            v, evidence=Evidence(Grade.DERIVED, judged_by=JudgedBy.CHECK), universal=ForAll.TEXTBOOK
        ),
    ),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_verdict_written_by_hand_is_not_strong(forged: str) -> None:
    """A check may return any verdict; how the steps of a proof turn out is found once more."""
    claim = find(ID)
    proof, change = FORGED[forged]
    shown = run(claim).verdict
    if proof is not None:
        steps, _ = proof.run()
        shown = replace(shown, steps=steps)
        claim = replace(claim, proof=proof)
    with pytest.raises(ValueError, match=r"^its |^a step of its proof"):
        require_own_steps(claim, change(shown))


def test_a_check_that_is_put_on_a_step_is_none_of_this_folder() -> None:
    step = Inequality(1, "So.", LAST)
    vars(step)["check"] = lambda context: (StepVerdict.PROVED, "so")
    assert graded(step) == "points"
