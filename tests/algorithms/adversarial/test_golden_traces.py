"""Traces in which the arm and its loss are prescribed, so that nothing is drawn."""

import numpy as np
import pytest

from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.engines import learner_kernels
from banditproof.algorithms.engines.adversarial_engine import kernel_learner

HTINF_FORCED = ((0, 0.8), (1, -0.3), (2, 0.2), (0, 0.5), (1, 1.5), (0, -0.9))
HTINF_LAWS = (
    (0.333333333333, 0.333333333333, 0.333333333333),
    (0.333333333333, 0.333333333333, 0.333333333333),
    (0.304618349744, 0.390763300512, 0.304618349744),
    (0.321560555269, 0.400698319988, 0.277741124743),
    (0.258549904965, 0.433710242057, 0.307739852978),
    (0.264676246325, 0.424625310921, 0.310698442754),
    (0.269499110262, 0.417586280521, 0.312914609217),
)
HTINF_THRESHOLDS = (
    0.291751514064,
    0.412598948032,
    0.483072598735,
    0.573106226031,
    0.744146746166,
    0.636805571532,
)
HTINF_SKIPS = (True, False, False, False, True, True)
EXP3_FORCED = ((0, 1.0), (2, -0.5), (1, 0.25), (0, 0.8))
EXP3_LAWS = (
    (1 / 3, 1 / 3, 1 / 3),
    (0.282899385814, 0.358550307093, 0.358550307093),
    (0.271704814676, 0.343439216646, 0.384855968679),
    (0.276808991946, 0.330414100669, 0.392776907386),
    (0.235174381564, 0.349030492596, 0.415795125840),
)
ADVICE = [(1, 0), (0, 1), (0.5, 0.5)]
EXP4_FORCED = ((0, 1.3), (1, -0.4), (0, 0.7))
EXP4_SHARES = (
    (0.251322096453, 0.422730715214, 0.325947188333),
    (0.231367811742, 0.447029559339, 0.321602628920),
    (0.185580411600, 0.507521985126, 0.306897603274),
)
EXP4_FIRST_ARM = (0.422866121558, 0.402952213581, 0.355126291913)


def close(expected):
    return pytest.approx(expected, abs=6e-13)


def test_htinf_skips_the_losses_that_are_large_for_their_arm():
    learner = HTINF(sigma_squared=6)
    state = learner.start(3)
    for (arm, loss), law, threshold, skips in zip(
        HTINF_FORCED, HTINF_LAWS, HTINF_THRESHOLDS, HTINF_SKIPS, strict=False
    ):
        assert learner.law(state) == close(law)
        assert learner.threshold(state, learner.law(state)[arm]) == close(threshold)
        before, state = state, learner.update(state, arm, loss)
        assert (state.estimates == before.estimates) == skips
        assert state.rounds == before.rounds + 1
    assert learner.law(state) == close(HTINF_LAWS[-1])
    assert state.estimates == close((1.554917081113, -0.9, 0.656559265613))


def test_exp3():
    learner = EXP3(eta="0.1", gamma="0.2")
    state = learner.start(3)
    for (arm, loss), law in zip(EXP3_FORCED, EXP3_LAWS, strict=False):
        assert learner.law(state) == close(law)
        state = learner.update(state, arm, loss)
    assert learner.law(state) == close(EXP3_LAWS[-1])


def test_exp4():
    learner = EXP4(eta="0.2", gamma="0.1")
    state = learner.start(2, experts=3)
    for (arm, loss), shares, first in zip(EXP4_FORCED, EXP4_SHARES, EXP4_FIRST_ARM, strict=True):
        state = learner.update(state, ADVICE, arm, loss)
        assert learner.experts_law(state) == close(shares)
        assert learner.law(state, ADVICE)[0] == close(first)


@pytest.mark.parametrize(
    ("learner", "forced", "laws"),
    [
        (HTINF(sigma_squared=6), HTINF_FORCED, HTINF_LAWS),
        (EXP3(eta="0.1", gamma="0.2"), EXP3_FORCED, EXP3_LAWS),
    ],
    ids=["htinf", "exp3"],
)
def test_the_kernels_have_the_same_traces(learner, forced, laws):
    kind, parameters, memory = kernel_learner(learner, 3)
    law, rng = np.zeros(3), np.random.default_rng(1)
    for (arm, loss), expected in zip(forced, laws, strict=False):
        learner_kernels.act.interpreted(kind, parameters, memory, law, rng)
        assert law.tolist() == close(expected)
        learner_kernels.learn.interpreted(kind, parameters, memory, law, arm, loss, rng)
    learner_kernels.act.interpreted(kind, parameters, memory, law, rng)
    assert law.tolist() == close(laws[-1])


def test_the_exact_law_of_ftpl():
    learner = FTPL(eta=1, limit=10)
    assert learner.law((0.0, 1.5))[0] == close(0.804761109870)
    assert learner.law((0.0, 1.0, 2.5)) == close((0.691555247639, 0.257409707152, 0.051035045208))
