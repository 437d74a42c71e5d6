"""The answer of the table of bounds: valid, the strongest, the same in every form."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
import pytest
from enclosure_checks import overlap
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory import (
    BernoulliBandit,
    Enclosure,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    LinearBandit,
    bounds,
)
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status
from banditproof.theory.laws import Poisson
from banditproof.theory.lower_bounds import Bound
from banditproof.theory.lower_bounds.strongest import strongest

BANDITS = (
    BernoulliBandit(("0.75", "0.7", "0.7")),
    BernoulliBandit(("0.9", "0.1")),
    BernoulliBandit((1, "0.5")),
    BernoulliBandit(("0.4", "0.4", "0.1")),
    BernoulliBandit(("0.5",)),
    GaussianBandit((1, "0.5"), 2),
    LawBandit((Poisson(2), Poisson(1))),
    FiniteSupportBandit((0, "0.5", 1), (("0.2", "0.3", "0.5"), ("0.5", "0.3", "0.2"))),
    LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5")),
    LinearBandit(((1, 0), (0, 1)), (1, 1)),
)
BUDGETS = st.sampled_from([None, "1e-310", "1e-3", "0.1", "1", "30"])
ASKED = (
    st.sampled_from(BANDITS),
    BUDGETS,
    BUDGETS,
    st.sampled_from([None, 2, 100, 10**6]),
    st.sampled_from([None, "0.01", "0.4", "0.6"]),
)


def valid(row: Bound, privacy: str) -> bool:
    """Whether a row is a lower bound for these policies, by its facts alone."""
    facts = row.to_json()
    return (
        facts["side"] == "lower"
        and facts["applies"]
        and facts["status"] not in ("older", "refuted")
        and facts["privacy"] in ("none", privacy)
    )


@for_all(*ASKED, examples=40)
def test_the_answer_is_the_largest_valid_row(bandit, eps, rho, horizon, delta) -> None:
    table = bounds(bandit, eps, horizon, rho=rho, delta=delta, digits=6)
    asked = {"pure": eps, "zcdp": rho}
    kinds = [kind for kind, budget in asked.items() if budget is not None] or ["none"]
    assert [answer.privacy for answer in table.answers] == kinds
    assert table.best is table.answers[0]
    for answer in table.answers:
        assert answer.budget == (Fraction(asked[answer.privacy]) if eps or rho else None)
        pairs = (("coefficient of log T", answer.regret), ("samples", answer.samples))
        for quantity, result in pairs:
            ends = [
                row.enclosure.lo
                for row in table
                if row.quantity == quantity and row.over is None and valid(row, answer.privacy)
            ]
            assert (result is None) == (not ends)
            if result is not None:
                assert result.enclosure.lo == max(ends)
                assert valid(result, answer.privacy)
                assert result.over is None, "a bound of a class is not one of the instance"
    for row in table:
        same = [
            other for other in table if (other.quantity, other.over) == (row.quantity, row.over)
        ]
        for kind in table.strongest_for(row):
            assert valid(row, kind)
            assert row.enclosure.lo == max(o.enclosure.lo for o in same if valid(o, kind))


@for_all(*ASKED, examples=25)
def test_rows_of_a_group_fall_and_every_form_has_the_same_facts(
    bandit, eps, rho, horizon, delta
) -> None:
    table = bounds(bandit, eps, horizon, rho=rho, delta=delta, digits=6)
    for first, second in pairwise(table):
        same = (first.side, first.quantity, first.over) == (
            second.side,
            second.quantity,
            second.over,
        )
        if not same or first.side == "threshold":
            continue
        assert first.applies or not second.applies, "what does not apply comes last"
        if first.applies and second.applies and first.side == "lower":
            assert first.enclosure.lo >= second.enclosure.lo
        if first.applies and second.applies and first.side == "upper":
            assert first.enclosure.hi <= second.enclosure.hi
    groups = [(row.side, row.quantity, row.over) for row in table]
    assert len(set(groups)) == 1 + sum(a != b for a, b in pairwise(groups)), "a group is in one"
    facts = json.loads(json.dumps(table.to_json(), allow_nan=False))
    assert [row["name"] for row in facts["bounds"]] == [row.name for row in table]
    for stored, answer in zip(facts["best"], table.answers, strict=True):
        for name in ("regret", "samples"):
            bound = getattr(answer, name)
            assert stored[name] == (bound and json.loads(json.dumps(bound.to_json())))
            words = stored[f"{name}_in_words"]
            assert (f"({bound.claim}, " in words) if bound else ("applies" in words or "not asked")
    text = str(table)
    answers, _, rest = text.partition("\nThis instance: ")
    for row in table:
        assert row.claim in rest
    for answer in table.answers:
        if answer.regret is not None:
            assert answer.regret.claim in answers
            assert " log T" in answers


def test_a_private_policy_also_obeys_the_bound_without_privacy() -> None:
    """The constant log(1/(3 delta)) makes the private one smaller at a large budget."""
    table = bounds(("0.75", "0.7", "0.7"), eps="0.25", delta="0.01")
    private, free = (
        next(row for row in table if row.name == name)
        for name in ("samples, pure DP", "samples without privacy")
    )
    assert private.enclosure.hi < free.enclosure.lo
    assert table.best.samples is free
    assert "only because its constant log(1/(3 delta)) is smaller" in private.regime
    time, constant = private.factors
    assert (time.formula, constant.formula) == ("T*(nu; eps)", "log(1/(3 delta))")
    product = time.enclosure * constant.enclosure
    assert overlap(product, private.enclosure)
    shown = " ".join(str(table).split())
    assert "T*(nu; eps) x log(1/(3 delta)) = 925.5" in shown
    assert "3.506557[8..9]" in shown
    # and at a small budget a private one is the answer
    small = bounds(("0.75", "0.7", "0.7"), eps="0.001", delta="0.01")
    assert small.best.samples.name == "samples, pure DP, a compromise for each arm"
    regime = small.best.samples.regime
    assert regime == "above every lower bound without privacy that is known here"


def test_no_bound_of_the_samples_says_the_least_that_is_missing() -> None:
    def words(means: tuple[str, ...], delta: str) -> str:
        return bounds(means, eps=1, delta=delta).to_json()["best"][0]["samples_in_words"]

    nothing = "no bound of the samples applies: it needs: "
    assert words(("0.5",), "0.5") == f"{nothing}K > 1 arms"
    assert words(("0.5", "0.5"), "0.1") == f"{nothing}a unique best arm"
    assert words(("0.5", "0.4"), "0.6") == (
        f"{nothing}delta <= 1/2; or it needs: delta < 1/2.4; or it needs: delta < 1/3"
    )


def test_a_zcdp_budget_says_nothing_about_pure_policies_and_the_other_way() -> None:
    table = bounds(("0.8", "0.6"), eps="1e-3", rho="1e-9", horizon=10**6, delta="0.01")
    pure, zcdp = table.answers
    assert (pure.privacy, zcdp.privacy) == ("pure", "zcdp")
    assert pure.regret.privacy == pure.samples.privacy == "pure"
    assert zcdp.regret.privacy == zcdp.samples.privacy == "none"
    assert table.best_for("zcdp") == zcdp
    assert table.best_for("none").regret == zcdp.regret
    alone = bounds(("0.8", "0.6"), rho=1)
    assert alone.best.privacy == "zcdp"
    with pytest.raises(ValueError, match="no bounds for 'pure'; give 'none' or 'zcdp'"):
        alone.best_for("pure")
    normal = [row for row in table if row.over and "normal" in row.over]
    strongest = {kind: row for row in normal for kind in table.strongest_for(row)}
    assert strongest["pure"].name == "minimax lower bound, pure DP, with its logarithm"
    assert strongest["zcdp"].privacy == "zcdp"


def a_row(number, **facts) -> Bound:
    """A lower bound of regret with a given enclosure."""
    enclosure = Enclosure.of(*number)
    row = Bound("a bound", "a claim", Side.LOWER, Quantity.COEFFICIENT, enclosure, True, "")
    return replace(row, **facts)


def test_the_strongest_row_is_found_in_any_order_by_its_lower_end() -> None:
    wide, narrow = a_row((1, 9)), a_row((2, 3), privacy=Privacy.PURE)
    others = [
        a_row((50, 60), status=Status.OLDER),
        a_row((50, 60), status=Status.REFUTED),
        a_row((50, 60), applies=False),
        a_row((50, 60), side=Side.UPPER),
        a_row((50, 60), quantity=Quantity.SAMPLES),
        a_row((50, 60), over="a class"),
        a_row((50, 60), privacy=Privacy.ZCDP),
    ]
    for rows in permutations([wide, narrow, *others[:3]]):
        assert strongest(rows, Quantity.COEFFICIENT, Privacy.PURE) is narrow
    rows = [*others, wide, narrow]
    assert strongest(rows, Quantity.COEFFICIENT, Privacy.PURE) is narrow
    assert strongest(rows, Quantity.COEFFICIENT, Privacy.NONE) is wide
    assert strongest(rows, Quantity.COEFFICIENT, Privacy.ZCDP) is others[-1]
    assert strongest(rows, Quantity.COEFFICIENT, Privacy.PURE, "a class") is others[-2]
    assert strongest(rows, Quantity.BUDGET, Privacy.PURE) is None


def test_older_and_refuted_numbers_are_never_the_answer() -> None:
    table = bounds(("0.9", "0.1"), eps="0.01")
    assert table.best.regret.status == "repaired"
    linear = bounds(LinearBandit(((1, 0), (1, "0.1")), ("0.5", "-5")), eps="0.1")
    assert linear.best.regret.status == "ours"
    assert float(linear.best.regret.enclosure) == pytest.approx(25.0663, rel=1e-5)
    tied = bounds(LinearBandit(((1, 0), (0, 1)), (1, 1)), eps=1, delta="0.1")
    assert tied.best.regret is None
    assert tied.best.samples is None
    assert "no bound of the regret applies: " in tied.to_json()["best"][0]["regret_in_words"]
    assert "none" in str(tied)


def test_an_upper_bound_above_the_trivial_one_says_so() -> None:
    said = "above the trivial bound, T times the largest gap = 80"
    for horizon, trivial in ((100, True), (10**6, False)):
        rows = bounds(("0.9", "0.1"), horizon=horizon)
        uppers = [row for row in rows if (row.side, row.quantity) == ("upper", "regret at T")]
        assert {row.claim for row in uppers} == {"thesis.thm2.23", "adv.thm21.self"}
        for row in uppers:
            assert (row.enclosure.lo > horizon * Fraction(8, 10)) == (row.regime is not None)
            assert not trivial or row.regime == said


@pytest.mark.parametrize("bandit", BANDITS)
@pytest.mark.parametrize("budget", ["5e-324", "1e-310", "1e300"])
def test_the_smallest_and_largest_budgets_have_an_answer_in_json(bandit, budget) -> None:
    table = bounds(bandit, budget, 100, rho=budget, delta="0.1", digits=6)
    text = json.dumps(table.to_json(), allow_nan=False)
    assert "Infinity" not in text
    assert str(table)
    if table.best.regret is not None and budget != "1e300":
        facts = table.best.regret.to_json()
        infinite = facts["value"] is None
        assert infinite == (Fraction(facts["lo"]) > 10**309)


def test_below_the_normal_floats_the_private_samples_are_those_of_total_variation() -> None:
    rows = {row.name: row for row in bounds(("0.75", "0.7", "0.7"), "1e-315", delta="0.01")}
    private, simple = (rows[f"samples, pure DP{more}"].enclosure for more in ("", ", simplified"))
    assert private.digits >= 12
    assert overlap(private, simple)
    larger = bounds(("0.75", "0.7", "0.7"), "1e-3", delta="0.01")
    at_larger = next(row.enclosure for row in larger if row.name == "samples, pure DP")
    assert float(private * Fraction("1e-312")) == pytest.approx(float(at_larger), rel=1e-6)
