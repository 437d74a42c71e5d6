"""`banditproof account`: certified composition, the JSON contract, and errors."""

import json
from fractions import Fraction
import pytest
from case_tables import table

MIX = "100*laplace(0.1) + 3*gaussian(10)"


def test_json_has_the_fields_of_the_contract(banditproof):
    facts = banditproof("account", MIX, "--delta", "1e-12", "--json").facts
    assert {"epsilon", "delta", "seconds"} <= set(facts)
    for name in ("epsilon", "delta"):
        assert set(facts[name]) == {"lo", "hi"}
        assert all(isinstance(end, str) for end in facts[name].values())
    lo, hi = (Fraction(facts["epsilon"][end]) for end in ("lo", "hi"))
    assert lo <= Fraction("6.904161697") <= hi + Fraction(1, 10**9)
    assert hi - lo <= Fraction(1, 10**10)
    assert Fraction(facts["delta"]["lo"]) == Fraction(facts["delta"]["hi"]) == Fraction("1e-12")
    assert facts["seconds"] >= 0
    assert facts["releases"][0] == (
        "100 x Laplace noise, laplace(eps=0.1), scale 10 for sensitivity 1: each release 0.1-DP"
    )


def test_the_way_back_encloses_the_given_number(banditproof):
    first = banditproof("account", MIX, "--delta", "1e-12", "--json").facts
    for end, wanted in (("lo", 1), ("hi", -1)):
        words = ("account", MIX, "--epsilon", first["epsilon"][end], "--json")
        delta = banditproof(*words).facts["delta"]
        side = Fraction(delta["hi"]) if wanted == 1 else Fraction(delta["lo"])
        assert wanted * (side - Fraction("1e-12")) >= 0


def test_the_table_shows_the_same_facts(banditproof):
    out = banditproof("account", "100*laplace(0.1)", "--delta", "1e-6").text
    assert "4.69266741" in out
    assert (
        "100 x Laplace noise, laplace(eps=0.1), scale 10 for sensitivity 1: each release 0.1-DP"
        in out
    )
    assert "apart" not in out


def test_a_certain_loss_is_said_at_once(banditproof):
    delta = banditproof("account", "1e11*pure(10)", "--epsilon", "10", "--json").facts["delta"]
    assert Fraction("0.999999999") < Fraction(delta["lo"]) <= Fraction(delta["hi"]) <= 1


def test_a_release_without_a_loss_is_named(banditproof):
    words = ("2*rr(0) + laplace(1) + gaussian(mu=0) + 0*rr(3)", "--delta", "1e-6", "--json")
    assert banditproof("account", *words).facts["releases"] == [
        "1 x Laplace noise, laplace(eps=1), scale 1 for sensitivity 1: each release 1-DP",
        "2 x rr(0): no loss",
        "1 x gaussian(mu=0): no loss",
        "0 x rr(3): no loss",
    ]


@pytest.mark.parametrize(
    ("written", "eps", "scale"),
    [
        ("laplace(0.5)", "0.5", "2"),
        ("laplace(eps=0.5)", "0.5", "2"),
        ("laplace(scale=0.5)", "2", "0.5"),
        ("laplace(scale=2)", "0.5", "2"),
        ("laplace(1/3)", "1/3", "3"),
    ],
)
def test_eps_and_scale_are_told_apart(banditproof, written, eps, scale):
    """A bare number is an eps here, while audits print noise by its scale."""
    (said,) = banditproof("account", written, "--delta", "1e-6", "--json").facts["releases"]
    reading = f"laplace(eps={eps}), scale {scale} for sensitivity 1"
    assert said == f"1 x Laplace noise, {reading}: each release {eps}-DP"
    (again,) = banditproof("account", said.split(", ")[1], "--delta", "1e-6", "--json").facts[
        "releases"
    ]
    assert again == said


def test_the_help_says_that_a_bare_number_is_an_eps(banditproof):
    page = " ".join(banditproof("account", "--help-all").shown.split())
    assert "is an eps: its noise has scale 2" in page


def test_the_width_is_relative_to_a_tiny_eps_unless_it_is_given(banditproof):
    out = banditproof("account", "laplace(1e-9)", "--delta", "1e-15").shown
    assert "9.99997999960001e-10  9.9999800000" in out
    assert "apart" not in out
    words = ("gaussian(1e9)", "--delta", "1e-12", "--json", "--width", "1e-10")
    result = banditproof("account", *words).facts["epsilon"]
    assert Fraction(result["hi"]) - Fraction(result["lo"]) <= Fraction(1, 10**10)


@pytest.mark.parametrize("scale", ["1e30", pytest.param("1e15", marks=pytest.mark.slow)])
def test_a_scale_alone_and_in_a_mix_have_the_same_limits(banditproof, scale):
    for other in ("", " + rr(1)", " + gaussian(1)", " + 1000*laplace(0.1)"):
        for name in ("laplace(scale={})", "gaussian({})", "discrete_gaussian({})"):
            words = ("account", name.format(scale) + other, "--delta", "1e-6")
            assert banditproof(*words).code == 0


def test_a_width_that_is_not_reached_is_said(banditproof, monkeypatch):
    monkeypatch.setattr("banditproof.theory.accounting.magnitudes.FLOAT_WORK", 50_000)
    monkeypatch.setattr("banditproof.theory.accounting.contour.NODE_WORK", 5_000)
    expression = " + ".join(f"rr(0.{317 * i % 1000 + 1000:04d}7)" for i in range(1, 40))
    out = banditproof("account", expression, "--delta", "1e-6").shown
    assert "apart: nothing narrower was found fast." in out


@pytest.mark.parametrize(
    ("expression", "answer"), table(__file__, "huge_and_empty_compositions_answer")
)
def test_huge_and_empty_compositions_answer(banditproof, expression, answer):
    out = banditproof("account", expression, "--delta", "1e-6", "--json").shown
    assert json.loads(out)["epsilon"]["lo"].startswith(answer)
