"""Objects with select and update and one honest mistake each: refuted by runs; twins are not."""

import mistaken_learners
import pytest
from mistaken_learners import LEARNERS
from banditproof.verify.audit import audit

NOT_SEEN = {"EveryAnswer", "GaussianNoise", "Overlapping"}
"""What 160,000 runs do not always refute: joint events of several rounds, and rare ones."""


def audited(name, which, samples):
    """The audit of a learner, right or wrong."""
    rewards = "0:5" if name == "NoClip" else "0:1"
    made = getattr(mistaken_learners, f"{which}_{name}")
    return audit(made, 1, arms=2, rewards=rewards, samples=samples)


def test_there_are_25_mistakes():
    assert len(LEARNERS) == 25
    assert all(kind.__doc__ for kind in LEARNERS.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*LEARNERS} - NOT_SEEN))
def test_a_mistake_is_refuted(name):
    report = audited(name, "wrong", 160_000)
    assert report.verdict == "fails"
    assert report.checks[-1].witness["seed"] >= 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LEARNERS))
def test_its_correct_twin_is_not(name):
    assert audited(name, "right", 4000).verdict == "not refuted"
