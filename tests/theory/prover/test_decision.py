"""Deciding statements: proofs, counterexamples that are checked again, and where a search stuck."""

import signal
import sys
from fractions import Fraction
from types import SimpleNamespace
import pytest
from case_tables import table
from banditproof.theory import Enclosure
from banditproof.theory.prover import Disproof, Proof, Statement, Undecided, decision, prove
from banditproof.theory.prover.kernel.goals import Rejected
from banditproof.theory.prover.kernel.rules import RULES
from banditproof.theory.prover.notation import parse
from banditproof.theory.prover.search import hunt

SEARCH = "banditproof.theory.prover.search.counterexample"
PINSKER = Statement.of("kl(p, q) >= 2*(p - q)**2", "p in [0, 1], q in [0, 1]")
FALSE = Statement.of("x**2 >= x", "x in [0, 2]")
HARD = Statement.of("kl(p, q) >= 2*(p - q)**2 + 4/9*(p - q)**4", "p, q in (0, 1), p < q")


@pytest.fixture
def offers(monkeypatch):
    """Let the search for counterexamples offer points, one at each call; the calls are kept."""

    def provide(*points):
        calls = []
        left = list(points)

        def find_counterexample(goal, seconds):
            calls.append(seconds)
            point = left.pop(0) if left else None
            if point is None:
                return None
            return SimpleNamespace(point=point, value=None, reason="It fails there.")

        module = SimpleNamespace(find_counterexample=find_counterexample)
        monkeypatch.setitem(sys.modules, SEARCH, module)
        return calls

    return provide


def test_a_proof_is_found_and_checked_by_the_kernel(offers):
    calls = offers()
    result = prove(PINSKER)
    assert isinstance(result, Proof)
    assert result.result == "proved"
    assert result.statement == PINSKER
    assert set(result.rules) <= set(RULES)
    assert result.size == sum(result.rules.values()) > 3
    assert list(result.rules.values()) == sorted(result.rules.values(), reverse=True)
    result.check()
    assert calls == [pytest.approx(0.3, rel=0.1)]


def test_a_proof_of_another_statement_is_rejected():
    false = Statement.of("kl(p, q) >= 2.1*(p - q)**2", "p in [0, 1], q in [0, 1]")
    with pytest.raises(Rejected):
        Proof(false, prove_tree(PINSKER)).check()


def prove_tree(statement):
    return hunt.find_proof(statement.goal, 20)


def test_a_counterexample_ends_the_search_at_once(offers, monkeypatch):
    offers({"x": Fraction(1, 2)})
    monkeypatch.setattr(hunt, "find_proof", lambda *_, **__: pytest.fail("it is disproved"))
    result = prove(FALSE, 2)
    assert isinstance(result, Disproof)
    assert result.result == "disproved"
    assert result.witness == {"x": Fraction(1, 2)}
    assert result.sides == (Enclosure.of("0.25"), Enclosure.of("0.5"))
    assert result.why == "It fails there."
    assert result.seconds >= 0


@pytest.fixture
def turns(monkeypatch):
    """Searches that find nothing, with a clock of their own; what they were asked, in order."""

    def provide(disproof_uses: float, proof_uses: float):
        asked, clock = [], [0.0]

        def find_counterexample(goal, seconds):
            asked.append(("disprove", round(seconds, 6)))
            clock[0] += disproof_uses * seconds

        def find_proof(goal, search):
            asked.append(("prove", round(search.seconds, 6)))
            clock[0] += proof_uses * search.seconds

        module = SimpleNamespace(find_counterexample=find_counterexample)
        monkeypatch.setitem(sys.modules, SEARCH, module)
        monkeypatch.setattr(hunt, "find_proof", find_proof)
        monkeypatch.setattr(decision, "time", SimpleNamespace(monotonic=lambda: clock[0]))
        return asked

    return provide


def test_proofs_and_counterexamples_are_looked_for_in_turn(turns):
    asked = turns(1, 1)
    assert prove(FALSE, 100).result == "undecided"
    assert asked == [
        ("disprove", 0.5),
        ("prove", 5.0),
        ("disprove", 5.0),
        ("prove", 59.5),
        ("disprove", 30.0),
    ]


def test_a_search_that_ends_early_is_not_begun_again(turns):
    asked = turns(1, 0.1)
    prove(FALSE, 100)
    assert [turn for turn, _ in asked] == ["disprove", "prove", "disprove", "disprove"]
    assert asked[-1][1] > 80
    asked = turns(0.1, 1)
    prove(FALSE, 100)
    assert [turn for turn, _ in asked] == ["disprove", "prove", "prove"]


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ({"x": Fraction(3, 2)}, "the statement holds there"),
        ({"x": Fraction(-1, 2)}, "it lies outside the domain"),
        ({"x": Fraction(2)}, "the statement holds there"),
    ],
)
def test_a_wrong_counterexample_is_not_believed(offers, point, why):
    offers(point, point)
    assert isinstance(prove(FALSE, 2), Undecided), why


def test_a_counterexample_must_meet_the_side_conditions(offers):
    statement = Statement.of("x >= y", "x, y in [0, 1], x + y >= 1, x*y >= 1/4")
    outside, inside = ({"x": Fraction(1, n), "y": Fraction(7, 8)} for n in (8, 2))
    offers(outside, outside)
    assert prove(statement, 2).result == "undecided"
    offers(inside)
    assert prove(statement, 2).witness == inside


def test_a_witness_has_the_values_of_ranges_of_one_point(offers):
    offers({"y": Fraction(1)})
    result = prove(Statement.of("x >= y + z", "z in [1, 1], x in [0, 0], y in [0, 1]"), 2)
    assert result.witness == {"z": 1, "x": 0, "y": 1}
    assert list(result.witness) == ["z", "x", "y"]


def test_an_end_that_is_not_rational_is_tried_in_its_place(offers, monkeypatch):
    calls = offers()
    goals = []
    own = sys.modules[SEARCH].find_counterexample
    monkeypatch.setattr(
        sys.modules[SEARCH], "find_counterexample", lambda g, s: goals.append(g) or own(g, s)
    )
    prove(Statement.of("x + y >= 0", "x in [0, pi], y in [0, log(2))"), 20)
    assert len(calls) % 2 == 0
    assert [name for name, _ in goals[1].region] == ["y"]
    assert goals[1].term is parse("pi + y")


def test_a_point_without_a_value_has_no_sides(offers):
    offers({"x": Fraction(1)})
    result = prove(Statement.of("1/(1 - x) >= 0", "x in [0, 2]"), 2)
    assert result.result == "disproved"
    assert result.sides is None


def test_undecided_says_where_it_stuck(offers, monkeypatch):
    offers()
    monkeypatch.setattr(hunt, "ROUNDS", ((1, 60),))
    result = prove(HARD, 5)
    assert isinstance(result, Undecided)
    assert set(result.box) == {"p", "q"}
    assert all(interval.startswith(("(", "[")) for interval in result.box.values())
    assert result.open_goal is not None
    assert ">= 0" in result.open_goal
    assert "span" in result.tried
    assert result.errors == ()
    assert result.seconds < 5


def test_a_search_without_time_is_undecided_in_time(offers):
    offers()
    result = prove(HARD, 1e-9)
    assert isinstance(result, Undecided)
    assert result.stuck == HARD.goal


@pytest.mark.parametrize("error", [RecursionError("too deep"), ValueError("odd"), KeyError("x")])
def test_a_fault_of_a_search_is_said(offers, monkeypatch, error):
    offers()

    def fails(*words, **more):
        raise error

    monkeypatch.setattr(hunt, "find_proof", fails)
    result = prove(HARD, 1)
    assert (result.stuck, result.tried) == (HARD.goal, ())
    assert result.errors == (f"prove: {type(error).__name__}: {error}",)


def test_a_search_that_forgets_the_clock_is_ended(offers, monkeypatch):
    calls = offers()

    def endless(*words, **more):
        calls.append(None)
        while True:
            pass

    monkeypatch.setattr(hunt, "find_proof", endless)
    monkeypatch.setattr(decision, "GRACE", 0.1)
    before = signal.getsignal(signal.SIGALRM)
    result = prove(HARD, 0.2)
    assert result.result == "undecided"
    assert result.errors == ()
    assert None in calls
    assert signal.getsignal(signal.SIGALRM) == before


def test_memory_that_does_not_suffice_is_no_result(offers, monkeypatch):
    offers()

    def fails(*words, **more):
        raise MemoryError

    monkeypatch.setattr(hunt, "find_proof", fails)
    with pytest.raises(MemoryError):
        prove(HARD, 1)


@pytest.mark.parametrize(("claim", "domain"), table(__file__, "small_statements_are_proved"))
def test_small_statements_are_proved(offers, claim, domain):
    offers()
    assert prove(Statement.of(claim, domain), 20).result == "proved"


@pytest.mark.parametrize(("claim", "domain"), table(__file__, "small_statements_are_disproved"))
def test_small_statements_are_disproved(claim, domain):
    pytest.importorskip(SEARCH)
    result = prove(Statement.of(claim, domain), 20)
    assert result.result == "disproved"
    assert set(result.witness) == set(result.statement.domain.names)
