"""What holds of every learner: observed losses alone count, and estimates are unbiased."""

import dataclasses
import math
from fractions import Fraction
from functools import partial
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.exponential_weights import ExponentialWeights
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLArgMax, FTPLPrinted, FTPLZeroCounter
from banditproof.algorithms.adversarial.htinf import HTINF, default_theta, tsallis_law
from banditproof.algorithms.adversarial.learner import drawn_arm
from banditproof.algorithms.adversarial.log_weights import mixed, weights_law
from banditproof.algorithms.adversarial.loss_sequences import table_losses
from banditproof.algorithms.adversarial.loss_trees import histories
from banditproof.algorithms.adversarial.rounds import play_informed, play_learner, play_with_advice

LEARNERS = [
    EXP3(eta="0.3", gamma="0.1"),
    HTINF(),
    HTINF(sigma_squared="0.25", alpha="1.4"),
    FTPL(eta="0.4", limit=9),
    FTPLPrinted(eta="0.4", limit=9),
    FTPLArgMax(eta="0.4", limit=9),
    FTPLZeroCounter(eta="0.4", limit=9),
]
IDS = [f"{learner.name}-{n}" for n, learner in enumerate(LEARNERS)]
RATES = (0.0, 0.25, 0.5, 1.0)


@dataclasses.dataclass
class Unobserved:
    """Losses of which those that are not played are others."""

    rows: list[list[float]]
    played: tuple[int, ...] = ()
    other: float = 0.0

    @property
    def arms(self):
        return len(self.rows[0])

    @property
    def horizon(self):
        return len(self.rows)

    def losses_after(self, actions):
        t = len(actions)
        row = list(self.rows[t])
        if self.played:
            row = [x if a == self.played[t] else self.other for a, x in enumerate(row)]
        return tuple(row)


def triples(numbers):
    return st.lists(numbers, min_size=3, max_size=3)


TABLES = st.lists(triples(st.floats(-1e6, 1e6) | st.sampled_from(RATES)), min_size=1, max_size=8)
SIGNED = st.floats(-1e8, 1e8) | st.sampled_from((0.0, -1.0))


def is_blind(play, rows, other, seed):
    """Whether arms, losses and the state, with all hidden draws, ignore the unobserved losses."""
    first = play(Unobserved(rows), rng=seed)
    return repr(first) == repr(play(Unobserved(rows, first.arms, other), rng=seed))


PLAYS = [partial(play_learner, learner) for learner in LEARNERS]
ADVICE = drawn_advice(4, 3, rng=2, cycle=3)
PLAYS += [partial(play_with_advice, EXP4(eta="0.3", gamma="0.2"), advice=ADVICE)]


@pytest.mark.parametrize("play", PLAYS, ids=[*IDS, "exp4"])
@given(rows=TABLES, other=st.floats(-10, 10), seed=st.integers(0, 100))
@settings(max_examples=6, deadline=None)
def test_an_unobserved_loss_changes_nothing(play, rows, other, seed):
    assert is_blind(play, rows, other, seed)


def test_a_learner_that_reads_an_unobserved_loss_is_noticed():
    informed = partial(play_informed, ExponentialWeights(eta="0.5"))
    assert not is_blind(informed, [[0.0, 1.0, 0.5]] * 3, 0.25, 1)


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
@given(received=st.lists(st.tuples(st.integers(0, 3), SIGNED), max_size=8))
@settings(max_examples=5, deadline=None)
def test_losses_of_any_size_and_sign_leave_a_law(learner, received):
    rng = np.random.default_rng(1)
    state = learner.start(4)
    for arm, loss in received:
        law = learner.law(state)
        assert math.fsum(law) == pytest.approx(1, abs=1e-12)
        assert min(law) >= 0
        if law[arm] > 0:
            state = learner.update(state, arm, loss, rng)
    assert 0 <= learner.act(state, rng) < 4
    assert hash(state) == hash(state)


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
def test_one_arm_is_played_always(learner):
    losses = table_losses([(1,), (0,), ("0.5",)])
    assert play_learner(learner, losses, 3).arms == (0, 0, 0)
    assert learner.law(learner.start(1)) == (1.0,)


FINITE, ARM = "give a finite number, which may be negative", "give an arm from 0 to 1"
MISTAKES = [(0, math.nan, FINITE), (0, math.inf, FINITE), (0, -math.inf, FINITE)]
MISTAKES += [(-1, 0.5, ARM), (2, 0.5, ARM)]


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
def test_arms_and_losses_that_are_none_are_refused(learner):
    for arm, loss, sentence in MISTAKES:
        with pytest.raises(ValueError, match=sentence):
            learner.update(learner.start(2), arm, loss, np.random.default_rng(1))
    for arms in (0, -2, 1.5):
        with pytest.raises(ValueError, match="give an integer of at least 1"):
            learner.start(arms)


def expected_estimates(learner, state, losses, estimate):
    """The expectation of the importance-weighted losses over the law of the arm."""
    law = learner.law(state)
    return [
        math.fsum(p * estimate(state, arm, losses[arm])[k] for arm, p in enumerate(law))
        for k in range(len(law))
    ]


@given(start=triples(st.floats(-5, 5)), losses=triples(st.floats(-20, 20)))
@settings(max_examples=25, deadline=None)
def test_exp3_estimates_each_loss_without_bias(start, losses):
    eta = 0.25
    learner = EXP3(eta=eta, gamma="0.2")

    def estimate(state, arm, loss):
        moved = learner.update(state, arm, loss)
        return [(old - new) / eta for old, new in zip(state, moved, strict=True)]

    result = expected_estimates(learner, tuple(start), losses, estimate)
    assert result == pytest.approx(losses, abs=1e-9)

    def unmixed(state, arm, loss):
        return [loss / weights_law(state)[arm] * (k == arm) for k in range(3)]

    wrong = expected_estimates(learner, tuple(start), losses, unmixed)
    uniform = max(start) - min(start) < 1e-3
    assert uniform or max(map(abs, losses)) < 1e-3 or wrong != pytest.approx(losses, abs=1e-9)


@given(
    estimates=triples(st.floats(-30, 30)),
    losses=triples(st.floats(-1, 1)),
    rounds=st.integers(0, 10**6),
    alpha=st.sampled_from((2, "1.3")),
)
@settings(max_examples=25, deadline=None)
def test_htinf_estimates_without_bias_the_losses_that_it_does_not_skip(
    estimates, losses, rounds, alpha
):
    learner = HTINF(alpha=alpha)
    state = learner.start(3)._replace(rounds=rounds, estimates=tuple(estimates))
    law = learner.law(state)

    def estimate(before, arm, loss):
        after = learner.update(before, arm, loss)
        return [new - old for old, new in zip(before.estimates, after.estimates, strict=True)]

    limits = [learner.threshold(state, p) for p in law]
    kept = [x if abs(x) <= limit else 0.0 for x, limit in zip(losses, limits, strict=True)]
    # the estimates are differences of numbers up to 1/p, and are weighted with p
    assert expected_estimates(learner, state, losses, estimate) == pytest.approx(kept, abs=1e-10)


@given(
    log_weights=triples(st.floats(-5, 5)),
    losses=st.lists(st.floats(-20, 20), min_size=2, max_size=2),
    seed=st.integers(0, 50),
)
@settings(max_examples=30, deadline=None)
def test_exp4_estimates_the_loss_of_each_expert_without_bias(log_weights, losses, seed):
    eta = 0.25
    learner, rows = EXP4(eta=eta, gamma="0.2"), drawn_advice(3, 2, rng=seed, cycle=1).at(1)
    state = dataclasses.replace(learner.start(2, 3), log_weights=tuple(log_weights))
    law = learner.law(state, rows)
    result = np.zeros(3)
    for arm, p in enumerate(law):
        moved = learner.update(state, rows, arm, losses[arm])
        result += p * (np.array(state.log_weights) - moved.log_weights) / eta
    assert result.tolist() == pytest.approx((rows @ losses).tolist(), abs=1e-9)


def counters(p, limit):
    """The law of the counter M_t: each value with its probability, exactly."""
    met = [(m, (1 - p) ** (m - 1) * p) for m in range(1, limit + 1)]
    return [*met, (limit, (1 - p) ** limit)]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 40])
@pytest.mark.parametrize("p", [Fraction(1, 100), Fraction(1, 3), Fraction(1)])
def test_the_counter_estimates_one_over_the_probability(p, limit):
    moments = [sum(m**k * q for m, q in counters(p, limit)) for k in (1, 2)]
    assert moments[0] == (1 - (1 - p) ** limit) / p
    assert moments[1] <= (2 - p) / p**2 <= 2 / p**2
    from_zero = sum(m * q for m, q in counters(p, limit)[:-1])
    assert from_zero == moments[0] - limit * (1 - p) ** limit


@pytest.mark.parametrize("limit", [1, 4, 30])
def test_resampling_has_the_law_of_the_counter(limit):
    """The mean of 800 counters is within 6 standard errors: a false alarm below 1e-8."""
    estimates, runs = (0.0, 1.0, 3.0), 800
    rng = np.random.default_rng(limit)
    arms = []
    for make in (FTPL, FTPLZeroCounter, FTPLArgMax):
        learner = make(eta=1, limit=limit)
        drawn = np.array([learner.resampled(estimates, 1, rng) for _ in range(runs)])
        p = learner.law(estimates)[1]
        expected = (1 - (1 - p) ** limit) / p
        error = max(float(drawn.std(ddof=1)), 1e-12) / runs**0.5
        arms.append(abs(float(drawn.mean()) - expected) <= 6 * error)
    assert arms[0]
    assert limit == 30 or not arms[1]
    assert limit == 1 or not arms[2]


@given(
    estimates=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=6),
    stretch=st.floats(1e-3, 1e6),
    alpha=st.sampled_from((2, "1.9", "1.5", "1.01")),
)
@settings(max_examples=40, deadline=None)
def test_the_law_of_htinf_is_the_minimiser(estimates, stretch, alpha):
    """Lh(i) / stretch - x(i)^(1/alpha - 1) is the same for all arms, as at a minimum."""
    law = tsallis_law(estimates, stretch, alpha)
    assert math.fsum(law) == pytest.approx(1, abs=1e-12)
    power = 1 / float(Fraction(alpha)) - 1
    least = min(estimates)
    likely = [(e, x) for e, x in zip(estimates, law, strict=True) if x > 1e-200]
    gradients = [(e - least) / stretch - x**power for e, x in likely]
    # a root carries the rounding of the arm that is farthest from the best
    size = max(abs(g) for g in gradients) + (max(estimates) - least) / stretch
    assert max(gradients) - min(gradients) <= 1e-9 * (1 + size)


def test_theta_at_two_is_the_limit_of_theta_below():
    assert default_theta(2) == pytest.approx(0.20629947401590026, abs=1e-15)
    assert default_theta("1.999999") == pytest.approx(default_theta(2), abs=1e-6)


@pytest.mark.parametrize("law", [(0.5, 0.25, 0.25), (0.0, 1.0), (1.0, 0.0)])
def test_the_arms_are_drawn_in_proportion(law):
    steps = 400
    drawn = np.bincount([drawn_arm(law, u / steps) for u in range(steps)], minlength=len(law))
    assert (drawn / steps).tolist() == list(law)
    assert math.fsum(mixed(law, 0.3)) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("learner", [EXP3(eta="0.7", gamma="0.3"), HTINF(sigma_squared="0.5")])
def test_the_law_of_a_play_is_the_product_of_the_laws(learner):
    """Exact enumeration of three rounds against 600 plays, each frequency within 6 deviations."""
    losses = table_losses([(0, 1), ("0.5", "0.25"), (1, 0)])
    chances = {}
    for arms in histories(2, 3):
        state, chance = learner.start(2), 1.0
        for t, arm in enumerate(arms, 1):
            chance *= learner.law(state)[arm]
            state = learner.update(state, arm, losses.row(t)[arm])
        chances[arms] = chance
    assert math.fsum(chances.values()) == pytest.approx(1, abs=1e-13)
    rng, runs = np.random.default_rng(8), 600
    played = [play_learner(learner, losses, rng).arms for _ in range(runs)]
    for arms, chance in chances.items():
        spread = math.sqrt(chance * (1 - chance) / runs)
        assert abs(played.count(arms) / runs - chance) <= 6 * spread


def test_advice_that_is_a_law_but_for_rounding_is_taken():
    learner = EXP4(eta=1, gamma=0)
    rounded = [(1, 0), (0.1 + 0.2, 0.7)]
    assert sum(learner.law(learner.start(2, 2), rounded)) == pytest.approx(1)
