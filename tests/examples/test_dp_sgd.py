"""Games against training loops: mistakes of the example are found, and correct loops are not."""

import sys
from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from banditproof.verify.membership.programs.attacked_program import AttackedProgram
from banditproof.verify.membership.programs.called_program import Program
from banditproof.verify.membership.programs.declared_curve import ClaimedPair, DeclaredCurve
from banditproof.verify.membership.programs.neighbouring_tables import TargetOfTable
from banditproof.verify.membership.programs.training import Training

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "dp_sgd"
MISTAKES = ("without_noise", "clip_after_sum", "noise_of_the_mean", "clip_by_coordinate")
NOTHING = ClaimedPair(None, Fraction(0))
SUMS = TargetOfTable(np.array([[0.0], [1.0], [1.0]]), np.array([1.0]), 1, "row 1")


@pytest.fixture
def there(monkeypatch):
    """The folder of the example, whose modules are forgotten at the end."""
    monkeypatch.chdir(FOLDER)
    for name in ("dp_sgd", "broken", "torch_loop"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def played(function, seed, training=None, claim=NOTHING, target=None, neighbours="remove"):
    return AttackedProgram(
        program=Program("program", function),
        data=None,
        target=target,
        neighbours=neighbours,
        training=training,
        claim=claim,
        games=200,
        delta=Fraction(1, 10**5),
        level=0.05,
        seed=seed,
    ).facts(lambda _: None)


def training(neighbours="remove", steps=4):
    return Training(Training.usual_noise(steps, neighbours), Fraction(1, 10), steps)


def at_the_boundary(data, noise, clip, rng, steps=4):
    """All iterates of sums of clipped rows: exactly as private as declared."""
    x = data[:, :-1]
    total = (x * np.minimum(1, clip / np.linalg.norm(x, axis=1, keepdims=True).clip(1e-9))).sum(0)
    return np.cumsum(total + noise * clip * rng.standard_normal((steps, 4)), axis=0)


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found_with_200_games(mistake) -> None:
    function = Program.named(f"broken:{mistake}").function
    assert sum(played(function, seed, training()).refuted for seed in range(5)) == 5


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(("name", "found"), [("dp_sgd:train", 0), ("broken:clip_after_sum", 3)])
def test_a_loop_that_refuses_to_go_without_noise_is_judged_as_well(name, found) -> None:
    loop = Program.named(name).function

    def noisy(data, noise, clip, rng):
        assert noise > 0
        return loop(data, noise, clip, rng)

    assert sum(played(noisy, seed, training()).refuted for seed in range(3)) == found


@pytest.mark.usefixtures("there")
def test_correct_loops_are_not_refuted() -> None:
    loops = [Program.named("dp_sgd:train").function, at_the_boundary]
    facts = [
        played(loop, seed, training(both), neighbours=both)
        for loop in loops
        for both in ("remove", "replace")
        for seed in range(5)
    ]
    assert sum(one.refuted for one in facts) == 0
    assert all(one.refutable for one in facts)
    assert max(one.epsilon_shown for one in facts) < float(facts[0].epsilon_certified.lo)


def test_a_sum_that_is_clipped_is_private_if_rows_are_replaced(there) -> None:
    """Both sums lie in a ball of the norm, so they differ by at most twice the norm."""
    function = Program.named("broken:clip_after_sum").function
    assert not any(
        played(function, s, training("replace"), neighbours="replace").refuted for s in range(3)
    )


@pytest.fixture
def torch_loop(there):
    """The loop of PyTorch, where that is installed."""
    pytest.importorskip("torch", reason="pip install banditproof[torch]")
    return lambda name: Program.named(f"torch_loop:{name}").function


@pytest.mark.slow
@pytest.mark.parametrize(("name", "refuted"), [("train", 0), *((m, 3) for m in MISTAKES[:3])])
def test_in_torch_mistakes_are_found_with_200_games_and_a_correct_loop_is_not_refuted(
    torch_loop, name, refuted
) -> None:
    facts = [played(torch_loop(name), seed, training()) for seed in range(3)]
    assert sum(one.refuted for one in facts) == refuted
    assert all(one.refutable for one in facts)


@pytest.mark.slow
def test_in_torch_without_noise_it_is_the_loop_in_numpy(torch_loop) -> None:
    data = np.random.default_rng(1).normal(size=(6, 4))
    data[:, -1] = data[:, -1] > 0
    loops = (torch_loop("train"), Program.named("dp_sgd:train").function)
    one, other = (loop(data, 0.0, 0.3, np.random.default_rng(0)) for loop in loops)
    np.testing.assert_allclose(one, other, rtol=1e-12)


@pytest.mark.slow
def test_in_torch_its_accountant_is_above_what_is_certified(torch_loop) -> None:
    certified = training().guarantee("remove").epsilon(Fraction(1, 10**5)).hi
    assert certified < torch_loop("spent")(float(training().noise), 1e-5) < 1.3 * certified


def test_releases_beside_a_claim() -> None:
    """Laplace noise of scale 1 on a sum of bits is (1, 0)-DP, and of scale 1/5 is not."""
    claim = ClaimedPair(Fraction(1), Fraction(1, 10**5))

    def refuted(scale, seed):
        release = lambda rows, rng: rows.sum() + rng.laplace(scale=scale)  # noqa: E731
        return played(release, seed, None, claim, SUMS, "replace").refuted

    assert [sum(refuted(scale, seed) for seed in range(8)) for scale in (1.0, 0.2)] == [0, 8]
    assert not played(lambda rows, rng: rows.sum(), 0, target=SUMS).refuted, "nothing is claimed"


def test_a_test_on_the_curve_refutes_nothing_and_one_below_it_does() -> None:
    curve = DeclaredCurve(training().guarantee("remove"))
    from scipy.stats import norm

    mu = float(training().guarantee("remove").mu_squared) ** 0.5
    for alarm in (0.01, 0.1, 0.3, 0.6):
        miss = float(norm.cdf(norm.isf(alarm) - mu))
        assert not curve.refuted(alarm, miss).refutes
        assert curve.refuted(0.8 * alarm, 0.8 * miss).refutes
