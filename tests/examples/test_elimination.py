"""The example about private elimination, beside computations that share no code with it."""

import math
import shutil
import sys
from collections import Counter
from fractions import Fraction
from importlib.metadata import entry_points
from itertools import product
from pathlib import Path
from types import ModuleType
import mpmath
import numpy as np
import pytest
from console_blocks import BLOCK, commands, printed, require_shown
from opened_documents import close_all
from banditproof.algorithms import DPSE, Pull
from banditproof.claims import Given, Textbook, claims, find, open_document, run

pytest_plugins = "pytester"
ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "elimination"
PLUGIN = "banditproof.paper_checks.other_papers.pytest_claims"


@pytest.fixture
def example():
    """The modules of the example by their names."""
    document = open_document(FOLDER)

    def module(name: str) -> ModuleType:
        return sys.modules[f"{document.package}.{name}"]

    return module


@pytest.fixture(scope="module", autouse=True)
def closed_at_the_end():
    """No other test sees the example."""
    yield
    close_all()


def pulls(arms: int, epoch: int, beta: float, eps: float) -> int:
    """The length of an epoch, by 60 decimal digits."""
    with mpmath.workdps(60):
        first, second = (mpmath.log(k * arms * epoch**2 / mpmath.mpf(beta)) for k in (8, 4))
        accuracy = mpmath.mpf(2) ** -epoch
        real = max(32 * first / accuracy**2, 8 * second / (mpmath.mpf(eps) * accuracy))
        return int(mpmath.floor(real)) + 1


def test_lengths_are_those_of_decimals_and_of_the_library(example) -> None:
    length = example("epochs").length
    for arms, e, beta, eps in product((2, 7), (1, 3, 9), ("0.001", "1"), ("0.01", "1", "30")):
        result = length(arms, e, Fraction(beta), Fraction(eps))
        assert result == pulls(arms, e, mpmath.mpf(beta), mpmath.mpf(eps))
        policy = DPSE(arms, beta=beta, eps=eps, rounding="down")
        assert result == policy.pulls_per_arm(e, arms)


def test_a_later_epoch_is_shorter_at_the_witness(example) -> None:
    result = run(find("elim.lengths"))
    case = result.facts.witness_values
    assert result.as_recorded
    values = [float(Fraction(case[name])) for name in ("beta", "eps")]
    now = pulls(int(case["K"]), int(case["e"]), *values)
    then = pulls(int(case["active then"]), int(case["e"]) + 1, *values)
    assert (str(now), str(then)) == (case["R"], case["R then"])
    assert then < now


def test_an_arm_is_pulled_more_than_the_print_says(example) -> None:
    result = run(find("elim.pulls"))
    case = result.facts.witness_values
    assert result.as_recorded
    gap, eps = (Fraction(case[name]) for name in ("gap", "eps"))
    beta = mpmath.mpf(2) ** int(case["log2 of beta"])
    assert int(case["pulls"]) == pulls(int(case["K"]), 1, beta, mpmath.mpf(1) / 100)
    assert gap == 1, "with this gap the arm is pulled in the first epoch, and in no other"
    assert int(case["pulls"]) > 1000 * (1 / gap**2 + 1 / (eps * gap))


def test_decisions_are_those_of_the_code_for_each_noise(example) -> None:
    exact_law = example("exact_law")

    class Small(DPSE):
        """The epochs of the claim: one pull and two, and its margins of the sums."""

        def pulls_per_arm(self, epoch: int, alive: int) -> int:
            return epoch

        def margin(self, epoch: int, alive: int) -> float:
            return exact_law.MARGINS[epoch - 1] / epoch

    policy, noise = Small(2, beta=1, eps=1), exact_law.HALVES
    window = range(-11, 12)
    for epoch in (1, 2):
        for sums in product(range(epoch + 1), repeat=2):
            seen: Counter[str] = Counter()
            for y, z in product(window, repeat=2):
                state = policy.start()._replace(number=epoch)
                for arm, shown in enumerate((sums[0] + y, sums[1] + z)):
                    state = policy.learn(state, Pull(arm, epoch), float(shown))
                left = "".join(str(arm + 1) for arm in state.alive)
                seen[left] += float(noise.mass(y) * noise.mass(z))
            decisions = exact_law.decision(sums, exact_law.MARGINS[epoch - 1], noise)
            for left, mass in decisions.items():
                assert seen[left] == pytest.approx(float(mass), abs=2 * float(noise.tail(11)))


def test_bounds_hold_in_plain_simulations(example) -> None:
    """150 runs with a risk of 1e-3: more than 5 failures have a probability below 1e-7."""
    bound = example("number_of_pulls").with_logarithms
    rng = np.random.default_rng(7)
    for eps, gap in ((0.02, 0.5), (1.0, 0.3)):
        failures = 0
        for _ in range(150):
            active, e, taken = [0, 1, 2], 0, [0, 0, 0]
            while len(active) > 1 and e < 12:
                e += 1
                n = pulls_of_epoch(len(active), e, 1e-3, eps)
                means = {
                    a: rng.binomial(n, 0.8 - (a > 0) * gap) / n + rng.laplace(0, 1 / (eps * n))
                    for a in active
                }
                radius = math.sqrt(math.log(8e3 * len(active) * e**2) / (2 * n))
                radius += math.log(4e3 * len(active) * e**2) / (eps * n)
                for a in active:
                    taken[a] += n
                best = max(means.values())
                active = [a for a in active if best - means[a] <= 2 * radius]
            last = max(1, math.ceil(math.log2(1 / gap)))
            log = mpmath.log(8 * 3 * last**2 * 1000)
            most = float(bound(Fraction(str(gap)), Fraction(str(eps)), 1)) - 2
            failures += active != [0] or max(taken[1:]) > most * log + 2
        assert failures <= 5


def pulls_of_epoch(arms: int, e: int, beta: float, eps: float) -> int:
    """The length of an epoch, in floats."""
    first, second = (math.log(k * arms * e**2 / beta) for k in (8, 4))
    return math.floor(max(32 * 4**e * first, 8 * 2**e * second / eps)) + 1


def test_what_is_from_memory_is_said_of_each_statement(example) -> None:
    places = {claim.id: claim.place for claim in claims("elimination") if claim.stated}
    assert len(places) == 9
    assert {place.partition(" in ")[0] for place in places.values()} == {
        "from memory",
        "as the thesis tells it",
    }


def test_no_proof_leaves_a_step_to_words(example) -> None:
    proofs = [claim.proof for claim in claims("elimination") if claim.proof]
    kinds = Counter(type(step).__name__ for proof in proofs for step in proof.steps)
    assert len(proofs) == 10
    assert kinds["Words"] == 0
    assert kinds[Given.__name__] < kinds["Inequality"] + kinds[Textbook.__name__]


@pytest.mark.slow
def test_the_commands_of_the_readme_print_what_it_shows(
    tmp_path: Path, capsys, monkeypatch
) -> None:
    shutil.copytree(FOLDER, tmp_path / "examples" / "elimination")
    monkeypatch.chdir(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.certificates")}
    seen = 0
    for _, block in BLOCK.findall((FOLDER / "README.md").read_text(encoding="utf-8")):
        for words, lines in commands(block):
            seen += 1
            require_shown(words, lines, printed(words, capsys, monkeypatch, afresh=seen == 1))
    close_all()
    assert seen == 5
    assert "elim.regret" in Path("elimination.svg").read_text(encoding="utf-8")
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.certificates")} == before, (
        "all stored"
    )
    assert len(before) == 5


@pytest.mark.slow
def test_each_claim_and_each_mutant_of_the_example_passes(pytester: pytest.Pytester) -> None:
    open_document(FOLDER)
    tests = sum(1 + len(claim.mutants) for claim in claims("elimination"))
    close_all()
    installed = {plugin.value for plugin in entry_points(group="pytest11")}
    options = [] if PLUGIN in installed else ["-p", PLUGIN]
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", *options, str(FOLDER))
    close_all()
    result.assert_outcomes(passed=tests)
