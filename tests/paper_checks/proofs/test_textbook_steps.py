"""A textbook theorem applies where its hypotheses are said of all members, terms and margins."""

from dataclasses import replace
import pytest
from case_tables import table
from banditproof.paper_checks.proofs import Given, Identity, Inequality, Proof, Textbook
from banditproof.paper_checks.proofs.schemas import SCHEMAS, schema_of

BELOW = "c is a lower bound"
MARGIN = "x is at most y + r for every r > 0"
WHERE = "c in [0,inf), z in [0,1], low in [0,inf), k in [0,inf), x in [0,inf), y in [0,inf)"


def found(*steps, where=WHERE) -> tuple[str, str]:
    last = Proof("bern.none", where=where, steps=steps).run()[0][-1]
    return last.verdict, last.detail


def least(formula="c <= low", over=("z",), which="", **symbols) -> Textbook:
    symbols = {"c": "c", "low": "low", "X": "c + z", **symbols}
    return Textbook(
        2,
        "c is at most the infimum.",
        formula,
        fact="textbook.bounds-of-sets:infimum",
        hypotheses={BELOW: 1},
        instance=symbols,
        over=over,
        which=which,
    )


def test_a_lower_bound_of_all_members_is_one_of_the_infimum() -> None:
    assert found(Inequality(1, "Below each member.", "c + z >= c"), least())[0] == "textbook"


def test_a_bound_of_one_member_is_none_of_the_infimum() -> None:
    own = Inequality(1, "Each member is at least itself.", "k + z >= z")
    verdict, detail = found(own, least("z <= low", X="k + z", c="z"))
    assert verdict == "undecided"
    assert "z runs through all" in detail
    verdict, detail = found(own, least("z <= low", over=("k",), X="k + z", c="z"))
    assert verdict == "textbook"  # the infimum over all k, at one z


@pytest.mark.parametrize(("level", "stands"), [("c", True), ("2*c", False), ("z", False)])
def test_an_event_lies_above_the_level_that_was_shown_on_it(level, stands) -> None:
    steps = (
        Given(1, "The event.", "z >= c"),
        Textbook(
            2,
            "Its probability.",
            "p <= q",
            fact="textbook.elementary-probability:above a level",
            hypotheses={"X >= c on the event": 1},
            instance={"X": "z", "c": level},
            over=("z",),
        ),
    )
    verdict, _ = found(*steps, where=f"{WHERE}, p in [0,1], q in [0,1]")
    assert (verdict == "textbook") == stands


@pytest.mark.parametrize("over", [(), ("y",)])
def test_what_runs_is_named(over) -> None:
    verdict, detail = found(Inequality(1, "Below.", "c + z >= c"), least(over=over))
    assert verdict == "undecided"
    assert "Say in `over`" in detail


def by_a_fact(given: str, below: str, formula: str, fact: str, instance: dict[str, str], over: str):
    """A fact whose one hypothesis is shown by what is given."""
    (hypothesis,) = schema_of(f"textbook.{fact}").hypotheses
    return (
        Given(1, "It is given.", given),
        Inequality(2, "So it is for each.", below, uses=(1,)),
        Textbook(
            3,
            "And for all.",
            formula,
            fact=f"textbook.{fact}",
            hypotheses={hypothesis: 2},
            instance=instance,
            over=(over,),
        ),
    )


TIED = "step 1 ties it to what is fixed"


def test_a_bound_that_is_defined_by_a_member_is_refused() -> None:
    instance = {"c": "c", "low": "low", "X": "k + z"}
    steps = by_a_fact("c = z", "k + z >= c", "c <= low", "bounds-of-sets:infimum", instance, "z")
    with pytest.raises(ValueError, match=TIED):
        found(*steps)


@pytest.mark.parametrize("given", ["p^2 + 1 = e", "e - 1 = p^2", "2*e = p + 1"])
def test_a_margin_that_an_equation_ties_to_something_is_refused(given: str) -> None:
    instance = {"x": "p", "y": "q", "r": "e"}
    steps = by_a_fact(given, "p <= q + e", "p <= q", "bounds-of-sets:margin", instance, "e")
    with pytest.raises(ValueError, match=TIED):
        found(*steps, where="p in [0,1], q in [0,1], e in (0,inf)")


@pytest.mark.parametrize("given", ["s = 2*N", "2*N = s"])
def test_a_term_for_all_that_a_given_ties_to_one_is_refused(given: str) -> None:
    instance = {"p": "p", "n": "n", "d": "s", "X": "N"}
    steps = by_a_fact(given, "N <= s", "p <= n*s", "union-bound", instance, "N")
    with pytest.raises(ValueError, match=TIED):
        found(*steps, where="p in [0,1], n in [1,inf), s in [0,1], N in [0,1]")


@pytest.mark.parametrize(("factor", "stands"), [("1", True), ("-1", False)])
def test_a_telescoping_sum_needs_a_factor_that_is_not_negative(factor, stands) -> None:
    # of the terms 1/k - 1/(k + 1) with k from 1 to 2 the sum times -1 is not at most -1
    steps = (
        Given(1, "The terms.", f"T <= {factor}*(U - V)", where="T in (-inf,inf)"),
        Given(2, "V is the U of the next term, and they are >= 0."),
        Textbook(
            3,
            "The sum.",
            f"x <= {factor}*y",
            fact="textbook.nonnegative-series:telescoping",
            hypotheses={
                "each term is <= c (Y - Z)": 1,
                "Z is the Y of the next term, and they are >= 0": 2,
                "c >= 0": f"{factor} >= 0",
            },
            instance={"x": "x", "c": factor, "y": "y", "X": "T", "Y": "U", "Z": "V"},
            over=("T", "U", "V"),
            where="T in (-inf,inf)",
        ),
    )
    proof = Proof("bern.none", steps, "x in (-inf,inf), y in [0,inf), U in [0,inf), V in [0,inf)")
    assert (proof.run()[0][-1].verdict == "textbook") is stands


def at_most(term="r", over=("r",)) -> Textbook:
    return Textbook(
        2,
        "x is at most y.",
        "x <= y",
        fact="textbook.bounds-of-sets:margin",
        hypotheses={MARGIN: 1},
        instance={"x": "x", "y": "y", "r": term},
        over=over,
    )


@pytest.mark.parametrize(
    ("said", "term", "where", "message"), table(__file__, "a_margin_comes_down_to_0")
)
def test_a_margin_comes_down_to_0(said, term, where, message) -> None:
    steps = (Given(1, "x is at most y and a margin.", said, where=where), at_most(term))
    try:
        verdict, detail = found(*steps)
    except ValueError as error:
        verdict, detail = "undecided", str(error)
    assert verdict != "textbook"
    assert message in detail


@pytest.mark.parametrize(
    ("instance", "message"),
    [({"z": "x"}, "has no symbol 'z'; leave it out"), ({"y": "k"}, "says something else than")],
)
def test_a_symbol_that_a_fact_does_not_have_is_refused(instance, message) -> None:
    step, given = at_most(), Given(1, "x is at most y and r.", "x <= y + r", where="r in (0,1)")
    verdict, detail = found(given, replace(step, instance={**step.instance, **instance}))
    assert verdict == "undecided"
    assert message in detail


@pytest.mark.parametrize("term", ["r", "3*r", "(k + 1)*r"])
def test_a_margin_may_be_scaled_by_what_is_positive(term) -> None:
    given = Given(1, "x is at most y and a margin.", f"x <= y + {term}", where="r in (0,1)")
    assert found(given, at_most(term))[0] == "textbook"


def test_a_margin_that_a_hypothesis_bounds_is_refused() -> None:
    steps = (
        Given(1, "A bound.", "r >= 1/2", where="r in (0,inf)"),
        Given(2, "x is at most y and 1/2.", "x <= y + 1/2"),
        Inequality(3, "So.", "x <= y + r", where="r in (0,inf)", uses=(1, 2)),
        Textbook(
            4,
            "x is at most y.",
            "x <= y",
            fact="textbook.bounds-of-sets:margin",
            hypotheses={MARGIN: 3},
            instance={"x": "x", "y": "y", "r": "r"},
            over=("r",),
        ),
    )
    with pytest.raises(ValueError, match="step 1 ties it"):
        found(*steps)


def test_a_hypothesis_in_words_is_discharged_by_a_step() -> None:
    step = Textbook(
        1,
        "One kernel.",
        "x <= y",
        fact="textbook.data-processing",
        hypotheses={"one kernel for both laws": "1 >= 0"},
        instance={"after": "x", "before": "y"},
    )
    verdict, detail = found(step)
    assert verdict == "undecided"
    assert "is no relation" in detail


def test_the_conditions_of_other_quantities_are_printed_with_a_step() -> None:
    step = Inequality(1, "A bound.", "x <= y", where="w in [0,1], x <= w, w <= y")
    (facts,) = Proof("bern.none", where=WHERE, steps=(step,)).facts
    assert "x <= w" in facts.where
    assert "w in [0, 1]" in facts.where
    assert "low" not in facts.where


def test_small_symbols_are_fixed_and_capital_ones_vary() -> None:
    schema = schema_of("textbook.bounds-of-sets:lower limit")
    assert (schema.varying, schema.fixed, schema.margins) == ({"X"}, {"c", "low"}, ("r",))
    for item in SCHEMAS:
        assert not item.varying & item.fixed, item.name
        assert set(item.patterns) <= set(item.hypotheses), item.name


def test_an_identity_may_be_what_is_said_of_all_terms() -> None:
    each = Identity(1, "Each term.", "2*z = 0 + 2*z")
    same = Textbook(
        2,
        "The means.",
        "x = 0 + 2*y",
        fact="textbook.elementary-probability:linear",
        hypotheses={"X = c + b Z at every outcome": 1},
        instance={"x": "x", "c": "0", "b": "2", "z": "y", "X": "2*z", "Z": "z"},
        over=("z",),
    )
    assert found(each, same)[0] == "textbook"


def test_a_condition_on_what_runs_is_said_or_refused() -> None:
    shown = Inequality(1, "Below.", "z >= c", where="z >= c")
    with pytest.raises(ValueError, match="shown only where z >= c; say so by `which`"):
        found(shown, least(X="z"))
    said = least(X="z", which="z >= c")
    verdict, detail = found(shown, said)
    assert verdict == "textbook"
    assert "for every z with z >= c" in detail
    last = Inequality(3, "So it is for all c.", "c <= low", uses=(2,))
    assert found(shown, said, last)[0] == "proved"  # the infimum over the z >= c


def test_a_condition_is_also_refused_where_the_quantity_has_no_range() -> None:
    shown = Inequality(1, "Below.", "v >= c", where="v in [0,1], v >= c")
    with pytest.raises(ValueError, match="for every v, and it was shown only where v >= c"):
        found(shown, least(X="v", over=("v",)))


ENDS = table(__file__, "ends")


@pytest.mark.parametrize(("a", "b", "verdict"), table(__file__, "a_line_is_above_at_both_ends"))
def test_a_line_is_above_at_both_ends(a, b, verdict) -> None:
    masses = Given(1, "The masses of an event.", "u <= 2*u")
    ends = {name: how if how == 1 else how.replace("a", f"({a})") for name, how in ENDS.items()}
    ends = {name: how if how == 1 else how.replace("b", f"({b})") for name, how in ends.items()}
    line = Textbook(
        2,
        "The divergence is at most the line at 1.",
        f"k <= {a} + {b}",
        fact="textbook.radon-nikodym:divergence",
        hypotheses=ends,
        instance={"k": "k", "c": "2", "a": a, "b": b, "V": "u", "W": "u"},
        over=("u",),
    )
    assert found(masses, line, where=f"{WHERE}, u in [0,1]")[0] == verdict


def test_all_of_the_range_runs() -> None:
    shown = Inequality(1, "Below.", "v >= 1/2", where="v in [1/2,1]")
    least_of_all = least("1/2 <= low", X="v", c="1/2", over=("v",))
    assert found(shown, least_of_all)[0] == "textbook"
    wide = Inequality(
        3, "Elsewhere v is any mass.", "low >= 1/2 - v", where="v in [0,1]", uses=(2,)
    )
    with pytest.raises(ValueError, match="for every v, which has a wider range elsewhere"):
        found(shown, least_of_all, wide)
