"""The subjects of the corpus have the laws that they say: recomputed another way, and corners."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, exp, inf, isclose, log
import numpy as np
import pytest
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from banditproof.verify.finite_mechanisms import worst_pair
from banditproof.verify.mutants import (
    audits_that_err,
    calibrators,
    linear_counters,
    released_decisions,
    selection,
    single_releases,
    threshold_queries,
)
from banditproof.verify.mutants.finite_law_judge import all_pairs, one_entry_apart
from banditproof.verify.mutants.float_noise import HALF, SEEDS
from banditproof.verify.mutants.float_noise import REFERENCE as ROUNDED
from banditproof.verify.mutants.geometric_series import geometric_tail, sum_over_integers
from banditproof.verify.mutants.noisy_maximum import NoisyMaximum
from banditproof.verify.mutants.threshold_queries import REFERENCE as SPARSE
from banditproof.verify.mutants.threshold_queries import TWICE, SparseVector

FAR = 400


def noise(scale):
    """The masses of discrete Laplace noise in floats, for -FAR..FAR."""
    r = float(geometric_ratio(1 / Fraction(scale)))
    masses = r ** np.abs(np.arange(-FAR, FAR + 1))
    return masses / masses.sum()


def test_geometric_tails_have_their_closed_forms():
    bases = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)]
    weights = [Fraction(3), Fraction(-1), Fraction(7)]
    terms = [sum(w * b**k for w, b in zip(weights, bases, strict=True)) for k in range(3)]
    expected = sum(w / (1 - b) for w, b in zip(weights, bases, strict=True))
    assert geometric_tail(terms, bases) == expected
    assert geometric_tail([Fraction(0)], [Fraction(1, 2)]) == 0
    peak = lambda z: Fraction(1, 3) ** abs(z - 1)  # noqa: E731
    assert sum_over_integers(peak, 1, [Fraction(1, 3)]) == 2


@pytest.mark.parametrize("subject", [SPARSE, TWICE, replace(SPARSE, cutoff=None)])
@pytest.mark.parametrize("data", [(0, 0, 1), (1, 0, 1)])
def test_sparse_vector_by_summation_in_floats(subject, data):
    law = subject.law(data)
    assert sum(law.values()) == 1
    zs = np.arange(-FAR, FAR + 1)
    threshold = noise(subject.threshold_scale)
    tails = np.cumsum(noise(subject.query_scale)[::-1])[::-1]
    above = [tails[np.clip(zs - q + FAR, 0, 2 * FAR)] for q in data]
    for answers, mass in law.items():
        terms = threshold.copy()
        for chance, answer in zip(above, answers, strict=False):
            terms *= chance if answer else 1 - chance
        assert isclose(terms.sum(), float(mass), rel_tol=1e-9)


def test_released_values_refine_the_answers():
    data = (0, 1, 0)
    plain, refined = SPARSE.law(data), replace(SPARSE, releases_value=True).law(data)
    for answers, mass in plain.items():
        parts = [m for x, m in refined.items() if x[: len(answers)] == answers and m >= 0]
        assert sum(parts) == mass
    assert min(refined.values()) > 0


def test_without_noise_the_answers_are_certain():
    bare = SparseVector(threshold_scale=None, query_scale=None)
    assert bare.law((0, 1)) == {(True,): 1, (False, True): 0, (False, False): 0}


@pytest.mark.parametrize("data", [(0, 0, 0), (1, 0, 1), (0, 1, 0)])
def test_noisy_maximum_by_summation_in_floats(data):
    law = NoisyMaximum(releases_value=True).law(data)
    masses = noise(2)
    below = np.cumsum(masses)
    values = np.arange(-FAR + 2, FAR - 2)
    for i in range(3):
        chance = masses[values - data[i] + FAR]
        for j in range(3):
            if j != i:
                chance = chance * below[values - data[j] - (j < i) + FAR]
        result = sum(m for x, m in law.items() if x == i or (isinstance(x, tuple) and x[0] == i))
        assert isclose(chance.sum(), float(result), rel_tol=1e-9)
        assert isclose(chance[values == 1][0], float(law[(i, 1)]), rel_tol=1e-9)
    assert sum(law.values()) == 1


def test_permute_and_flip_with_two_options_has_its_closed_form():
    factor = Fraction(1, 2)
    law = selection.Selection(factor, "permute-and-flip").law((0, 1))
    weight = geometric_ratio(factor)
    assert law == {0: weight / 2, 1: 1 - weight / 2}


def test_a_randomised_response_off_by_one_loses_more_by_its_formula():
    result = worst_pair(selection.RandomisedAnswer(True).law, selection.ANSWERS, PureDP(1))
    growth, k = 1 / geometric_ratio(Fraction(1)), selection.OPTIONS
    assert result.left_mass / result.right_mass == k * growth / (k - 1) + 1


@pytest.mark.parametrize(
    ("blocks", "loss"),
    [
        (linear_counters.PREFIXES, 8),
        (linear_counters.dyadic(8), 4),
        (linear_counters.SLIDING, 2),
        (linear_counters.SINGLE, 1),
    ],
)
def test_counters_lose_the_number_of_blocks_of_a_round(blocks, loss):
    subject = linear_counters._equal(blocks, 1)
    assert subject.releases().loss() == loss == max(sum(t in b for b in blocks) for t in range(8))


def test_the_judge_of_counters_is_sharp_at_the_claim():
    tree = linear_counters.dyadic(8)
    least = tuple((block, Fraction(4)) for block in tree)
    less = (*least[:-1], (tree[-1], Fraction(3999, 1000)))
    assert linear_counters.judge(linear_counters.BlockSums(least)).verdict == "held"
    assert linear_counters.judge(linear_counters.BlockSums(less)).verdict == "refuted"


def test_half_precision_drifts_by_two_and_fixed_point_by_one():
    left, right = single_releases.WALKS[0]
    sums = [float(single_releases._float16_total(x)) for x in (left, right)]
    assert abs(sums[1] - sums[0]) == 2
    assert sum(a != b for a, b in zip(left, right, strict=True)) == 1
    exact = [single_releases._fixed_point_total(x) for x in (left, right)]
    assert exact[1] - exact[0] == 1


def test_neighbours_are_what_they_are_called():
    assert len(one_entry_apart(product((0, 1), repeat=3))) == 12
    assert len(all_pairs(range(4))) == 6
    for left, right in single_releases.SIZES:
        assert abs(len(left) - len(right)) <= 1


def test_repeated_looks_by_recursion():
    """The probability of an alarm within 14 looks, by dynamic programming over winners."""
    alive, alarmed = {0: Fraction(1)}, Fraction(0)
    for n in range(1, 15):
        moved = {}
        for hits, mass in alive.items():
            for after in (hits, hits + 1):
                moved[after] = moved.get(after, Fraction(0)) + mass / 2
        limit = Fraction(1, 20) * 2**n
        stops = [h for h in moved if sum(comb(n, k) for k in range(h, n + 1)) <= limit]
        alarmed += sum((moved.pop(h) for h in stops), Fraction(0))
        alive = moved
    entry = next(e for e in audits_that_err.ENTRIES if "repeated" in e.name)
    assert entry.judge(entry.mutant).loss.lo == alarmed > audits_that_err.LEVEL


def test_an_audit_that_never_alarms_is_accepted_and_one_that_always_does_is_not():
    judge = audits_that_err.error_judge(audits_that_err.orders)
    assert judge(lambda data: False).loss.hi == 0
    assert judge(lambda data: True).loss.lo == 1


def test_calibration_is_tight():
    """A millionth less noise than the reference offers is rejected, for each goal alone."""

    class Less(calibrators.GaussianCalibrator):
        def noise(self, eps, delta):
            return super().noise(eps, delta) * (1 - 1e-6)

    for goal in calibrators.GOALS:
        judge = calibrators.calibration_judge((goal,))
        assert judge(calibrators.GaussianCalibrator()).verdict == "held"
        assert judge(Less()).verdict == "refuted"


def test_the_gaussian_delta_of_a_calibrator_is_the_known_one():
    assert isclose(calibrators.EXACT._delta(1.0, 1.0), 0.12693673750664392, rel_tol=1e-12)


def test_a_coarse_generator_is_counted_completely():
    for subject in (ROUNDED, HALF, replace(ROUNDED, grid=False)):
        law = subject.law(0)
        assert sum(law.values()) == 1
        assert all(SEEDS % mass.denominator == 0 for mass in law.values())
    spread = ROUNDED.law(0)
    for k in range(1, 4):  # a rounded Laplace variable: Pr[k] = e^-k sinh(1/2)
        assert isclose(float(spread[float(k)]), exp(-k) * (exp(0.5) - exp(-0.5)) / 2, abs_tol=2e-3)


def test_decisions_from_noisy_sums_ignore_what_only_raw_sums_show():
    law = released_decisions.REFERENCE.law((1, 1, 0, 0))
    assert sum(law.values()) == 1
    assert len(law) > len(replace(released_decisions.REFERENCE, stops_on="raw").law((1, 1, 0, 0)))


def response(p):
    return lambda bit: {bit: p, 1 - bit: 1 - p}


def test_the_worst_pair_of_a_randomised_response_in_each_unit():
    law, pairs = response(Fraction(3, 4)), [(0, 1)]
    pure = worst_pair(law, pairs, PureDP(1))
    assert pure.verdict == "fails"
    assert isclose(float(pure.loss), log(3))
    assert worst_pair(law, pairs, PureDP("1.0986122")).verdict == "fails"
    assert worst_pair(law, pairs, PureDP("1.0986123")).verdict == "holds"
    delta = worst_pair(law, pairs, ApproxDP(0, "0.5"))
    assert delta.loss.lo == delta.loss.hi == Fraction(1, 2)
    assert delta.verdict == "holds"
    assert worst_pair(law, pairs, ApproxDP(0, "0.4999")).verdict == "fails"
    assert worst_pair(law, pairs, ZCDP("0.5493061")).verdict == "fails"
    assert worst_pair(law, pairs, ZCDP("0.5493062")).verdict == "holds"
    order = worst_pair(law, pairs, RenyiDP(2, 1))
    assert isclose(float(order.loss), log(9 / 4 + 1 / 12))
    assert worst_pair(law, pairs, PureDP(inf)).verdict == "holds"


def test_both_orders_of_a_pair_are_compared():
    law = {0: {"a": 1}, 1: {"a": Fraction(1, 2), "b": Fraction(1, 2)}}
    for pairs in ([(0, 1)], [(1, 0)]):
        result = worst_pair(law.get, pairs, PureDP(5))
        assert (result.verdict, result.left, result.right, result.event) == ("fails", 1, 0, ("b",))
        assert result.loss.lo == inf
    assert worst_pair(law.get, [(0, 1)], ApproxDP(1, "0.5")).verdict == "holds"
    assert worst_pair(law.get, [(0, 1)], ApproxDP(1, "0.49")).verdict == "fails"


def test_a_mechanism_without_any_loss_has_none():
    for budget in (PureDP(0), ApproxDP(0, 0), ZCDP(0), RenyiDP(2, 0)):
        result = worst_pair(lambda data: {"same": 1}, [(0, 1)], budget)
        assert (result.verdict, result.loss.lo, result.loss.hi) == ("holds", 0, 0)


def test_the_claims_of_threshold_queries_are_those_of_their_noise():
    """eps = 1/threshold + 2 cutoff/query scale, the theorem for sparse vectors."""
    for entry in threshold_queries.ENTRIES:
        reference = entry.reference
        assert (
            1 / reference.threshold_scale + 2 * reference.cutoff / reference.query_scale
            == entry.claim.eps
        )


def test_a_mechanism_that_remembers_is_no_function_of_the_data():
    asked = []

    def remembers(data):
        asked.append(data)
        return {data if len(asked) > 2 else 0: 1}

    with pytest.raises(ValueError, match="On 1 the mechanism has another law when it is asked"):
        worst_pair(remembers, [(0, 1)], PureDP(1))
    cached = {0: Fraction(1, 2)}

    def changes_in_place(data):
        cached[0] -= Fraction(1, 8)
        cached[1] = 1 - cached[0]
        return cached

    with pytest.raises(ValueError, match="has another law when it is asked again"):
        worst_pair(changes_in_place, [(0, 1)], PureDP(9))


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (5, "The neighbours are 5; give a list of pairs"),
        ([0], "Two neighbours are 0; give a pair"),
        ([(0, 1, 2)], r"Two neighbours are \(0, 1, 2\)"),
        ([([0], [1])], "can be keys of a dictionary"),
        (["ab"], "Two neighbours are 'ab'"),
    ],
)
def test_neighbours_that_are_no_pairs_are_a_sentence(pairs, sentence):
    with pytest.raises(ValueError, match=sentence):
        worst_pair(lambda data: {data: 1}, pairs, PureDP(1))
    with pytest.raises(ValueError, match="gives a list; give a dictionary"):
        worst_pair(lambda data: [1], [(0, 1)], PureDP(1))
