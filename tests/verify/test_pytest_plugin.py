"""The pytest plugin on inner suites: messages, options, black boxes of two styles, import cost."""

import pkgutil
import re
import subprocess
import sys
import tomllib
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numba
import pytest

from banditproof import algorithms, theory, verify
from banditproof.algorithms.dp_imed import DPIMED
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.verify import NotPrivate, NotShownPrivate, assert_private
from banditproof.verify.definitions.witness_policies import (
    concentrated_gap,
    copies_after_a_foreign_query,
    tree_above_table,
)
from banditproof.verify.mutants.weak_noise import HalvedNoise

pytest_plugins = "pytester"


@pytest.fixture(scope="module", autouse=True)
def compiler_is_loaded():
    """Inner runs forget the modules they import, and numba's parts stand no second import."""
    numba.njit(lambda x: x)(1)


ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "assert_private.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```python\n# (\w+)\.py\n(.*?)```", PAGE, re.DOTALL))
MESSAGE = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0]


def run(pytester, *options, **files):
    """An inner suite, with the plugin as installed."""
    if files:
        pytester.makepyfile(**files)
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)


def message_of(*arguments, error=NotPrivate, **options):
    with pytest.raises(error) as caught:
        assert_private(*arguments, **options)
    return str(caught.value), caught.value.found


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """All modules, before inner suites: what those import, pytester makes Python forget again."""
    for room in (theory, algorithms, verify):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            import_module(module.name)
    for name in ("numba", "scipy.stats", "joblib"):
        import_module(name)


def test_the_page_of_the_documentation_is_true(pytester):
    tests = {"test_third_party", "test_accepted", "test_shown", "test_neighbours"}
    assert set(BLOCKS) == {"third_party"} | tests
    result = run(pytester, **BLOCKS)
    result.assert_outcomes(passed=6, failed=1)
    printed = re.sub(r"runs in [\d.]+ s", "runs in 0.6 s", result.stdout.str())
    for line in MESSAGE.splitlines():
        assert line in printed, line


class EagerUCB:
    """A bandit in the style select() / update(arm, reward) that adds hardly any noise."""

    def __init__(self, arms, eps, rng):
        self.eps, self.rng = eps, rng
        self.sums, self.pulls = [0.0] * arms, [0] * arms

    def select(self):
        if 0 in self.pulls:
            return self.pulls.index(0)
        means = [s / n for s, n in zip(self.sums, self.pulls, strict=True)]
        noisy = [m + self.rng.laplace(scale=1 / (20 * self.eps)) for m in means]
        return noisy.index(max(noisy))

    def update(self, arm, reward):
        self.sums[arm] += reward
        self.pulls[arm] += 1


class Indifferent:
    """A bandit that never looks at a reward."""

    def __init__(self, nbArms, rng):
        self.arms, self.rng = nbArms, rng

    def choice(self):
        return int(self.rng.integers(self.arms))

    def getReward(self, arm, reward):
        pass


def test_a_bandit_with_select_and_update_is_refuted_and_its_witness_replays():
    message, found = message_of(EagerUCB, "0.5", horizon=4, samples=20_000)
    assert message.startswith("EagerUCB is not private as claimed.\n  claimed   eps = 0.5, table")
    assert "witness   " in message
    assert found.lower_bound > Fraction(1, 2)
    assert found.witness.replay() == found.witness.counts
    rare, often = found.witness.counts.right_hits, found.witness.counts.left_hits
    assert often > rare


@pytest.mark.parametrize("notion", ["view", "table", "interactive", "adaptive"])
def test_a_black_box_that_is_private_is_open_and_passes_only_on_request(notion):
    options = {"against": notion, "samples": 400, "horizon": 3}
    message, found = message_of(Indifferent, 1, error=NotShownPrivate, **options)
    assert "was not shown to be private" in message
    assert "allow_open=True" in message
    assert found.verdict == "open"
    assert assert_private(Indifferent, 1, allow_open=True, **options).verdict == "open"


def test_allow_open_does_not_excuse_a_violation():
    message_of(EagerUCB, "0.5", horizon=4, samples=20_000, allow_open=True)


def test_the_errors_are_assertion_errors_that_are_told_apart():
    assert issubclass(NotPrivate, AssertionError)
    assert issubclass(NotShownPrivate, AssertionError)
    assert not issubclass(NotPrivate, NotShownPrivate)
    assert not issubclass(NotShownPrivate, NotPrivate)


def test_a_policy_of_this_library_with_half_the_noise_is_refuted():
    message, found = message_of(HalvedNoise(arms=2, eps=4, ties="first"), PureDP(4))
    assert message.startswith("HalvedNoise is not private as claimed.")
    assert "rewards 0" in message
    assert " on rewards 00000000 against " in message
    assert "replay    audit(HalvedNoise, PureDP(eps=Fraction(4, 1)), notion='table')" in message
    assert found.verdict == "fails"


def test_a_factory_of_a_policy_is_audited_as_that_policy():
    message, found = message_of(lambda: HalvedNoise(arms=2, eps=4, ties="first"), 4)
    assert message.startswith("HalvedNoise is not private as claimed.")
    assert found.policy == "dp-imed"


def test_finite_policies_are_decided_exactly_in_each_notion():
    policy = copies_after_a_foreign_query()
    assert assert_private(policy, "1e-9").verdict == "holds"
    message, _ = message_of(policy, 5, against="interactive")
    assert "eps = inf" in message
    assert "interactive neighbours" in message
    assert "as a kernel" in message
    assert assert_private(concentrated_gap(), ZCDP("0.35"), against="view").verdict == "holds"
    assert "rho >= 0.399" in message_of(concentrated_gap(), ZCDP("0.35"))[0]
    loose = ApproxDP("0.4", "0.15")
    assert assert_private(tree_above_table(), loose, against="table").verdict == "holds"
    assert "delta >= " in message_of(tree_above_table(), loose, against="adaptive")[0]


def response(bit):
    return {bit: Fraction(3, 4), 1 - bit: Fraction(1, 4)}


def test_a_mechanism_shows_its_event_and_its_pair():
    message, found = message_of(response, PureDP(1), neighbours=[(0, 1)])
    assert message.splitlines() == [
        "response is not private as claimed.",
        "  claimed   eps = 1",
        "  found     eps >= 1.09861",
        "  event     {0}",
        "  left      0, where the event has probability 3/4",
        "  right     1, where the event has probability 1/4",
        "  replay    worst_pair(response, [(0, 1)], PureDP(eps=Fraction(1, 1)))",
    ]
    assert found.left_mass == Fraction(3, 4)


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        ((response, 1), {"against": "tables"}, "give one of view, table, interactive, adaptive"),
        ((response, 0), {"neighbours": [(0, 1)]}, "eps is 0"),
        ((response, "nan"), {"neighbours": [(0, 1)]}, "nan"),
        ((response, 1), {"neighbours": []}, "no pair of neighbours"),
        ((DPIMED(arms=2), 1), {"neighbours": [(0, 1)]}, "is not a function"),
        ((EagerUCB(2, 1, None), 1), {}, "give its class"),
        (("no-such-policy", 1), {}, "no-such-policy"),
        ((dict, 1), {}, "dict"),
        ((DPIMED, 1), {}, r"give one of them, for instance DPIMED\(arms=2, eps=1\)"),
        ((response, 1), {}, r"response requires bit; .* neighbours=\[\(left, right\)"),
    ],
)
def test_what_cannot_be_asked_raises_with_a_sentence(arguments, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        assert_private(*arguments, **options)


def test_a_failure_points_at_the_line_of_the_test_and_not_into_the_library(pytester):
    test = """
        from fractions import Fraction

        def bit(x):
            return {x: Fraction(9, 10), 1 - x: Fraction(1, 10)}

        def test_bit(assert_private):
            assert_private(bit, 1, neighbours=[(0, 1)])
    """
    result = run(pytester, test_inner=test)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            ">*assert_private(bit, 1, neighbours=[[](0, 1)[]])",
            "E*NotPrivate: bit is not private as claimed.",
            "E*left      0, where the event has probability 9/10",
            "test_inner.py:*: NotPrivate",
        ]
    )
    assert "assertions.py" not in result.stdout.str()


def test_the_nearest_marker_decides_and_a_call_decides_over_all(pytester):
    test = """
        import pytest
        from fractions import Fraction
        from banditproof.verify.definitions.witness_policies import copies_after_a_foreign_query

        POLICY = copies_after_a_foreign_query()

        @pytest.mark.banditproof(against="interactive")
        class TestPolicy:
            def test_of_the_class(self, assert_private):
                assert_private(POLICY, 1)

            @pytest.mark.banditproof(against="table")
            def test_nearest(self, assert_private):
                assert_private(POLICY, 1)

            def test_of_the_call(self, assert_private):
                assert_private(POLICY, 1, against="view")

        @pytest.mark.banditproof("interactive")
        def test_without_a_name(assert_private):
            assert_private(POLICY, 1)
    """
    result = run(pytester, "--strict-markers", test_inner=test)
    result.assert_outcomes(passed=2, failed=1, errors=1)
    result.stdout.fnmatch_lines_random(
        ["*NotPrivate: FinitePolicy is not private*", "*name its options*"]
    )


def test_the_plugin_is_installed_and_explains_itself(pytester):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    home = "banditproof.verify.pytest_plugin"
    assert project["entry-points"]["pytest11"] == {"banditproof": home}
    result = run(pytester, "--markers")
    result.stdout.fnmatch_lines(["@pytest.mark.banditproof(*options): options of assert_private*"])


UNUSED = """
import sys
import time
import pytest

began = time.process_time()
import banditproof.verify.pytest_plugin as plugin
seconds = time.process_time() - began
codes = [pytest.main(["--version"]), pytest.main(["-p", "no:cacheprovider", "test_plain.py"])]
heavy = ("banditproof.theory", "banditproof.algorithms", "numba", "flint", "scipy", "numpy")
loaded = [name for name in heavy if name in sys.modules]
print(loaded, [int(code) for code in codes], seconds < 0.05)
"""


def test_a_suite_that_does_not_use_the_plugin_pays_nothing(tmp_path):
    """Nothing heavy is imported by pytest --version and by a run, and the plugin loads at once."""
    (tmp_path / "test_plain.py").write_text("def test_plain():\n    assert True\n")
    command = [sys.executable, "-c", UNUSED]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["[] [0, 0] True"], done.stdout + done.stderr
    assert "banditproof" in done.stdout  # the run names its plugins
