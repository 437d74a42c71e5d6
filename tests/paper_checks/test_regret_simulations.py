"""The vectorised simulation agrees with the compiled one, and the judge rejects what is wrong."""

from fractions import Fraction
import numpy as np
import pytest
from programs import equation_49_adap_klucb_bound as klucb_bound
from programs import theorems_f_7_and_f_9 as regret_limits
from programs import vectorised_phases as phases
from banditproof.paper_checks import Outcome
from banditproof.paper_checks.verdicts.vocabulary import Undecided
from banditproof.theory import kl


@pytest.mark.parametrize(
    ("index", "reference"),
    [(phases.klucb_index, regret_limits.KLUCB), (phases.imed_index, regret_limits.IMED)],
    ids=["klucb", "imed"],
)
def test_the_second_simulation_of_the_right_parts_is_accepted(index, reference) -> None:
    assert (
        regret_limits.regret_verdict(
            regret_limits.variant(phases.Parts(index)), reference, "variant"
        ).outcome
        == Outcome.HOLDS
    )


def test_one_algorithm_is_not_taken_for_the_other() -> None:
    with pytest.raises(Undecided, match="not as in the reference"):
        regret_limits.regret_verdict(regret_limits.play_imed, regret_limits.KLUCB, "DP-KLUCB")


def test_all_rounds_are_played_at_every_checkpoint() -> None:
    checkpoints = (3, 10, 1000, 10**6)
    pulls = phases.pulls_at(
        phases.Parts(phases.imed_index), (0.75, 0.5, 0.5), 1.0, checkpoints, runs=50, seed=3
    )
    assert (pulls.sum(axis=2) == np.array(checkpoints)).all()
    assert (np.diff(pulls, axis=1) >= 0).all()
    assert regret_limits.CHECKPOINTS[-1] == 10**15


def test_the_trimmed_mean_ignores_a_tenth_at_each_end() -> None:
    sample = np.array([1e9] + [2.0] * 18 + [-1e9])
    assert regret_limits.trimmed_mean(sample) == (2.0, 0.0)


def test_the_pulls_factor_is_the_infimum_over_the_split() -> None:
    # a direct search over v, with both inverses of kl by bisection in the first argument
    mean, best, eps, tau = 0.5, 0.75, 0.25, 3.1

    def first_argument(start: float, end: float, y: float, level: float) -> float:
        for _ in range(40):
            middle = (start + end) / 2
            start, end = (middle, end) if kl(middle, y) < level else (start, middle)
        return start

    def needed(x: float) -> float:
        w = first_argument(mean, 1.0, mean, 1 / x)
        splits = np.geomspace(1e-2, 1e2, 400)
        z = np.array([first_argument(best, mean, best, kl(mean, best) / (1 + v)) for v in splits])
        inside = z > w
        free = (1 + splits[inside]) * tau / kl(mean, best)
        private = (1 + tau) / ((z[inside] - w) * eps)
        return float(np.maximum(free, private).min())

    exact = klucb_bound.pulls_factor(
        Fraction(mean), Fraction(best), Fraction(eps), Fraction(31, 10)
    )
    middle = float(exact)
    assert needed(middle * 1.01) < middle * 1.01
    assert needed(middle * 0.99) > middle * 0.99
    assert exact.hi <= exact.lo * (1 + Fraction(1, 10**6))
