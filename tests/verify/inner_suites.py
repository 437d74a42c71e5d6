"""Suites inside of a test of the plugin, and what they have alike."""

import pkgutil
import re
from importlib import import_module
import numba
import pytest
from banditproof import algorithms, theory, verify

COIN = """
import pytest

class Coin:
    def __init__(self, arms, rng):
        self.arms, self.rng = arms, rng

    def select(self):
        return int(self.rng.integers(self.arms))

    def update(self, arm, reward):
        pass
"""
LEAK = """
class Leak(Coin):
    last = 0

    def update(self, arm, reward):
        self.last = reward

    def select(self):
        return int(self.last > 0.5)
"""


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """All modules, before inner suites: what those import, pytester makes Python forget again.

    Numba's parts stand no second import.
    """
    numba.njit(lambda x: x)(1)
    for room in (theory, algorithms, verify):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            import_module(module.name)
    for name in ("numba", "scipy.stats", "joblib", "banditproof.testing"):
        import_module(name)


def run(pytester, *options, **files):
    """An inner suite, with the plugin as installed."""
    if files:
        pytester.makepyfile(**files)
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)


def lines(result):
    return result.stdout.str(), re.MULTILINE
