"""The mathematics of the claims about private adversarial bandits, apart from their verdicts."""

import importlib
import pkgutil
from fractions import Fraction
from itertools import pairwise, product

import pytest
from flint import arb

from banditproof.paper_checks import adversarial, find
from banditproof.paper_checks.adversarial.appendix_a_privacy.max_divergences_and_lemma_12 import (
    by_events,
)
from banditproof.paper_checks.adversarial.appendix_b_laplace_noise import (
    lemma_18_hazard_rate,
    lemma_19_truncated_losses,
)
from banditproof.paper_checks.adversarial.appendix_d_htinf.htinf_and_theorem_21 import law_of
from banditproof.paper_checks.adversarial.section_2_preliminaries import setting_and_regret
from banditproof.paper_checks.adversarial.section_3_adversarial_bandits import (
    batches_with_laplace_noise,
    theorem_1_and_corollary_2,
)
from banditproof.paper_checks.adversarial.section_4_experts import (
    table_2_of_regimes,
    theorem_6_and_advice,
    theorem_9_local_exp4,
)
from banditproof.paper_checks.statements.catalogue import catalogue
from banditproof.paper_checks.statements.completed import completed
from banditproof.theory.adversarial.rates import THEOREM_10
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.adversarial.batch_model import BatchModel

HALF = Fraction(1, 2)


def near(value: arb, golden: str, digits: int = 9) -> bool:
    return bool(abs(value - ball(Fraction(golden))) < ball(Fraction(1, 10**digits)))


def test_truncated_means_are_the_golden_values() -> None:
    with working_precision(96):
        for level, golden in (("1", "0.3834004994"), ("1/4", "0.4968211982"), ("0", "0.5")):
            at = (ball(HALF), ball(Fraction(level)), arb(1))
            assert near(lemma_19_truncated_losses.truncated_mean(*at), golden)


def test_the_kept_mass_is_one_without_a_threshold_and_falls_with_it() -> None:
    with working_precision(96):
        masses = [
            lemma_19_truncated_losses.kept_mass(ball(HALF), ball(Fraction(m, 4)), arb(2))
            for m in range(8)
        ]
        assert near(masses[0], "1")
        assert all(bool(b < a) for a, b in pairwise(masses))


def test_the_kept_mass_is_that_of_both_tails() -> None:
    def tail(z: arb) -> arb:
        return (-z).exp() / 2 if z > 0 else 1 - z.exp() / 2

    with working_precision(96):
        for level, loss, scale in product((1, 3), (0, 2), (1, 3)):
            m, shift, b = ball(Fraction(level, 2)), ball(Fraction(loss, 2)), arb(scale)
            kept = lemma_19_truncated_losses.kept_mass(shift, m, b)
            assert near(kept - tail((m - shift) / b) - tail((m + shift) / b), "0", 20)


def test_the_hazard_rate_is_flat_from_zero_on() -> None:
    with working_precision(96):
        rate = lemma_18_hazard_rate.hazard
        assert near(rate(arb(3), arb(2)), "0.5")
        assert bool(rate(arb(-3), arb(2)) < ball(HALF))


@pytest.mark.parametrize(("scale", "golden"), [("1", "0.4481808382"), ("100/198", "0.7252422178")])
def test_small_differences_of_noise_are_more_likely_at_a_small_scale(scale, golden) -> None:
    with working_precision(96):
        found = theorem_1_and_corollary_2.small_difference(ball(Fraction(scale)))
        assert near(found, golden)


def test_the_law_of_htinf_minimises_its_objective() -> None:
    with working_precision(128):
        losses, rate = [arb(0), arb(1), ball(Fraction(5, 2))], ball(Fraction(1, 3))
        law = law_of(losses, rate)
        assert near(sum(law, arb(0)), "1", 20)

        def objective(x: list[arb]) -> arb:
            inner = sum((a * b for a, b in zip(losses, x, strict=True)), arb(0))
            return rate * inner - 2 * sum((one.sqrt() for one in x), arb(0))

        for i, j in product(range(3), repeat=2):
            other = list(law)
            other[i] -= ball(Fraction(1, 100))
            other[j] += ball(Fraction(1, 100))
            assert i == j or bool(objective(law) < objective(other))


def test_events_and_outcomes_give_one_largest_ratio() -> None:
    p, q = (HALF, HALF), (Fraction(1, 4), Fraction(3, 4))
    assert by_events(p, q) == 2
    assert by_events(p, q, Fraction(1, 4)) == 1
    assert by_events((HALF, HALF), (Fraction(1), Fraction(0))) == float("inf")


def test_a_wrong_batch_model_reads_what_the_right_one_does_not() -> None:
    right, wrong = BatchModel(3, 1), batches_with_laplace_noise.ReadsTheLastBatch(3, 1)
    assert right.reads(2, 5) == ()
    assert wrong.reads(2, 5)[0].rounds == (4, 5)
    assert batches_with_laplace_noise.HalfOfTheNoise(3, 1).scale == right.scale / 2


def test_hidden_coins_make_a_law_that_no_unobserved_loss_moves() -> None:
    one = setting_and_regret.hidden_law(((1, 0), (0, 0)))
    assert one == setting_and_regret.hidden_law(((1, 1), (0, 1)))
    assert one[0, 0] == one[0, 1] == HALF


def test_each_expert_has_draws_of_its_own() -> None:
    draws = theorem_6_and_advice.own_draws(theorem_6_and_advice.PUBLIC[1])
    assert sum(weight for _, weight in draws) == 1
    assert dict(draws)[0, 1] == HALF
    means = theorem_6_and_advice.expert_losses(theorem_6_and_advice.own_draws)
    assert means[0] == (0, Fraction(2, 3))


def test_estimates_are_unbiased_only_with_the_probability_of_the_arm() -> None:
    noisy = (Fraction(3), Fraction(-1))
    found = theorem_9_local_exp4.estimates(noisy, Fraction(1, 5), lambda chance, share: chance)
    assert found == [3, -1, Fraction(1, 3)]
    wrong = theorem_9_local_exp4.estimates(noisy, Fraction(1, 5), lambda chance, share: share)
    assert wrong != found


def test_the_rate_of_theorem_10_is_linear_where_experts_are_as_many_as_rounds() -> None:
    assert THEOREM_10.at((Fraction(1), Fraction(0), HALF)) == 1
    assert THEOREM_10.at((Fraction(1, 4), Fraction(0), HALF)) == Fraction(7, 8)


def test_the_planes_of_the_regimes_are_those_of_the_rates() -> None:
    for (one, two), condition in table_2_of_regimes.CLAIMED.items():
        for point in product((Fraction(0), Fraction(1, 3), Fraction(1)), repeat=3):
            assert (
                condition(point) == (one.at(point) <= two.at(point))
                or one.at(point) > 1
                or (two.at(point) > 1)
            )


SECTIONS = ("1", "1.1", "2.2", "2.3", "2.4", "3", "3.1", "4", "A", "B", "D", "F")
OWN = ("adv.alg3", "adv.alg4", "adv.golden")


def test_every_statement_of_these_sections_has_a_program() -> None:
    for module in pkgutil.walk_packages(adversarial.__path__, adversarial.__name__ + "."):
        importlib.import_module(module.name)
    for entry in catalogue().values():
        first = completed(entry).section.partition(",")[0].strip()
        if entry.id.startswith("adv.") and first in SECTIONS and entry.id not in OWN:
            claim = find(entry.id)
            assert claim.program or claim.parts or claim.repeats or claim.reason, entry.id


@pytest.mark.parametrize(
    ("id", "recorded"),
    [
        ("adv.thm1", "holds"),
        ("adv.thm1.own_noise", "fails"),
        ("adv.rem.advice", "fails"),
        ("adv.thm10.post", "fails"),
        ("adv.thm10.vectors", "fails"),
        ("adv.thm10", "open"),
        ("adv.table2", "fails"),
    ],
)
def test_findings_are_recorded(id: str, recorded: str) -> None:
    assert find(id).recorded.value == recorded
