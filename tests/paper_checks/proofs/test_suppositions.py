"""What a proof supposes of what it says is shown where it is cited, and holds for every n."""

from functools import cache
from types import SimpleNamespace
import pytest
from banditproof.paper_checks.proofs import Given, Induction, Inequality, OnClaim, Proof
from banditproof.paper_checks.proofs.step import STUCK
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.statements.registry import REGISTERED

CITED = "bern.rem3.a.chain"
"""A claim that may be cited; the tests put another proof in its place."""
REALS = "u in (-inf,inf), v in (-inf,inf), w in (-inf,inf), x in (-inf,inf)"
BOUNDED = "u in (-inf,inf), v in [0,1], w in (-inf,inf), x in (-inf,inf)"


@cache
def judge() -> Judge:
    """One theory for all tests, in which the theorems of cited steps are taken in."""
    return Judge()


def proof(id: str, assumed: str, where: str, last) -> Proof:
    """A proof with hypotheses, all of which its last step uses."""
    texts = [text.strip() for text in assumed.split(",") if text]
    before = [Given(n, "It is so.", text) for n, text in enumerate(texts, 1)]
    uses = tuple(step.number for step in before)
    return Proof(id, (*before, last(len(before) + 1, uses)), where)


def both(of: Proof) -> tuple[str, str]:
    """Why the last step is refused, by itself and linked; empty if it is taken."""
    last = of.run()[0][-1]
    alone = last.detail if last.verdict in STUCK else ""
    return alone, judge().of(of).faults.get(last.number, "")


@pytest.mark.parametrize(
    ("assumed", "relation", "where", "cited", "instance", "here", "accepted"),
    [
        # an equation of names that are all in the relation
        ("u = x", "u <= x", REALS, "u <= 0", {"x": "0"}, "", False),
        ("u = x", "u <= x", REALS, "u <= 0", {"x": "0"}, "u = 0", True),
        ("x = 1/2", "x <= 1/2", REALS, "x <= 1/2", {}, "", False),
        ("x = 1/2", "x <= 1/2", REALS, "3/4 <= 1/2", {"x": "3/4"}, "", False),
        ("x = 1/2", "x <= 1/2", REALS, "u <= 1/2", {"x": "u"}, "v = 1/4, u = 2*v", True),
        # through names that the relation does not have
        ("u = v, v = x", "u <= x", REALS, "u <= 0", {"x": "0"}, "", False),
        ("u = v, v = x", "u <= x", REALS, "u <= 0", {"x": "0"}, "u = 0", True),
        ("v = x, v = u", "u <= x", REALS, "u <= 0", {"x": "0"}, "", False),
        ("v = w, w = x, v <= 1", "x <= 1", REALS, "x <= 1", {}, "", False),
        ("v = w, w = x, v <= 1", "x <= 1", REALS, "x <= 1", {}, "x <= 1/2", True),
        ("v = 2*x, w = v + u, w <= 0", "2*x <= -u", REALS, "2 <= -u", {"x": "1"}, "", False),
        # a range, and a condition, of another name
        ("x = v", "x <= 1", BOUNDED, "x <= 1", {}, "", False),
        ("x = v", "x <= 1", f"{REALS}, v <= 1", "x <= 1", {}, "", False),
        ("", "x <= 1", f"{BOUNDED}, x <= v", "x <= 1", {}, "x <= v", False),
        ("1 = v", "x <= 1", f"{REALS}, x <= v", "x <= 1", {}, "x <= v", False),
        ("1 = v", "x <= 1", f"{REALS}, x <= v", "x <= 1", {}, "x <= v, v <= 1, v >= 1", True),
        # what names mean is not asked for
        ("v = x^2", "-x^2 <= 0", REALS, "-u^2 <= 0", {"x": "u"}, "", True),
        ("v = x^2, v >= w, w = x", "x <= x^2", REALS, "x <= x^2", {}, "", False),
    ],
)  # fmt: skip
def test_what_a_cited_step_supposes_of_its_names_is_shown(
    assumed, relation, where, cited, instance, here, accepted, monkeypatch
) -> None:
    there = proof(
        "my.cited", assumed, where, lambda n, uses: Inequality(n, "So.", relation, uses=uses)
    )
    number = there.steps[-1].number
    assert both(there) == ("", "")
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))

    def step(n: int, uses: tuple[int, ...]) -> OnClaim:
        return OnClaim(n, "So.", cited, claim=CITED, of_step=number, instance=instance, uses=uses)

    alone, linked = both(proof("my.citing", here, REALS, step))
    assert bool(alone) == bool(linked) == (not accepted), (alone, linked)
    assert accepted or f"Step {number} there supposes" in alone


def test_what_is_not_shown_of_a_cited_step_makes_no_claim_false(monkeypatch) -> None:
    """u <= 0 is not shown from u = x, whatever u is; where u = x fails, it may hold or not."""
    there = proof(
        "my.cited", "u = x", REALS, lambda n, uses: Inequality(n, "So.", "u <= x", uses=uses)
    )
    monkeypatch.setitem(REGISTERED, CITED, SimpleNamespace(proof=there))
    step = OnClaim(1, "So.", "u <= 0", claim=CITED, of_step=2, instance={"x": "0"})
    steps, refutation = Proof("my.citing", (step,), REALS).run()
    assert steps[-1].verdict == "undecided"
    assert refutation is None


WHERE = "n in [1,inf), c in [1,inf), v in [1,inf), s in [0,inf)"
SUM = {"sequence": "s", "first": "0", "following": "s + 1"}


@pytest.mark.parametrize(
    ("assumed", "relation", "fields", "wrong"),
    [
        ("c = n", "n <= c", {}, "c = n"),
        ("n = c", "n <= c", {}, "n = c"),
        ("v = n, c = v", "n <= c", {}, "c = n"),
        ("c = v, v = 2*n", "n <= c", {}, "c = 2*n"),
        ("v = n, v <= c", "n <= c", {}, "n <= c"),
        ("n >= 3", "n <= 1", {}, "n >= 3"),
        ("s = c", "s <= c", SUM, "s = c"),
        ("n >= 1", "n >= 1", {}, ""),
        ("v = 2*n", "v >= 2", {}, "v = 2*n"),
        ("v = 2*n", "n >= 1", {}, ""),
        ("v <= 1", "s <= n", {**SUM, "following": "s + v"}, ""),
    ],
)
def test_an_induction_supposes_nothing_of_what_it_counts(assumed, relation, fields, wrong) -> None:
    """A hypothesis c = n is true of one n alone; for each n it would show anything."""

    def step(n: int, uses: tuple[int, ...]) -> Induction:
        return Induction(n, "So.", relation, uses=uses, **fields)

    if not wrong:
        assert both(proof("my.induction", assumed, WHERE, step)) == ("", "")
        return
    with pytest.raises(ValueError, match="need not hold for every n") as refused:
        proof("my.induction", assumed, WHERE, step)
    assert f"stands on {wrong}," in str(refused.value)


def test_a_range_or_a_condition_may_be_a_supposition_too() -> None:
    def step(n: int, uses: tuple[int, ...]) -> Induction:
        return Induction(n, "So.", "n <= 1", uses=uses)

    for assumed, where in (("n = v", "n in [1,inf), v in [3,5]"), ("", "n in [1,inf), n >= 3")):
        with pytest.raises(ValueError, match="stands on n >= 3,"):
            proof("my.induction", assumed, where, step)
