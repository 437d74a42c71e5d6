"""Parts and policies that are altered in one place, for the tests of audits."""

from banditproof.algorithms import DPIMED, Curator
from banditproof.theory.mechanisms import Laplace

FEW = {"samples": 300, "level": "1e-6"}
"""Few runs: for what is decided before, or for what no run can decide."""


class Whisper(Laplace):
    """Samples a tenth of the scale that it declares."""

    def sample(self, rng):
        return super().sample(rng) / 10


def altered(kind=DPIMED, **parts):
    """A policy with other methods or attributes."""
    return type("Altered", (kind,), parts)(arms=2, eps=1)


class TwoNoises(Curator):
    """Adds noise twice to each sum, which no declaration says."""

    def release(self, held, arm, mechanism, randomness):
        held, value = super().release(held, arm, mechanism, randomness)
        return held, value + randomness.noise(mechanism)


def rows(report):
    """The checks of an audit by their names."""
    return {check.name: check for check in report.checks}
