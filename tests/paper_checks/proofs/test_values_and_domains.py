"""What a step was shown for: its ranges, whole numbers and sequences, and domains that are empty."""

from dataclasses import replace
from types import SimpleNamespace
import pytest
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)  # fmt: skip
from banditproof.paper_checks.proofs.schemas import schema_of
from banditproof.paper_checks.proofs.step import STUCK, Step
from banditproof.paper_checks.proofs.theorems.judge import judge
from banditproof.paper_checks.statements.registry import REGISTERED

CITED = "bern.rem3.a.chain"
"""A claim that may be cited; the tests put another proof in its place."""


def stops(where: str, *steps: Step) -> int:
    """The number of the step at which a proof stops; 0 if all stand."""
    results, _ = Proof("bern.none", steps, where).run()
    return next((step.number for step in results if step.verdict in STUCK), 0)


def last(formula: str, at: dict[str, str], number: int = 2) -> Inequality:
    return Inequality(number, "So.", formula, uses=(number - 1,), at={number - 1: at})


COUNT = Induction(1, "A count.", "n >= 1", start="1")
PRODUCT = Induction(1, "A product.", "(n - 1)*(n - 2) >= 0", start="1")
SUM = Induction(
    1, "A sum.", "s <= n", sequence="s", first="0", following="s + 1/n", start="1"
)  # fmt: skip


@pytest.mark.parametrize(
    ("where", "first", "formula", "at", "stop"),
    [
        ("n in [1,inf)", COUNT, "0 >= 1", {"n": "0"}, 2),
        ("n in [1,inf), m in [3,inf)", COUNT, "m >= 1", {"n": "m"}, 0),
        ("n in [1,inf), s in [0,inf), y in [50,100]", SUM, "y <= 1", {"s": "y", "n": "1"}, 2),
        (
            "x in [0,1]",
            Computed(1, "It is small.", "x <= 1", by=lambda: "so"),
            "5 <= 1",
            {"x": "5"},
            2,
        ),
    ],
    ids=["below the start", "another number", "a sequence", "a program"],
)
def test_a_step_is_used_at_values_where_it_was_shown(where, first, formula, at, stop) -> None:
    assert stops(where, first, last(formula, at)) == stop


@pytest.mark.parametrize(
    ("cited", "formula", "instance", "then", "at"),
    [
        (PRODUCT, "(x - 1)*(x - 2) >= 0", {"n": "x"}, "1 <= 0", {"x": "3/2"}),
        (SUM, "s <= n", {}, "50 <= 1", {"s": "50", "n": "1"}),
        (SUM, "5*x <= 1", {"n": "1", "s": "5*x"}, "x <= 1", {}),
    ],
    ids=["no whole number", "a sequence", "a term for a sequence"],
)
def test_what_a_claim_counts_is_counted_by_who_cites_it(
    cited, formula, instance, then, at, monkeypatch
) -> None:
    there = Proof("my.cited", (cited,), "n in [1,inf), s in [0,inf)")
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))
    step = OnClaim(1, "So.", formula, claim=CITED, of_step=1, instance=instance)
    where = "n in [1,inf), s in [0,inf), x in [1,inf)"
    assert stops(where, step, last(then, at)) == (2 if at else 1)


def test_that_a_quantity_is_a_whole_number_is_named(monkeypatch) -> None:
    there = Proof("my.cited", (PRODUCT,), "n in [1,inf)")
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))
    relation = "(x - 1)*(x - 2) >= 0"
    step = OnClaim(1, "So.", relation, claim=CITED, of_step=1, instance={"n": "x"})
    (shown,), _ = Proof("bern.none", (step,), "x in [1,inf)").run()
    assert shown.leaves_open[0] == "whole number x: step 1 of bern.none"
    none = replace(step, formula="(y - 1)*(y - 2) >= 0", instance={"n": "y"})
    verdict = Proof("bern.none", (none,), "y in [5/4,7/4]").verdict("So.")
    assert verdict.evidence.grade.value == "points", "no whole number lies there"


def test_quantities_with_several_ranges_do_not_meet_where_they_have_none() -> None:
    low = Inequality(1, "A.", "x <= 1", where="x in [0,1]")
    high = Inequality(2, "B.", "5 <= x", where="x in [5,6]")
    both = Inequality(3, "C.", "5 <= 1", uses=(1, 2))
    assert stops("", low, high, both) == 3
    narrow = Inequality(1, "A.", "x <= y + 1", where="x in [0,1]")
    above = Inequality(2, "B.", "x >= 3/2", where="x in [3/2,2]")
    assert stops("y in [0,1]", narrow, above, Inequality(3, "C.", "y >= 1/2", uses=(1, 2))) == 3


@pytest.mark.parametrize("where", ["x in [0,1], x >= 2", "x in [0,1], x*x >= 2"])
def test_nothing_is_shown_of_no_numbers(where: str) -> None:
    assert stops("", Inequality(1, "A.", "1 <= 0", where=where)) == 1
    assert stops("y in [0,1]", Inequality(1, "A.", "y <= 0", where=where)) == 1


def test_each_quantity_of_a_relation_has_a_range_or_a_definition() -> None:
    steps, _ = Proof("bern.none", (Inequality(1, "A.", "z^2 >= 0"),), "x in [0,1]").run()
    assert steps[0].detail == (
        "The check of the step stopped: z has no range in 'x in [0,1]'; give one for each name."
    )
    defined = Given(1, "z.", "z = x^2")
    assert stops("x in [0,1]", defined, Inequality(2, "A.", "z <= 1", uses=(1,))) == 0


def test_a_definition_whose_term_is_undefined_says_where() -> None:
    proof = Proof("bern.none", (Given(1, "b.", "b = 1/n"),), "n in [0,inf), b in (0,inf)")
    steps, refutation = proof.run()
    assert steps[0].detail.startswith("The term of b is not always > 0. At n = 0")
    assert refutation is None, "a definition is no statement"


def test_a_statement_is_not_refuted_without_what_is_given_of_it() -> None:
    """Its proof is wrong, as it forgets to use what makes it true."""
    given, step = Given(1, "x.", "x >= 1"), Inequality(2, "So.", "x >= 1/2")
    proof = Proof("bern.none", (given, step), "x in [0,2]", parts=(1,))
    steps, refutation = proof.run()
    assert (steps[1].verdict, refutation) == ("failed", None)


HALF = "x >= 1/2"


@pytest.mark.parametrize(
    ("given", "there", "formula", "used"),
    [
        ("x in [0,1]", "x in [1/2,1]", HALF, (1, 2)),
        ("", "x in [1/2,1]", HALF, (1, 2)),
        ("", "x in [1/2,1]", "y >= 1/2", (2,)),
        ("x in [0,1]", f"x in [0,1], {HALF}", HALF, (1, 2)),
    ],
    ids=["a smaller range", "the only range", "through a step between", "a condition"],
)
@pytest.mark.parametrize("equation", ["x = y", "2*x = y + x"])
@pytest.mark.parametrize("kind", [Inequality, Computed])
def test_of_a_quantity_no_more_is_known_than_where_it_came_in(
    given, there, formula, used, equation, kind
) -> None:
    """Or y in [0, 1] would be at least 1/2, as the equal x is where a step between speaks of it."""
    first = Given(1, "x is y.", equation, where=given)
    second = Inequality(
        2, "It is large.", formula, uses=() if formula == HALF else (1,), where=there
    )
    last = kind(
        3, "So.", "y >= 1/2", uses=used, **({"by": lambda: "so"} if kind is Computed else {})
    )
    assert stops("y in [0,1]", first, second, last) in (2, 3)
    wide = replace(first, where=there.replace(f", {HALF}", ""))
    if there == "x in [1/2,1]" and equation == "x = y":
        assert stops("y in [0,1]", wide, second, last) == 1, "y need not lie there"
        assert stops("y in [1/2,1]", wide, second, last) == 0


def test_what_is_used_at_other_values_is_not_known_at_its_own() -> None:
    """Where x < y it would be shown that 0 < y - x, of x and y for which the step says y < x."""
    above = Inequality(1, "A.", "y - x > 0", where="x < y")
    quotient = Inequality(2, "B.", "b/b >= 1", where="b in (0,2]")
    at = {1: {"x": "y", "y": "x"}, 2: {"b": "y - x"}}
    wrong = Inequality(3, "C.", "(y-x)/(y-x) >= 1", uses=(1, 2), at=at, where="y < x")
    assert stops("x in [0,1], y in [0,1]", above, quotient, wrong) == 3
    at = {1: {"x": "y", "y": "x"}, 2: {"b": "x - y"}}
    right = replace(wrong, formula="(x-y)/(x-y) >= 1", at=at)
    assert stops("x in [0,1], y in [0,1]", above, quotient, right) == 0


def given(number: int, formula: str, where: str = "", **kwargs: object) -> Given:
    return Given(number, "Let it be so.", formula, where=where, **kwargs)


def so(number: int, formula: str, where: str = "", uses: tuple[int, ...] = ()) -> Inequality:
    return Inequality(number, "So.", formula, where=where, uses=uses)


def found(number: int, formula: str, where: str, uses: tuple[int, ...] = ()) -> Computed:
    return Computed(number, "So.", formula, where=where, uses=uses, by=lambda: "so")


def counting(number: int, name: str) -> Induction:
    where = f"{name} in [1,inf), s in [0,inf)"
    return Induction(
        number, "So.", f"s = {name}", variable=name, start="1", where=where,
        sequence="s", first="1", following="s + 1",
    )  # fmt: skip


HALF_OF_N = Induction(
    3, "So.", "y*(n-1) >= (n-1)/2", start="1", where="n in [1,inf)", uses=(2,)
)  # fmt: skip
MARGIN = Textbook(
    3, "So.", "x <= y", where="x in [0,1/2], y in [0,1]", fact="textbook.bounds-of-sets:margin",
    hypotheses={"x is at most y + r for every r > 0": 2}, over=("r",),
)  # fmt: skip
FALSE = {
    "conditions on numbers of which nothing is given": (
        given(1, "y = t", "t in [0,1]"),
        so(2, "y <= 1/2", "t in [0,1], u in [0,1/2], t <= u", (1,)),
        so(3, "y >= 3/4", "t in [0,1], v in [3/4,1], t >= v", (1,)),
        so(4, "1 <= 0", "t in [0,1]", (1, 2, 3)),
    ),
    "a definition outside of its range": (
        given(1, "x = y", "y in [0,1], x in [0,1]"),
        given(2, "y = z", "z in [0,2]"),
        so(3, "x <= 1", "x in [0,1]"),
        so(4, "z <= 1", "z in [0,2]", (1, 2, 3)),
    ),
    "a range that is shown where another one holds": (
        given(1, "w = x", "x in [0,1]"),
        so(2, "w >= 1/2", "x in [0,1], x >= 1/2", (1,)),
        given(3, "z = w", "x in [0,1], z in [1/2,1]", uses=(1, 2)),
        so(4, "x >= 1/2", "x in [0,1], z in [1/2,1]", (1, 3)),
        so(5, "x >= 1/2", "x in [0,1]", (4,)),
    ),
    "a range that shows itself": (
        given(1, "x = y"),
        given(2, "y = x", "x in [0,1], y in [1/2,1]", uses=(1,)),
        so(3, "y >= 1/2", "y in [1/2,1]"),
        so(4, "x >= 1/2", "x in [0,1]", (2, 3)),
    ),
    "the range of a program": (
        found(1, "y >= 1/4", "y in [1/4,1]"),
        given(2, "y = t", "t in [0,1]"),
        so(3, "t >= 1/4", "t in [0,1]", (1, 2)),
    ),
    "a range beside a program": (
        given(1, "y = x"),
        found(2, "y >= 1/4", "x in [1/4,1]", (1,)),
        so(3, "2*y >= 1/2", "y in [0,1]", (2,)),
    ),
    "a condition of what is given": (
        given(1, "y >= 2*t", "y in [0,1], t in [0,1], t <= 1/2"),
        so(2, "2*t <= y", "y in [0,1], t in [0,1], t <= 1/2", (1,)),
        given(3, "y = z", "y in [0,1], z in [0,1]"),
        so(4, "z >= 2*t", "z in [0,1], t in [0,1]", (2, 3)),
    ),
    "a range of what is defined by all that runs": (
        given(1, "Z = r", "r in (0,1], Z in (0,1]"),
        so(2, "x <= y + r", "r in (0,1], Z in [1/2,1], x in [0,1/2], y in [0,1]", (1,)),
        MARGIN,
    ),
    "a condition between what runs and what is given": (
        given(1, "x <= y + t", "x in [0,1/2], y in [0,1/2], t in [0,1], r in (0,inf), t <= r"),
        so(2, "x <= y + r", "x in [0,1/2], y in [0,1/2], t in [0,1], r in (0,inf), t <= r", (1,)),
        so(3, "x <= y + r", "x in [0,1/2], y in [0,1/2], r in (0,inf)", (2,)),
        replace(
            MARGIN,
            number=4,
            where="x in [0,1/2], y in [0,1/2]",
            hypotheses={"x is at most y + r for every r > 0": 3},
        ),
    ),
    "a range at every number but the first one": (
        given(1, "2*y = x + y", "x in [0,1], y in [0,1]"),
        so(2, "y*n >= n/2", "x in [1/2,1], y in [0,1], n in [1,inf)", (1,)),
        replace(HALF_OF_N, where="n in [1,inf), y in [0,1]"),
    ),
    "a range at every number of an induction": (
        given(1, "y = x", "x in [0,1], y in [0,1]"),
        so(2, "y >= 1/2", "x in [1/2,1], y in [0,1]", (1,)),
        replace(HALF_OF_N, where="n in [1,inf), y in [0,1]"),
    ),
    "a sequence at two numbers": (
        counting(1, "n"),
        replace(so(2, "s = m", "m in [1,inf), s in [0,inf)", (1,)), at={1: {"n": "m"}}),
        so(3, "n = m", "n in [1,inf), m in [1,inf)", (1, 2)),
    ),
    "one name for two sequences": (
        counting(1, "n"),
        counting(2, "m"),
        so(3, "n = m", "n in [1,inf), m in [1,inf)", (1, 2)),
    ),
    "a range of a sequence": (
        counting(1, "n"),
        so(2, "s >= 5", "s in [5,inf)"),
        so(3, "n >= 5", "n in [1,inf)", (1, 2)),
    ),
    "a margin that is a number": (
        given(1, "r = x - y + 1", "x in [0,1/2], y in [0,1/2], r in (0,inf)"),
        so(2, "x <= y + r", "x in [0,1/2], y in [0,1/2], r in (0,inf)", (1,)),
        replace(MARGIN, where="x in [0,1/2], y in [0,1/2]"),
    ),
    "two ranges that show each other": (
        given(1, "x = z", "z in [0,1], x in [0,1]"),
        given(2, "w = z", "z in [0,1], w in [0,1]"),
        so(3, "z + x >= 1", "z in [0,1], x in [1/2,1]", (1,)),
        so(4, "z + w >= 1", "z in [0,1], w in [1/2,1]", (2,)),
        given(5, "x = z", "z in [0,1], x in [1/2,1], w in [1/2,1]", uses=(2, 4)),
        given(6, "w = z", "z in [0,1], w in [1/2,1], x in [1/2,1]", uses=(1, 3)),
        so(7, "z >= 1/2", "z in [0,1]", (1, 3, 5, 6)),
    ),
    "ranges of a step that show each other": (
        given(1, "w = z", "z in [0,1], w in [0,1]"),
        given(2, "x = w", "w in [0,1], x in [0,1]"),
        so(3, "z >= 1/2", "z in [0,1], x in [1/2,1], w in [1/2,1]", (1, 2)),
    ),
    "a range beside a relation of numbers alone": (
        given(1, "w = 0", "w in [0,1]"),
        so(2, "1 <= 0", "w in [1/2,1]", (1,)),
    ),
    "a fact about one number": (
        Given(1, "$Gv=kv$."),
        Textbook(
            2,
            "So.",
            "h = 1/n",
            fact="textbook.spectral-theorem:inverse",
            hypotheses={"G v = k v": 1, "k > 0": "n > 0"},
            instance={"k": "n"},
            where="n in [1,inf), h in (0,inf)",
        ),
        Induction(
            3, "So.", "h*(n-1) >= log(n)", start="1", where="n in [1,inf), h in (0,inf)", uses=(2,)
        ),
        so(4, "1 - 1/n >= log(n)", "n in [1,inf)", (2, 3)),
    ),
    "no range in an induction": (
        so(1, "y >= 1/2", "y in [1/2,1]"),
        replace(HALF_OF_N, number=2, uses=(1,)),
    ),
}


@pytest.mark.parametrize("steps", FALSE.values(), ids=FALSE)
def test_nothing_is_supposed_that_a_step_does_not_say(steps) -> None:
    assert stops("", *steps)


TRUE = {
    "a range that earlier steps show": (
        given(1, "b = 1/n", "n in [1,inf)"),
        so(2, "b <= 1", "n in [1,inf)", (1,)),
        so(3, "b > 0", "n in [1,inf)", (1,)),
        so(4, "b*b <= b", "b in (0,1]"),
        so(5, "(1/n)^2 <= 1/n", "n in [1,inf)", (1, 2, 3, 4)),
    ),
    "a range that is given": (
        so(1, "2*x >= 1", "x in [1/2,1]"),
        given(2, "x >= 1/2", "x in [0,1]"),
        so(3, "2*x >= 1", "x in [0,1]", (1, 2)),
    ),
}


@pytest.mark.parametrize("steps", TRUE.values(), ids=TRUE)
def test_what_a_definition_or_a_hypothesis_shows_is_no_other_range(steps) -> None:
    assert not stops("", *steps)


@pytest.mark.parametrize(
    ("first", "formula"),
    [
        (given(1, "x = t", "t in [0,1], x in [0,1]"), "x = s"),
        (Induction(1, "So.", "(x-1)*(x-2) >= 0", variable="x", start="1"), "x = s"),
    ],
    ids=["defined", "counted"],
)
def test_an_equation_of_what_means_something_already_is_named(first, formula) -> None:
    second = given(2, formula, "s in [0,1], x in [0,1]" if first.assumed else "s in [1,inf)")
    last = so(3, "t <= s" if first.assumed else "(s-1)*(s-2) >= 0", "s in [1,inf)", (1, 2))
    if first.assumed:
        last = replace(last, where="s in [0,1], t in [0,1]")
    where = "" if first.assumed else "x in [1,inf)"
    (*_, shown), _ = Proof("bern.none", (first, second, last), where).run()
    counted = (
        "definition x = t: step 1 of bern.none"
        if first.assumed
        else "whole number x: step 1 of bern.none; says x = 1 + x'1",
    )
    assert shown.leaves_open == (*counted, "given x = s: step 2 of bern.none")


def test_cases_that_are_joined_are_not_supposed_together() -> None:
    low = Inequality(1, "A.", "x*x <= 1/4", where="x <= 1/2")
    high = Inequality(2, "B.", "x*x > 1/4", where="x > 1/2")
    both = Parts(3, "Both cases.", uses=(1, 2))
    judged = judge().of(Proof("bern.none", (low, high, both), "x in [0,1]"))
    assert [str(one) for one in judged.left_open(1)][-1].startswith("condition x <= 1/2")
    assert judged.left_open(3) == (), "else both conditions, which no x has"


def test_what_a_textbook_fact_describes_has_no_other_value(monkeypatch) -> None:
    """That h is the inverse eigenvalue is said of this h; any number would be one."""
    words = Given(1, "$Gv=kv$.")
    schema = schema_of("textbook.spectral-theorem:inverse")
    reasons = {name: "k > 0" if name in schema.patterns else 1 for name in schema.hypotheses}
    fact = Textbook(
        2, "So.", "h = 1/k", fact="textbook.spectral-theorem:inverse", hypotheses=reasons
    )
    where = "k in (0,inf), h in (0,inf), g in (0,inf)"
    other = Inequality(3, "So.", "g <= 1/k", uses=(2,), at={2: {"h": "g"}})
    assert stops(where, words, fact, other) == 3
    assert stops(where, words, fact, replace(other, formula="h <= 1/k", at={})) == 0
    monkeypatch.setitem(
        REGISTERED, CITED, SimpleNamespace(proof=Proof("my.cited", (words, fact), where))
    )
    cited = OnClaim(1, "So.", "h = 1/k", claim=CITED, of_step=2)
    assert stops(where, cited, last("g <= 1/k", {"h": "g"})) == 2


@pytest.mark.parametrize(
    ("bounds", "cited", "instance", "stands"),
    [
        ((("v >= x",), ("v <= y",)), "x <= y", {"x": "1", "y": "0"}, False),
        ((("v >= x",), ("v <= y",)), "x <= y", {"x": "0", "y": "1"}, True),
        ((("v >= x", "v in [2,inf)"), ("v <= y",)), "x <= y", {"x": "0", "y": "1"}, False),
    ],
    ids=["no number between", "a number between", "none in its range"],
)
def test_what_a_number_between_supposes_is_shown_where_a_claim_is_cited(
    bounds, cited, instance, stands, monkeypatch
) -> None:
    where = "x in [0,1], y in [0,1]"
    there = Proof(
        "my.cited",
        (*(given(n, *one) for n, one in enumerate(bounds, 1)), so(3, cited, "", (1, 2))),
        f"{where}, v in [0,inf)" if len(bounds[0]) == 1 else where,
    )
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))
    formula = " <= ".join(instance[name] for name in "xy")
    step = OnClaim(1, "So.", formula, claim=CITED, of_step=3, instance=instance)
    assert (stops("", step) == 0) is stands


def test_a_range_is_no_hypothesis_because_another_proof_has_it() -> None:
    first = so(1, "x >= 1/4", "x in [1/2,1]")
    last = so(2, "x >= 1/4", "x in [0,1]", (1,))
    other = (first, given(2, "x >= 1/2", "x in [0,1]"), replace(last, number=3))
    stands = Proof("bern.none", other, parts=(2,))
    assert judge().of(stands).faults == {}
    assert [*judge().of(Proof("bern.none", (first, last))).faults] == [2]


@pytest.mark.parametrize("late", [False, True])
def test_an_equation_of_what_is_counted_is_named_wherever_it_stands(late) -> None:
    equation = given(2 if late else 1, "n = x", "x in [1,inf), n in [1,inf)")
    product = replace(PRODUCT, number=1 if late else 2, where="n in [1,inf)")
    steps = (product, equation) if late else (equation, product)
    last = so(3, "(x-1)*(x-2) >= 0", "x in [1,inf)", (1, 2))
    (*_, shown), _ = Proof("bern.none", (*steps, last)).run()
    assert shown.leaves_open == (
        f"whole number n: step {product.number} of bern.none; says n = 1 + n'{product.number}",
        f"given n = x: step {equation.number} of bern.none",
    )


def test_that_a_number_is_whole_is_named_where_another_step_counts_it() -> None:
    product = replace(PRODUCT, where="n in [1,inf)")
    other = Induction(2, "So.", "m >= 1", variable="m", start="1", where="m in [1,inf)")
    last = replace(so(3, "(m-1)*(m-2) >= 0", "m in [1,inf)", (1,)), at={1: {"n": "m"}})
    (*_, shown), _ = Proof("bern.none", (product, other, last), parts=(2,)).run()
    assert shown.leaves_open == ("whole number m: step 3 of bern.none; says m = 1 + n'1.1.3",)


def test_the_range_of_a_name_does_not_show_that_its_term_lies_there() -> None:
    """The condition says it of x, if the range of w is known of w."""
    steps = (
        given(1, "w = x", "x in [0,1], w in [1/2,1], x >= w"),
        so(2, "x >= 1/2", "x in [0,1], w in [1/2,1], x >= w", (1,)),
    )
    results, _ = Proof("bern.none", steps).run()
    assert results[0].detail.startswith("The term of w is not always >= (1/2). At x = ")


def test_a_value_is_put_for_a_quantity_of_the_step() -> None:
    there, at = so(1, "x <= 1", "x in [0,1]"), {1: {"x": "y", "v": "y"}}
    steps = (there, replace(so(2, "y <= 1", "y in [0,1]", (1,)), at=at))
    (_, second), _ = Proof("bern.none", steps).run()
    assert second.detail == "Step 1 has no range of v, which has no other value."


@pytest.mark.parametrize(
    ("defined", "own", "under"),
    [
        ("w = x", "w in (-inf,inf), w >= 1/2", "w >= 1/2"),
        ("x = w", "w in [1/2,1]", "w in [1/2, 1]"),
        ("x = w", "w in [0,1], w >= 1/2", "w >= 1/2"),
    ],
    ids=["a condition on a meaning", "the range of a term", "a condition on a term"],
)
def test_a_step_names_the_ranges_of_quantities_that_its_relation_does_not(
    defined, own, under
) -> None:
    here = f"x in (-inf,inf), {own}"
    proof = Proof("bern.none", (given(1, defined, here), so(2, "x >= 1/2", here, (1,))))
    (_, shown), _ = proof.run()
    assert (shown.verdict, shown.where) == ("proved", "x in (-inf, inf)")
    assert shown.under.endswith(under)
    assert shown.holds_where == f"x in (-inf, inf); where {shown.under}"


def test_what_joins_steps_is_shown_under_none_of_their_conditions() -> None:
    low, high = (so(n, "x^2 >= 0", f"x in [0,2], x {sign} 1") for n, sign in ((1, "<="), (2, ">")))
    steps, _ = Proof("bern.none", (low, high, Parts(3, "Both.", uses=(1, 2)))).run()
    assert [step.under for step in steps] == ["", "", ""]
