"""The grade of a proof is what its stated theorems leave open, hypothesis by hypothesis."""

from dataclasses import dataclass, replace
from types import SimpleNamespace
import pytest
from banditproof.claims import (
    Computed,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
    Words,
)
from banditproof.paper_checks.proofs.step import STUCK, Step
from banditproof.paper_checks.proofs.theorems.grades import (
    Graded,
    _besides,
    grade_left_open,
    grade_of,
)
from banditproof.paper_checks.proofs.theorems.judge import Judge, judge
from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import Kind
from banditproof.paper_checks.statements.claim import REGISTERED
from banditproof.paper_checks.statements.recorded_verdicts import Standing, knowing

WHERE = "x in [0,1], y in (-inf,inf)"
FORMULA = "x^2 <= x for x in [0,1]"
LAST = Inequality(2, "So.", "x^2 <= x", uses=(1,))
CITED = "my.cited"


@dataclass(frozen=True)
class Own(Inequality):
    """A step of somebody's own, which says that it is proved."""

    def check(self, context: object) -> tuple[str, str]:
        return "proved", "the author is sure"


MARKOV = Textbook(
    1,
    "The square is at most x.",
    "x^2 <= x",
    fact="textbook.markov",
    hypotheses={"X >= 0": "s >= 0", "a > 0": "1 > 0"},
    instance={"p": "x^2", "a": "1", "m": "x", "X": "s"},
    over=("s",),
    where="s in [0,inf)",
)
KINDS: dict[str, tuple[Step, Kind, str]] = {
    "a range": (Inequality(1, "A.", "x <= 1"), Kind.RANGE, "proved"),
    "a definition": (Given(1, "A.", "y = x^2"), Kind.DEFINITION, "proved"),
    "given": (Given(1, "A.", "x^2 <= x"), Kind.GIVEN, "outlined"),
    "in words": (Given(1, "x is a probability."), Kind.WORDS, "outlined"),
    "argued": (Words(1, "A.", "x^2 <= x", why="it is plain"), Kind.ARGUED, "points"),
    "argued in a sentence": (Words(1, "A.", why="it is plain"), Kind.ARGUED, "points"),
    "computed": (Computed(1, "A.", "x^2 <= x", by=lambda: "so"), Kind.COMPUTED, "outlined"),
    "a step of one's own": (Own(1, "A.", "x^2 <= x"), Kind.ARGUED, "points"),
    "a textbook fact": (MARKOV, Kind.TEXTBOOK, "outlined"),
    "refused": (Inequality(1, "A.", "x^2 <= x/2"), Kind.REFUSED, "points"),
}


def of(*steps: Step, formula: str = FORMULA, where: str = WHERE, parts=()) -> Graded:
    return grade_of(Proof("bern.none", steps, where, parts=parts), formula)


@pytest.mark.parametrize("name", KINDS)
def test_each_hypothesis_of_the_statement_decides_the_grade(name: str) -> None:
    first, kind, grade = KINDS[name]
    steps = first, LAST
    found = of(*steps)
    judged = judge().of(Proof("bern.none", steps, WHERE))
    assert kind in {one.kind for one in judged.left_open(2)}
    assert (found.grade.value, grade_left_open(judged).value) == (grade, grade)
    assert found.argued == ((1,) if grade == "points" and name != "refused" else ())


@pytest.mark.parametrize("name", sorted(KINDS.keys() - {"a range", "a definition", "refused"}))
def test_a_hypothesis_is_not_lost_through_an_earlier_step(name: str) -> None:
    first, _, grade = KINDS[name]
    between = Inequality(2, "So.", "x^2 <= x", uses=(1,))
    named = Given(2, "With a name.", "y = x^2", uses=(1,))
    said = Given(2, "From that, in words.", uses=(1,))
    for second in (between, named, said):
        assert of(first, second, replace(LAST, number=3, uses=(2,))).grade == grade


def test_a_name_that_is_no_definition_stays_open() -> None:
    """Each number has a square, so that the theorem stands; but it is not what was shown."""
    argued = Words(1, "A.", "y = x^2", why="it is plain")
    computed = Computed(1, "A.", "y = x^2", by=lambda: "so")
    assert [of(one, LAST).grade.value for one in (argued, computed)] == ["points", "outlined"]


def test_a_step_on_which_the_statement_does_not_rest_lowers_nothing() -> None:
    beside = Words(1, "z is small.", "z <= 1/2", where="z in [0,1]", why="it is plain")
    assert of(beside, LAST)[:4] == ("proved", "", (), "")
    assert of(beside, LAST, parts=(1,)).grade == "points", "it is stated"


@pytest.mark.parametrize(
    ("outcome", "recorded", "grade"),
    [
        ("holds", "proved", "outlined"),
        ("holds", "outlined", "outlined"),
        ("holds", "points", "points"),
        ("holds", "cited", "points"),
    ],
)
def test_a_cited_claim_counts_as_it_stands(outcome, recorded, grade, monkeypatch) -> None:
    """And by a step whose proof shows it, the formula is shown, too."""
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=SHOWN))
    words = OnClaim(1, "As it says.", claim=CITED)
    with knowing({CITED: Standing(outcome, recorded)}):
        assert of(words, LAST).grade == grade
        for formula, shown in ((FORMULA, "proved"), ("", grade)):
            found = of(BY_CITED, LAST, formula=formula)
            assert found.grade == (shown if grade == "outlined" else grade)
            assert bool(found.opened) == (found.grade == "proved")


SHOWN = Proof(CITED, (Inequality(1, "A.", "x^2 <= x"),), WHERE)
BY_CITED = OnClaim(1, "A.", "x^2 <= x", claim=CITED, of_step=1)
HALF = "x <= 1/2 for x in [0,1]"
HIDDEN_Y = Inequality(2, "So.", "x <= 1/2", uses=(1,))
BELOW = "x in [0,1], y in [0,1/4]"
OPEN_THERE: dict[str, tuple[tuple[Step, ...], str, str, Kind]] = {
    "given of a hidden name": ((Given(1, "y.", "2*y = x"), HIDDEN_Y), BELOW, HALF, Kind.GIVEN),
    "argued of a hidden name": (
        (Words(1, "y.", "2*y = x", why="it is plain"), HIDDEN_Y), BELOW, HALF, Kind.ARGUED
    ),
    "computed of a hidden name": (
        (Computed(1, "y.", "2*y = x", by=lambda: "so"), HIDDEN_Y), BELOW, HALF, Kind.COMPUTED
    ),
    "a fact": ((MARKOV, replace(LAST, number=2)), WHERE, FORMULA, Kind.TEXTBOOK),
    "in words": ((Given(1, "x is a chance."), replace(LAST, number=2)), WHERE, FORMULA, Kind.WORDS),
    "of whole numbers": (
        (Induction(1, "A.", "n <= n^2", variable="n", start="1"),),
        "n in [1,inf)",
        "n <= n^2 for n in [1,inf)",
        Kind.WHOLE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OPEN_THERE)
@pytest.mark.parametrize("through", [1, 2])
def test_what_a_cited_proof_leaves_open_is_not_lost(name, through, monkeypatch) -> None:
    """Through one citation or two the step stands, and the formula is not proved, for two reasons.

    What is open there has a grade, and a hypothesis is none of the ranges of the formula; of whole
    numbers only the latter says so.
    """
    steps, where, formula, kind = OPEN_THERE[name]
    there, says = Proof(CITED, steps, where), formula.rpartition(" for ")[0]
    cited = OnClaim(1, "As there.", says, claim=CITED, of_step=len(steps))
    between = Proof("my.between", (cited,), where)
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))
    monkeypatch.setitem(REGISTERED, between.id, SimpleNamespace(proof=between))
    if through == 2:
        cited = replace(cited, claim=between.id, of_step=1)
    last = Inequality(2, "So.", says, uses=(1,))
    proof = Proof("bern.none", (cited, last), formula.rpartition(" for ")[2])
    with knowing(dict.fromkeys((CITED, between.id), Standing("holds", "outlined"))):
        linked = Judge(programs=False).of(proof)
        assert (linked.faults, grade_of(proof, "").grade) == ({}, "outlined")
        assert kind in {one.kind for one in linked.left_open(2)}
        assert (grade_left_open(linked) == "proved") == (kind == Kind.WHOLE)
        assert _besides(linked, 2, formula)
        assert grade_of(proof, formula).grade == "outlined"


def test_a_hidden_definition_of_a_cited_proof_says_nothing_of_the_statement(monkeypatch) -> None:
    """Its term is put in its place, and the grade of what cites it is that of the numbers."""
    steps = Given(1, "y.", "y = x^2"), Inequality(2, "So.", "x - y >= 0", uses=(1,))
    last = Inequality(3, "So.", "x^2 <= x", uses=(1, 2))
    there = Proof(CITED, (*steps, last), "x, y in [0,1]")
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))
    with knowing({CITED: Standing("holds", "outlined")}):
        by_cited = replace(BY_CITED, of_step=3)
        assert of(by_cited, LAST, where="x in [0,1]").grade == "proved"


def test_the_place_of_a_hypothesis_is_in_the_proof_that_has_it(monkeypatch) -> None:
    """A claim of which no more than points are known lowers those that cite a proof by it."""
    steps = [Inequality(n, "A.", "x^2 <= x", uses=(n - 1,) * (n > 1)) for n in range(1, 5)]
    there = Proof(
        CITED, (*steps, OnClaim(5, "As it says.", "x <= 1", claim="bern.defB.1", uses=(4,))), WHERE
    )
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))
    cited = replace(BY_CITED, formula="x <= 1", of_step=5)
    for recorded, grade in (("outlined", "outlined"), ("points", "points")):
        known = {"bern.defB.1": Standing("holds", recorded), CITED: Standing("holds", "outlined")}
        with knowing(known):
            judged = Judge(programs=False).of(Proof("bern.none", (cited,), WHERE))
            assert grade_left_open(judged) == grade


def test_whole_numbers_are_not_all_numbers() -> None:
    step = Induction(1, "A.", "n <= n^2", variable="n", start="1")
    found = of(step, formula="n <= n^2 for n in [1,inf)", where="n in [1,inf)")
    assert (found.grade, "whole number n" in found.lack) == ("outlined", True)


def test_sentences_alone_are_an_argument_in_words() -> None:
    said = Given(1, "P is a law.")
    assert of(said, Given(2, "So it has a median.", uses=(1,)), formula="").grade == "points"
    counted = Computed(1, "All of them.", by=lambda: "7 cases")
    assert of(counted, Given(2, "So.", uses=(1,)), formula="").grade == "outlined"
    about = Given(1, "P is a law of this mean.", "y = x")
    assert of(about, Given(2, "So it has a median.", uses=(1,)), formula="").grade == "outlined"


HIDDEN = {
    "a definition of a name in the statement": (
        (Given(1, "y.", "y = x^2"), Inequality(2, "So.", "y <= x", uses=(1,))),
        "y <= x for x in [0,1], y in [0,1]",
        "x in [0,1], y in [0,1]",
        "under the definition y = x^2",
    ),
    "a partial term": (
        (
            Given(1, "y.", "y = sqrt(x - 1/2)"),
            Inequality(2, "So.", "y*y >= 0"),
            Inequality(3, "So.", "x >= 1/2", uses=(1, 2)),
        ),
        "x >= 1/2 for x in [0,1]",
        "x in [0,1], y in (-inf,inf)",
        "not seen to be defined",
    ),
    "a partial term in a range": (
        (Given(1, "y.", "y = log(x)"), Inequality(2, "So.", "x > 0", uses=(1,))),
        "x > 0 for x in [0,1]",
        "x in [0,1], y in (-inf,0]",
        "not seen to be defined",
    ),
    "two definitions of one name": (
        (
            Given(1, "y.", "y = x"),
            Given(2, "y.", "y = 1/2"),
            Inequality(3, "So.", "x <= 1/2", uses=(1, 2)),
        ),
        "x <= 1/2 for x in [0,1]",
        "x in [0,1], y in [0,1]",
        "under the given y = 1/2",
    ),
    "a circle of definitions": (
        (
            Given(1, "y.", "y = z + x"),
            Given(2, "z.", "z = y - 1/2"),
            Inequality(3, "So.", "x <= 1/2", uses=(1, 2)),
        ),
        "x <= 1/2 for x in [0,1]",
        "x in [0,1], y in (-inf,inf), z in (-inf,inf)",
        "under the given z = y - 1/2",
    ),
    "a definition by what is stated of its name": (
        (Given(1, "y.", "x = y"), Inequality(2, "So.", "x <= 1/2", uses=(1,))),
        "x <= 1/2 for x in [0,1]",
        "x in [0,1], y in [0,1/2]",
        "under the range y in",
    ),
    "the range of a hidden name": (
        (Given(1, "y.", "2*y = x"), Inequality(2, "So.", "x <= 1/2", uses=(1,))),
        "x <= 1/2 for x in [0,1]",
        "x in [0,1], y in [0,1/4]",
        "under the range y in",
    ),
    "a range that the statement drops": (
        (Inequality(1, "So.", "x^2 <= x"),),
        "x^2 <= x for x in [0,2]",
        WHERE,
        "not shown for x in [0,2]",
    ),
    "an end that the statement adds": (
        (Inequality(1, "So.", "1/x >= 1"),),
        "1/x >= 1 for x in [0,1]",
        "x in (0,1]",
        "not shown for x in [0,1]",
    ),
    "a condition that the statement drops": (
        (Inequality(1, "So.", "x <= y", where="x <= y/2"),),
        "x <= y for x in [0,1], y in [0,1]",
        "x in [0,1], y in [0,1]",
        "not shown for x in [0,1], y in [0,1]",
    ),
    "a condition of an earlier step": (
        (
            Inequality(1, "A.", "x <= 1/2", where="x in [0,1], z in [0,1], x <= z, z <= 1/2"),
            Inequality(2, "So.", "x <= 1/2", where="x in [0,1]", uses=(1,)),
        ),
        "x <= 1/2 for x in [0,1]",
        "",
        "shown only where x <= z, of a z of which nothing is given",
    ),
    "a smaller range of an earlier step": (
        (
            Inequality(1, "A.", "x <= 1/2", where="x in [0,1/2]"),
            Inequality(2, "So.", "x <= 1/2", where="x in [0,1]", uses=(1,)),
        ),
        "x <= 1/2 for x in [0,1]",
        "",
        "shown only where x <= (1/2)",
    ),
    "a value at which the step is false": (
        (
            Inequality(1, "A.", "x <= 1/2", where="x in [0,1/2]"),
            Inequality(2, "So.", "x <= 1/2", where="x in [0,1]", uses=(1,), at={1: {"x": "x"}}),
        ),
        "x <= 1/2 for x in [0,1]",
        "",
        "At x = 1 the difference",
    ),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_a_false_or_stronger_statement_is_not_proved(name: str) -> None:
    steps, formula, where, why = HIDDEN[name]
    proof = Proof("bern.none", steps, where)
    stuck = [step.detail for step in proof.run()[0] if step.verdict in STUCK]
    found = grade_of(proof, formula)
    assert found.grade == ("points" if stuck else "outlined")
    assert why in (stuck[0] if stuck else found.lack)


def test_words_are_not_taken_for_a_range_that_says_the_same() -> None:
    steps = (
        Inequality(1, "A.", "x >= 0", where="x in [0,1/2]"),
        Words(2, "x is small.", "x <= 1/2", why="it is plain", uses=(1,), where="x in [0,1/2]"),
        Words(3, "x is small.", "x <= 1/2", why="it is plain", where="x in [0,1]"),
        Inequality(4, "So.", "x <= 1/2", uses=(3,), where="x in [0,1]"),
        Parts(5, "All.", uses=(2, 4)),
    )
    assert of(*steps, formula="", where="y in [0,1]").grade == "points"


def test_ranges_of_defined_names_are_shown_at_their_terms() -> None:
    """The range of y is needed, and y = x^2 lies in it; it is no hypothesis of the statement."""
    steps = (
        Given(1, "y.", "y = x^2*(3 - 2*x)"),
        Inequality(2, "y is at most 1.", "y <= 1"),
        Inequality(3, "So.", "x^2*(3 - 2*x) <= 1", uses=(1, 2)),
    )
    formula = "x^2*(3 - 2*x) <= 1 for x in [0,1]"
    assert of(*steps, formula=formula, where="x in [0,1], y in [0,1]")[:4] == ("proved", "", (), "")
    found = of(*steps, formula=formula, where="x in [0,1], y in (-inf,1]")
    assert found.grade == "proved"
    hidden = (
        steps[0],
        Inequality(2, "A.", "y <= 1", where="y <= 1"),
        replace(steps[2], where="y <= 1"),
    )
    assert of(*hidden, formula=formula, where="x in [0,1], y in (-inf,inf)").grade != "proved"


def test_cases_that_are_joined_are_no_formula() -> None:
    halves = (
        Inequality(1, "A.", "x^2 <= x", where="x <= 1/2"),
        Inequality(2, "B.", "x^2 <= x", where="x >= 1/2"),
        Parts(3, "Both.", uses=(1, 2)),
    )
    assert of(*halves).grade == "outlined"
